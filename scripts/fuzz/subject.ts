/** What is fuzzed: a kind of input, and how one input is judged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefrainError } from 'refrain';
import type { Random } from '../../test/support/random.ts';

/** How inputs are written to files: as text, or as bytes, one for each character. */
export type Encoding = 'utf8' | 'latin1';

/** Makes an input, often from one that did something new. */
export type Generate = (random: Random, kept: readonly string[]) => string;

export interface Subject {
  readonly name: string;
  readonly encoding: Encoding;
  /** Its part of the time, in proportion to the others. */
  readonly share: number;
  readonly generate: Generate;
  /**
   * Runs one input. `known` is a difference that the tests explain. Any error but a `RefrainError`, and a module that fails, is a
   * finding.
   *
   * @throws {Difference} where two results that must be equal are not
   */
  run(input: string): Promise<'known' | undefined>;
  /** What a search has found so far, a line each, the worst first. */
  summary?(): readonly string[];
}

/** A subject that is prepared when its turn comes first, and again after the module has failed. */
export interface SubjectEntry {
  readonly name: string;
  prepare(): Promise<Subject>;
}

/** Two results that must be equal are not. */
export class Difference extends Error {}

/** Fails where two results differ; their text is compared. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [actual, expected].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  if (one === other) return;
  const at = [...(one ?? '')].findIndex((char, index) => char !== other?.[index]);
  const part = (text: string | undefined): string => JSON.stringify(text?.slice(Math.max(0, at - 40), at + 80));
  throw new Difference(`${what}: ${part(one)} instead of ${part(other)}`);
}

/** What the documents say of a module that the caller gave, and of files that cannot be read. */
const isOfCaller = (error: Error): boolean =>
  error.message.startsWith('the module cannot be instantiated') ||
  'syscall' in error ||
  ('code' in error && error.code === 'ERR_INVALID_ARG_VALUE' && error.message.startsWith("The argument 'path'"));

/** Whether an error is one that users are promised. Other errors with `CORE_FAILED` are defects. */
export const isPromised = (error: unknown): error is RefrainError =>
  error instanceof Error && (isOfCaller(error) || (error instanceof RefrainError && error.code !== 'CORE_FAILED'));

/** The result of a function, or `error CODE` where it throws a promised error. */
export async function outcome<T>(run: () => T | Promise<T>): Promise<T | string> {
  try {
    return await run();
  } catch (error) {
    if (isPromised(error)) return `error ${error.code}`;
    throw error;
  }
}

/** A folder of this process that is removed at its end. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-fuzz-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Bytes of a `latin1` input, and the other way round. */
export const bytesOf = (input: string): Buffer => Buffer.from(input, 'latin1');
export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
