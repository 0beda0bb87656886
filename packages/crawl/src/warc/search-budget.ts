/** Bytes that may be read in vain for each byte that is passed. */
const BYTES_PER_BYTE = 16;

/**
 * Bounds the work of searching behind damage. After each damage the search begins one byte further, and an input may be made so
 * that the same bytes look like the beginning of a record over and over. Work in vain stays below a constant and sixteen times the
 * bytes that were passed; beyond that bytes are skipped.
 */
export class SearchBudget {
  readonly #free: number;
  #left: number;
  #at = 0;

  /** @param free bytes that may be read in vain at any place */
  constructor(free: number) {
    this.#free = free;
    this.#left = free;
  }

  /** Bytes to skip after `work` bytes were read in vain at an offset: one, or more where the budget is used up. */
  spend(work: number, offset: number): number {
    this.#left = Math.min(this.#left + (offset - this.#at) * BYTES_PER_BYTE, this.#free) - work;
    this.#at = offset;
    return this.#left > 0 ? 1 : Math.max(1, Math.ceil(work / BYTES_PER_BYTE));
  }
}
