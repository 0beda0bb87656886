/**
 * Delays requests to hosts. Crawlee limits only requests per minute, delays only hosts with a public domain, and
 * ignores `Retry-After`.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { FetchError } from '../fetch.ts';

/** Maximum seconds of one `Retry-After`; maximum sum of consecutive ones, after which the host fails. */
export const WAIT_MAX = 120;
const WAITS_MAX = 600;
/** Milliseconds by which a timer may be late: later requests are not delayed by this. */
const LATE = 10;

interface Host {
  /** When the host's rules allow the next request. */
  next: number;
  /** End of its current `Retry-After`; sum of consecutive ones in seconds. */
  until: number;
  waits: number;
}

export class Pace {
  readonly #interval: number;
  readonly #signal: AbortSignal;
  readonly #hosts = new Map<string, Host>();
  #next = 0;

  /** `rate`: requests per second to all hosts. `signal`: ends all waiting. */
  constructor(rate: number, signal: AbortSignal) {
    this.#interval = 1000 / rate;
    this.#signal = signal;
  }

  /**
   * Waits for the `Retry-After` of the host.
   *
   * @throws {FetchError} `HOST_BUSY` if it is too long
   */
  async rest(url: string): Promise<void> {
    const host = this.#of(url);
    for (;;) {
      if (host.waits > WAITS_MAX)
        throw new FetchError('HOST_BUSY', `its host has required more than ${WAITS_MAX} seconds of waiting`);
      const left = host.until - performance.now();
      if (left <= 0) return;
      await pause(left, undefined, { signal: this.#signal });
    }
  }

  /** Waits until a request to the host is allowed. `delay`: seconds between two requests to it. */
  async turn(url: string, delay: number): Promise<void> {
    const host = this.#of(url);
    for (;;) {
      await this.rest(url);
      const now = performance.now();
      const at = Math.max(this.#next, host.next);
      if (at <= now) {
        this.#next = Math.max(this.#next, now - LATE) + this.#interval;
        host.next = now + 1000 * delay;
        return;
      }
      await pause(at - now, undefined, { signal: this.#signal });
    }
  }

  /** Notes the `Retry-After` of an answer. Answers to concurrent requests count once. */
  answered(url: string, error?: unknown): void {
    const host = this.#of(url);
    const { code, retryAfter } = error instanceof FetchError ? error : {};
    if (code === 'HOST_BUSY') return;
    const seconds = Math.min(retryAfter ?? 0, WAIT_MAX);
    const now = performance.now();
    if (retryAfter === undefined) host.waits = 0;
    else if (host.until <= now) host.waits += seconds;
    host.until = Math.max(host.until, now + 1000 * seconds);
  }

  #of(url: string): Host {
    const { host: name } = new URL(url);
    const host = this.#hosts.get(name) ?? { next: 0, until: 0, waits: 0 };
    this.#hosts.set(name, host);
    return host;
  }
}
