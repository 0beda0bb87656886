/**
 * Details of posts and offers: the author and the date of a post, the price of an offer. Markdown and HTML contain them; text output omits
 * them, as it omits captions. So they are found when a document is requested.
 *
 * A position has authors, dates or prices if most of its blocks look like one, with main content between them: one for each post.
 */
import { firstAttribute, isAttribute, nextAttribute } from '../html/attributes';
import { Tag } from '../html/names';
import { Flag, nodeAt } from '../html/nodes';
import { findDigit } from '../html/scan';
import { Kinds, Status } from '../layout';
import { Part, Segment } from '../page/records';
import { Amount, amountOf } from '../evidence/block/amounts';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { blockAt, input, segmentAt } from '../page/arena';
import { NOT_CACHED, cacheResult, cachedResult } from '../page/result-cache';
import { WORD_TABLE_BYTES, hasWord, isPersonAddress, tableOf } from '../page/attribute-words';
import { isFromSource } from '../page/element-text';
import { DATE_NAMES, PERSON_NAMES } from '../vocabulary';
import { beginWork, isSpent, spend } from '../work';
import { hasPosts, isOffer, isSurely } from './kind';
import { Unit, UnitBlock, groupOf, isMain, unitAt } from './unit-blocks';
import { headlineOrder } from './units';

/** What a text or a block is in a post or an offer. */
export namespace Detail {
  export const NONE: u32 = 0;
  export const PERSON: u32 = 1;
  export const DATE: u32 = 2;
  export const PRICE: u32 = 3;
  export const COUNT: u32 = 4;
}

const PERSON_TABLE = tableOf(PERSON_NAMES, memory.data(WORD_TABLE_BYTES, 4));
const DATE_TABLE = tableOf(DATE_NAMES, memory.data(WORD_TABLE_BYTES, 4));

/** Maximum words of an author's name. */
const NAME_WORDS: u32 = 4;
/** Maximum words of a date or a price, with words next to it. */
const SHORT_WORDS: u32 = 10;
/** Maximum words of a date that an element or a class marks as one. */
const WORDS_MOST: u32 = 16;
/** Number of elements around a text that may name its meaning. */
const LEVELS: u32 = 3;
/** The first year that a number can be. */
const FIRST_YEAR: u32 = 1980;
/** The year after the last one. */
const LAST_YEAR: u32 = 2100;
/** Minimum share of the blocks at a position that look alike, and of the gaps between them that have main content; in tenths. */
const TENTHS: u32 = 8;
/** Maximum blocks from the name of a product to its price. */
const NEAR: u32 = 40;

/** The last result of `findDetail` for a block, or of `findDetailOf` or `isMark` (post-marks.ts) for a text. */
export namespace DetailMatch {
  // Evidence for a detail, from the weakest on.
  /** The text itself. */
  export const BY_TEXT: u32 = 1;
  /** A class of an element around it. */
  export const BY_NAME: u32 = 2;
  /** An element for it, or a link to a profile. */
  export const BY_ELEMENT: u32 = 3;

  export let detail: u32 = Detail.NONE;
  /** The evidence: `BY_…`; 0 if there is none. */
  export let by: u32 = 0;
}

/** The best group for each detail, four bytes each: its first block plus one. */
const BEST = memory.data(<i32>(Detail.COUNT * 4), 4);

/** What an element indicates about its texts. */
namespace Hint {
  export const DATE: u32 = 1;
  export const PERSON: u32 = 2;
  export const ADDRESS: u32 = 4;
}

/** Binary logarithm of the number of entries of `READ`. */
const READ_BITS: u32 = 9;
/** A cache of the hints of start tags. */
const READ = memory.data(512 * 8, 8);

function hintsOf(element: u32): u32 {
  const at = nodeAt(element);
  if (!isFromSource() || !(at.flags & Flag.ATTRIBUTES)) return 0;
  const end = input + at.extra;
  const length = at.extraLength;
  spend(length >> 3);
  const known = cachedResult(READ, READ_BITS, end - length, end);
  if (known != NOT_CACHED) return known;
  const isLink = at.tag == Tag.A;
  let hints: u32 = 0;
  spend(length);
  firstAttribute(end - length);
  while (nextAttribute(end)) {
    if (isAttribute('class')) {
      if (hasWord(PERSON_NAMES, PERSON_TABLE)) hints |= Hint.PERSON;
      if (hasWord(DATE_NAMES, DATE_TABLE)) hints |= Hint.DATE;
    } else if (isLink && isPersonAddress()) {
      hints |= Hint.ADDRESS;
    }
  }
  cacheResult(hints);
  return hints;
}

/** The best evidence in the elements around a text that it is a date, or a name: `BY_…`, or 0. */
export function byElements(node: u32, detail: u32): u32 {
  let best: u32 = 0;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    if (!node) break;
    const hints = hintsOf(node);
    const isDate = detail == Detail.DATE;
    if (isDate ? nodeAt(node).tag == Tag.TIME : (hints & Hint.ADDRESS) != 0) return DetailMatch.BY_ELEMENT;
    if (hints & (isDate ? Hint.DATE : Hint.PERSON)) best = DetailMatch.BY_NAME;
  }
  return best;
}

function hasDigit(node: u32): bool {
  const at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  return findDigit(at, end) < end;
}

/** True if a text has a letter: a number that links to a profile counts posts. */
export function hasLetter(node: u32): bool {
  let at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  while (at < end && load<u8>(at) < 0x41) ++at;
  return at < end;
}

export function hasYearAndNumber(node: u32): bool {
  let at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  let numbers: u32 = 0;
  let years: u32 = 0;
  while (at < end) {
    let digits: u32 = 0;
    let value: u32 = 0;
    for (; at < end && <u32>load<u8>(at) - 0x30 < 10 && digits < 9; ++at, ++digits)
      value = value * 10 + load<u8>(at) - 0x30;
    if (!digits) ++at;
    else if (digits == 4 && value >= FIRST_YEAR && value < LAST_YEAR) ++years;
    else ++numbers;
  }
  return years != 0 && numbers != 0;
}

/** Sets `DetailMatch` for the text of a node, in a block of `words` words. */
export function findDetailOf(node: u32, words: u32): void {
  setFound(Detail.NONE, 0);
  const isShort = words <= SHORT_WORDS;
  spend(nodeAt(node).textLength);
  if (hasDigit(node)) {
    if (isShort && amountOf(node) == Amount.PRICE) return setFound(Detail.PRICE, DetailMatch.BY_TEXT);
    const by = max(byElements(node, Detail.DATE), isShort && hasYearAndNumber(node) ? DetailMatch.BY_TEXT : 0);
    if (by) return setFound(Detail.DATE, by);
  }
  if (words > NAME_WORDS || !hasLetter(node)) return;
  const by = byElements(node, Detail.PERSON);
  if (by) setFound(Detail.PERSON, by);
}

export function setFound(detail: u32, by: u32): void {
  DetailMatch.detail = detail;
  DetailMatch.by = by;
}

/** Sets `DetailMatch` for a block, from the first text that matches. */
function findDetail(index: u32): void {
  setFound(Detail.NONE, 0);
  const words = measureAt(index).words;
  if (!words || words > WORDS_MOST || measureAt(index).level == 1) return;
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE && !DetailMatch.detail; segment = segmentAt(segment).next)
    findDetailOf(segmentAt(segment).node, words);
}

/** Counts the gaps before, between and after the blocks of each group that have main content. */
function measureGaps(): void {
  let mainBefore: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    addGap(group, mainBefore);
    group.mainBefore = mainBefore;
    mainBefore += u32(isMain(index));
  }
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const block = unitAt(indexOf(order));
    if (isFirst(block)) addGap(block, mainBefore);
  }
}

function isFirst(block: UnitBlock): bool {
  return block.groupSize != 0;
}

function addGap(group: UnitBlock, mainBefore: u32): void {
  if (mainBefore > group.mainBefore) ++group.gaps;
}

function isBetween(group: UnitBlock): bool {
  const size = group.groupSize;
  return size > 1 && group.gaps * 10 >= size * TENTHS;
}

/** Sets the detail of each group between main content: that of the first block that matches. */
function measureDetails(): void {
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    if (!isBetween(group)) continue;
    findDetail(index);
    if (!DetailMatch.detail) continue;
    if (!group.detailSize) group.detail = DetailMatch.detail;
    else if (group.detail != DetailMatch.detail) continue;
    ++group.detailSize;
    group.by = max(DetailMatch.by, group.by);
  }
}

function bestOf(detail: u32): u32 {
  return load<u32>(BEST + (detail << 2));
}

function sizeOf(detail: u32): u32 {
  const best = bestOf(detail);
  return best ? unitAt(best - 1).groupSize : 0;
}

/** Finds the best group for each detail: that with the best evidence, then the largest. False if there is none. */
function chooseGroups(): bool {
  memory.fill(BEST, 0, Detail.COUNT << 2);
  let found = false;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = unitAt(index);
    const size = group.groupSize;
    if (!isFirst(group) || !group.detailSize || group.detailSize * 10 < size * TENTHS) continue;
    const detail = group.detail;
    const best = bestOf(detail);
    const before = best ? unitAt(best - 1).by : 0;
    const after = group.by;
    if (after < before || (after == before && size <= sizeOf(detail))) continue;
    store<u32>(BEST + (detail << 2), index + 1);
    found = true;
  }
  // An edited post may have two dates. If names are still fewer, they name the authors that some posts answer.
  if (sizeOf(Detail.PERSON) * 2 < sizeOf(Detail.DATE)) store<u32>(BEST + (Detail.PERSON << 2), 0);
  return found;
}

function keep(index: u32): void {
  const block = blockAt(index);
  if (block.part != Part.REST) return;
  block.part = Part.ITEM;
  unitAt(index).unit = Unit.ITEM;
}

function keepPrice(): void {
  const end = min(rankedCount, headlineOrder + NEAR);
  for (let order = headlineOrder + 1; order < end; ++order) {
    findDetail(indexOf(order));
    if (DetailMatch.detail != Detail.PRICE) continue;
    if (isSurely(Kinds.PRODUCT)) keep(indexOf(order));
    return;
  }
}

/** Adds authors and dates of posts, and prices, to the output of a page with divided parts. A `Status`. */
export function findItems(): u32 {
  beginWork();
  // Posts are searched next, and need the kind in any case.
  const posts = hasPosts();
  const prices = isOffer();
  if (!posts && !prices) return isSpent() ? Status.TOO_COMPLEX : Status.OK;
  measureGaps();
  measureDetails();
  if (chooseGroups()) {
    for (let order: u32 = 0; order < rankedCount; ++order) {
      const index = indexOf(order);
      const group = unitAt(index).group;
      if (posts && (group == bestOf(Detail.PERSON) || group == bestOf(Detail.DATE))) keep(index);
      if (prices && group == bestOf(Detail.PRICE)) keep(index);
    }
  }
  if (headlineOrder < rankedCount) keepPrice();
  return isSpent() ? Status.TOO_COMPLEX : Status.OK;
}
