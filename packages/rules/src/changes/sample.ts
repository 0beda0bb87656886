/** What most pages have, by a sample of bounded size. */
import type { SavedSample } from './saved.ts';
import type { Signals } from './signals.ts';

/** Pages of the sample of a whole site, and those after which something is said of it. */
export const SITE_SAMPLE = 64;
export const SITE_KNOWN = 12;
/** Shares of pages that may have less than nearly all of them, and than most. */
const FLOOR_SHARE = 1 / 16;
const USUAL_SHARE = 1 / 4;

/** Signals of pages: a sample over all pages, of bounded size, that ends with late ones. */
export class Sample {
  readonly #common: number[] = [];
  readonly #everywhere: number[] = [];
  readonly #size: number;
  #pages = 0;
  /** What shares of the sample reach, until it changes: every page asks for it. */
  readonly #reached = new Map<number, Signals>();

  constructor(size: number) {
    this.#size = size;
  }

  add({ common, everywhere }: Signals): void {
    this.#pages += 1;
    // The more pages, the fewer of them replace others: so the sample is of the whole crawl, not of its last section.
    if (this.#pages > this.#size && this.#pages % (1 + Math.floor(this.#pages / (4 * this.#size))) > 0) return;
    this.#reached.clear();
    this.#common.push(common);
    this.#everywhere.push(everywhere);
    if (this.#common.length <= this.#size) return;
    this.#common.shift();
    this.#everywhere.shift();
  }

  /** What nearly all pages reach; undefined where too few were seen. */
  floor(leastPages: number): Signals | undefined {
    return this.#pages < leastPages ? undefined : this.#reach(FLOOR_SHARE);
  }

  /** What three of four pages reach. */
  usual(leastPages: number): Signals | undefined {
    return this.#pages < leastPages ? undefined : this.#reach(USUAL_SHARE);
  }

  /** What all but the lowest share of pages reach. */
  #reach(share: number): Signals {
    const known = this.#reached.get(share);
    if (known !== undefined) return known;
    const reached = { common: low(this.#common, share), everywhere: low(this.#everywhere, share) };
    this.#reached.set(share, reached);
    return reached;
  }

  save(): SavedSample {
    return { pages: this.#pages, signals: this.#common.flatMap((common, at) => [common, this.#everywhere[at] ?? 0]) };
  }

  load({ pages, signals }: SavedSample): this {
    this.#pages = pages;
    this.#reached.clear();
    this.#common.push(...signals.filter((_, at) => at % 2 === 0));
    this.#everywhere.push(...signals.filter((_, at) => at % 2 === 1));
    return this;
  }

  clear(): void {
    this.#reached.clear();
    this.#common.length = 0;
    this.#everywhere.length = 0;
    this.#pages = 0;
  }
}

/** The value that all but the lowest share of values reach. */
function low(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
