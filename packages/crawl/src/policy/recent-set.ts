/** Slots for each number that a generation may hold, so that a search ends soon. */
const SLOTS_PER_NUMBER = 1.25;

/** No number: a slot that is free. Zero itself is taken for one. */
const FREE = 0;

/**
 * The numbers that were met most recently, of those below 2⁵³; at most so many in all, and at least half as many before
 * one is forgotten. Ten bytes each, taken at once.
 *
 * There are two generations. A number that is met goes to the younger one; when that is full, the older one is given up
 * with all that was not met since.
 */
export class RecentSet {
  readonly #most: number;
  #young: Float64Array;
  #old: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.#most = Math.max(1, Math.floor(most / 2));
    const slots = Math.ceil(this.#most * SLOTS_PER_NUMBER) + 1;
    this.#young = new Float64Array(slots);
    this.#old = new Float64Array(slots);
  }

  /** Meets a number, which is spread evenly by its low 32 bits; whether it was known. */
  meet(number: number): boolean {
    const wanted = number === FREE ? 1 : number;
    const slot = slotOf(this.#young, wanted);
    if (this.#young[slot] === wanted) return true;
    const known = this.#old[slotOf(this.#old, wanted)] === wanted;
    if (this.#count === this.#most) this.#turn();
    this.#young[this.#count === 0 ? slotOf(this.#young, wanted) : slot] = wanted;
    this.#count += 1;
    return known;
  }

  #turn(): void {
    [this.#old, this.#young] = [this.#young, this.#old];
    this.#young.fill(FREE);
    this.#count = 0;
  }
}

/** The slot that holds a number, or the free one where it belongs. */
function slotOf(slots: Float64Array, wanted: number): number {
  let slot = Math.floor(((wanted >>> 0) / 2 ** 32) * slots.length);
  while (slots[slot] !== wanted && slots[slot] !== FREE) {
    slot += 1;
    if (slot === slots.length) slot = 0;
  }
  return slot;
}
