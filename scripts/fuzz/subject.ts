/** A kind of fuzzed input, and how one input is judged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Arbitrary } from 'fast-check';
import { RefrainError } from 'refrain';

export interface Subject {
  readonly inputs: Arbitrary<string>;
  /**
   * Runs one input, which may be a part of one of `inputs`. Returns `known` for a difference that the tests explain. A
   * failure of the module, or an error that is not a `RefrainError`, is a finding.
   *
   * @throws {Difference} if two results that must be equal are not
   */
  run(input: string): Promise<'known' | undefined>;
  /** Results of a search so far, one line each, the worst first. */
  summary?(): readonly string[];
}

/** `trap`: the module failed; `error`: an error other than a `RefrainError`. */
export interface Failure {
  readonly kind: 'difference' | 'trap' | 'error' | 'hang';
  readonly message: string;
}

/** Maximum milliseconds of an input of a few kilobytes. */
const HANG_MS = 1000;

/** The module of all subjects. Default: the release build. The fuzzer sets the debug build, whose assertions find more. */
export const modules: { wasm?: WebAssembly.Module } = {};

export class Difference extends Error {}

export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [actual, expected].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  if (one === other) return;
  const at = [...(one ?? '')].findIndex((char, index) => char !== other?.[index]);
  const part = (text: string | undefined): string => JSON.stringify(text?.slice(Math.max(0, at - 40), at + 80));
  throw new Difference(`${what}: ${part(one)} instead of ${part(other)}`);
}

/** Calls a function twice; both results must be the same. */
export async function expectTwice(run: () => Promise<string>, what: string): Promise<string> {
  const first = await run();
  expectSame(await run(), first, what);
  return first;
}

/** True for documented errors of a module from the caller, and of unreadable files. */
const isOfCaller = (error: Error): boolean =>
  error.message.startsWith('the module cannot be loaded') ||
  'syscall' in error ||
  ('code' in error && error.code === 'ERR_INVALID_ARG_VALUE' && error.message.startsWith("The argument 'path'"));

/** True for a documented error. Other errors with `CORE_FAILED` are defects. */
export const isDocumented = (error: unknown): error is RefrainError =>
  error instanceof Error && (isOfCaller(error) || (error instanceof RefrainError && error.code !== 'CORE_FAILED'));

export async function outcome<T>(run: () => T | Promise<T>): Promise<T | string> {
  try {
    return await run();
  } catch (error) {
    if (isDocumented(error)) return `error ${error.code}`;
    throw error;
  }
}

/**
 * The failure of an input; `known` for a difference that the tests explain; undefined if it passes. A slow input is run
 * again, and judged by processor time, because the disk or another process may have caused the delay.
 */
export async function judge(subject: Subject, input: string): Promise<Failure | 'known' | undefined> {
  try {
    const start = performance.now();
    const result = await subject.run(input);
    if (performance.now() - start <= HANG_MS) return result;
    const before = process.cpuUsage();
    await subject.run(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 <= HANG_MS ? result : { kind: 'hang', message: `more than ${HANG_MS} ms` };
  } catch (error) {
    if (isDocumented(error)) return undefined;
    const kind = error instanceof Difference ? 'difference' : error instanceof RefrainError ? 'trap' : 'error';
    return { kind, message: String(error) };
  }
}

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-fuzz-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const bytesOf = (input: string): Buffer => Buffer.from(input, 'latin1');
export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
