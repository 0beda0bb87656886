/**
 * Words as evidence: those of class and id attributes ("sidebar", "entry"), and those of short texts ("share", "copyright").
 * A word is a run of at least two ASCII letters, in lower case; in a name a capital after a small letter begins another
 * one. The lexicon of the model has the log odds of a word for template, by a hash of 24 bits.
 */
import { STATUS_BAD_MODEL, STATUS_OK, STATUS_OUT_OF_MEMORY } from '../layout';
import { allocate, release } from '../memory';

/** Log odds are kept in sixteenths. */
const NAMES_SEED: u32 = 0x811c9dc5;
const TEXT_SEED: u32 = 0x2f0b4a37;
const PRIME: u32 = 0x01000193;

/** Open addressing. A word is its hash in the high bits and its score in the low ones; a free slot is 0. */
let lexicon: usize = 0;
let lexiconBytes: usize = 0;
let lexiconShift: u32 = 0;

/** Reads `count` words of a model at `from`; a `STATUS_…` code, and the old lexicon stays unless it is `STATUS_OK`. */
export function readLexicon(from: usize, count: u32): u32 {
  let bits: u32 = 4;
  while (<u32>1 << bits < count << 1) ++bits;
  const bytes = <usize>4 << bits;
  const loaded = allocate(bytes);
  if (!loaded) return STATUS_OUT_OF_MEMORY;
  memory.fill(loaded, 0, bytes);
  for (let index: u32 = 0; index < count; ++index) {
    const word = load<u32>(from + (<usize>index << 2));
    let at = word >> (32 - bits);
    let isNew = true;
    for (let held = load<u32>(loaded + (<usize>at << 2)); held && isNew; held = load<u32>(loaded + (<usize>at << 2))) {
      isNew = held >> 8 != word >> 8;
      at = (at + 1) & ((1 << bits) - 1);
    }
    if (!word || !isNew) {
      release(loaded, bytes);
      return STATUS_BAD_MODEL;
    }
    store<u32>(loaded + (<usize>at << 2), word);
  }
  memory.fill(FILTER, 0, 1 << (FILTER_BITS - 3));
  for (let index: u32 = 0; index < count; ++index) {
    const bit = load<u32>(from + (<usize>index << 2)) >> FILTER_SHIFT;
    store<u8>(FILTER + (bit >> 3), load<u8>(FILTER + (bit >> 3)) | (<u8>1 << <u8>(bit & 7)));
  }
  release(lexicon, lexiconBytes);
  lexicon = loaded;
  lexiconBytes = bytes;
  lexiconShift = 32 - bits;
  return STATUS_OK;
}

/** Log odds of a word by its hash, in sixteenths; 0 if the lexicon does not have it. */
function scoreOf(hash: u32): i32 {
  const bit = hash >> FILTER_SHIFT;
  if (!(load<u8>(FILTER + (bit >> 3)) & (1 << (bit & 7)))) return 0;
  const mask = (<u32>1 << (32 - lexiconShift)) - 1;
  let at = hash >> lexiconShift;
  let held = load<u32>(lexicon + (<usize>at << 2));
  while (held && held >> 8 != hash >> 8) {
    at = (at + 1) & mask;
    held = load<u32>(lexicon + (<usize>at << 2));
  }
  return <i32>(<i8>(held & 0xff));
}

/** A bit for each word that the lexicon may have: most words are not in it, and the filter is small enough for the cache. */
const FILTER_BITS: u32 = 15;
const FILTER_SHIFT: u32 = 32 - FILTER_BITS;
const FILTER = memory.data(4096);

/** Words of the names of one element or of the text of one block, each once; words beyond the maximum are ignored. */
export const NOTED_MAX: u32 = 24;
const NOTED = memory.data(24 * 4, 4);
/** One of sixty-four bits for each noted hash. */
let notedBits: u64 = 0;
export let notedCount: u32 = 0;
export let notedSum: i32 = 0;
export let notedMax: i32 = 0;
export let notedMin: i32 = 0;

export function clearWords(): void {
  notedCount = 0;
  notedBits = 0;
  notedSum = 0;
  notedMax = 0;
  notedMin = 0;
}

/** Hash of the `index`-th noted word. */
export function notedWord(index: u32): u32 {
  return load<u32>(NOTED + (<usize>index << 2));
}

function noteWord(state: u32): void {
  // The high bits are the index in the lexicon.
  const hash = (state ^ (state >> 15)) * 0x9e3779b1;
  const bit = (<u64>1) << (hash >> 26);
  if (notedBits & bit) for (let index: u32 = 0; index < notedCount; ++index) if (notedWord(index) == hash) return;
  if (notedCount == NOTED_MAX) return;
  notedBits |= bit;
  store<u32>(NOTED + (<usize>notedCount << 2), hash);
  ++notedCount;
  const score = scoreOf(hash);
  notedSum += score;
  notedMax = max(notedMax, score);
  notedMin = min(notedMin, score);
}

/** Notes the words of the bytes from `at` to `end`, of names or of a text. */
export function noteWords(at: usize, end: usize, isName: bool): void {
  const seed = isName ? NAMES_SEED : TEXT_SEED;
  let state = seed;
  let letters: u32 = 0;
  let wasSmall = false;
  for (; at < end; ++at) {
    const byte = <u32>load<u8>(at);
    const small = byte | 0x20;
    const isLetter = small - 0x61 < 26;
    if (!isLetter || (isName && wasSmall && byte != small)) {
      if (letters > 1) noteWord(state);
      state = seed;
      letters = 0;
    }
    if (isLetter) {
      state = (state ^ small) * PRIME;
      ++letters;
    }
    wasSmall = isLetter && byte == small;
  }
  if (letters > 1) noteWord(state);
}
