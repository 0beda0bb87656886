/**
 * Which words of a page are those of its main content, given as text. Words of a page stand in most texts somewhere, and a page has the
 * same texts more than once: they count where they stand between what the blocks before and after them have, and once.
 */
import { wordsOf } from '../evaluation/words.ts';

/** Blocks with more words than this are matched by runs of four words and more, shorter blocks as a whole. */
const SHORT = 5;
const RUN = 4;
/** Places in the text that are tried for the same words. */
const PLACES_MAX = 512;
/** What counts beside the words of a sequence: each that follows the words before in the text too, and each block that is passed over. */
const FOLLOWS = 0.5;
const PASSED = 0.02;

/** Words of a block that the text has, and the best sequence of such words that ends with them. */
interface Match {
  readonly block: number;
  readonly from: number;
  readonly end: number;
  readonly score: number;
  readonly before: Match | undefined;
}

/** Where words of a block stand in the text. */
type Place = readonly [from: number, end: number];

/** The best sequences by the word of the text before which they end. Blocks are added in document order. */
class Sequences {
  /** A tree of maxima (Fenwick), and the best that ends at each word. */
  readonly #best: (Match | undefined)[];
  readonly #ends: (Match | undefined)[];

  constructor(words: number) {
    this.#best = Array.from({ length: words + 1 });
    this.#ends = Array.from({ length: words + 1 });
  }

  /** Adds words of a block that stand at some places of the text, at one of which they count. */
  add(block: number, places: readonly Place[]): void {
    for (const match of places.map(([from, end]) => this.#match(block, from, end))) this.#put(match);
  }

  #match(block: number, from: number, end: number): Match {
    const [far, near] = [this.#before(from), this.#ends[from]];
    const [farScore, nearScore] = [scoreAt(far, block), near === undefined ? 0 : scoreAt(near, block) + FOLLOWS];
    const isNear = near !== undefined && nearScore >= farScore;
    return { block, from, end, score: (isNear ? nearScore : farScore) + end - from, before: isNear ? near : far };
  }

  #before(end: number): Match | undefined {
    let best: Match | undefined;
    for (let at = end; at > 0; at -= at & -at) best = better(best, this.#best[at]);
    return best;
  }

  #put(match: Match): void {
    this.#ends[match.end] = better(this.#ends[match.end], match);
    for (let at = match.end; at < this.#best.length; at += at & -at) this.#best[at] = better(this.#best[at], match);
  }

  /** The matches of the best sequence. */
  found(): Match[] {
    const found: Match[] = [];
    for (let match = this.#before(this.#best.length - 1); match !== undefined; match = match.before) found.push(match);
    return found;
  }
}

/** The score of a sequence that goes on at a block. */
const scoreAt = (match: Match | undefined, block: number): number =>
  match === undefined ? 0 : match.score - PASSED * Math.max(0, block - match.block - 1);

/** The better one of two sequences for the blocks behind them. */
function better(one: Match | undefined, other: Match | undefined): Match | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return scoreAt(one, other.block) > other.score ? one : other;
}

/** The words of a text, and where runs of them stand. */
class Gold {
  readonly words: readonly string[];
  readonly #places = new Map<string, number[]>();

  constructor(text: string) {
    this.words = wordsOf(text);
    for (let length = 1; length <= SHORT; length += 1) {
      for (let at = 0; at + length <= this.words.length; at += 1) {
        const run = this.words.slice(at, at + length).join(' ');
        const found = this.#places.get(run);
        if (found === undefined) this.#places.set(run, [at]);
        else if (found.length < PLACES_MAX) found.push(at);
      }
    }
  }

  /** Passes on where the words of a block stand: those of a short one as a whole, of others run by run. `isFree`: of a word of the text. */
  runs(block: readonly string[], isFree: (word: number) => boolean, pass: (places: readonly Place[]) => void): void {
    const least = block.length <= SHORT ? block.length : RUN;
    for (let at = 0; least > 0 && at + least <= block.length; ) {
      const places = (this.#places.get(block.slice(at, at + least).join(' ')) ?? [])
        .map((from): Place => {
          let length = 0;
          while (
            at + length < block.length &&
            block[at + length] === this.words[from + length] &&
            isFree(from + length)
          )
            length += 1;
          return [from, from + length];
        })
        .filter(([from, end]) => end - from >= least);
      if (places.length > 0) pass(places);
      at += Math.max(1, ...places.map(([from, end]) => end - from));
    }
  }
}

/** The share of the words of each block that are in `text`. Blocks are in document order. */
export function sharesIn(text: string, blocks: readonly string[]): number[] {
  const gold = new Gold(text);
  const words = blocks.map(wordsOf);
  const found = blocks.map(() => 0);
  const isTaken = new Uint8Array(gold.words.length);
  const take = (block: number, [from, end]: Place): void => {
    found[block] = (found[block] ?? 0) + end - from;
    isTaken.fill(1, from, end);
  };
  const sequences = new Sequences(gold.words.length);
  for (const [block, own] of words.entries())
    gold.runs(
      own,
      () => true,
      (places) => sequences.add(block, places),
    );
  for (const { block, from, end } of sequences.found()) take(block, [from, end]);
  // The text may have parts in another order.
  for (const [block, own] of words.entries()) {
    if (own.length <= SHORT || (found[block] ?? 0) > 0) continue;
    gold.runs(
      own,
      (word) => isTaken[word] === 0,
      ([place]) => place && take(block, place),
    );
  }
  return words.map((own, block) => Math.min(1, (found[block] ?? 0) / Math.max(1, own.length)));
}
