/** Slots of a set; it takes keys until half of them are full. */
const SLOTS = 4096;

/** A set of 32-bit keys that is emptied in one step: the keys of one page at a time, for each page. */
export class KeySet {
  readonly #keys = new Uint32Array(SLOTS);
  /** The round in which each slot was filled. */
  readonly #rounds = new Uint32Array(SLOTS);
  #round = 1;
  #size = 0;

  clear(): void {
    this.#round = (this.#round + 1) >>> 0;
    this.#size = 0;
  }

  /** Whether the key is new and was added. The keys are hashes, so their lowest bits choose the slot. */
  add(key: number): boolean {
    let slot = key & (SLOTS - 1);
    while (this.#rounds[slot] === this.#round) {
      if (this.#keys[slot] === key >>> 0) return false;
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (this.#size >= SLOTS / 2) return false;
    this.#size += 1;
    this.#keys[slot] = key;
    this.#rounds[slot] = this.#round;
    return true;
  }
}
