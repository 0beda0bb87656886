/**
 * Finds the marks of posts: names or dates of one style, with main content between them. A style consists of the tags and classes of the
 * elements nearest to a text. Positions cannot replace styles: the first post and nested answers have other positions.
 */
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { findDigit } from '../html/scan';
import { Part, Segment } from '../page/records';
import { names, namesOf } from '../evidence/block/names';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { contextAt } from '../evidence/model/contexts';
import { blockAt, input, segmentAt } from '../page/arena';
import { hashBytes } from '../page/hash';
import { contentEnd, contentStart, spaceAt } from '../page/text';
import { isMonth } from '../vocabulary';
import { Detail, DetailMatch, TAG_BYTES, findDetailOf, hasLetter, isInProfile, setFound } from './post-details';
import { Unit, isMain, unitAt } from './unit-blocks';

/** Maximum words of a block with details of a post. */
const DETAIL_WORDS: u32 = 24;
/** Maximum bytes of a name or a date. */
const MARK_BYTES: u32 = 96;
/** Maximum words of a date, and of a name. */
const MARK_WORDS: u32 = 10;
const NAME_WORDS: u32 = 4;

/** Maximum words of a day and a month. */
const DAY_WORDS: u32 = 3;

// Results of `numbersOf`.
const NO_DATE: u32 = 0;
const NUMBERS: u32 = 1;
const CLOCK: u32 = 2;

/** Number of elements around a text that are a part of its style, up to the first one with a name. */
const LEVELS: u32 = 3;
/** Sureness of a detail whose style most posts have. */
export const USUAL: u32 = 3;
/** Weight of a gap with main content, relative to a gap without. A gap is what is between two marks of a style. */
const GAP_WEIGHT: u32 = 4;

// ── Style: a style, and the names or dates that have it ──
@unmanaged
class Style {
  key: u32;
  detail: u32;
  /** The best evidence for one of them: `BY_…`. */
  by: u32;
  count: u32;
  /** Gaps between them that have main content. */
  gaps: u32;
  /** Blocks of main content before the last of them. */
  before: u32;
  /** Hash of the text of the last one. */
  textHash: u32;
  /** Hash of the link around the last one. */
  linkHash: u32;
  /** Number of texts that differ from the previous one, or have its link. */
  changes: u32;
  static readonly BYTES: usize = offsetof<Style>();
}

/** Binary logarithm of the number of slots. */
const SLOT_BITS: u32 = 10;
/** A hash table: numbers of styles, two bytes each; 0 in a free slot. */
const SLOTS = memory.data(1024 * 2, 2);
/** Maximum number of styles: the first ones of the page. Some slots remain free. */
const STYLES_MAX: u32 = 768;
/** Styles by their numbers, in document order. Number 0 is empty, and represents those beyond the maximum. */
const STYLES = memory.data(769 * 36, 4);

/** Order of the last block of main content that is not a detail of a post. */
export let lastMain: u32 = 0;

/** Keys of the styles that mark posts, most authors and most dates, or 0. */
export let markStyle: u32 = 0;
let authorStyle: u32 = 0;
let dateStyle: u32 = 0;
let priceStyle: u32 = 0;

/** The key of the style of most authors, dates or prices; 0 without one. */
function styleFor(detail: u32): u32 {
  return detail == Detail.PERSON ? authorStyle : detail == Detail.DATE ? dateStyle : priceStyle;
}

/** The style key of the last text that `isMark` accepted; never 0. */
export function styleKeyOf(node: u32): u32 {
  let key = DetailMatch.detail;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    if (!node) break;
    key = (key ^ nodeAt(node).tag) * 0x01000193;
    if (nodeAt(node).extraLength > TAG_BYTES) break;
    // If memory is unavailable, later steps that need it fail.
    namesOf(node);
    if (names.hash) {
      key ^= <u32>(names.hash ^ (names.hash >> 32));
      break;
    }
  }
  return key | 1;
}

/** Number of words of a text; for a text that is too long, a number above that of any mark. */
function wordsOf(node: u32): u32 {
  const length = nodeAt(node).textLength;
  if (length > MARK_BYTES) return DETAIL_WORDS;
  let at = nodeAt(node).text;
  const end = at + length;
  let words: u32 = 0;
  let isInWord = false;
  while (at < end) {
    const gap = spaceAt(at);
    if (!gap && !isInWord) ++words;
    isInWord = !gap;
    at += gap ? <usize>gap : 1;
  }
  return words;
}

/** True if a text is a name or a date; sets `DetailMatch`. A short text without other evidence counts as a name. */
export function isMark(node: u32): bool {
  const words = wordsOf(node);
  if (!words || words > MARK_WORDS) return false;
  findDetailOf(node, words);
  const numbers = numbersOf(node);
  const isUnsaid = DetailMatch.detail == Detail.NONE;
  if (nodeAt(nodeAt(node).parent).tag == Tag.TIME) setFound(Detail.DATE, DetailMatch.BY_ELEMENT);
  else if (numbers == CLOCK && DetailMatch.detail != Detail.PERSON)
    setFound(Detail.DATE, max(DetailMatch.by, DetailMatch.BY_NAME));
  else if (DetailMatch.detail == Detail.DATE && numbers == NO_DATE) return false;
  else if (isUnsaid && numbers == NUMBERS && words <= DAY_WORDS && hasMonth(node))
    setFound(Detail.DATE, DetailMatch.BY_TEXT);
  else if (isUnsaid && words <= NAME_WORDS) setFound(Detail.PERSON, 0);
  if (DetailMatch.detail == Detail.PERSON) return isName(node, words);
  return DetailMatch.detail == Detail.DATE && (DetailMatch.by == DetailMatch.BY_ELEMENT || !isInProfile(node));
}

function hasMonth(node: u32): bool {
  const end = nodeAt(node).textEnd;
  for (let at = nodeAt(node).text; at + 3 <= end; ++at) {
    if (isMonth(bswap<u32>(load<u32>(at) << 8) | 0x202020)) return true;
    while (at < end && load<u8>(at) > 0x20) ++at;
  }
  return false;
}

/** True if a text has a letter, does not begin with a number, and is neither a label with a colon nor the initial in place of a picture. */
function isName(node: u32, words: u32): bool {
  const text = nodeAt(node).text;
  const length = nodeAt(node).textLength;
  const start = contentStart(text, length);
  const end = contentEnd(text, length);
  if (words > 1 && <u32>load<u8>(start) - 0x30 < 10) return false;
  return hasLetter(node) && end - start > 1 && load<u8>(end - 1) != 0x3a;
}

/** What the numbers of a text can be: not a date, a date if other evidence agrees, or a date with a time. */
function numbersOf(node: u32): u32 {
  const start = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  if (findDigit(start, end) == end) return NO_DATE;
  let numbers: u32 = 0;
  let clocks: u32 = 0;
  let letters: u32 = 0;
  let before: u32 = 0;
  let wasDigit = false;
  for (let at = start; at < end; ++at) {
    const byte = <u32>load<u8>(at);
    const isDigit = byte - 0x30 < 10;
    if (isDigit && !wasDigit) {
      ++numbers;
      if (before == 0x3a && at > start + 1 && <u32>load<u8>(at - 2) - 0x30 < 10) ++clocks;
    }
    letters += u32(byte > 0x40);
    wasDigit = isDigit;
    before = byte;
  }
  if (!numbers || (letters <= 2 && numbers - clocks < 3)) return NO_DATE;
  return clocks && (letters > 2 || numbers > 3) ? CLOCK : NUMBERS;
}

/** The first segment of a block that may have details of a post; Segment.NONE for any other block. */
export function firstDetail(index: u32): u32 {
  const words = measureAt(index).words;
  return words - 1 < DETAIL_WORDS ? blockAt(index).firstSegment : Segment.NONE;
}

/** Number of styles. */
let styleCount: u32 = 0;

function styleAt(number: u32): Style {
  return changetype<Style>(STYLES + <usize>number * Style.BYTES);
}

function slotOf(key: u32): usize {
  let slot = (key * 0x9e3779b1) >> (32 - SLOT_BITS);
  for (;;) {
    const number = <u32>load<u16>(SLOTS + (slot << 1));
    if (!number || styleAt(number).key == key) return SLOTS + (slot << 1);
    slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
  }
  return 0;
}

function styleWith(key: u32): Style {
  return styleAt(<u32>load<u16>(slotOf(key)));
}

/** Hash of the start tag of the link around a text; 0 without one. */
function linkHashOf(node: u32): u32 {
  for (let level: u32 = 0; node && level < LEVELS; ++level, node = nodeAt(node).parent) {
    const at = nodeAt(node);
    if (at.tag == Tag.A && at.extraLength <= TAG_BYTES)
      return <u32>hashBytes(input + at.extra - at.extraLength, at.extraLength);
  }
  return 0;
}

/** Counts a name or a date; `before`: blocks of main content before it. */
function countMark(node: u32, before: u32): void {
  const key = styleKeyOf(node);
  const slot = slotOf(key);
  if (!load<u16>(slot)) {
    if (styleCount == STYLES_MAX) return;
    store<u16>(slot, <u16>++styleCount);
    memory.fill(changetype<usize>(styleAt(styleCount)), 0, Style.BYTES);
  }
  const style = styleAt(<u32>load<u16>(slot));
  const textHash = <u32>hashBytes(nodeAt(node).text, nodeAt(node).textLength);
  const linkHash = DetailMatch.by >= DetailMatch.BY_ELEMENT ? linkHashOf(node) : 0;
  if (style.count++) {
    style.gaps += u32(before > style.before);
    style.changes += u32(textHash != style.textHash || (linkHash != 0 && linkHash == style.linkHash));
  }
  style.textHash = textHash;
  style.linkHash = linkHash;
  style.before = before;
  style.key = key;
  style.detail = DetailMatch.detail;
  style.by = max(DetailMatch.by, style.by);
}

/** True if the texts of a style are not labels: they are dates, or mostly differ from the previous one. */
function differ(style: Style): bool {
  return style.detail == Detail.DATE || style.changes * 2 >= style.gaps;
}

/** How sure it is that the last mark, which has this style, is a detail of a post; 0 if it is not. */
export function sureness(key: u32): u32 {
  const style = styleWith(key);
  const isUsual = key == styleFor(DetailMatch.detail);
  if (!isUsual && !differ(style)) return 0;
  if (DetailMatch.by >= DetailMatch.BY_ELEMENT)
    return USUAL + u32(isUsual) + 2 * (DetailMatch.by - DetailMatch.BY_NAME);
  return isUsual ? (DetailMatch.by || DetailMatch.detail == Detail.DATE ? USUAL : 1) : DetailMatch.by;
}

/** Rank of a style for authors or dates: gaps with main content, evidence, and different texts. */
function rankOf(style: Style): u32 {
  return style.gaps << (u32(style.by != 0) + u32(style.by >= DetailMatch.BY_ELEMENT) + (differ(style) ? 3 : 0));
}

/** The key of the higher-ranked style; of equal ones the first on the page, `other`. */
function betterOf(style: Style, other: u32): u32 {
  return !other || rankOf(style) > rankOf(styleWith(other)) ? style.key : other;
}

/**
 * Rank of a style as the mark of posts. Marks divide the main content into many parts, with few gaps without main content. Dates rank
 * higher, because posts rarely contain them.
 */
function markRankOf(style: Style): i32 {
  const rank = <i32>(style.gaps * GAP_WEIGHT) - <i32>(style.count - 1 - style.gaps);
  return style.detail == Detail.DATE ? rank + (rank >> 2) : rank;
}

/** The key of the style that marks posts better; of equal ones the first on the page, `other`. */
function markOf(style: Style, other: u32): u32 {
  if (!style.by) return other;
  if (!other) return style.key;
  const best = styleWith(other);
  let more = markRankOf(style) - markRankOf(best);
  if (!more) more = <i32>style.by - <i32>best.by;
  return more > 0 ? style.key : other;
}

/** Chooses the style of each detail. At least `tenths` of the gaps between its texts have main content. */
function chooseStyles(tenths: u32): void {
  markStyle = authorStyle = dateStyle = priceStyle = 0;
  for (let number: u32 = 1; number <= styleCount; ++number) {
    const style = styleAt(number);
    if (!style.gaps || style.gaps * 10 < (style.count - 1) * tenths || (tenths && style.count < ITEMS_LEAST)) continue;
    markStyle = markOf(style, markStyle);
    if (style.detail == Detail.PERSON) authorStyle = betterOf(style, authorStyle);
    else if (style.detail == Detail.DATE) dateStyle = betterOf(style, dateStyle);
    else priceStyle = betterOf(style, priceStyle);
  }
}

/** True if a block is main content, and neither a heading nor a short text with digits. */
export function isText(index: u32): bool {
  const measure = measureAt(index);
  return isMain(index) && !contextAt(index).headed && (measure.words > NAME_WORDS || !measure.digits);
}

function clearStyles(): void {
  memory.fill(SLOTS, 0, 2 << SLOT_BITS);
  styleCount = 0;
}

/** Minimum items with one style. */
const ITEMS_LEAST: u32 = 3;
/** Minimum share of the gaps between items that have main content, in tenths. */
const ITEM_TENTHS: u32 = 4;
/** Maximum blocks from the name of a product to its price. */
const NEAR: u32 = 40;

/** Counts authors, dates and prices by style; or, if `keeps`, keeps those of the chosen styles whose `Detail` is from `from` to `to`. */
function visitItems(keeps: bool, from: u32, to: u32): void {
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    let segment = firstDetail(index);
    for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
      const node = segmentAt(segment).node;
      findDetailOf(node, measureAt(index).words);
      if (!DetailMatch.by) continue;
      if (!keeps) countMark(node, before);
      else if (
        DetailMatch.detail >= from &&
        DetailMatch.detail <= to &&
        styleKeyOf(node) == styleFor(DetailMatch.detail)
      )
        keep(index);
    }
    before += u32(isMain(index));
  }
}

/** Adds a detail to the output of a page with divided parts. */
export function keep(index: u32): void {
  const block = blockAt(index);
  if (block.part != Part.REST) return;
  block.part = Part.ITEM;
  unitAt(index).unit = Unit.ITEM;
}

/** Keeps authors and dates of entries if `entries`, and prices of offers if `prices`. */
export function keepItems(entries: bool, prices: bool): void {
  clearStyles();
  visitItems(false, 0, 0);
  chooseStyles(ITEM_TENTHS);
  // An edited entry has two dates. With fewer than half as many names as dates, names are not authors, but those who are answered.
  if (styleWith(authorStyle).count * 2 < styleWith(dateStyle).count) authorStyle = 0;
  visitItems(true, entries ? Detail.PERSON : Detail.PRICE, prices ? Detail.PRICE : Detail.DATE);
}

/** Keeps the price of a product, near its name. */
export function keepPrice(headline: u32): void {
  const end = min(rankedCount, headline + NEAR);
  for (let order = headline + 1; order < end; ++order) {
    const index = indexOf(order);
    let segment = firstDetail(index);
    for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
      findDetailOf(segmentAt(segment).node, measureAt(index).words);
      if (DetailMatch.detail == Detail.PRICE) return keep(index);
    }
  }
}

/** Finds the styles that mark posts. Returns the maximum number of posts. */
export function findStyles(): u32 {
  clearStyles();
  lastMain = 0;
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    let hasMarks = false;
    let segment = firstDetail(index);
    for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
      const node = segmentAt(segment).node;
      if (!isMark(node)) continue;
      countMark(node, before);
      if (DetailMatch.by) hasMarks = true;
    }
    if (hasMarks || !isText(index)) continue;
    ++before;
    lastMain = order;
  }
  chooseStyles(0);
  return markStyle ? styleWith(markStyle).count : 0;
}
