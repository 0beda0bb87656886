/** A crawl without end: as many sites at a time as ever, a few of them large, others in the place of some, and pages again. */
import { type MadePage, madePage } from '../../test/support/crawl.ts';
import { type Random, seeded } from '../../test/support/random.ts';

/** Sites at a time, and pages after which one of them is left for a new one. */
const SITES = 4000;
const PAGES_PER_SITE = 40;
/** One page in so many is fed again. */
const AGAIN = 12;

export interface Fed extends MadePage {
  /** Whether it was fed before. */
  readonly isAgain: boolean;
}

export class EndlessCrawl {
  readonly #random: Random;
  readonly #current = Uint32Array.from({ length: SITES }, (_, site) => site);
  /** Pages fed of each site; all that has to be known of a crawl whose pages are made from two numbers. */
  #pages = new Uint32Array(2 * SITES);
  #sites = SITES;
  fed = 0;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  /** How many different pages of each site were fed. */
  get pagesOf(): Uint32Array {
    return this.#pages.subarray(0, this.#sites);
  }

  next(): Fed {
    this.fed += 1;
    if (this.fed % PAGES_PER_SITE === 0) this.#leaveOne();
    const site = this.#current[this.#pick()] ?? 0;
    const count = this.#pages[site] ?? 0;
    if (count > 0 && this.#random.below(AGAIN) === 0) {
      // Of late, mostly, as crawlers do; now and then from long ago.
      const back = this.#random.below(3) === 0 ? count : Math.min(count, 300);
      return { ...madePage(site, count - 1 - this.#random.below(back)), isAgain: true };
    }
    this.#pages[site] = count + 1;
    return { ...madePage(site, count), isAgain: false };
  }

  #leaveOne(): void {
    if (this.#sites === this.#pages.length) {
      const larger = new Uint32Array(2 * this.#sites);
      larger.set(this.#pages);
      this.#pages = larger;
    }
    this.#current[this.#random.below(SITES)] = this.#sites;
    this.#sites += 1;
  }

  /** By popularity: half of the pages are of one site in thirty, a few sites have thousands. */
  #pick(): number {
    const share = this.#random.below(1 << 20) / (1 << 20);
    return Math.floor(SITES * share ** 5);
  }
}
