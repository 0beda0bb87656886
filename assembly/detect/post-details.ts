/**
 * Details of posts and offers: the author and the date of a post, the price of an offer. They are short texts beside each post or offer.
 * An output with pictures is a document and has them where the page has them; text output leaves them out, as it does captions. So they
 * are found when such an output is asked for.
 *
 * A position has authors, dates or prices if most of its blocks look like one and main content stands between them: one for each post.
 */
import { firstAttribute, isAttribute, nextAttribute } from '../html/attributes';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { findDigit } from '../html/scan';
import { Status } from '../layout';
import { Flag } from '../html/records';
import { Part, Segment } from '../page/records';
import { Amount, amountOf } from '../evidence/block/amounts';
import { rankedCount } from '../evidence/block/measure';
import { measureAt, indexOf } from '../evidence/block/measures';
import { blockAt, input, segmentAt } from '../page/arena';
import { NOT_CACHED, cachedResult, cacheResult } from '../page/result-cache';
import { WORD_TABLE_BYTES, hasWord, isPersonAddress, tableOf } from '../page/attribute-words';
import { isFromSource } from '../page/element-text';
import { DATE_NAMES, PERSON_NAMES } from '../vocabulary';
import { beginWork, isSpent, spend } from '../work';
import { hasPosts, isOffer, isProduct } from './kind';
import { groupOf } from './positions';
import { isMain, unitAt } from './unit-blocks';
import { Unit, UnitBlock } from './unit-records';
import { headlineOrder } from './units';

/** What a block says of a post or an item. */
export namespace Item {
  export const NONE: u32 = 0;
  export const PERSON: u32 = 1;
  export const DATE: u32 = 2;
  export const PRICE: u32 = 3;
  export const COUNT: u32 = 4;
}

const PERSON_TABLE = tableOf(PERSON_NAMES, memory.data(WORD_TABLE_BYTES, 4));
const DATE_TABLE = tableOf(DATE_NAMES, memory.data(WORD_TABLE_BYTES, 4));

/** Ranks of the evidence for what a block is; a higher rank is surer. */
export const BY_TEXT: u32 = 1;
export const BY_NAME: u32 = 2;
export const BY_ELEMENT: u32 = 3;

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

/** Kind of the last block or text: `Item.…`. */
export let kind: u32 = Item.NONE;
/** Rank of what says so: `BY_…`; 0 for `Item.NONE`. */
export let rank: u32 = 0;

/** The best group of each kind: its first block and one, four bytes each. */
const BEST = memory.data(<i32>(Item.COUNT * 4), 4);

/** What an element says of the texts in it. */
namespace Says {
  export const DATE: u32 = 1;
  export const PERSON: u32 = 2;
  export const ADDRESS: u32 = 4;
}

/** Bits of the number of an entry of `READ`. */
const READ_BITS: u32 = 9;
/** A cache of what start tags say. */
const READ = memory.data(512 * 8, 8);

/** What an element says, in bits of `Says.…`. */
function saysOf(element: u32): u32 {
  const at = nodeAt(element);
  if (!isFromSource() || !(at.flags & Flag.ATTRIBUTES)) return 0;
  const end = input + at.extra;
  const length = at.extraLength;
  spend(length >> 3);
  const known = cachedResult(READ, READ_BITS, end - length, end);
  if (known != NOT_CACHED) return known;
  const isLink = at.tag == Tag.A;
  let says: u32 = 0;
  spend(length);
  firstAttribute(end - length);
  while (nextAttribute(end)) {
    if (isAttribute('class')) {
      if (hasWord(PERSON_NAMES, PERSON_TABLE)) says |= Says.PERSON;
      if (hasWord(DATE_NAMES, DATE_TABLE)) says |= Says.DATE;
    } else if (isLink && isPersonAddress()) {
      says |= Says.ADDRESS;
    }
  }
  cacheResult(says);
  return says;
}

/** How surely the elements around a text say that it is a date, or a name. */
export function rankOf(node: u32, item: u32): u32 {
  let best: u32 = 0;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    if (!node) break;
    const says = saysOf(node);
    const isDate = item == Item.DATE;
    if (isDate ? nodeAt(node).tag == Tag.TIME : (says & Says.ADDRESS) != 0) return BY_ELEMENT;
    if (says & (isDate ? Says.DATE : Says.PERSON)) best = BY_NAME;
  }
  return best;
}

function hasDigit(node: u32): bool {
  const at = nodeAt(node).text;
  const end = at + nodeAt(node).textLength;
  return findDigit(at, end) < end;
}

/** Whether a text has a letter: a number that links to a person counts its posts. */
export function hasLetter(node: u32): bool {
  let at = nodeAt(node).text;
  const end = at + nodeAt(node).textLength;
  while (at < end && load<u8>(at) < 0x41) ++at;
  return at < end;
}

/** Whether a text has a year and another number. */
export function hasYear(node: u32): bool {
  let at = nodeAt(node).text;
  const end = at + nodeAt(node).textLength;
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

/** Finds what the text of a node is, in a block with this number of words, and how sure that is. */
export function findKindOf(node: u32, words: u32): void {
  setKind(Item.NONE, 0);
  const isShort = words <= SHORT_WORDS;
  spend(nodeAt(node).textLength);
  if (hasDigit(node)) {
    if (isShort && amountOf(node) == Amount.PRICE) return setKind(Item.PRICE, BY_TEXT);
    const by = max(rankOf(node, Item.DATE), isShort && hasYear(node) ? BY_TEXT : 0);
    if (by) return setKind(Item.DATE, by);
  }
  if (words > NAME_WORDS || !hasLetter(node)) return;
  const by = rankOf(node, Item.PERSON);
  if (by) setKind(Item.PERSON, by);
}

/** Sets what the last text is. */
export function setKind(item: u32, by: u32): void {
  kind = item;
  rank = by;
}

/** Finds what a block is by the first of its texts that says so, and how sure that is. */
function findKind(index: u32): void {
  setKind(Item.NONE, 0);
  const words = measureAt(index).words;
  if (!words || words > WORDS_MOST || measureAt(index).level == 1) return;
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE && !kind; segment = segmentAt(segment).next)
    findKindOf(segmentAt(segment).node, words);
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

/** Sets the kind of each group between main content, which takes longest: its first block of a kind decides. */
function measureKinds(): void {
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    if (!isBetween(group)) continue;
    findKind(index);
    if (!kind) continue;
    if (!group.itemSize) group.item = kind;
    else if (group.item != kind) continue;
    ++group.itemSize;
    group.rank = max(rank, group.rank);
  }
}

function bestOf(item: u32): u32 {
  return load<u32>(BEST + (item << 2));
}

/** Blocks of the best group of a kind. */
function sizeOf(item: u32): u32 {
  const best = bestOf(item);
  return best ? unitAt(best - 1).groupSize : 0;
}

/** Finds the best group of each kind: the one with the highest rank, then the largest. Whether a kind has a group. */
function chooseGroups(): bool {
  memory.fill(BEST, 0, Item.COUNT << 2);
  let found = false;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = unitAt(index);
    const size = group.groupSize;
    if (!isFirst(group) || !group.itemSize || group.itemSize * 10 < size * TENTHS) continue;
    const item = group.item;
    const best = bestOf(item);
    const before = best ? unitAt(best - 1).rank : 0;
    const after = group.rank;
    if (after < before || (after == before && size <= sizeOf(item))) continue;
    store<u32>(BEST + (item << 2), index + 1);
    found = true;
  }
  // A changed post may have two dates. Where names are still fewer, they are of authors that some posts answer.
  if (sizeOf(Item.PERSON) * 2 < sizeOf(Item.DATE)) store<u32>(BEST + (Item.PERSON << 2), 0);
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
    findKind(indexOf(order));
    if (kind != Item.PRICE) continue;
    if (isProduct()) keep(indexOf(order));
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
  measureKinds();
  if (chooseGroups()) {
    for (let order: u32 = 0; order < rankedCount; ++order) {
      const index = indexOf(order);
      const group = unitAt(index).group;
      if (posts && (group == bestOf(Item.PERSON) || group == bestOf(Item.DATE))) keep(index);
      if (prices && group == bestOf(Item.PRICE)) keep(index);
    }
  }
  if (headlineOrder < rankedCount) keepPrice();
  return isSpent() ? Status.TOO_COMPLEX : Status.OK;
}
