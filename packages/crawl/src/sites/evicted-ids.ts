/** Bytes that the evicted ids of all sites together may use. */
const MAX_BYTES = 16 * 2 ** 20;
const FIRST_IDS = 256;
/** Marks a free slot. A page whose id is 0 is therefore always looked up in the store. */
const FREE = 0n;

/** Bytes that the evicted ids of all sites may still use. */
export class EvictedIdsBudget {
  bytes = MAX_BYTES;
}

/**
 * Ids of counted pages that a site's table has evicted, complete since the site was new. The store need not be asked for an
 * id that is missing here; in a browser such a question takes longer than the page.
 */
export class EvictedIds {
  readonly #budget: EvictedIdsBudget;
  #slots = new BigUint64Array();
  #count = 0;

  constructor(budget: EvictedIdsBudget) {
    this.#budget = budget;
  }

  /** Adds an id; false where the budget is used up. This set is then incomplete, and the caller must release it. */
  add(id: bigint): boolean {
    if (id === FREE || (2 * (this.#count + 1) > this.#slots.length && !this.#grow())) return false;
    this.#slots[slotOf(this.#slots, id)] = id;
    this.#count += 1;
    return true;
  }

  has(id: bigint): boolean {
    return this.#count > 0 && this.#slots[slotOf(this.#slots, id)] === id;
  }

  /** Returns the memory to the budget. */
  release(): void {
    this.#budget.bytes += this.#slots.byteLength;
    this.#slots = new BigUint64Array();
    this.#count = 0;
  }

  #grow(): boolean {
    const slots = Math.max(2 * FIRST_IDS, 2 * this.#slots.length);
    const more = (slots - this.#slots.length) * BigUint64Array.BYTES_PER_ELEMENT;
    if (more > this.#budget.bytes) return false;
    this.#budget.bytes -= more;
    const larger = new BigUint64Array(slots);
    for (const id of this.#slots) if (id !== FREE) larger[slotOf(larger, id)] = id;
    this.#slots = larger;
    return true;
  }
}

/** The slot that holds an id, or the free slot for it. The number of slots is a power of two, and at least half of them are free. */
function slotOf(slots: BigUint64Array, id: bigint): number {
  const mask = slots.length - 1;
  let slot = Number(id & 0xffff_ffffn) & mask;
  while (slots[slot] !== id && slots[slot] !== FREE) slot = (slot + 1) & mask;
  return slot;
}
