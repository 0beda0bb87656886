/**
 * What marks the posts of a thread: a name or a date that looks the same in each of them, with main content between. Looks are the tags and
 * classes of the elements nearest to a text, since a first post and nested answers stand at other places than the rest.
 */
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { findDigit, inRange } from '../html/scan';
import { Segment } from '../page/records';
import { names, namesOf } from '../evidence/block/names';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { blockAt, segmentAt } from '../page/arena';
import { hashBytes } from '../page/hash';
import { keptEnd, keptStart, spaceAt } from '../page/text';
import { isMonth } from '../vocabulary';
import { Detail, Found, byElements, findDetailOf, hasLetter, hasYearAndNumber, setFound } from './post-details';
import { isMain } from './unit-blocks';

/** Maximum number of words of a block with the details of a post. */
const DETAIL_WORDS: u32 = 24;
/** Maximum bytes of a name or a date. */
const MARK_BYTES: u32 = 96;
/** Maximum number of words of a date, and of a name. */
const MARK_WORDS: u32 = 10;
const NAME_WORDS: u32 = 4;

/** Maximum number of words of a day and a month. */
const DAY_WORDS: u32 = 3;

// Results of `numbersOf`.
const NO_DATE: u32 = 0;
const NUMBERS: u32 = 1;
const CLOCK: u32 = 2;

/** Number of elements around a text whose looks count, unless one nearer has a name. */
const LEVELS: u32 = 3;
/** Sureness of a detail that looks as in most posts. */
export const USUAL: u32 = 3;
/** A gap with main content counts as much as this many without. */
const GAP_WORTH: u32 = 4;

// ── Look: how some names or dates of the page look ──
@unmanaged
class Look {
  key: u32;
  detail: u32;
  /** What says so of the surest of them: `BY_…`. */
  by: u32;
  count: u32;
  /** Gaps between them that have main content. */
  gaps: u32;
  /** Blocks of main content before the last of them. */
  before: u32;
  /** Hash of the text of the last of them. */
  said: u32;
  /** Number of them whose text is another than that of the one before. */
  changes: u32;
  static readonly BYTES: usize = offsetof<Look>();
}

/** Bits of the number of a slot. */
const SLOT_BITS: u32 = 10;
/** A hash table of looks: numbers of two bytes, from 1 on; 0 where the slot is free. */
const SLOTS = memory.data(1024 * 2, 2);
/** Maximum number of looks: those first on the page. Some slots stay free. */
const LOOKS_MAX: u32 = 768;
/** The looks by their numbers, in the order of the page. That with the number 0, which has nothing, is those that are too many. */
const LOOKS = memory.data(769 * 32, 4);

/** Order of the last block of main content that is no detail of a post. */
export let lastMain: u32 = 0;

/** The look that marks posts; that of most authors, and of most dates. Each is 0 if the page has no such look. */
export let markLook: u32 = 0;
let authorLook: u32 = 0;
let dateLook: u32 = 0;

/** The look of a name or a date, which `isMark` was asked for last; never 0. */
export function lookOf(node: u32): u32 {
  let key = Found.detail;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    if (!node) break;
    key = (key ^ nodeAt(node).tag) * 0x01000193;
    // Memory that is unavailable here is so for what needs the look.
    namesOf(node);
    if (names.hash) {
      key ^= <u32>(names.hash ^ (names.hash >> 32));
      break;
    }
  }
  return key | 1;
}

/** That of a text with other bytes than those of ASCII. */
const NOT_PLAIN: u32 = u32.MAX_VALUE;

/** Number of words of a text of ASCII, sixteen bytes at a time. */
function plainWords(at: usize, end: usize): u32 {
  let words: u32 = 0;
  let wasInside: u32 = 0;
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const mask: u32 = (1 << (<u32>min<usize>(end - at, 16))) - 1;
    if (i8x16.bitmask(bytes) & mask) return NOT_PLAIN;
    const isSpace = v128.or(i8x16.eq(bytes, i8x16.splat(0x20)), inRange(bytes, 9, 5));
    const inside = ~(<u32>i8x16.bitmask(isSpace)) & mask;
    words += popcnt(inside & ~((inside << 1) | wasInside));
    wasInside = (inside >> 15) & 1;
  }
  return words;
}

/** Number of words of a text; more than a mark has for a longer one. */
function wordsOf(node: u32): u32 {
  const length = nodeAt(node).textLength;
  if (length > MARK_BYTES) return DETAIL_WORDS;
  let at = nodeAt(node).text;
  const end = at + length;
  const plain = plainWords(at, end);
  if (plain != NOT_PLAIN) return plain;
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

/** Whether a text is a name or a date, as `Found` says then. Any short text may be a name where nothing says so. */
export function isMark(node: u32): bool {
  const words = wordsOf(node);
  if (!words || words > MARK_WORDS) return false;
  findDetailOf(node, words);
  const numbers = numbersOf(node);
  const isUnsaid = Found.detail == Detail.NONE;
  if (nodeAt(nodeAt(node).parent).tag == Tag.TIME) setFound(Detail.DATE, Found.BY_ELEMENT);
  else if (numbers == CLOCK && Found.detail != Detail.PERSON) setFound(Detail.DATE, max(Found.by, Found.BY_NAME));
  else if (Found.detail == Detail.DATE) return numbers != NO_DATE;
  else if (isUnsaid && numbers == NUMBERS && words <= DAY_WORDS && hasMonth(node)) setFound(Detail.DATE, Found.BY_TEXT);
  else if (isUnsaid && words <= NAME_WORDS) setFound(Detail.PERSON, 0);
  return Found.detail == Detail.PERSON ? isName(node, words) : Found.detail == Detail.DATE;
}

/** Whether a word of a text begins as a month does. */
function hasMonth(node: u32): bool {
  const end = nodeAt(node).textEnd;
  for (let at = nodeAt(node).text; at + 3 <= end; ++at) {
    if (isMonth(bswap<u32>(load<u32>(at) << 8) | 0x202020)) return true;
    while (at < end && load<u8>(at) > 0x20) ++at;
  }
  return false;
}

/** Whether a text is neither a label, as one with a colon is, nor a number of something, and has a letter. */
function isName(node: u32, words: u32): bool {
  const text = nodeAt(node).text;
  const length = nodeAt(node).textLength;
  if (words > 1 && <u32>load<u8>(keptStart(text, length)) - 0x30 < 10) return false;
  return hasLetter(node) && load<u8>(keptEnd(text, length) - 1) != 0x3a;
}

/** What the numbers of a text are: no date, a date if something says so, or a date with a time of day. */
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

/** Number of looks. */
let looks: u32 = 0;

function lookAt(number: u32): Look {
  return changetype<Look>(LOOKS + <usize>number * Look.BYTES);
}

/** Whether a text may be a date for `isMark`, which takes longer. */
function mayBeDate(node: u32): bool {
  if (nodeAt(nodeAt(node).parent).tag == Tag.TIME) return true;
  const numbers = numbersOf(node);
  if (numbers != NUMBERS) return numbers == CLOCK;
  return hasYearAndNumber(node) || hasMonth(node) || byElements(node, Detail.DATE) != 0;
}

/** Whether at least this many texts of the page may be dates. */
export function mayHaveDates(least: u32): bool {
  let dates: u32 = 0;
  for (let order: u32 = 0; order < rankedCount && dates < least; ++order) {
    let segment = firstDetail(indexOf(order));
    for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
      const node = segmentAt(segment).node;
      dates += u32(nodeAt(node).textLength <= MARK_BYTES && mayBeDate(node));
    }
  }
  return dates >= least;
}

/** The slot of a look, or the free one where it belongs. */
function slotOf(key: u32): usize {
  let slot = (key * 0x9e3779b1) >> (32 - SLOT_BITS);
  for (;;) {
    const number = <u32>load<u16>(SLOTS + (slot << 1));
    if (!number || lookAt(number).key == key) return SLOTS + (slot << 1);
    slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
  }
  return 0;
}

/** The look with a key. */
function lookWith(key: u32): Look {
  return lookAt(<u32>load<u16>(slotOf(key)));
}

/** Counts a name or a date, with the main content before it. */
function countMark(node: u32, before: u32): void {
  const key = lookOf(node);
  const slot = slotOf(key);
  if (!load<u16>(slot)) {
    if (looks == LOOKS_MAX) return;
    store<u16>(slot, <u16>++looks);
    memory.fill(changetype<usize>(lookAt(looks)), 0, Look.BYTES);
  }
  const look = lookAt(<u32>load<u16>(slot));
  const said = <u32>hashBytes(nodeAt(node).text, nodeAt(node).textLength);
  if (look.count++) {
    look.gaps += u32(before > look.before);
    look.changes += u32(said != look.said);
  }
  look.said = said;
  look.before = before;
  look.key = key;
  look.detail = Found.detail;
  look.by = max(Found.by, look.by);
}

/** Whether these are no labels: dates, or names of which most differ from the one before. */
function differ(look: Look): bool {
  return look.detail == Detail.DATE || look.changes * 2 >= look.gaps;
}

/** How surely the last text, which is a mark, is the detail of a post: it looks as in most posts, or something says so. */
export function sureness(key: u32): u32 {
  const look = lookWith(key);
  const isUsual = key == (Found.detail == Detail.PERSON ? authorLook : dateLook);
  if (!isUsual && !differ(look)) return 0;
  if (Found.by >= Found.BY_ELEMENT) return isUsual ? USUAL + 2 : USUAL + 1;
  return isUsual ? (Found.by || Found.detail == Detail.DATE ? USUAL : 1) : Found.by;
}

/** How well a look says who wrote posts, or when: where it stands, how sure that is, and whether it says something else in each. */
function worthOf(look: Look): u32 {
  return look.gaps << (u32(look.by != 0) + u32(look.by >= Found.BY_ELEMENT) + (differ(look) ? 3 : 0));
}

/** The better one for details of a look and of one before it on the page, which wins where they are equal. */
function betterOf(look: Look, other: u32): u32 {
  return !other || worthOf(look) > worthOf(lookWith(other)) ? look.key : other;
}

/** How well a look marks posts: it divides the main content into many parts, and few divide nothing. Few posts have dates in them. */
function markWorthOf(look: Look): i32 {
  const worth = <i32>(look.gaps * GAP_WORTH) - <i32>(look.count - 1 - look.gaps);
  return look.detail == Detail.DATE ? worth + (worth >> 2) : worth;
}

/** The look that marks posts better, of one and of one before it on the page, which wins where they are equally sure. */
function markOf(look: Look, other: u32): u32 {
  if (!look.by) return other;
  if (!other) return look.key;
  const best = lookWith(other);
  let more = markWorthOf(look) - markWorthOf(best);
  if (!more) more = <i32>look.by - <i32>best.by;
  return more > 0 ? look.key : other;
}

/** Chooses the looks of marks, of authors and of dates. */
function chooseLooks(): void {
  markLook = authorLook = dateLook = 0;
  for (let number: u32 = 1; number <= looks; ++number) {
    const look = lookAt(number);
    if (!look.gaps) continue;
    markLook = markOf(look, markLook);
    if (look.detail == Detail.PERSON) authorLook = betterOf(look, authorLook);
    else dateLook = betterOf(look, dateLook);
  }
}

/** Whether a block is main content, and neither a heading nor a number of something. */
export function isText(index: u32): bool {
  const measure = measureAt(index);
  return isMain(index) && !measure.level && (measure.words > NAME_WORDS || !measure.digits);
}

/** Finds the looks of what marks posts; how many texts may mark one. */
export function findLooks(): u32 {
  memory.fill(SLOTS, 0, 2 << SLOT_BITS);
  looks = 0;
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
      if (Found.by) hasMarks = true;
    }
    if (hasMarks || !isText(index)) continue;
    ++before;
    lastMain = order;
  }
  chooseLooks();
  return markLook ? lookWith(markLook).count : 0;
}
