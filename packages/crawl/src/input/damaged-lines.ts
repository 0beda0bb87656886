/** Reports damaged lines: the first lines of a run individually, the rest of the run together. */
import { InputError } from 'refrain';
import { type ReadOptions, reportFailure } from '../reading/failures.ts';
import type { Line } from './lines.ts';

/**
 * Maximum lines that are reported individually. A file of another format can have half a million lines per megabyte; an
 * error for each would be slow.
 */
const REPORTED_LINES = 100;

export class DamagedLines {
  readonly #options: ReadOptions & { readonly name: string };
  /** Number of damaged lines in the current run. */
  #damaged = 0;
  #unreported: { readonly first: Line; readonly last: Line; readonly count: number } | undefined;

  constructor(options: ReadOptions & { readonly name: string }) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#damaged >= REPORTED_LINES;
  }

  add(line: Line, error: Error): void {
    if (this.isFull) this.leaveOut(line);
    else reportFailure(this.#options, { source: `${this.#options.name}:${line.number}`, error });
    this.#damaged += 1;
  }

  /** Adds a line to those that are reported together. */
  leaveOut(line: Line): void {
    const { first = line, count = 0 } = this.#unreported ?? {};
    this.#unreported = { first, last: line, count: count + 1 };
  }

  /** Called at an intact line and at the end of the input: ends the run. */
  end(): void {
    this.#damaged = 0;
    if (this.#unreported === undefined) return;
    const { first, last, count } = this.#unreported;
    this.#unreported = undefined;
    const message = `${count} more lines, at bytes ${first.offset} to ${last.offset}, are not pages either`;
    const error = new InputError(message, 'INPUT_DAMAGED');
    reportFailure(this.#options, { source: `${this.#options.name}:${first.number}-${last.number}`, error });
  }
}
