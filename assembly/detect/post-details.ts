/**
 * Details of posts and offers: the author and the date of a post, the price of an offer. They are short texts beside each post or offer.
 * An output with pictures is a document and has them where the page has them; text output leaves them out, as it does captions. So they
 * are found when such an output is asked for.
 *
 * A position has authors, dates or prices if most of its blocks look like one and main content stands between them: one for each post.
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

/** What a text or a block says of a post or an offer. */
export namespace Detail {
  export const NONE: u32 = 0;
  export const PERSON: u32 = 1;
  export const DATE: u32 = 2;
  export const PRICE: u32 = 3;
  export const COUNT: u32 = 4;
}

const PERSON_TABLE = tableOf(PERSON_NAMES, memory.data(WORD_TABLE_BYTES, 4));
const DATE_TABLE = tableOf(DATE_NAMES, memory.data(WORD_TABLE_BYTES, 4));

/** Maximum number of words of a person's name. */
const NAME_WORDS: u32 = 4;
/** Maximum number of words of a date or a price, with what is said beside it. */
const SHORT_WORDS: u32 = 10;
/** Maximum number of words of what an element or a class says is a date. */
const WORDS_MOST: u32 = 16;
/** Number of elements around a text that may say what it is. */
const LEVELS: u32 = 3;
/** The first year that a number may be. */
const FIRST_YEAR: u32 = 1980;
/** The year behind the last one. */
const LAST_YEAR: u32 = 2100;
/** Minimum tenths of the blocks at a position that look alike, and minimum tenths of the gaps between them that have main content. */
const TENTHS: u32 = 8;
/** Maximum number of blocks from the name of a product to its price. */
const NEAR: u32 = 40;

/** What was found last, by `findDetail` of a block, or by `findDetailOf` or `isMark` (post-marks.ts) of a text. */
export namespace Found {
  // What says what a text is, from the least sure on.
  /** The text itself. */
  export const BY_TEXT: u32 = 1;
  /** A class of an element around it. */
  export const BY_NAME: u32 = 2;
  /** An element for it, or a link to a person. */
  export const BY_ELEMENT: u32 = 3;

  export let detail: u32 = Detail.NONE;
  /** What says so: `BY_…`; 0 where nothing does. */
  export let by: u32 = 0;
}

/** The best group for each detail: its first block and one, four bytes each. */
const BEST = memory.data(<i32>(Detail.COUNT * 4), 4);

/** What an element says of the texts in it. */
namespace Hint {
  export const DATE: u32 = 1;
  export const PERSON: u32 = 2;
  export const ADDRESS: u32 = 4;
}

/** Bits of the number of an entry of `READ`. */
const READ_BITS: u32 = 9;
/** A cache of what start tags say. */
const READ = memory.data(512 * 8, 8);

/** What an element says, a sum of `Hint`. */
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

/** What in the elements around a text says that it is a date, or a name: `BY_…`; 0 where nothing does. */
export function byElements(node: u32, detail: u32): u32 {
  let best: u32 = 0;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    if (!node) break;
    const hints = hintsOf(node);
    const isDate = detail == Detail.DATE;
    if (isDate ? nodeAt(node).tag == Tag.TIME : (hints & Hint.ADDRESS) != 0) return Found.BY_ELEMENT;
    if (hints & (isDate ? Hint.DATE : Hint.PERSON)) best = Found.BY_NAME;
  }
  return best;
}

function hasDigit(node: u32): bool {
  const at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  return findDigit(at, end) < end;
}

/** Whether a text has a letter: a number that links to a person counts its posts. */
export function hasLetter(node: u32): bool {
  let at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  while (at < end && load<u8>(at) < 0x41) ++at;
  return at < end;
}

/** Whether a text has a year and another number. */
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

/** Sets `Found` for the text of a node, in a block with this number of words. */
export function findDetailOf(node: u32, words: u32): void {
  setFound(Detail.NONE, 0);
  const isShort = words <= SHORT_WORDS;
  spend(nodeAt(node).textLength);
  if (hasDigit(node)) {
    if (isShort && amountOf(node) == Amount.PRICE) return setFound(Detail.PRICE, Found.BY_TEXT);
    const by = max(byElements(node, Detail.DATE), isShort && hasYearAndNumber(node) ? Found.BY_TEXT : 0);
    if (by) return setFound(Detail.DATE, by);
  }
  if (words > NAME_WORDS || !hasLetter(node)) return;
  const by = byElements(node, Detail.PERSON);
  if (by) setFound(Detail.PERSON, by);
}

export function setFound(detail: u32, by: u32): void {
  Found.detail = detail;
  Found.by = by;
}

/** Sets `Found` for a block: by the first of its texts that says something. */
function findDetail(index: u32): void {
  setFound(Detail.NONE, 0);
  const words = measureAt(index).words;
  if (!words || words > WORDS_MOST || measureAt(index).level == 1) return;
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE && !Found.detail; segment = segmentAt(segment).next)
    findDetailOf(segmentAt(segment).node, words);
}

/** Sets how many gaps before, between and behind the blocks of each group have main content. */
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

/** Whether a block with text is the first at its position. */
function isFirst(block: UnitBlock): bool {
  return block.groupSize != 0;
}

function addGap(group: UnitBlock, mainBefore: u32): void {
  if (mainBefore > group.mainBefore) ++group.gaps;
}

/** Whether a group has several blocks with main content between them. */
function isBetween(group: UnitBlock): bool {
  const size = group.groupSize;
  return size > 1 && group.gaps * 10 >= size * TENTHS;
}

/** Sets what each group between main content is, which takes longest: the first of its blocks that says something decides. */
function measureDetails(): void {
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    if (!isBetween(group)) continue;
    findDetail(index);
    if (!Found.detail) continue;
    if (!group.detailSize) group.detail = Found.detail;
    else if (group.detail != Found.detail) continue;
    ++group.detailSize;
    group.by = max(Found.by, group.by);
  }
}

function bestOf(detail: u32): u32 {
  return load<u32>(BEST + (detail << 2));
}

/** Blocks of the best group for a detail. */
function sizeOf(detail: u32): u32 {
  const best = bestOf(detail);
  return best ? unitAt(best - 1).groupSize : 0;
}

/** Finds the best group for each detail: the surest one, then the largest. Whether there is one. */
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
  // A changed post may have two dates. Where names are still fewer, they are of authors that some posts answer.
  if (sizeOf(Detail.PERSON) * 2 < sizeOf(Detail.DATE)) store<u32>(BEST + (Detail.PERSON << 2), 0);
  return found;
}

function keep(index: u32): void {
  const block = blockAt(index);
  if (block.part != Part.REST) return;
  block.part = Part.ITEM;
  unitAt(index).unit = Unit.ITEM;
}

/** Keeps the first price behind the headline of a product. */
function keepPrice(): void {
  const end = min(rankedCount, headlineOrder + NEAR);
  for (let order = headlineOrder + 1; order < end; ++order) {
    findDetail(indexOf(order));
    if (Found.detail != Detail.PRICE) continue;
    if (isSurely(Kinds.PRODUCT)) keep(indexOf(order));
    return;
  }
}

/** Adds authors and dates of posts, and prices, to the output of a page whose parts are divided; a `Status`. */
export function findItems(): u32 {
  beginWork();
  // Posts are looked for next, which need the kind in any case.
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
