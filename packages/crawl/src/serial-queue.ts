/**
 * Runs calls in order. A page is a view of an instance's memory, so a call must not start before the caller of the
 * previous one could read its page.
 */
export class SerialQueue {
  #last: Promise<void> | undefined;

  /** Runs synchronously if the queue is empty, else after all earlier calls and the continuations of their callers. */
  run<T>(call: () => Promise<T>): Promise<T> {
    const answer = this.#last === undefined ? call() : this.#last.then(nextTask).then(call);
    // Registered before the caller's continuation, so that a call made there finds the queue empty.
    const done = (): void => {
      if (this.#last === entry) this.#last = undefined;
    };
    const entry: Promise<void> = answer.then(done, done);
    this.#last = entry;
    return answer;
  }
}

/** As a macrotask, it runs after all continuations of settled promises. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
