/**
 * The file of `--events`: lines are written as soon as the output of their batch is, so that a reader can follow them. A run that
 * continues a store continues the file too: what an earlier run has written is not reported again.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { OutputError } from '../output/output.ts';

export class EventOutput {
  readonly #path: string;
  readonly #stderr: Writable;
  /** Undefined for standard error. */
  readonly #file: number | undefined;

  /** @throws {OutputError} where the file cannot be written */
  constructor(path: string, state: string | undefined, stderr: Writable) {
    this.#path = path;
    this.#stderr = stderr;
    this.#file = path === '-' ? undefined : this.#attempt(() => openSync(path, state === undefined ? 'w' : 'a'));
  }

  write(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const text = lines.join('');
    const file = this.#file;
    if (file === undefined) this.#stderr.write(text);
    else this.#attempt(() => writeSync(file, text));
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #attempt<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new OutputError(`--events ${this.#path}`, error, { endsRun: true });
    }
  }
}
