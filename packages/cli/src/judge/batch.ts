/** Tasks that a worker processes together, and their results, as plain data for any thread. */
import type { Task } from '../read/task.ts';

export interface Failure {
  readonly source: string;
  readonly message: string;
}

export const noPages = () => ({
  pages: 0,
  /** Pages that were counted for their sites. */
  counted: 0,
  /** Skipped pages that an earlier run has written. */
  known: 0,
  /** Before decoding. */
  bytes: 0,
  /** Unicode code points in blocks of each kind. */
  template: 0,
  content: 0,
});

export type Sums = ReturnType<typeof noPages>;

export interface Tally extends Sums {
  failures: Failure[];
  /** Pages that `--max-removed` kept whole. */
  passed: Failure[];
  /** Pages whose requested part is nearly empty. */
  short: Failure[];
  /** Events of templates, as lines of JSON. */
  events: string[];
  /** Keys of pages and records in the output, with `--skip-known`. */
  written: string[];
}

export const tallyOf = (known: Partial<Tally> = {}): Tally => ({
  ...{ ...noPages(), failures: [], passed: [], short: [], events: [], written: [] },
  ...known,
});

/** A single task, or the first pages of a site, which are judged together, with the records between them, in order. */
export type TaskGroup = readonly Task[];

export interface Batch {
  readonly groups: readonly TaskGroup[];
  /** True if it ends early, so that its output is written and signals are handled. */
  readonly endsEarly: boolean;
  readonly memory: ArrayBuffer | undefined;
  readonly transfer: readonly ArrayBuffer[];
}

export interface BatchResult {
  /** Number of groups that were not processed, because the batch ended early. */
  readonly left: number;
  /** Output of the tasks, in order. The caller writes it, then returns its memory. */
  readonly output: Uint8Array<ArrayBuffer> | undefined;
  readonly tally: Tally;
  /** Data from writers for their counterparts on the main thread. */
  readonly notes: readonly unknown[];
  readonly newSites: number;
  readonly transfer: readonly ArrayBuffer[];
}

/** Maximum number of counted pages between two flushes. Each page needs some kilobytes of memory. */
export const FLUSHED_MAX = 100_000;

export interface Flush {
  readonly pages: number;
  readonly seconds: number;
}

/** Without a state, pages are flushed only to free the memory of their ids. */
export const SCRATCH_FLUSH: Flush = { pages: FLUSHED_MAX, seconds: Number.POSITIVE_INFINITY };
