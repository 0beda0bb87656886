/**
 * Names of an element: the words of its class and id attributes are evidence, and all names together are part of its
 * position. A name with a number in it ("post-123") is the same name with any other.
 */
import { Flag } from '../../html/records';
import {
  Attribute,
  Buffer,
  bufferFits,
  firstAttribute,
  isAttribute,
  nextAttribute,
  writeValue,
} from '../../html/attributes';
import { nodeAt } from '../../html/nodes';
import { findByte } from '../../html/scan';
import { input, reserveScratch, scratch } from '../../page/arena';
import { isFromSource } from '../../page/element-text';
import { hashBytes, segmentKey } from '../../page/hash';
import { spend } from '../../work';
import {
  clearWords,
  noteNameWords,
  notedMainMax,
  notedMainMin,
  notedMainSum,
  notedMax,
  notedSays,
  notedSum,
} from './words';

/** Mixed with the key of each name, so that sums of keys have no structure. */
const NAME: u64 = 0xe7037ed1a0b428db;

/** Sum of the keys of the names that were read, whatever their order; 0 without names. */
export let namesHash: u64 = 0;
/** The same of its classes alone, each up to its first digit: what a place has of them (site/layout-places.ts). */
export let classesHash: u32 = 0;
/** Sum of the scores of their words as template. */
export let namesSum: i32 = 0;
/** Largest score of their words as template. */
export let bestName: i32 = 0;
/** Sum of the scores of their words as main content. */
export let mainNamesSum: i32 = 0;
/** Largest score of their words as main content. */
export let mainBestName: i32 = 0;
/** Smallest score of their words as main content. */
export let mainWorstName: i32 = 0;
/** Whether they say that comments are there, or are written there (comment-names.ts). */
export let namesSay: u32 = 0;

// Most start tags of a page are equal, byte for byte, to one before on it or on the page before: the results are cached.
//
//   0     8       16    18     20     22         24          26           28     32
//   │ tag │ names │ sum │ best │ says │ main sum │ main best │ main worst │ classes │
/** Bits of the number of an entry of the cache. */
const KEPT_BITS: u32 = 10;
/** Bytes of an entry of the cache. */
const KEPT_BYTES: usize = 32;
/** The cache, by the hash of an element's tag and names. */
const KEPT = memory.data(1024 * 32, 8);

/** Clears the cache: a new lexicon gives other results. */
export function clearNames(): void {
  memory.fill(KEPT, 0, KEPT_BYTES << KEPT_BITS);
}

/** Sets `namesHash`, `namesSum`, `bestName` and `namesSay` for an element; false if memory to decode its attributes is unavailable. */
export function namesOf(element: u32): bool {
  const at = nodeAt(element);
  const isSource = isFromSource();
  const end = isSource ? input + at.extra : <usize>at.extra + at.extraLength;
  const length = at.extraLength;
  if (!length || (isSource && !(at.flags & Flag.ATTRIBUTES))) {
    namesHash = 0;
    classesHash = 0;
    namesSum = 0;
    bestName = 0;
    namesSay = 0;
    mainNamesSum = 0;
    mainBestName = 0;
    mainWorstName = 0;
    return true;
  }
  spend(length >> 3);
  // Zero is an empty slot. A start tag begins with `<`, so that no list of classes is taken for one.
  const tag = hashBytes(end - length, length) | 1;
  const kept = KEPT + <usize>(tag >> (64 - KEPT_BITS)) * KEPT_BYTES;
  if (load<u64>(kept) == tag) {
    namesHash = load<u64>(kept, 8);
    // Sums of at most NOTED_MAX signed bytes.
    namesSum = <i32>load<i16>(kept, 16);
    bestName = <i32>load<i16>(kept, 18);
    namesSay = load<u16>(kept, 20);
    mainNamesSum = <i32>load<i16>(kept, 22);
    mainBestName = <i32>load<i16>(kept, 24);
    mainWorstName = <i32>load<i16>(kept, 26);
    classesHash = load<u32>(kept, 28);
    return true;
  }
  if (!readNamesOf(element)) return false;
  namesSum = notedSum;
  bestName = notedMax;
  namesSay = notedSays;
  mainNamesSum = notedMainSum;
  mainBestName = notedMainMax;
  mainWorstName = notedMainMin;
  store<u64>(kept, tag);
  store<u64>(kept, namesHash, 8);
  store<i16>(kept, <i16>namesSum, 16);
  store<i16>(kept, <i16>bestName, 18);
  store<u16>(kept, <u16>namesSay, 20);
  store<i16>(kept, <i16>mainNamesSum, 22);
  store<i16>(kept, <i16>mainBestName, 24);
  store<i16>(kept, <i16>mainWorstName, 26);
  store<u32>(kept, classesHash, 28);
  return true;
}

/** False if memory is unavailable. Names behind a NUL are no classes. */
function readNames(at: usize, end: usize, areClasses: bool): bool {
  if (!reserveScratch(end - at + 8)) return false;
  noteNameWords(at, end);
  while (at < end) {
    let to = scratch;
    let stem: usize = 0;
    let wasDigit = false;
    for (; at < end && load<u8>(at) > 0x20; ++at) {
      const byte = <u32>load<u8>(at);
      const isDigit = byte - 0x30 < 10;
      if (isDigit && wasDigit) continue;
      if (isDigit && !stem) stem = to;
      wasDigit = isDigit;
      store<u8>(to++, isDigit ? 0x30 : byte - 0x41 < 26 ? byte | 0x20 : byte);
    }
    if (to != scratch) {
      const key = segmentKey(hashBytes(scratch, to - scratch), NAME);
      namesHash += key;
      if (areClasses && stem != scratch) {
        classesHash += <u32>((stem ? segmentKey(hashBytes(scratch, stem - scratch), NAME) : key) >> 32);
      }
    }
    for (; at < end && load<u8>(at) <= 0x20; ++at) if (!load<u8>(at)) areClasses = false;
  }
  return true;
}

/**
 * Reads the class and id attributes of an element: notes their words (words.ts) and hashes their names. False if memory to
 * decode them is unavailable.
 */
export function readNamesOf(element: u32): bool {
  namesHash = 0;
  classesHash = 0;
  clearWords(true);
  const at = nodeAt(element);
  if (!isFromSource()) {
    const names = <usize>at.extra;
    return readNames(names, names + at.extraLength, true);
  }
  if (!(at.flags & Flag.ATTRIBUTES)) return true;
  const end = at.extra;
  firstAttribute(input + end - at.extraLength);
  let hasClass = false;
  let hasId = false;
  while (nextAttribute(input + end)) {
    const isClass = !hasClass && isAttribute('class');
    if (isClass) hasClass = true;
    else if (!hasId && isAttribute('id')) hasId = true;
    else continue;
    const value = Attribute.value;
    const valueEnd = Attribute.valueEnd;
    if (findByte(0x26, value, valueEnd) == valueEnd) {
      if (!readNames(value, valueEnd, isClass)) return false;
      continue;
    }
    if (!bufferFits(<u32>(valueEnd - value))) return false;
    if (!readNames(Buffer.base, writeValue(Buffer.base), isClass)) return false;
  }
  return true;
}
