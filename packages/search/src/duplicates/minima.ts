/**
 * Resemblance of texts by minima of hashes over shingles, which are runs of words (Broder, On the resemblance and
 * containment of documents, 1997). The expected share of equal minima of two texts is the share of shingles that both
 * have.
 */

/** A hash of a word. Each bit depends on all bits of the word. */
function mixed(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const most = Math.imul(half ^ (half >>> 15), 0xc2b2ae35);
  return (most ^ (most >>> 16)) >>> 0;
}

/** For each minimum, the value that is mixed into the hashes of shingles. */
const seedsOf = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, index) => mixed(index + 1));

/** Hashes of the shingles of a text, by the hashes of its words. A shorter text is one shingle. */
function* shinglesOf(words: readonly number[], size: number): Generator<number> {
  for (let first = 0; first === 0 || first + size <= words.length; first += 1) {
    let hash = 0;
    for (const word of words.slice(first, first + size)) hash = (Math.imul(hash, 0x9e3779b1) + word) | 0;
    yield hash;
  }
}

export class Minima {
  readonly #size: number;
  readonly #seeds: Uint32Array;
  /** Empty for a text without words, which resembles no text. */
  readonly #texts: Uint32Array[] = [];

  /** `size`: words of a shingle; `count`: minima of a text. */
  constructor(size: number, count: number) {
    this.#size = size;
    this.#seeds = seedsOf(count);
  }

  get count(): number {
    return this.#texts.length;
  }

  /** Adds a text by the hashes of its words; returns its number from 0. */
  add(words: readonly number[]): number {
    const seeds = this.#seeds;
    const minima = new Uint32Array(words.length === 0 ? 0 : seeds.length).fill(2 ** 32 - 1);
    if (words.length > 0)
      for (const shingle of new Set(shinglesOf(words, this.#size)))
        for (let index = 0; index < minima.length; index += 1) {
          const hash = mixed(shingle ^ (seeds[index] ?? 0));
          if (hash < (minima[index] ?? 0)) minima[index] = hash;
        }
    return this.#texts.push(minima) - 1;
  }

  common(one: number, other: number): number {
    const [left, right] = [this.#texts[one], this.#texts[other]];
    return left?.reduce((sum, minimum, index) => sum + Number(minimum === right?.[index]), 0) ?? 0;
  }

  /**
   * Pairs of texts with at least `least` equal minima, each once. If n of m minima of two texts are equal, at least one
   * of the first m − n + 1 is equal, so only these columns are searched.
   */
  *pairs(least: number): Generator<readonly [one: number, other: number, common: number]> {
    for (let column = 0; column <= this.#seeds.length - least; column += 1) {
      for (const texts of this.#equalIn(column)) {
        for (const [at, one] of texts.entries()) {
          for (const other of texts.slice(at + 1)) {
            if (this.#isFoundBefore(one, other, column)) continue;
            const common = this.common(one, other);
            if (common >= least) yield [one, other, common];
          }
        }
      }
    }
  }

  /** Groups of texts with the same minimum in a column. */
  #equalIn(column: number): Iterable<readonly number[]> {
    const groups = new Map<number, number[]>();
    for (const [text, minima] of this.#texts.entries()) {
      const minimum = minima[column];
      if (minimum === undefined) continue;
      const group = groups.get(minimum);
      if (group === undefined) groups.set(minimum, [text]);
      else group.push(text);
    }
    return groups.values();
  }

  #isFoundBefore(one: number, other: number, column: number): boolean {
    const [left, right] = [this.#texts[one], this.#texts[other]];
    for (let index = 0; index < column; index += 1) if (left?.[index] === right?.[index]) return true;
    return false;
  }
}
