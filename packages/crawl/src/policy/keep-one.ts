import type { Page } from 'refrain';
import { OptionError } from 'refrain';
import { RecentSet } from './recent-set.ts';

const MOST = 1_000_000;

/** What `KeepOne` may hold. */
export interface KeepOneOptions {
  /** How many fingerprints of blocks are remembered at most, of all sites together; default 1,000,000. */
  readonly most?: number;
}

/**
 * Lets the first copy of every template block of a site stay, so that what is taken out of a corpus is repetition
 * alone: a menu is still in it, once.
 *
 * Two blocks are the same if their texts and the places of them are, as the detector sees it. The first copy is the
 * first that is judged template: a block is on some pages before it is found out (four, by default), and they keep
 * theirs.
 *
 * It remembers blocks by fingerprints, ten bytes each (10 MB by default), those that were met last. One that is
 * forgotten, because at least half of `most` others came in between, is kept once more when it comes back; that loses
 * nothing.
 */
export class KeepOne {
  readonly #kept: RecentSet;
  #site: { readonly name: string; readonly low: number; readonly high: number } | undefined;

  /** @throws {OptionError} where `most` is no whole number from 2 to 2²⁸ */
  constructor({ most = MOST }: KeepOneOptions = {}) {
    if (!Number.isInteger(most) || most < 2 || most > 2 ** 28) {
      throw new OptionError(`most must be a whole number from 2 to ${2 ** 28}, not ${String(most)}`);
    }
    this.#kept = new RecentSet(most);
  }

  /**
   * Keeps the template blocks of a page that this object has not kept on the site before.
   *
   * @throws {UsageError} `PAGE_STALE`
   */
  apply<N>(site: string, page: Page<N>): void {
    if (this.#site?.name !== site) this.#site = { name: site, ...hash(site) };
    const { low, high } = this.#site;
    for (const block of page.blocks) {
      if (block.kind !== 'template') continue;
      const { fingerprint } = block;
      // Both are hashes, so that each bit of the two together is as good as a bit of one.
      const here = ((Math.floor(fingerprint / 2 ** 32) ^ high) & 0x1fffff) * 2 ** 32 + ((fingerprint ^ low) >>> 0);
      if (!this.#kept.meet(here)) page.keep(block);
    }
  }
}

/** Two times 32 bits that stand for a name. */
function hash(name: string): { low: number; high: number } {
  let low = 0x9e3779b1;
  let high = 0x85ebca6b;
  for (let unit = 0; unit < name.length; unit += 1) {
    low = Math.imul(low ^ name.charCodeAt(unit), 0x01000193);
    high = Math.imul(high ^ name.charCodeAt(unit), 0xc2b2ae35);
    low ^= low >>> 15;
    high ^= high >>> 13;
  }
  return { low, high };
}
