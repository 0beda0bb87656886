/** The pace of requests. Crawlee's own limits are sums over a minute, and delays that hosts without a public domain do not get. */
import { setTimeout as pause } from 'node:timers/promises';

export class Pace {
  readonly #interval: number;
  #next = 0;

  /** `seconds`: between two requests. */
  constructor(seconds: number) {
    this.#interval = 1000 * seconds;
  }

  /** Waits for the turn of a request. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#interval;
    if (at > now) await pause(at - now, undefined, { signal });
  }
}
