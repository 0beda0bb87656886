import { check } from 'refrain/engine';

/** Counted pages are written to the store when one of these limits is reached. */
export interface FlushEvery {
  /** Number of pages above 0; `Infinity`: no limit. Default: 20,000. */
  readonly pages?: number;
  /** Seconds above 0; `Infinity`: no limit. Default: 30. */
  readonly seconds?: number;
}

/** The maximum of `setTimeout`, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

export class FlushPolicy {
  readonly #pages: number;
  readonly #milliseconds: number;
  readonly #onIdle: (() => void) | undefined;
  #unflushed = 0;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onIdle` is called when the time limit is reached and no further page has started the flush. */
  constructor({ pages, seconds }: Required<FlushEvery>, onIdle?: () => void) {
    this.#pages = pages;
    this.#milliseconds = seconds * 1000;
    this.#onIdle = onIdle;
  }

  get isDue(): boolean {
    if (this.#unflushed === 0) return false;
    return this.#unflushed >= this.#pages || performance.now() - this.#since >= this.#milliseconds;
  }

  count(): void {
    this.#unflushed += 1;
    if (this.#unflushed > 1) return;
    this.#since = performance.now();
    if (this.#onIdle === undefined) return;
    this.#timer = setTimeout(this.#onIdle, Math.min(this.#milliseconds, MAX_DELAY));
    // In Node the timer must not keep the process alive.
    if (typeof this.#timer === 'object') this.#timer.unref();
  }

  reset(): void {
    this.#unflushed = 0;
    clearTimeout(this.#timer);
  }
}

/** @throws {OptionError} `OPTION_INVALID` */
export function checkFlushEvery(flushEvery: FlushEvery): Required<FlushEvery> {
  check.object('flushEvery', flushEvery, ['pages', 'seconds']);
  const { pages = 20_000, seconds = 30 } = flushEvery;
  for (const [name, value] of Object.entries({ pages, seconds })) {
    if (typeof value !== 'number' || !(value > 0))
      throw check.optionError(`flushEvery.${name}`, 'a number above 0', value);
  }
  return { pages, seconds };
}
