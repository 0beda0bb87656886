/**
 * One call after another, each answered before the next begins. A page is a view of the one instance's memory, so the
 * next call must not begin before whoever waits for this one has had its turn.
 */
export class Turns {
  #last: Promise<void> | undefined;

  /** Does the work at once where nobody is before it, else when those before are done and have been heard. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const answer = this.#last === undefined ? now(work) : this.#last.then(nextTask).then(work);
    // Heard before anybody else, so that who goes on from the answer finds the way free.
    const done = (): void => {
      if (this.#last === turn) this.#last = undefined;
    };
    const turn: Promise<void> = answer.then(done, done);
    this.#last = turn;
    return answer;
  }
}

async function now<T>(work: () => T | Promise<T>): Promise<T> {
  return work();
}

/** A task of its own comes after all that waits for promises which are kept already. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
