/**
 * Uses words of class and id attributes ("sidebar", "entry") and of short texts ("share", "печать") as evidence. A word of a name is a run
 * of at least two ASCII letters; a capital after a small letter starts a new word. A word of a text is a run of at least two letters of any
 * script, or two characters of a script without spaces. The lexicon of the model maps 24-bit hashes of words to log odds for template and
 * for main content.
 */
import { inRange } from '../../html/scan';
import { Status } from '../../layout';
import { allocate, release } from '../../memory';
import {
  WORD_COMMENTS,
  WORD_AUTHOR,
  WORD_OF_AUTHOR,
  WORD_OTHER,
  WORD_PLACE,
  WORD_REVIEWS,
  WORD_WRITING,
  commentFlagsOf,
} from './comment-names';
import { isSpaceless, letterBytes, readLetter } from './letters';
import { NAMES_SEED, addLetter, hashOf } from './word-hash';

/** The lexicon without a model: two empty buckets. */
const NO_WORDS = memory.data(2 * 16, 16);

/**
 * Buckets of four slots, which are compared at once; an empty slot is 0. A full bucket overflows into the next one. The upper bits of a
 * word's 24-bit hash are the number of its home bucket, where a probe starts. A slot holds the lower 16 bits, and the scores. At least four
 * bits are in both. So different words with equal lower bits have home buckets at least PROBES apart, and a probe cannot confuse them.
 *
 *   32     16         8      0
 *   │ hash │ template │ main │
 */
let lexicon: usize = NO_WORDS;
/** Bytes of the lexicon; 0 without a model. */
let lexiconBytes: usize = 0;
/** Shift from a hash to its bucket number. */
let lexiconShift: u32 = 31;

/** Bits of a slot number in a bucket. */
const SLOT_BITS: u32 = 2;
/** Minimum bits of a bucket number; four of them are also in the slots. */
const BUCKET_BITS_MIN: u32 = 12;
/** Maximum number of buckets that a probe visits, and number of buckets after the last home bucket. At most half of the slots are used. */
const PROBES: usize = 16;

function bucketOf(from: usize, shift: u32, hash: u32): usize {
  return from + ((<usize>(hash >> shift)) << (SLOT_BITS + 2));
}

function candidates(slots: v128, hash: u32): v128 {
  return i32x4.eq(i32x4.shr_u(slots, 16), i32x4.splat((hash >> 8) & 0xffff));
}

/** The empty slot for a new word; 0 if the word exists or its probe is full. */
function freeSlot(from: usize, shift: u32, hash: u32): usize {
  const home = bucketOf(from, shift, hash);
  for (let at = home; at < home + (PROBES << (SLOT_BITS + 2)); at += 4) {
    const held = load<u32>(at);
    if (!held) return at;
    if (held >> 16 == ((hash >> 8) & 0xffff)) break;
  }
  return 0;
}

/**
 * Reads `count` words (24 bits of hash, 8 bits of the score for template), followed by `count` bytes with their scores for main content.
 * Returns a `Status`. On failure the old lexicon is kept.
 */
export function readLexicon(from: usize, count: u32): u32 {
  let bits = BUCKET_BITS_MIN;
  while ((<u32>1) << (bits + SLOT_BITS) < count << 1) ++bits;
  const bytes = (((<usize>1) << bits) + PROBES) << (SLOT_BITS + 2);
  const loaded = allocate(bytes);
  if (!loaded) return Status.OUT_OF_MEMORY;
  memory.fill(loaded, 0, bytes);
  for (let index: u32 = 0; index < count; ++index) {
    const word = load<u32>(from + ((<usize>index) << 2));
    const slot = word ? freeSlot(loaded, 32 - bits, word) : 0;
    if (!slot) {
      release(loaded, bytes);
      return Status.BAD_MODEL;
    }
    // If the lower bits of the hash and both scores are 0, the slot remains empty. An unknown word also has scores of 0.
    const main = load<u8>(from + ((<usize>count) << 2) + index);
    store<u32>(slot, ((word << 8) & 0xffff0000) | ((word & 0xff) << 8) | main);
  }
  if (lexiconBytes) release(lexicon, lexiconBytes);
  lexicon = loaded;
  lexiconBytes = bytes;
  lexiconShift = 32 - bits;
  return Status.OK;
}

/** The slot of a word, with both scores; 0 for an unknown word. */
// @ts-ignore: decorator
@inline
function slotOf(hash: u32): u32 {
  let at = bucketOf(lexicon, lexiconShift, hash);
  let slots = v128.load(at);
  let found = candidates(slots, hash);
  // Nearly always one iteration. The result is computed without branches, so that the next word does not wait for memory.
  while (i32x4.all_true(slots) && !v128.any_true(found)) {
    at += 16;
    slots = v128.load(at);
    found = candidates(slots, hash);
  }
  const pairs = v128.and(slots, found);
  const slot = i64x2.extract_lane(pairs, 0) | i64x2.extract_lane(pairs, 1);
  return <u32>slot | <u32>(slot >> 32);
}

/** Maximum number of collected words; others are ignored. */
export const NOTED_MAX: u32 = 24;
/** Distinct hashes of the collected words, of one element's names or one block's text. */
const NOTED = memory.data(24 * 4, 4);
/** Bloom filter of these hashes. */
let notedBits: u64 = 0;
export let wordCount: u32 = 0;
/** True if collected words are looked up. */
let isScored: bool = true;
// ── Odds: log odds of the collected words, in 1/16; `max` is at least 0, `min` at most 0 ──
@unmanaged
export class Odds {
  /** For template. */
  sum: i32;
  max: i32;
  min: i32;
  /** For main content. */
  mainSum: i32;
  mainMax: i32;
  mainMin: i32;
}

export const lexiconOdds = changetype<Odds>(memory.data(24, 8));
/** Flags (`WORD_…`) of the words of the current name. */
let nameFlags: u32 = 0;
/** Flags of all names: WORD_COMMENTS, WORD_REVIEWS and WORD_WRITING. */
export let notedCommentFlags: u32 = 0;

/** Clears the words; `scored`: look up the next words. */
export function clearWords(scored: bool): void {
  isScored = scored;
  wordCount = 0;
  notedBits = 0;
  memory.fill(changetype<usize>(lexiconOdds), 0, offsetof<Odds>());
  nameFlags = 0;
  notedCommentFlags = 0;
}

export function wordHash(index: u32): u32 {
  return load<u32>(NOTED + ((<usize>index) << 2));
}

function noteWord(hash: u32): void {
  const bit = (<u64>1) << (hash >> 26);
  if (notedBits & bit) for (let index: u32 = 0; index < wordCount; ++index) if (wordHash(index) == hash) return;
  if (wordCount == NOTED_MAX) return;
  notedBits |= bit;
  store<u32>(NOTED + ((<usize>wordCount) << 2), hash);
  ++wordCount;
  if (!isScored) return;
  const slot = slotOf(hash);
  const score = <i32>(<i8>(slot >> 8));
  lexiconOdds.sum += score;
  lexiconOdds.max = max(lexiconOdds.max, score);
  lexiconOdds.min = min(lexiconOdds.min, score);
  const main = <i32>(<i8>slot);
  lexiconOdds.mainSum += main;
  lexiconOdds.mainMax = max(lexiconOdds.mainMax, main);
  lexiconOdds.mainMin = min(lexiconOdds.mainMin, main);
}

/**
 * Ends a class or id. Notes its words for comments or reviews, unless it has a word for something else; only WORD_WRITING, if it has a word
 * of the form as well.
 */
function endName(): void {
  const what = nameFlags & (WORD_COMMENTS | WORD_REVIEWS);
  const isProfile = nameFlags & WORD_AUTHOR && nameFlags & WORD_OF_AUTHOR;
  notedCommentFlags |= isProfile ? WORD_PLACE : nameFlags & WORD_PLACE;
  if (what) notedCommentFlags |= nameFlags & WORD_WRITING ? WORD_WRITING : nameFlags & WORD_OTHER ? 0 : what;
  nameFlags = 0;
}

/** Collects the words of a short text or a heading. */
export function noteTextWords(at: usize, end: usize, seed: u32): void {
  let state = seed;
  let letters: u32 = 0;
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const left = <u32>(end - at);
    const all: u32 = left >= 16 ? 0xffff : (1 << left) - 1;
    if (i8x16.bitmask(bytes) & all) return noteWideWords(at, end, seed, state, letters);
    const mask = <u32>i8x16.bitmask(inRange(v128.or(bytes, i8x16.splat(0x20)), 0x61, 26)) & all;
    let from: u32 = 0;
    for (;;) {
      const to = from + ctz(~(mask >> from));
      letters += to - from;
      for (; from < to; ++from) state = addLetter(state, <u32>load<u8>(at + from) | 0x20);
      // The word may continue in the next sixteen bytes.
      if (to == 16) break;
      if (letters > 1) noteWord(hashOf(state));
      state = seed;
      letters = 0;
      const rest = mask >> to;
      if (!rest) break;
      from = to + ctz(rest);
    }
  }
  if (letters > 1) noteWord(hashOf(state));
}

/** Continues `noteTextWords` from the first vector with a non-ASCII byte. `state` and `letters` are those of the unfinished word. */
function noteWideWords(at: usize, end: usize, seed: u32, state: u32, letters: u32): void {
  let before: u32 = 0;
  while (at < end) {
    const letter = readLetter(at);
    at += letterBytes;
    if (letter && !isSpaceless(letter)) {
      state = addLetter(state, letter);
      ++letters;
      before = 0;
      continue;
    }
    if (letters > 1) noteWord(hashOf(state));
    state = seed;
    letters = 0;
    if (letter && before) noteWord(hashOf(addLetter(addLetter(seed, before), letter)));
    before = letter;
  }
  if (letters > 1) noteWord(hashOf(state));
}

/** Collects the words of a class or id. */
export function noteNameWords(at: usize, end: usize): void {
  let state = NAMES_SEED;
  let letters: u32 = 0;
  let wasSmall = false;
  for (; at < end; ++at) {
    const byte = <u32>load<u8>(at);
    const small = byte | 0x20;
    const isLetter = small - 0x61 < 26;
    if (!isLetter || (wasSmall && byte != small)) {
      if (letters > 1) endNameWord(state);
      state = NAMES_SEED;
      letters = 0;
      if (nameFlags && byte <= 0x20) endName();
    }
    if (isLetter) {
      state = addLetter(state, small);
      ++letters;
    }
    wasSmall = isLetter && byte == small;
  }
  if (letters > 1) endNameWord(state);
  if (nameFlags) endName();
}

// @ts-ignore: decorator
@inline
function endNameWord(state: u32): void {
  const hash = hashOf(state);
  nameFlags |= commentFlagsOf(hash);
  noteWord(hash);
}
