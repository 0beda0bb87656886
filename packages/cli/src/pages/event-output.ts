/**
 * The file of `--events`: lines are written as soon as the output of their batch is, so that a reader can follow them. A run that
 * continues a store continues the file too: what an earlier run has written is not reported again.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { OutputError } from '../output/output.ts';

export class EventOutput {
  readonly #source: string;
  readonly #stderr: Writable;
  /** Undefined for standard error. */
  readonly #file: number | undefined;

  /** @throws {OutputError} where the file cannot be written */
  constructor(path: string, state: string | undefined, stderr: Writable) {
    this.#source = `--events ${path}`;
    this.#stderr = stderr;
    const open = (): number => openSync(path, state === undefined ? 'w' : 'a');
    this.#file = path === '-' ? undefined : this.#attempt(open);
  }

  write(lines: readonly string[]): void {
    const text = lines.join('');
    const file = this.#file;
    if (file === undefined) this.#stderr.write(text);
    else this.#attempt(() => writeFileSync(file, text));
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #attempt<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw new OutputError(this.#source, error as Error, { endsRun: true });
    }
  }
}
