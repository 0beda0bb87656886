/**
 * Work for a page or an output, in steps of all loops that may take more than linear time. Steps are added once per loop. A step takes
 * about a nanosecond. The count depends only on the page, the table and the options, so it is equal on every engine.
 */

export namespace Work {
  export let done: u64 = 0;
  /** Maximum steps of a page. Written by `limitWork`. */
  export let limit: u64 = u64.MAX_VALUE;
}

export function limitWork(steps: f64): void {
  Work.limit = <u64>steps;
}

export function beginWork(): void {
  Work.done = 0;
}

/** Steps of the last page or output. */
export function workDone(): f64 {
  return <f64>Work.done;
}

export function spend(steps: u64): void {
  Work.done += steps;
}

export function isSpent(): bool {
  return Work.done > Work.limit;
}
