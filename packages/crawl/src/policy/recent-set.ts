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
