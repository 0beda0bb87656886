/** The file of `--events`: lines are appended as soon as their batch is done, so that a reader can follow them. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { OutputError } from './output.ts';

const STDERR = 2;

export class EventOutput {
  readonly #path: string;
  readonly #file: number;

  /** @throws {OutputError} where the file cannot be written */
  constructor(path: string) {
    this.#path = path;
    this.#file = path === '-' ? STDERR : this.#attempt(() => openSync(path, 'w'));
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
