/** Reports damaged lines: those of a row one by one up to a number, and the others of the row together. */
import { InputError } from 'refrain';
import { type ReadOptions, reportFailure } from '../reading/page.ts';
import type { Line } from './lines.ts';

/**
 * Damaged lines in a row that are reported one by one. The others of the row are one failure: a file of another format can have
 * half a million lines in a megabyte, and an error for each takes much longer than reading it.
 */
const REPORTED_LINES = 100;

export class DamagedLines {
  readonly #options: ReadOptions & { readonly name: string };
  /** Damaged lines that follow each other, and those of them that were not reported one by one. */
  #damaged = 0;
  #unreported: { readonly first: Line; readonly last: Line; readonly count: number } | undefined;

  constructor(options: ReadOptions & { readonly name: string }) {
    this.#options = options;
  }

  /** Whether the next one of the row is reported together with others. */
  get isFull(): boolean {
    return this.#damaged >= REPORTED_LINES;
  }

  add(line: Line, error: Error): void {
    if (this.isFull) this.leaveOut(line);
    else reportFailure(this.#options, { source: `${this.#options.name}:${line.number}`, error });
    this.#damaged += 1;
  }

  /** Adds a line that is reported together with others, without its error. */
  leaveOut(line: Line): void {
    const { first = line, count = 0 } = this.#unreported ?? {};
    this.#unreported = { first, last: line, count: count + 1 };
  }

  /** The row ends: by a line that is not damaged, or with the input. */
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
