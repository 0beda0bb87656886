/** Bytes that all sites together may take. */
const BYTES_MAX = 16 * 2 ** 20;
const IDS_FIRST = 256;
/** An id is kept whole, as two words; of all ids this one is asked for in the store. */
const FREE = 0n;

/** What the ids of all sites may still take. */
export class LetGoBudget {
  bytes = BYTES_MAX;
}

/**
 * Ids of counted pages that a site's table has let go, all of them since the site was new. What is not in here was not counted,
 * and the store need not be asked, which in a browser takes longer than the page.
 */
export class LetGo {
  readonly #budget: LetGoBudget;
  #slots = new BigUint64Array();
  #count = 0;

  constructor(budget: LetGoBudget) {
    this.#budget = budget;
  }

  /** Whether there was room for it; where there was none, this does not know all and is to be given up. */
  add(id: bigint): boolean {
    if (id === FREE || (2 * (this.#count + 1) > this.#slots.length && !this.#grow())) return false;
    this.#slots[slotOf(this.#slots, id)] = id;
    this.#count += 1;
    return true;
  }

  has(id: bigint): boolean {
    return this.#count > 0 && this.#slots[slotOf(this.#slots, id)] === id;
  }

  /** Gives the memory back. */
  release(): void {
    this.#budget.bytes += this.#slots.byteLength;
    this.#slots = new BigUint64Array();
    this.#count = 0;
  }

  #grow(): boolean {
    const slots = Math.max(2 * IDS_FIRST, 2 * this.#slots.length);
    const more = (slots - this.#slots.length) * BigUint64Array.BYTES_PER_ELEMENT;
    if (more > this.#budget.bytes) return false;
    this.#budget.bytes -= more;
    const larger = new BigUint64Array(slots);
    for (const id of this.#slots) if (id !== FREE) larger[slotOf(larger, id)] = id;
    this.#slots = larger;
    return true;
  }
}

/** The slot that holds an id, or the free one where it belongs; the number of slots is a power of two, and half of them are free. */
function slotOf(slots: BigUint64Array, id: bigint): number {
  const mask = slots.length - 1;
  let slot = Number(id & 0xffff_ffffn) & mask;
  while (slots[slot] !== id && slots[slot] !== FREE) slot = (slot + 1) & mask;
  return slot;
}
