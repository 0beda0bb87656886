/**
 * The work for one page, or for one output of it: steps of the loops that take more than a step for each byte, counted where
 * they end, so that counting costs next to nothing. A step takes about a nanosecond. The count depends on the page, the table
 * and the options alone, so the same page has the same count on every engine.
 */

/** Work in steps. Add to `done` by `spend`. */
export namespace Work {
  export let done: u64 = 0;
  /** Steps from which on the page is too complex. Written by `limitWork`. */
  export let limit: u64 = u64.MAX_VALUE;
}

/** Sets the maximum number of steps of a page. */
export function limitWork(steps: f64): void {
  Work.limit = <u64>steps;
}

export function beginWork(): void {
  Work.done = 0;
}

/** Steps of the page or output that was read or written last. */
export function workDone(): f64 {
  return <f64>Work.done;
}

export function spend(steps: u64): void {
  Work.done += steps;
}

/** Whether the page has taken more steps than it may. */
export function isSpent(): bool {
  return Work.done > Work.limit;
}
