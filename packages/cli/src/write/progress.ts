/** Messages of a run on standard error: failures and progress. */

import type { InputFailure } from '@refrain/crawl/input';
import { count, plural } from 'refrain/engine';
import type { OutputStream } from '../arguments/command-line.ts';
import { describe } from '../errors.ts';
import { type Failure, noPages, type Sums, type Tally } from '../judge/batch.ts';

export interface Totals extends Sums {
  readonly failed: number;
  readonly unchanged: number;
  /** Number of pages whose requested part is nearly empty. */
  readonly short: number;
  readonly seconds: number;
}

interface ProgressOptions {
  readonly stream: OutputStream;
  /** True if results go to a terminal, where they would overwrite the progress line. */
  readonly isHidden?: boolean | undefined;
  readonly quiet: boolean;
  /** Expected number of pages, if known. */
  readonly total: () => number | undefined;
  /** True while the number is an estimate. Default: never. */
  readonly isEstimate?: () => boolean;
  /** Number of passes over the input. A failure is reported once. */
  readonly passes: number;
  readonly interrupted: AbortSignal;
}

const REDRAW_MS = 100;
/** Maximum number of named pages that lack the requested part. With more, only their number is printed. */
const SHORT_MAX = 5;
/** Columns of terminals that do not report a width. */
const COLUMNS = 80;
/** Moves to the start of the line and deletes it. */
const CLEAR = '\r\u001b[K';

export class Progress {
  readonly #options: ProgressOptions;
  readonly #started = performance.now();
  readonly #totals = { ...noPages(), failed: 0, unchanged: 0, short: 0 };
  readonly #short: Failure[] = [];
  readonly #reported = new Set<string>();
  #pass = { number: 1, done: 0, started: performance.now() };
  #drawnAt = Number.NEGATIVE_INFINITY;
  #isDrawn = false;
  #isStopped: boolean;

  constructor(options: ProgressOptions) {
    this.#options = options;
    const { quiet, stream, isHidden = false } = options;
    this.#isStopped = quiet || stream.isTTY !== true || isHidden;
    if (!this.#isStopped) options.interrupted.addEventListener('abort', this.#onInterrupted, { once: true });
  }

  /** `number`: from 1. */
  startPass(number: number): void {
    this.#pass = { number, done: 0, started: performance.now() };
  }

  /** Adds a batch. The summary contains only the last pass, except for the number of counted pages. */
  batch(tally: Tally): void {
    for (const failure of tally.failures) this.#reportFailure(failure);
    this.#totals.unchanged += tally.passed.length;
    this.summarise(tally.passed.map(({ source, message }) => `${source}: ${message}`));
    this.#totals.short += tally.short.length;
    this.#short.push(...tally.short.slice(0, SHORT_MAX + 1 - this.#short.length));
    const isLast = this.#pass.number === this.#options.passes;
    for (const name of Object.keys(noPages()) as (keyof Sums)[])
      if (isLast || name === 'counted') this.#totals[name] += tally[name];
    this.#pass.done += tally.pages + tally.known + tally.failures.length;
    this.#draw();
  }

  readonly failure = ({ source, error }: InputFailure): void => {
    this.#reportFailure({ source, message: describe(error) });
  };

  /** Removes the progress line permanently. */
  stop(): void {
    this.#clear();
    this.#isStopped = true;
    this.#options.interrupted.removeEventListener('abort', this.#onInterrupted);
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  summarise(lines: readonly string[]): void {
    if (this.#options.quiet) return;
    for (const line of lines) this.#print(line);
  }

  /** Names of pages whose requested part is nearly empty, unless there are many. */
  get short(): string[] {
    return this.#short.length > SHORT_MAX ? [] : this.#short.map(({ source, message }) => `${source}: ${message}`);
  }

  get totals(): Totals {
    return { ...this.#totals, seconds: Math.max((performance.now() - this.#started) / 1000, 0.001) };
  }

  readonly #onInterrupted = (): void => {
    this.stop();
    this.summarise(['interrupted: the current pages are finished; Ctrl-C again ends at once']);
  };

  #reportFailure({ source, message }: Failure): void {
    const line = `${source}: ${message}`;
    if (this.#reported.has(line)) return;
    if (this.#options.passes > 1) this.#reported.add(line);
    this.#totals.failed += 1;
    this.#print(line);
  }

  #state(now: number): ProgressState {
    const { total, isEstimate, passes } = this.#options;
    return {
      done: this.#pass.done,
      total: total(),
      isEstimate: isEstimate?.() ?? false,
      pass: { number: this.#pass.number, of: passes },
      failed: this.#totals.failed,
      seconds: (now - this.#pass.started) / 1000,
    };
  }

  #draw(): void {
    const now = performance.now();
    if (this.#isStopped || now - this.#drawnAt < REDRAW_MS) return;
    const { stream } = this.#options;
    stream.write(`\r${progressLine(this.#state(now), stream.columns || COLUMNS)}\u001b[K`);
    this.#drawnAt = now;
    this.#isDrawn = true;
  }

  #clear(): void {
    if (this.#isDrawn) this.#options.stream.write(CLEAR);
    this.#isDrawn = false;
    this.#drawnAt = Number.NEGATIVE_INFINITY;
  }

  #print(line: string): void {
    this.#clear();
    this.#options.stream.write(`refrain: ${line}\n`);
  }
}

export interface ProgressState {
  /** Pages of this pass so far, including failed ones. */
  readonly done: number;
  /** Pages of the input; undefined for standard input. */
  readonly total: number | undefined;
  readonly isEstimate: boolean;
  /** Number of this pass, from 1, and number of passes. */
  readonly pass: { readonly number: number; readonly of: number };
  readonly failed: number;
  readonly seconds: number;
}

/** Seconds before the first forecast: earlier ones are too uncertain. */
const FORECAST_SECONDS = 2;
const MAX_WIDTH = 100;
const GAP = '  ';

const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/**
 * The most important parts of the progress that fit into one line. The last column is not used, because some terminals
 * would wrap.
 */
export function progressLine(state: ProgressState, columns: number): string {
  const { done, total, isEstimate, pass, failed, seconds } = state;
  // An estimate may be too small.
  const all = total === undefined ? undefined : Math.max(total, done, 1);
  const of = all === undefined ? '' : `${count(done)} of ${isEstimate ? 'about ' : ''}`;
  const left = all !== undefined && done > 0 ? (seconds * (all - done)) / done : undefined;
  const parts = [
    `${pass.of > 1 ? `pass ${pass.number} of ${pass.of}: ` : ''}${of}${plural(all ?? done, 'page')}`,
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(left === undefined || seconds < FORECAST_SECONDS ? [] : [`${duration(left)} left`]),
    `${count(done / Math.max(seconds, 0.001))} pages/s`,
  ];
  const width = Math.max(1, Math.min(columns - 1, MAX_WIDTH));
  while (parts.length > 1 && parts.join(GAP).length > width) parts.pop();
  return parts.join(GAP).slice(0, width);
}
