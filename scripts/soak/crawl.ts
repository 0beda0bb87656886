/** A crawl without end: a constant number of sites at a time, a few of them large; some are replaced, and pages are repeated. */
import { type MadePage, madePage } from '../../test/support/crawl.ts';
import { type Random, seeded } from '../../test/support/random.ts';

/** Sites at a time, and pages after which one of them is replaced. */
const SITES = 4000;
const PAGES_PER_SITE = 40;
/** One of this number of pages is a repetition. */
const AGAIN = 12;

export interface Fed extends MadePage {
  /** Whether it was fed before. */
  readonly isAgain: boolean;
}

export class EndlessCrawl {
  readonly #random: Random;
  readonly #current = Uint32Array.from({ length: SITES }, (_, site) => site);
  /** Pages fed of each site. A page is generated from site and number, so nothing else is stored. */
  #pages = new Uint32Array(2 * SITES);
  #sites = SITES;
  fed = 0;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  /** Number of different pages fed of each site. */
  get pagesOf(): Uint32Array {
    return this.#pages.subarray(0, this.#sites);
  }

  next(): Fed {
    this.fed += 1;
    if (this.fed % PAGES_PER_SITE === 0) this.#replaceSite();
    const site = this.#current[this.#pick()] ?? 0;
    const count = this.#pages[site] ?? 0;
    if (count > 0 && this.#random.below(AGAIN) === 0) {
      // Usually a recent page, as crawlers repeat them; in one case of three, any earlier page.
      const back = this.#random.below(3) === 0 ? count : Math.min(count, 300);
      return { ...madePage(site, count - 1 - this.#random.below(back)), isAgain: true };
    }
    this.#pages[site] = count + 1;
    return { ...madePage(site, count), isAgain: false };
  }

  #replaceSite(): void {
    if (this.#sites === this.#pages.length) {
      const larger = new Uint32Array(2 * this.#sites);
      larger.set(this.#pages);
      this.#pages = larger;
    }
    this.#current[this.#random.below(SITES)] = this.#sites;
    this.#sites += 1;
  }

  /** A random site with a skewed distribution: one site in thirty has half of the pages, a few sites have thousands. */
  #pick(): number {
    const share = this.#random.below(1 << 20) / (1 << 20);
    return Math.floor(SITES * share ** 5);
  }
}
