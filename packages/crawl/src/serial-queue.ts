/**
 * Runs calls in order. Pages are views of the memory of an instance, so a call starts only after the previous caller
 * could read its page.
 */
export class SerialQueue {
  #last: Promise<void> | undefined;

  /**
   * Runs `call` synchronously if the queue is empty, otherwise after all earlier calls and the continuations of their
   * callers.
   */
  run<T>(call: () => Promise<T>): Promise<T> {
    const answer = this.#last === undefined ? call() : this.#last.then(nextTask).then(call);
    // Registered before the continuation of the caller, so that a call from the continuation finds the queue empty.
    const done = (): void => {
      if (this.#last === entry) this.#last = undefined;
    };
    const entry: Promise<void> = answer.then(done, done);
    this.#last = entry;
    return answer;
  }
}

/** Resolves in a macrotask, so after all continuations of settled promises. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
