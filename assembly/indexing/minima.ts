/**
 * Resemblance of texts by minima of hashes over runs of words (Broder, On the resemblance and containment of documents,
 * 1997): the expected share of equal minima of two texts is the share of runs that both texts have.
 */
import { Word } from './records';
import { output, publishOutput, reserveOutput } from '../page/arena';
import { newRegion } from '../region';
import { WORDS, wordCount } from './words';

/** Minima of all texts, one text after another, four bytes each. */
const MINIMA = newRegion();
/** The value that is mixed into the hashes of each minimum. */
const SEEDS = newRegion();
/** Numbers of minima by the value of one byte, for the radix sort. */
const COUNTS = memory.data(1024, 16);
/** Texts in the order of one minimum, and the buffer of the sort. */
const ORDER = newRegion();

/** Minima of a text: a multiple of four. */
let minimaCount: u32 = 0;
/** Words of a run. */
let runWords: u32 = 0;
/** Number of texts. */
let textCount: u32 = 0;

function minimaOf(text: u32): usize {
  return MINIMA.at + <usize>text * ((<usize>minimaCount) << 2);
}

/** Begins without texts: `words` words a run and `count` minima a text. False if memory is unavailable. */
export function beginMinima(words: u32, count: u32): bool {
  runWords = words;
  minimaCount = count;
  textCount = 0;
  if (!SEEDS.reserveFor<u32>(count)) return false;
  let state: u64 = 0x9e3779b97f4a7c15;
  for (let index: u32 = 0; index < count; ++index) {
    state = (state ^ (state >> 29)) * 0xbf58476d1ce4e5b9 + 0x9e3779b97f4a7c15;
    SEEDS.setWord(index, <u32>(state >> 32));
  }
  return true;
}

/** Lowers the minima of a text by one run of its words. */
// @ts-ignore: decorator
@inline
function lowerMinima(to: usize, run: u64): void {
  run = (run ^ (run >> 31)) * 0xd6e8feb86659fd93;
  const value = i32x4.splat(<u32>(run >> 32));
  const end = to + ((<usize>minimaCount) << 2);
  for (let seed = SEEDS.at; to < end; to += 16, seed += 16) {
    let mixed = i32x4.mul(v128.xor(value, v128.load(seed)), i32x4.splat(0x85ebca6b));
    mixed = i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 15)), i32x4.splat(0xc2b2ae35));
    mixed = v128.xor(mixed, i32x4.shr_u(mixed, 16));
    v128.store(to, i32x4.min_u(v128.load(to), mixed));
  }
}

/**
 * Computes the minima of the current words as those of the next text; false if memory is unavailable. A text with fewer
 * words than a run is one run. A text without words has the highest minima and resembles no text.
 */
export function addMinima(): bool {
  const bytes = (<usize>minimaCount) << 2;
  const used = <usize>textCount * bytes;
  if (!MINIMA.grow(used + bytes, used)) return false;
  const to = minimaOf(textCount++);
  memory.fill(to, 0xff, bytes);
  // A rolling hash: each step rotates the words of the run by one bit, adds a word, and removes the word that left the run.
  let run: u64 = 0;
  for (let index: u32 = 0; index < wordCount; ++index) {
    run = rotl<u64>(run, 1) ^ WORDS.record<Word>(index).key;
    if (index >= runWords) run ^= rotl<u64>(WORDS.record<Word>(index - runWords).key, runWords);
    if (index + 1 >= runWords) lowerMinima(to, run);
  }
  if (wordCount && wordCount < runWords) lowerMinima(to, run);
  return true;
}

/** Whether the text has words. */
function isFilled(text: u32): bool {
  return v128.any_true(v128.not(v128.load(minimaOf(text)))) != 0;
}

/** The number of equal minima of two texts. */
export function commonMinima(one: u32, other: u32): u32 {
  if (!isFilled(one) || !isFilled(other)) return 0;
  let left = minimaOf(one);
  let right = minimaOf(other);
  const end = left + ((<usize>minimaCount) << 2);
  let sum = i32x4.splat(0);
  for (; left < end; left += 16, right += 16) sum = i32x4.sub(sum, i32x4.eq(v128.load(left), v128.load(right)));
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/** The minimum by which pairs are searched. */
let column: u32 = 0;
/** The first text of the next pair, as a position in the order of texts. */
let first: u32 = 0;
/** The second text of that pair, in the same way. */
let second: u32 = 0;

function textAt(position: u32): u32 {
  return ORDER.word(position);
}

function minimumOf(text: u32): u32 {
  return load<u32>(minimaOf(text) + ((<usize>column) << 2));
}

/**
 * Begins the search for pairs of texts whose minima `number` are equal and whose earlier minima all differ; false if memory is
 * unavailable. Two texts with n of m equal minima have an equal one among the first m − n + 1, so that a search by each of these
 * finds every such pair once.
 */
export function beginPairs(number: u32): bool {
  column = number;
  first = 0;
  second = 1;
  const bytes = (<usize>textCount) << 2;
  if (!ORDER.grow(bytes << 1, 0)) return false;
  let from = ORDER.at;
  let to = from + bytes;
  for (let text: u32 = 0; text < textCount; ++text) store<u32>(from + ((<usize>text) << 2), text);
  // A stable radix sort, lowest byte first.
  for (let shift: u32 = 0; shift < 32; shift += 8) {
    memory.fill(COUNTS, 0, 1024);
    for (let text: u32 = 0; text < textCount; ++text) {
      const count = COUNTS + ((<usize>((minimumOf(text) >> shift) & 255)) << 2);
      store<u32>(count, load<u32>(count) + 1);
    }
    let before: u32 = 0;
    for (let digit: usize = 0; digit < 256; ++digit) {
      const count = load<u32>(COUNTS + (digit << 2));
      store<u32>(COUNTS + (digit << 2), before);
      before += count;
    }
    for (let position: u32 = 0; position < textCount; ++position) {
      const text = load<u32>(from + ((<usize>position) << 2));
      const count = COUNTS + ((<usize>((minimumOf(text) >> shift) & 255)) << 2);
      const at = load<u32>(count);
      store<u32>(count, at + 1);
      store<u32>(to + ((<usize>at) << 2), text);
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return true;
}

/** Whether two texts have an equal minimum before the current one. */
function isFoundBefore(one: u32, other: u32): bool {
  for (let at: usize = 0; at < (<usize>column) << 2; at += 4) {
    if (load<u32>(minimaOf(one) + at) == load<u32>(minimaOf(other) + at)) return true;
  }
  return false;
}

/**
 * Writes the next pairs with at least `minimum` equal minima to the output, at most `maximum` pairs: the two texts, lower number
 * first, and the number of equal minima, four bytes each. The output is empty at the end. False if memory is unavailable.
 */
export function findPairs(minimum: u32, maximum: u32): bool {
  if (!reserveOutput(<usize>maximum * 12)) return false;
  let to = output;
  const end = output + <usize>maximum * 12;
  while (to < end && first + 1 < textCount) {
    const one = textAt(first);
    if (second >= textCount || minimumOf(textAt(second)) != minimumOf(one)) {
      second = ++first + 1;
      continue;
    }
    const other = textAt(second++);
    if (isFoundBefore(one, other)) continue;
    const common = commonMinima(one, other);
    if (common < minimum) continue;
    store<u32>(to, min(one, other));
    store<u32>(to, max(one, other), 4);
    store<u32>(to, common, 8);
    to += 12;
  }
  publishOutput(to - output);
  return true;
}
