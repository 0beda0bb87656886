/**
 * The work for one page, or for one of its outputs: the steps of the loops whose cost is more than linear, added once per loop. A step
 * takes about a nanosecond. The count depends only on the page, the table and the options, so it is equal on every engine.
 */

/** Work in steps. Add to `done` by `spend`. */
export namespace Work {
  export let done: u64 = 0;
  /** Number of steps from which a page is too complex. Written by `limitWork`. */
  export let limit: u64 = u64.MAX_VALUE;
}

/** Sets the maximum number of steps of a page. */
export function limitWork(steps: f64): void {
  Work.limit = <u64>steps;
}

export function beginWork(): void {
  Work.done = 0;
}

/** Number of steps of the last page or output. */
export function workDone(): f64 {
  return <f64>Work.done;
}

export function spend(steps: u64): void {
  Work.done += steps;
}

/** True if the page has exceeded its steps. */
export function isSpent(): bool {
  return Work.done > Work.limit;
}
