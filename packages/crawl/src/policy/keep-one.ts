import type { Page } from 'refrain';
import { check } from 'refrain/engine';
import { checkPage } from '../check.ts';

const DEFAULT_BLOCKS = 1_000_000;
/** Two generations, each a `Set` of at most 2²⁴ members. */
const GREATEST_BLOCKS = 2 ** 25;

/** Options of `KeepOne`. */
export interface KeepOneOptions {
  /** Maximum remembered blocks of all sites; 2 to 2²⁵, default 1,000,000. */
  readonly maxBlocks?: number;
}

/**
 * Keeps the first copy of every template block of a site, so that a corpus loses only repetition: a menu occurs once.
 *
 * Blocks are equal if they have the same fingerprint of text and DOM path. The kept copy is the first that is judged
 * template. Pages before it (by default four) also contain the block, because it was not known to be template.
 *
 * Fingerprints take about 40 bytes each. The least recently seen fingerprints are evicted, after at least half of
 * `maxBlocks` other blocks. If an evicted block occurs again, it is kept once more, so no text is lost.
 */
export class KeepOne {
  readonly #kept: RecentSet;
  #site: { readonly name: string; readonly low: number; readonly high: number } | undefined;

  /** @throws {OptionError} `OPTION_INVALID` */
  constructor(options: KeepOneOptions = {}) {
    check.object('KeepOne', options, ['maxBlocks']);
    const { maxBlocks = DEFAULT_BLOCKS } = options;
    check.whole('maxBlocks', maxBlocks, 2, GREATEST_BLOCKS);
    this.#kept = new RecentSet(maxBlocks);
  }

  /**
   * Keeps the template blocks of a page that this object has not kept on the site before.
   *
   * @throws {InputError} `INPUT_INVALID`
   * @throws {UsageError} `PAGE_STALE`
   */
  apply<N, E>(site: string, page: Page<N, E>): void {
    checkPage(page);
    if (this.#site === undefined || this.#site.name !== site) this.#site = { name: check.site(site), ...hash(site) };
    const { low, high } = this.#site;
    for (const block of page.blocks) {
      if (block.verdict !== 'template') continue;
      const { fingerprint } = block;
      // The exclusive or of two hashes is a hash of both.
      const id = ((Math.floor(fingerprint / 2 ** 32) ^ high) & 0x1fffff) * 2 ** 32 + ((fingerprint ^ low) >>> 0);
      if (!this.#kept.add(id)) page.keep(block);
    }
  }
}

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

/**
 * The most recently added numbers: at most `capacity`, at least half of it. Numbers are added to the younger of two
 * generations. When it is full, the older generation is dropped.
 */
export class RecentSet {
  readonly #generationSize: number;
  #young = new Set<number>();
  #old = new Set<number>();

  constructor(capacity: number) {
    this.#generationSize = Math.floor(capacity / 2);
  }

  /** True if the set had the number. */
  add(number: number): boolean {
    if (this.#young.has(number)) return true;
    const isKnown = this.#old.has(number);
    if (this.#young.size === this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(number);
    return isKnown;
  }
}
