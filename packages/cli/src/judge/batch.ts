/** Tasks that a worker processes together, and what they give: plain data, which can be sent to another thread. */
import type { Task } from '../read/task.ts';

/** A message about a page or an input. */
export interface Failure {
  readonly source: string;
  readonly message: string;
}

/** Sums over pages. */
export const noPages = () => ({
  pages: 0,
  /** Pages that their sites counted. */
  counted: 0,
  /** Pages that an earlier run has written, and that were left out. */
  known: 0,
  /** Bytes of the pages as they were read. */
  bytes: 0,
  /** Unicode code points in blocks of each kind. */
  template: 0,
  content: 0,
});

export type Sums = ReturnType<typeof noPages>;

/** Numbers and messages of a batch. */
export interface Tally extends Sums {
  failures: Failure[];
  /** Pages that `--max-removed` kept whole. */
  passed: Failure[];
  /** Pages that have next to nothing of what was asked for. */
  short: Failure[];
  /** Events of templates, as lines of JSON. */
  events: string[];
  /** Keys of pages and records in the output, where a run leaves out those that are known. */
  written: string[];
}

export const tallyOf = (known: Partial<Tally> = {}): Tally => ({
  ...{ ...noPages(), failures: [], passed: [], short: [], events: [], written: [] },
  ...known,
});

/**
 * Tasks of a site in their order: the first pages that are known of it, with the records behind them, which are judged by what all of
 * them teach; or one task.
 */
export type TaskGroup = readonly Task[];

/** Tasks that a worker processes together. */
export interface Batch {
  readonly groups: readonly TaskGroup[];
  /** Whether it ends early, so that its output is written, and signals are handled. */
  readonly endsEarly: boolean;
  /** Memory for the output. */
  readonly memory: ArrayBuffer | undefined;
  /** All memory that goes to the worker. */
  readonly transfer: readonly ArrayBuffer[];
}

export interface BatchResult {
  /** Groups that were not processed, because the batch has ended early. */
  readonly left: number;
  /** Of the tasks in their order; undefined where none has any. Its memory is used again when it was written. */
  readonly output: Uint8Array<ArrayBuffer> | undefined;
  readonly tally: Tally;
  /** Of writers that have another part on the main thread, which reads them. */
  readonly notes: readonly unknown[];
  readonly newSites: number;
  readonly transfer: readonly ArrayBuffer[];
}

/** Pages counted in the seconds of a flush: a write of many more needs much memory, some kilobytes for each. */
export const FLUSHED_MAX = 100_000;

export interface Flush {
  readonly pages: number;
  readonly seconds: number;
}

/** Without a state nothing has to survive a crash: pages are written only because ids of many pages would fill the memory. */
export const SCRATCH_FLUSH: Flush = { pages: FLUSHED_MAX, seconds: Number.POSITIVE_INFINITY };
