/**
 * Finds the block most similar to the page's title. Similarity is the share of common words. A word is a run of ASCII letters, digits and
 * bytes of other scripts, in lower case.
 */
import { Measure, indexOf, measureAt, rankedCount } from '../block/measures';
import { Node, nodeAt } from '../../html/nodes';
import { Segment } from '../../page/records';
import { inRange, lowerCase } from '../../html/scan';
import { blockAt, segmentAt } from '../../page/arena';
import { GOLDEN } from '../../page/hash';
import { cleanEnd, cleanStart, normalise } from '../../page/text';
import { titleText } from '../../page/title';
import { spend } from '../../work';
import { contextAt } from './contexts';
import { share } from '../block/scales';

/** Maximum number of compared words of a title or text. */
const WORDS_MAX: u32 = 24;
/** Maximum number of words of a text that may match the title. */
const LONGEST: u32 = 16;
/** Minimum similarity of a heading that is the title block, in 1/255. */
export const HEADING_LEAST: u32 = 32;
/** Minimum similarity of other title blocks, in 1/255. */
const OTHER_LEAST: u32 = 102;
/** Bonus of an h1 over other headings, in 1/255. */
export const FIRST_HEADING: u32 = 26;

/** Hashes of the title's words. */
const TITLE = memory.data(24 * 4, 4);
/** Hashes of a text's words. */
const WORDS = memory.data(24 * 4, 4);
/** Bloom filter of TITLE. */
let titleBits: u64 = 0;
let titleWords: u32 = 0;

let listWords: u32 = 0;
/** Bloom filter of the current list. */
let listBits: u64 = 0;

/** Index of the title block among blocks with text, or NO_ORDER. */
export let titleOrder: u32 = Measure.NO_ORDER;
/** Similarity of the title block, in 1/255, or 0. */
export let titleLikeness: u32 = 0;

function holds(list: usize, count: u32, hash: u32): bool {
  for (let index: u32 = 0; index < count; ++index) if (load<u32>(list + ((<usize>index) << 2)) == hash) return true;
  return false;
}

/** Adds a word to a list, unless it is present or the list is full. */
function addWord(list: usize, letters: u64): void {
  const hash = <u32>(letters >> 32);
  const bit = bitOf(hash);
  if (listWords == WORDS_MAX || (listBits & bit && holds(list, listWords, hash))) return;
  listBits |= bit;
  store<u32>(list + ((<usize>listWords) << 2), hash);
  ++listWords;
}

function clearList(): void {
  listWords = 0;
  listBits = 0;
}

function addWords(list: usize, node: Node): void {
  const length = node.textLength;
  spend(length);
  let at = node.text;
  let end = at + length;
  if (!isAscii(at, end)) {
    // This cannot fail for texts: the segmenter normalised them. A title that exceeds the memory has no words.
    if (!normalise(at, length)) return;
    at = cleanStart;
    end = cleanEnd;
  }
  while (at < end && listWords < WORDS_MAX) {
    let lanes = wordLanes(at, end);
    // A word that reaches the last lane is read again from its start, because its hash must not depend on its position.
    const next: u32 = lanes & 0x8000 ? 32 - clz(~lanes & 0xffff) : 16;
    // The addition clears the lanes of the first word.
    for (lanes &= (1 << next) - 1; lanes; lanes &= lanes + (lanes & (0 - lanes))) {
      const start = ctz(lanes);
      addWord(list, addLetters(0, at + start, ctz(~(lanes >> start))));
    }
    at += next;
    if (next) continue;
    let hash: u64 = 0;
    let count: u32 = 16;
    for (lanes = 0xffff; lanes & 1; lanes = count == 16 ? wordLanes(at, end) : 0) {
      count = ctz(~lanes);
      hash = addLetters(hash, at, count);
      at += count;
    }
    addWord(list, hash);
  }
}

/** Continues the hash of a word with up to sixteen of its bytes, in lower case. */
// @ts-ignore: decorator
@inline
function addLetters(hash: u64, at: usize, count: u32): u64 {
  const bytes = lowerCase(v128.load(at));
  const low = i64x2.extract_lane(bytes, 0);
  const high = i64x2.extract_lane(bytes, 1);
  const lowMask: u64 = count < 8 ? ((<u64>1) << (count << 3)) - 1 : u64.MAX_VALUE;
  const highMask: u64 = count < 9 ? 0 : u64.MAX_VALUE >> ((16 - count) << 3);
  hash = (hash ^ count ^ (<u64>low & lowMask)) * GOLDEN;
  return (hash ^ (hash >> 29) ^ (<u64>high & highMask)) * GOLDEN;
}

/** True if a text is ASCII; non-ASCII white space requires normalisation. */
function isAscii(at: usize, end: usize): bool {
  for (; at < end; at += 16) {
    let wide = <u32>i8x16.bitmask(v128.load(at));
    if (end - at < 16) wide &= (1 << u32(end - at)) - 1;
    if (wide) return false;
  }
  return true;
}

/** Lanes before `end` with letters, digits and bytes beyond ASCII. */
function wordLanes(at: usize, end: usize): u32 {
  if (at >= end) return 0;
  const bytes = v128.load(at);
  const letters = inRange(v128.or(bytes, i8x16.splat(0x20)), 0x61, 26);
  const mask = <u32>i8x16.bitmask(v128.or(v128.or(letters, inRange(bytes, 0x30, 10)), bytes));
  return end - at < 16 ? mask & ((1 << u32(end - at)) - 1) : mask;
}

function readTitle(): void {
  titleWords = 0;
  titleBits = 0;
  const text = titleText();
  if (!text) return;
  clearList();
  addWords(TITLE, nodeAt(text));
  titleWords = listWords;
  titleBits = listBits;
}

function bitOf(hash: u32): u64 {
  return (<u64>1) << (hash >> 26);
}

/** Similarity of a block to the title, in 1/255. */
function likenessOf(index: u32): u32 {
  clearList();
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE && listWords < WORDS_MAX; segment = segmentAt(segment).next) {
    addWords(WORDS, nodeAt(segmentAt(segment).node));
  }
  if (!(titleBits & listBits)) return 0;
  let commonWords: u32 = 0;
  for (let word: u32 = 0; word < listWords; ++word) {
    const hash = load<u32>(WORDS + ((<usize>word) << 2));
    if (titleBits & bitOf(hash) && holds(TITLE, titleWords, hash)) ++commonWords;
  }
  return share(commonWords, titleWords + listWords - commonWords);
}

/** Maximum number of words of a headline. */
const HEADLINE_WORDS: u32 = 32;
/** Similarity of a possible headline to the title, in 1/255. Headlines may be longer than other texts. */
export function headlineLikeness(index: u32): u32 {
  const words = measureAt(index).words;
  if (words - 1 < LONGEST) return contextAt(index).titleLike;
  return titleWords && words <= HEADLINE_WORDS ? likenessOf(index) : 0;
}

/** Stores the similarity of all blocks with text, and finds the title block. */
export function findTitle(): void {
  readTitle();
  titleOrder = Measure.NO_ORDER;
  titleLikeness = 0;
  if (!titleWords) return;
  let best: u32 = 0;
  let other = Measure.NO_ORDER;
  let otherBest: u32 = OTHER_LEAST - 1;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const measure = measureAt(index);
    if (measure.words - 1 >= LONGEST) continue;
    const likeness = likenessOf(index);
    if (!likeness) continue;
    contextAt(index).titleLike = <u8>likeness;
    if (measure.level) {
      const rank = likeness + (measure.level == 1 ? FIRST_HEADING : 0);
      if (likeness >= HEADING_LEAST && rank > best) {
        best = rank;
        titleOrder = order;
        titleLikeness = likeness;
      }
    }
    if (likeness > otherBest) {
      otherBest = likeness;
      other = order;
    }
  }
  if (titleOrder != Measure.NO_ORDER || other == Measure.NO_ORDER) return;
  titleOrder = other;
  titleLikeness = otherBest;
}
