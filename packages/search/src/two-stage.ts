/**
 * Two-stage detection while an index is built (Chen, Ye and Li, SAC 2006, section 3). The first stage finds blocks of
 * equal style, at most one on each page. The second clusters the blocks of a style by the positions of a word. A word
 * is a template word of the blocks in a cluster of at least five. A block is template if four fifths of its words are.
 *
 * Styles whose blocks all have a verdict are skipped, because further words cannot change these verdicts.
 */
import type { Collection } from './collection.ts';

/** Minimum number of blocks in a cluster whose word is template. */
const BLOCKS_MIN = 5;

/**
 * Maximum number of clusters of one word in blocks of one style, which bounds the time. With more, the word is not
 * template.
 */
const CLUSTERS_MAX = 1024;

/** Positions of a word in a block: four integers of 32 bits, and the number of set bits. */
type Signature = readonly [number, number, number, number, bits: number];

interface Hit {
  readonly block: number;
  readonly occurrences: Uint32Array;
}

/** Blocks of a style with similar positions of a word; each is compared with the first. */
interface Cluster {
  readonly leader: Signature;
  readonly hits: Hit[];
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * The signature of a word's positions. The distances between successive positions, the first from the start of the
 * block, are divided into four equal parts. In the integer of each part, a bit is set for each distance modulo 32.
 */
function signatureOf(occurrences: Uint32Array, firstOfBlock: number): Signature {
  const parts = [0, 0, 0, 0];
  let before = firstOfBlock - 1;
  for (const [index, at] of occurrences.entries()) {
    const part = Math.floor((4 * index) / occurrences.length);
    parts[part] = (parts[part] ?? 0) | (1 << ((at - before) & 31));
    before = at;
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = parts;
  return [first, second, third, fourth, bitsOf(first) + bitsOf(second) + bitsOf(third) + bitsOf(fourth)];
}

/** True if the common bits are at least four fifths of the larger signature's. */
function isSimilar(one: Signature, other: Signature): boolean {
  const [most, least] = one[4] > other[4] ? [one[4], other[4]] : [other[4], one[4]];
  if (5 * least < 4 * most) return false;
  const common =
    bitsOf(one[0] & other[0]) + bitsOf(one[1] & other[1]) + bitsOf(one[2] & other[2]) + bitsOf(one[3] & other[3]);
  return 5 * common >= 4 * most;
}

/** Numbers of words of each block, and its verdict. */
class Verdicts {
  readonly #collection: Collection;
  /** The style of each block; 0 if it cannot be template. */
  readonly #styles: Uint32Array;
  /** Blocks without a verdict by style. */
  readonly #open: Uint32Array;
  readonly #template: Uint32Array;
  readonly #rest: Uint32Array;

  constructor(collection: Collection, styles: Uint32Array) {
    this.#collection = collection;
    this.#styles = styles;
    this.#open = new Uint32Array(styles.reduce((most, style) => Math.max(most, style), 0) + 1);
    this.#template = new Uint32Array(styles.length);
    this.#rest = new Uint32Array(styles.length);
    for (const style of styles) if (style > 0) this.#open[style] = (this.#open[style] ?? 0) + 1;
  }

  /** The hits of a word by style, for styles that have a block without verdict. */
  #hitsOf(word: number): Map<number, Hit[]> {
    const { blocks } = this.#collection;
    const occurrences = this.#collection.occurrencesOf(word);
    const byStyle = new Map<number, Hit[]>();
    for (let start = 0; start < occurrences.length; ) {
      const block = blocks[occurrences[start] ?? 0] ?? 0;
      let end = start + 1;
      while (end < occurrences.length && blocks[occurrences[end] ?? 0] === block) end += 1;
      const style = this.#styles[block] ?? 0;
      if ((this.#open[style] ?? 0) > 0) {
        const hit = { block, occurrences: occurrences.subarray(start, end) };
        const hits = byStyle.get(style);
        if (hits === undefined) byStyle.set(style, [hit]);
        else hits.push(hit);
      }
      start = end;
    }
    return byStyle;
  }

  count(word: number): void {
    for (const hits of this.#hitsOf(word).values()) {
      if (hits.length < BLOCKS_MIN) this.#addRest(hits);
      else this.#countClusters(hits);
    }
  }

  #countClusters(hits: readonly Hit[]): void {
    const clusters: Cluster[] = [];
    for (const hit of hits) {
      const signature = signatureOf(hit.occurrences, this.#collection.firsts[hit.block] ?? 0);
      const found = clusters.find(({ leader }) => isSimilar(leader, signature));
      if (found !== undefined) found.hits.push(hit);
      else if (clusters.length < CLUSTERS_MAX) clusters.push({ leader: signature, hits: [hit] });
      else this.#addRest([hit]);
    }
    for (const cluster of clusters) {
      if (cluster.hits.length < BLOCKS_MIN) this.#addRest(cluster.hits);
      else
        for (const { block, occurrences } of cluster.hits)
          this.#template[block] = (this.#template[block] ?? 0) + occurrences.length;
    }
  }

  #wordsOf(block: number): number {
    const { firsts } = this.#collection;
    return (firsts[block + 1] ?? 0) - (firsts[block] ?? 0);
  }

  /** True if too few undecided words remain for the block to become template. */
  #isContent(block: number): boolean {
    return 5 * (this.#rest[block] ?? 0) > this.#wordsOf(block);
  }

  #addRest(hits: readonly Hit[]): void {
    for (const { block, occurrences } of hits) {
      const wasContent = this.#isContent(block);
      this.#rest[block] = (this.#rest[block] ?? 0) + occurrences.length;
      const style = this.#styles[block] ?? 0;
      if (!wasContent && this.#isContent(block)) this.#open[style] = (this.#open[style] ?? 0) - 1;
    }
  }

  isTemplate(block: number): boolean {
    const words = this.#wordsOf(block);
    return words > 0 && 5 * (this.#template[block] ?? 0) >= 4 * words;
  }
}

/** Finds the template blocks of a collection. `styles`: the style of each block, from 1; 0 if it cannot be template. */
export function findTemplate(collection: Collection, styles: Uint32Array): Uint8Array {
  const verdicts = new Verdicts(collection, styles);
  const { starts, terms } = collection;
  const timesOf = (word: number): number => (starts[word + 1] ?? 0) - (starts[word] ?? 0);
  // Rare words are first, because they show without clusters that a block is content.
  const words = Uint32Array.from({ length: terms }, (_, word) => word).sort((a, b) => timesOf(a) - timesOf(b));
  for (const word of words) verdicts.count(word);
  return Uint8Array.from(styles, (_, block) => Number(verdicts.isTemplate(block)));
}
