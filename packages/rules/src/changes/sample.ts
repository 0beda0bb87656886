/** Signals of pages: a sample over all pages, of bounded size, that ends with late ones. */
import { type Checked, list, whole } from '../apply/schema.ts';
import { row } from '../template/row.ts';
import type { Signals } from './signals.ts';

/** Pages of the sample of a whole site, those after which something is said of it, and those that are saved. */
export const SITE_SAMPLE = 64;
export const SITE_KNOWN = 12;
export const SITE_SAVED = 16;
/** Shares of pages that may have less than nearly all of them, and than most. */
const FLOOR_SHARE = 1 / 16;
const USUAL_SHARE = 1 / 4;

/** Values of each signal in order of size, few for many. */
export const SAVED_SAMPLE = row({ pages: whole, common: list(whole), everywhere: list(whole) });

export class Sample {
  readonly #common: Window;
  readonly #everywhere: Window;
  readonly #size: number;
  #pages = 0;

  constructor(size: number) {
    this.#size = size;
    this.#common = new Window(size);
    this.#everywhere = new Window(size);
  }

  add({ common, everywhere }: Signals): void {
    this.#pages += 1;
    // The more pages, the fewer of them replace others: so the sample is of the whole crawl, not of its last section.
    if (this.#pages > this.#size && this.#pages % (1 + Math.floor(this.#pages / (4 * this.#size))) > 0) return;
    this.#common.add(common);
    this.#everywhere.add(everywhere);
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
    return { common: this.#common.low(share), everywhere: this.#everywhere.low(share) };
  }

  /** `most`: values that are kept. */
  save(most: number): Checked<typeof SAVED_SAMPLE> {
    return { pages: this.#pages, common: this.#common.save(most), everywhere: this.#everywhere.save(most) };
  }

  load({ pages, common, everywhere }: Checked<typeof SAVED_SAMPLE>): this {
    this.clear();
    this.#pages = pages;
    for (const value of common) this.#common.add(value);
    for (const value of everywhere) this.#everywhere.add(value);
    return this;
  }

  clear(): void {
    this.#common.clear();
    this.#everywhere.clear();
    this.#pages = 0;
  }
}

/** The last values, in order of time and in order of size: what shares of them reach is asked for at every page. */
class Window {
  readonly #size: number;
  readonly #last: number[] = [];
  readonly #sorted: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  add(value: number): void {
    const [last, sorted] = [this.#last, this.#sorted];
    if (last.length === this.#size) sorted.splice(sorted.indexOf(last.shift() as number), 1);
    last.push(value);
    let at = sorted.length;
    while (at > 0 && (sorted[at - 1] as number) > value) at -= 1;
    sorted.splice(at, 0, value);
  }

  /** The value that all but the lowest share of values reach. */
  low(share: number): number {
    return this.#sorted[Math.floor(this.#sorted.length * share)] ?? 0;
  }

  /** Values in order of size, few for many. */
  save(most: number): number[] {
    const all = this.#sorted.length;
    const count = Math.min(most, all);
    return Array.from({ length: count }, (_, at) => this.#sorted[Math.floor((at * all) / count)] as number);
  }

  clear(): void {
    this.#last.length = 0;
    this.#sorted.length = 0;
  }
}
