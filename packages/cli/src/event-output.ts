/**
 * The file of `--events`: lines are written as soon as the output of their batch is, so that a reader can follow them. A run that
 * continues a store continues the file too: what an earlier run has written is not reported again.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { OutputError } from './output.ts';

const STDERR = 2;

export class EventOutput {
  readonly #path: string;
  readonly #file: number;

  /** @throws {OutputError} where the file cannot be written */
  constructor(path: string, { continues }: { readonly continues: boolean }) {
    this.#path = path;
    this.#file = path === '-' ? STDERR : this.#attempt(() => openSync(path, continues ? 'a' : 'w'));
  }

  write(lines: readonly string[]): void {
    if (lines.length > 0) this.#attempt(() => writeSync(this.#file, lines.join('')));
  }

  close(): void {
    if (this.#file !== STDERR) closeSync(this.#file);
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
