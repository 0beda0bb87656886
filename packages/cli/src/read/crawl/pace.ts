/**
 * When a host may be asked. Crawlee's own limits are sums over a minute, and delays that hosts without a public domain do not get; and it
 * knows no `Retry-After`.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { FetchError } from '../fetch.ts';

/** Seconds that a host is left alone when it asks for time; and in a row, without another answer: then it is given up. */
export const WAIT_MAX = 120;
const WAITS_MAX = 600;
/** Milliseconds by which a timer may be late: the turns behind it do not come later for it. */
const LATE = 10;

interface Host {
  /** When its rules allow the next request. */
  next: number;
  /** When the time ends that it has asked for, and the seconds of that since its last other answer. */
  until: number;
  waits: number;
}

export class Pace {
  readonly #interval: number;
  readonly #signal: AbortSignal;
  readonly #hosts = new Map<string, Host>();
  #next = 0;

  /** `rate`: requests in a second, to all hosts. `signal`: ends all waiting. */
  constructor(rate: number, signal: AbortSignal) {
    this.#interval = 1000 / rate;
    this.#signal = signal;
  }

  /**
   * Waits as long as the host has asked for.
   *
   * @throws {FetchError} `HOST_BUSY` where that was too often
   */
  async rest(url: string): Promise<void> {
    const host = this.#of(url);
    for (;;) {
      if (host.waits > WAITS_MAX)
        throw new FetchError('HOST_BUSY', `its host has asked for more than ${WAITS_MAX} seconds of time`);
      const left = host.until - performance.now();
      if (left <= 0) return;
      await pause(left, undefined, { signal: this.#signal });
    }
  }

  /** The same, and for the turn of a request. `delay`: seconds between two requests to the host. */
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

  /** Learns from what came for a request. Requests that were on their way together ask for time once. */
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
