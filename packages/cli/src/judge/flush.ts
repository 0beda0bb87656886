/** How often what was learned is saved. */

/** Pages counted in the seconds of a flush: a write of many more needs much memory, some kilobytes for each. */
export const FLUSHED_MAX = 100_000;

export interface Flush {
  readonly pages: number;
  readonly seconds: number;
}

/** Without a state nothing has to survive a crash: pages are written only because ids of many pages would fill the memory. */
export const SCRATCH_FLUSH: Flush = { pages: FLUSHED_MAX, seconds: Number.POSITIVE_INFINITY };
