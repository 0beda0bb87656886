import type { Page } from 'refrain';
import { checkObject, checkSite, wholeOption } from 'refrain/internal';
import { checkPage } from '../check.ts';

const DEFAULT_BLOCKS = 1_000_000;
const GREATEST_BLOCKS = 2 ** 28;

/** Options of `KeepOne`. */
export interface KeepOneOptions {
  /** Maximum of remembered blocks, of all sites together; 2 to 2²⁸, default 1,000,000. */
  readonly maxBlocks?: number;
}

/**
 * Keeps the first copy of every template block of a site, so that a corpus loses repetition only: a menu is still in it, once.
 *
 * Two blocks are equal where their texts and DOM paths are, by the detector's fingerprints. The first copy is the first that is
 * judged template. On earlier pages (the first four, by default) the block was not known as template yet, and stays as well.
 *
 * Blocks are remembered by their fingerprints, ten bytes each (10 MB by default), those seen most recently. A block is forgotten
 * after at least half of `maxBlocks` other blocks. When it comes back it is kept once more, so that no text is lost.
 */
export class KeepOne {
  readonly #kept: RecentSet;
  #site: { readonly name: string; readonly low: number; readonly high: number } | undefined;

  /** @throws {OptionError} `OPTION_INVALID` */
  constructor(options: KeepOneOptions = {}) {
    checkObject('KeepOne', options, ['maxBlocks']);
    const { maxBlocks = DEFAULT_BLOCKS } = options;
    wholeOption('maxBlocks', maxBlocks, 2, GREATEST_BLOCKS);
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
    if (this.#site === undefined || this.#site.name !== site) this.#site = { name: checkSite(site), ...hash(site) };
    const { low, high } = this.#site;
    for (const block of page.blocks) {
      if (block.kind !== 'template') continue;
      const { fingerprint } = block;
      // Both are hashes, so that their exclusive or is a hash of both.
      const id = ((Math.floor(fingerprint / 2 ** 32) ^ high) & 0x1fffff) * 2 ** 32 + ((fingerprint ^ low) >>> 0);
      if (!this.#kept.add(id)) page.keep(block);
    }
  }
}

/** Two hashes of a name, of 32 bits each. */
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

/** Slots for each number of a generation, so that a search is short. */
const SLOTS_PER_NUMBER = 1.25;

/** Marks a free slot. The number 0 is stored as 1. */
const FREE = 0;

/**
 * The numbers below 2⁵³ that were added most recently: at most `capacity` of them, and at least the last half of that. Ten bytes
 * each, allocated at once.
 *
 * There are two generations. A number is added to the younger one. When that is full, the older one is dropped, with all numbers
 * that were not added again since.
 */
export class RecentSet {
  readonly #generationSize: number;
  #young: Float64Array;
  #old: Float64Array;
  #count = 0;

  constructor(capacity: number) {
    this.#generationSize = Math.max(1, Math.floor(capacity / 2));
    const slots = Math.ceil(this.#generationSize * SLOTS_PER_NUMBER) + 1;
    this.#young = new Float64Array(slots);
    this.#old = new Float64Array(slots);
  }

  /** Adds a number, whose low 32 bits must be evenly distributed; whether the set had it. */
  add(number: number): boolean {
    const wanted = number === FREE ? 1 : number;
    const slot = slotOf(this.#young, wanted);
    if (this.#young[slot] === wanted) return true;
    const isKnown = this.#old[slotOf(this.#old, wanted)] === wanted;
    if (this.#count === this.#generationSize) this.#dropOld();
    this.#young[this.#count === 0 ? slotOf(this.#young, wanted) : slot] = wanted;
    this.#count += 1;
    return isKnown;
  }

  #dropOld(): void {
    [this.#old, this.#young] = [this.#young, this.#old];
    this.#young.fill(FREE);
    this.#count = 0;
  }
}

/** The slot that holds a number, or the free slot for it. */
function slotOf(slots: Float64Array, wanted: number): number {
  let slot = Math.floor(((wanted >>> 0) / 2 ** 32) * slots.length);
  while (slots[slot] !== wanted && slots[slot] !== FREE) {
    slot += 1;
    if (slot === slots.length) slot = 0;
  }
  return slot;
}
