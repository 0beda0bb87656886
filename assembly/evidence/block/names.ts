/**
 * Reads names of an element: words of class and id are evidence, and all names together are part of its position. Names that differ only in
 * a number ("post-123") are equal.
 */
import { Flag, nodeAt } from '../../html/nodes';
import {
  Attribute,
  Buffer,
  bufferFits,
  firstAttribute,
  isAttribute,
  nextAttribute,
  writeValue,
} from '../../html/attributes';
import { findByte } from '../../html/scan';
import { input, reserveScratch, scratch } from '../../page/arena';
import { hashBytes, segmentKey } from '../../page/hash';
import { spend } from '../../work';
import { clearWords, noteNameWords, lexiconOdds, notedCommentFlags } from './words';

/** Mixed into the key of each name, so that sums of keys have no structure. */
const NAME: u64 = 0xe7037ed1a0b428db;

// ── Names: evidence of class and id; a cache, because most start tags repeat one of this page or the previous one ──
@unmanaged
export class Names {
  /** Hash of the start tag; 0 if empty. */
  tag: u64;
  /** Sum of the keys of the names, independent of their order. */
  hash: u64;
  /** Sum of the words' scores for template: at most NOTED_MAX signed bytes. */
  sum: i16;
  /** Largest score for template. */
  best: i16;
  /** Sum, largest and smallest of the scores for main content. */
  mainSum: i16;
  mainBest: i16;
  mainWorst: i16;
  /** See comment-names.ts. */
  commentFlags: u16;
  /** Like `hash`, but only of classes, each up to its first digit. Used in paths of layouts (site/layout-paths.ts). */
  classes: u32;
  static readonly BYTES: usize = offsetof<Names>();
}

/** Number of highest bits of a start tag's hash, which select its record. */
const CACHE_BITS: u32 = 10;
const CACHE = memory.data(1024 * 32, 8);
const NO_NAMES = memory.data(32, 8);

/** Names of the last requested element. */
export let names = changetype<Names>(NO_NAMES);

/** `Names.hash` of the names being read. */
let hash: u64 = 0;
/** `Names.classes` of the names being read. */
let classes: u32 = 0;

export function clearNames(): void {
  memory.fill(CACHE, 0, Names.BYTES << CACHE_BITS);
}

/** Sets `names`; false if memory to decode attributes is unavailable. */
export function namesOf(element: u32): bool {
  const at = nodeAt(element);
  const end = input + at.extra;
  const length = at.extraLength;
  names = changetype<Names>(NO_NAMES);
  if (!length || !(at.flags & Flag.ATTRIBUTES)) return true;
  spend(length >> 3);
  const tag = hashBytes(end - length, length) | 1;
  const entry = changetype<Names>(CACHE + <usize>(tag >> (64 - CACHE_BITS)) * Names.BYTES);
  if (entry.tag != tag) {
    if (!readNamesOf(element)) return false;
    entry.tag = tag;
    entry.hash = hash;
    entry.sum = <i16>lexiconOdds.sum;
    entry.best = <i16>lexiconOdds.max;
    entry.mainSum = <i16>lexiconOdds.mainSum;
    entry.mainBest = <i16>lexiconOdds.mainMax;
    entry.mainWorst = <i16>lexiconOdds.mainMin;
    entry.commentFlags = <u16>notedCommentFlags;
    entry.classes = classes;
  }
  names = entry;
  return true;
}

/** Reads names; false if memory is unavailable. */
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
      hash += key;
      if (areClasses && stem != scratch) {
        classes += <u32>((stem ? segmentKey(hashBytes(scratch, stem - scratch), NAME) : key) >> 32);
      }
    }
    while (at < end && load<u8>(at) <= 0x20) ++at;
  }
  return true;
}

/** Collects the words of an element's class and id (words.ts) and hashes its names. False if memory to decode them is unavailable. */
export function readNamesOf(element: u32): bool {
  hash = 0;
  classes = 0;
  clearWords(true);
  const at = nodeAt(element);
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
