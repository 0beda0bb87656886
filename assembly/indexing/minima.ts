/**
 * Resemblance of texts by minima of hashes over runs of words (Broder, On the resemblance and containment of documents,
 * 1997): two texts have as many minima in common, of those made of them, as of their runs on average.
 */
import { STATUS_OK, STATUS_OUT_OF_MEMORY, WORD_BYTES, WORD_KEY } from '../layout';
import { output, publishOutput, reserveOutput } from '../page/arena';
import { REGION_BYTES, reserve, startOf } from './regions';
import { wordCount, wordsAddress } from './words';

/** Minima of one text after those of the other, four bytes each. */
const MINIMA = memory.data(<i32>REGION_BYTES, 8);
/** What each minimum is mixed with. */
const SEEDS = memory.data(<i32>REGION_BYTES, 8);
/** How many minima have each byte, while they are sorted. */
const COUNTS = memory.data(1024, 16);
/** Texts in the order of one minimum, and room to sort them. */
const ORDER = memory.data(<i32>REGION_BYTES, 8);

/** Minima a text, a multiple of four; and words a run. */
let minimaCount: u32 = 0;
let runWords: u32 = 0;
let textCount: u32 = 0;

// @ts-ignore: decorator
@inline
function minimaOf(text: u32): usize {
  return startOf(MINIMA) + <usize>text * (<usize>minimaCount << 2);
}

/** Sets how many words a run has, and how many minima a text; false if memory is unavailable. */
export function beginMinima(words: u32, count: u32): bool {
  runWords = words;
  minimaCount = count;
  textCount = 0;
  if (!reserve(SEEDS, <usize>count << 2, 0)) return false;
  let state: u64 = 0x9e3779b97f4a7c15;
  for (let index: u32 = 0; index < count; ++index) {
    state = (state ^ (state >> 29)) * 0xbf58476d1ce4e5b9 + 0x9e3779b97f4a7c15;
    store<u32>(startOf(SEEDS) + (<usize>index << 2), <u32>(state >> 32));
  }
  return true;
}

/** Lowers the minima of a text by one run of its words. */
// @ts-ignore: decorator
@inline
function lowerMinima(to: usize, run: u64): void {
  run = (run ^ (run >> 31)) * 0xd6e8feb86659fd93;
  const value = i32x4.splat(<u32>(run >> 32));
  const end = to + (<usize>minimaCount << 2);
  for (let seed = startOf(SEEDS); to < end; to += 16, seed += 16) {
    let mixed = i32x4.mul(v128.xor(value, v128.load(seed)), i32x4.splat(0x85ebca6b));
    mixed = i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 15)), i32x4.splat(0xc2b2ae35));
    mixed = v128.xor(mixed, i32x4.shr_u(mixed, 16));
    v128.store(to, i32x4.min_u(v128.load(to), mixed));
  }
}

/**
 * Makes the minima of the words found, as those of one text more; of a text of fewer words than a run has, all of it is
 * one. A text without words has the highest minima, and resembles nothing. A `STATUS_…` code.
 */
export function addMinima(): u32 {
  const bytes = <usize>minimaCount << 2;
  const used = <usize>textCount * bytes;
  if (!reserve(MINIMA, used + bytes, used)) return STATUS_OUT_OF_MEMORY;
  const to = minimaOf(textCount++);
  memory.fill(to, 0xff, bytes);
  const words = wordsAddress();
  const end = words + <usize>wordCount * WORD_BYTES;
  // The runs roll: each word is turned by one bit more than the next, and leaves when it was turned by all.
  let run: u64 = 0;
  let leaving = words;
  for (let word = words; word < end; word += WORD_BYTES) {
    run = rotl<u64>(run, 1) ^ load<u64>(word, WORD_KEY);
    if (word - words >= <usize>runWords * WORD_BYTES) {
      run ^= rotl<u64>(load<u64>(leaving, WORD_KEY), runWords);
      leaving += WORD_BYTES;
    }
    if (word - words >= <usize>(runWords - 1) * WORD_BYTES) lowerMinima(to, run);
  }
  if (wordCount && wordCount < runWords) lowerMinima(to, run);
  return STATUS_OK;
}

/** Whether the text has words. */
// @ts-ignore: decorator
@inline
function isFilled(text: u32): bool {
  return (v128.any_true(v128.not(v128.load(minimaOf(text))))) != 0;
}

/** Minima that two texts have in common. */
export function commonMinima(one: u32, other: u32): u32 {
  if (!isFilled(one) || !isFilled(other)) return 0;
  let left = minimaOf(one);
  let right = minimaOf(other);
  const end = left + (<usize>minimaCount << 2);
  let sum = i32x4.splat(0);
  for (; left < end; left += 16, right += 16) sum = i32x4.sub(sum, i32x4.eq(v128.load(left), v128.load(right)));
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/** Which minimum pairs are looked for by, and how far that is done: those of `first` with those from `second` on. */
let column: u32 = 0;
let first: u32 = 0;
let second: u32 = 0;

// @ts-ignore: decorator
@inline
function textAt(place: u32): u32 {
  return load<u32>(startOf(ORDER) + (<usize>place << 2));
}

// @ts-ignore: decorator
@inline
function minimumOf(text: u32): u32 {
  return load<u32>(minimaOf(text) + (<usize>column << 2));
}

/**
 * Sets out to find the pairs of texts that have their minimum of a number in common, and none of a lower number; false
 * if memory is unavailable. Two texts with `n` of `m` minima in common have one of the first m − n + 1: pairs are found by
 * as many numbers, each once.
 */
export function beginPairs(number: u32): bool {
  column = number;
  first = 0;
  second = 1;
  const bytes = <usize>textCount << 2;
  if (!reserve(ORDER, bytes << 1, 0)) return false;
  let from = startOf(ORDER);
  let to = from + bytes;
  for (let text: u32 = 0; text < textCount; ++text) store<u32>(from + (<usize>text << 2), text);
  // By each byte of the minimum, the lowest first; what was equal keeps its order.
  for (let shift: u32 = 0; shift < 32; shift += 8) {
    memory.fill(COUNTS, 0, 1024);
    for (let text: u32 = 0; text < textCount; ++text) {
      const count = COUNTS + (<usize>((minimumOf(text) >> shift) & 255) << 2);
      store<u32>(count, load<u32>(count) + 1);
    }
    let before: u32 = 0;
    for (let digit: usize = 0; digit < 256; ++digit) {
      const count = load<u32>(COUNTS + (digit << 2));
      store<u32>(COUNTS + (digit << 2), before);
      before += count;
    }
    for (let place: u32 = 0; place < textCount; ++place) {
      const text = load<u32>(from + (<usize>place << 2));
      const count = COUNTS + (<usize>((minimumOf(text) >> shift) & 255) << 2);
      const at = load<u32>(count);
      store<u32>(count, at + 1);
      store<u32>(to + (<usize>at << 2), text);
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return true;
}

/** Whether two texts have a minimum in common before that in hand. */
function meetBefore(one: u32, other: u32): bool {
  for (let at: usize = 0; at < <usize>column << 2; at += 4) {
    if (load<u32>(minimaOf(one) + at) == load<u32>(minimaOf(other) + at)) return true;
  }
  return false;
}

/**
 * Writes the next pairs that have at least `minimum` minima in common to the output, at most `maximum` pairs: two texts, the lower first,
 * and the minima. None where there are no more. A `STATUS_…` code.
 */
export function findPairs(minimum: u32, maximum: u32): u32 {
  if (!reserveOutput(<usize>maximum * 12)) return STATUS_OUT_OF_MEMORY;
  let to = output;
  const end = output + <usize>maximum * 12;
  while (to < end && first + 1 < textCount) {
    const one = textAt(first);
    if (second >= textCount || minimumOf(textAt(second)) != minimumOf(one)) {
      second = ++first + 1;
      continue;
    }
    const other = textAt(second++);
    if (meetBefore(one, other)) continue;
    const common = commonMinima(one, other);
    if (common < minimum) continue;
    store<u32>(to, min(one, other));
    store<u32>(to, max(one, other), 4);
    store<u32>(to, common, 8);
    to += 12;
  }
  publishOutput(to - output);
  return STATUS_OK;
}
