/**
 * Writes elements with metadata (metadata-format.ts) in one pass over the nodes. A record that exceeds the remaining space is omitted, so
 * that the output is at most a few times longer than the page.
 */
import { Status } from '../layout';
import { Arena, Flag, Node, NodeKind, following, nodeAt, originOf } from '../html/nodes';
import { Break, Segment, Verdict } from '../page/records';
import { isMainSegment } from '../detect/unit-blocks';
import { headingAround, headlineElement } from '../detect/units';
import { partDf } from '../evidence/site/occurrences';
import { divideTitle, partCount, partEnd, partStart } from '../page/title-parts';
import { Attribute, firstAttribute, isAttribute, nextAttribute, writeValue } from '../html/attributes';
import { Tag, spellingLength, spellingOf } from '../html/names';
import { findByte, isLiteral } from '../html/scan';
import { beginWork, isSpent, spend } from '../work';
import { PAGE, blockOf, output, publishOutput, reserveOutput, segmentAt, segmentCount } from '../page/arena';
import { tagEnd, tagStart } from '../page/attribute-values';
import { isHiddenByTag } from '../page/hidden';
import { Trait, has } from '../elements';
import { spaceAt } from '../page/text';
import { hasFourDigits, marksOfTag } from './metadata-marks';
import { MetadataMark, MetadataText } from './metadata-format';

/** Maximum DF of a title part that is written. */
const PART_DF_MAX: u32 = 93;
/** Maximum bytes of an element's text. */
const TEXT_BYTES: u32 = 512;
/** Maximum bytes of the text before a heading. */
const BEFORE_BYTES: u32 = 200;
/** Maximum bytes of the heading and the text after it. */
const AFTER_BYTES: u32 = 700;
/** Capacity for the lines around a heading. */
const LINES_BYTES: usize = 2048;
/** Maximum nodes of an element's text. */
const TEXT_NODES: u32 = 64;
/** Maximum levels of a text in a quotation. */
const QUOTE_LEVELS: u32 = 4;
/** Maximum headings; later ones are not those of the page. */
const HEADINGS: u32 = 12;
/** First segment in or after each heading. */
const HEADING_SEGMENTS = memory.data(12 * 4, 4);
/** Maximum bytes of an attribute's value or a title part. */
const VALUE_BYTES: usize = 8192;
const CAPACITY_MAX: u64 = 4 << 20;
/** Capacity for title parts, headings and lines. */
const FIXED_BYTES: u64 = 96 << 10;

/** Address of the next byte. */
let to: usize = 0;
/** End of the capacity. */
let limit: usize = 0;

// ── Writing ──

/** Begins an output; false if memory is unavailable. */
function begin(capacity: usize): bool {
  publishOutput(0);
  beginWork();
  if (!reserveOutput(capacity)) return false;
  // Writers read the byte before the next one.
  store<u8>(output, MetadataText.UNIT);
  to = output + 1;
  return true;
}

/** Publishes the output; returns a `Status`. */
function finish(): u32 {
  if (isSpent()) return Status.TOO_COMPLEX;
  publishOutput(to - output - 1);
  PAGE.output = output + 1;
  return Status.OK;
}

/** Writes a separator instead of a space before it. */
function putSeparator(byte: u32): void {
  if (load<u8>(to - 1) == 0x20) --to;
  store<u8>(to++, byte);
}

/** `marks`: a sum of `MetadataMark`. */
function putRecordStart(marks: u32): void {
  putSeparator(MetadataText.RECORD);
  store<u8>(to++, MetadataText.NUMBER_BASE + marks);
}

function putSpace(): void {
  if (<u32>load<u8>(to - 1) > 0x20) store<u8>(to++, 0x20);
}

/** Writes bytes with one space for each run of white space and control characters, and no space after a separator. */
function put(from: usize, length: usize): void {
  const end = from + length;
  while (from < end) {
    const count = min<usize>(end - from, 16);
    const bytes = v128.load(from);
    const mask: u32 = (1 << (<u32>count)) - 1;
    const spaces = <u32>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x20))) & mask;
    // Non-ASCII bytes are negative.
    const others = <u32>i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(0x20))) & mask;
    const repeats = (spaces << 1) | u32(load<u8>(to - 1) <= 0x20);
    if (others | (spaces & repeats)) {
      from = putEach(from, from + count);
      continue;
    }
    v128.store(to, bytes);
    to += count;
    from += count;
  }
}

/** `put` byte by byte; returns the end of the last character. */
function putEach(from: usize, end: usize): usize {
  for (; from < end; ++from) {
    const byte = <u32>load<u8>(from);
    const wide = byte < 0xc2 ? 0 : spaceAt(from);
    if (byte > 0x20 && !wide) {
      store<u8>(to++, byte);
      continue;
    }
    putSpace();
    if (wide) from += wide - 1;
  }
  return from;
}

/** Writes at most `capacity` bytes, cut between characters. */
function putCut(at: usize, length: usize, capacity: usize): void {
  if (length > capacity) {
    length = capacity;
    while (length && (load<u8>(at + length) & 0xc0) == 0x80) --length;
  }
  spend(length);
  put(at, length);
}

function putText(node: u32, capacity: u32): void {
  putCut(nodeAt(node).text, nodeAt(node).textLength, capacity);
}

/** Writes the text of an element, of a heading without hidden elements. */
function putTextOf(element: u32): void {
  const end = to + TEXT_BYTES;
  const isHeading = <u32>nodeAt(element).tag - Tag.H1 < 6;
  let node = element;
  for (let count: u32 = 0; node && count < TEXT_NODES && to < end; ++count) {
    spend(8);
    const at = nodeAt(node);
    const kind = at.kind;
    const isInner = kind == NodeKind.ELEMENT && node != element;
    const isPassed = isInner && (has(at.tag, Trait.IGNORED) || (isHeading && isHiddenByTag(node)));
    if (kind == NodeKind.TEXT) putText(node, <u32>(end - to));
    else if (kind == NodeKind.ELEMENT && !has(at.tag, Trait.INLINE)) putSpace();
    node = following(node, element, !isPassed);
  }
}

/** True if a heading is template, by the first segment in or after it. */
function isInTemplate(segment: u32): bool {
  const at = segmentAt(segment * <u32>Segment.BYTES);
  return segment < segmentCount && blockOf(at.block).verdict == Verdict.TEMPLATE;
}

/** True if a text is close inside a quotation: its author and date are not those of the page. */
function isQuoted(node: u32): bool {
  for (let level: u32 = 0; node && level < QUOTE_LEVELS; ++level, node = nodeAt(node).parent)
    if (nodeAt(node).tag == Tag.BLOCKQUOTE) return true;
  return false;
}

/** Writes whole lines of segments, at most `capacity` bytes. */
function putSegments(at: u32, end: u32, capacity: u32): void {
  let lineEnd = to;
  for (const first = at, last = to + capacity; at < end; at += <u32>Segment.BYTES) {
    const gap = segmentAt(at).gap;
    if (gap >= Break.CELL && at > first) {
      lineEnd = to;
      putSeparator(MetadataText.LINE);
    } else if (gap) putSpace();
    if (isQuoted(segmentAt(at).node)) continue;
    const node = nodeAt(segmentAt(at).node);
    const length = node.textLength;
    if (to + length > last) {
      to = lineEnd;
      return;
    }
    spend(length);
    put(node.text, length);
  }
}

function putAttributes(start: usize, end: usize): void {
  spend(end - start);
  firstAttribute(start);
  while (nextAttribute(end)) {
    if (Attribute.valueEnd - Attribute.value > VALUE_BYTES) continue;
    putSeparator(MetadataText.UNIT);
    const name = to;
    put(Attribute.name, Attribute.nameEnd - Attribute.name);
    for (let at = name; at < to; ++at) if (<u32>load<u8>(at) - 0x41 < 26) store<u8>(at, load<u8>(at) | 0x20);
    putSeparator(MetadataText.VALUE);
    const value = to;
    to = writeValue(to);
    for (let at = value; at < to; ++at) if (load<u8>(at) < 0x20) store<u8>(at, 0x20);
  }
}

// ── Which elements ──

function isData(start: usize, end: usize): bool {
  firstAttribute(start);
  while (nextAttribute(end)) if (isAttribute('type')) return isLiteral(Attribute.value, 'application/ld+json');
  return false;
}

/** Marks of an element that is not recorded. */
const NOT_RECORDED: u32 = u32.MAX_VALUE;

/** The marks of an element's start tag, or `NOT_RECORDED`. */
function recordMarks(node: u32, tag: u32): u32 {
  const at = nodeAt(node);
  const hasAttributes = (at.flags & Flag.ATTRIBUTES) != 0;
  const isAlways = tag == Tag.HTML || tag == Tag.BASE || tag == Tag.META || tag == Tag.TIME || isHeading(tag);
  // Copies of an element have its start tag.
  if (!isAlways && (tag == Tag.BODY || !hasAttributes || (tag != Tag.OTHER && originOf(node) != node)))
    return NOT_RECORDED;
  if (tag == Tag.SCRIPT && !isData(tagStart(node), tagEnd(node))) return NOT_RECORDED;
  const marks = hasAttributes ? marksOfTag(tagStart(node), tagEnd(node), tag) : 0;
  return isAlways || tag == Tag.SCRIPT || marks & MetadataMark.NAMED ? marks : NOT_RECORDED;
}

function isHeading(tag: u32): bool {
  return tag == Tag.H1 || tag == Tag.H2;
}

/** Writes the record of an element if there is space. */
function putRecord(node: u32, tag: u32, marks: u32): bool {
  const at = nodeAt(node);
  const hasAttributes = (at.flags & Flag.ATTRIBUTES) != 0;
  const length = hasAttributes ? <usize>at.extraLength : 0;
  const child = at.firstChild;
  const dataBytes = tag == Tag.SCRIPT && child ? nodeAt(child).textLength : TEXT_BYTES;
  // A byte with a reference or NUL becomes at most three. An attribute has at least two bytes, and two separators.
  if (<u64>to + <u64>length * 4 + dataBytes + 128 > limit) return false;
  putRecordStart(0);
  const mark = to - 1;
  put(spellingOf(tag), spellingLength(tag));
  putSeparator(MetadataText.UNIT);
  const textStart = to;
  if (tag == Tag.SCRIPT) {
    if (child) putText(child, dataBytes);
  } else if (tag != Tag.HTML) putTextOf(node);
  const textEnd = to;
  if (hasAttributes) putAttributes(tagStart(node), tagEnd(node));
  if (hasFourDigits(textStart, tag == Tag.META ? to : textEnd)) marks |= MetadataMark.YEAR;
  store<u8>(mark, MetadataText.NUMBER_BASE + marks);
  return true;
}

/** Minimum earlier pages with a title part that belongs to the site. */
const OF_SITE_PAGES: u32 = 2;
/** Denominator of their minimum share of earlier pages: a fifth. */
const OF_SITE_SHARE: u32 = 5;
/** Tables count DFs up to this, so pages are counted up to it too. */
const DF_MAX: u32 = 255;

/** Writes the title parts, each with its DF before this page if it belongs to the site, else 0. */
function putParts(): bool {
  if (!divideTitle()) return false;
  const pages = PAGE.number - PAGE.counted;
  for (let index: u32 = 0; index < partCount; ++index) {
    const start = partStart(index);
    const end = partEnd(index);
    putRecordStart(0);
    putSeparator(MetadataText.PART);
    putSeparator(MetadataText.UNIT);
    putCut(start, end - start, VALUE_BYTES);
    putSeparator(MetadataText.UNIT);
    const df = partDf(index);
    const isOfSite = df >= OF_SITE_PAGES && df * OF_SITE_SHARE >= min(pages, DF_MAX);
    store<u8>(to++, MetadataText.NUMBER_BASE + (isOfSite ? min(df, PART_DF_MAX) : 0));
  }
  return true;
}

/** Writes the lines around the `number`-th heading, after the page's records were written; returns a `Status`. */
export function renderLines(number: u32): u32 {
  if (!begin(LINES_BYTES)) return Status.OUT_OF_MEMORY;
  const last = segmentCount * <u32>Segment.BYTES;
  const first = load<u32>(HEADING_SEGMENTS + ((<usize>number) << 2)) * <u32>Segment.BYTES;
  let from = first;
  for (let capacity: u32 = BEFORE_BYTES; from; from -= <u32>Segment.BYTES) {
    const length = nodeAt(segmentAt(from - <u32>Segment.BYTES).node).textLength;
    if (length > capacity) break;
    capacity -= length;
  }
  putSegments(from, first, BEFORE_BYTES);
  putSeparator(MetadataText.UNIT);
  const own = to;
  putSegments(first, last, AFTER_BYTES);
  const after = findByte(<u8>MetadataText.LINE, own, to);
  if (after < to) store<u8>(after, MetadataText.UNIT);
  putSeparator(MetadataText.UNIT);
  return finish();
}

/** The first heading of the main content, or 0. A headline that is an h1 precedes it. */
function firstHeading(): u32 {
  if (headlineElement && nodeAt(headlineElement).tag == Tag.H1) return headlineElement;
  let segment: u32 = 0;
  const end = segmentCount * <u32>Segment.BYTES;
  while (segment < end && !isMainSegment(segment)) segment += <u32>Segment.BYTES;
  return segment < end ? headingAround(segmentAt(segment).node) : 0;
}

/** Writes the level of the first heading, a digit, and its text, after the page's parts were divided; returns a `Status`. */
export function renderHeadline(): u32 {
  if (!begin(TEXT_BYTES << 1)) return Status.OUT_OF_MEMORY;
  const node = firstHeading();
  if (node) {
    store<u8>(to++, 0x31 + (node == headlineElement ? 0 : <u32>nodeAt(node).tag - Tag.H1));
    putSeparator(MetadataText.UNIT);
    putTextOf(node);
  }
  return finish();
}

/** True if an element may contain the URL of the page. */
function mayAddress(tag: u32): bool {
  return tag == Tag.LINK || tag == Tag.META || tag == Tag.BASE;
}

/**
 * Writes the records of the current page, or only those that may contain its URL; returns a `Status`.
 */
export function renderMetadata(addressOnly: bool): u32 {
  const capacity = <usize>min<u64>(((<u64>PAGE.bytes) << 2) + FIXED_BYTES, CAPACITY_MAX);
  if (!begin(capacity)) return Status.OUT_OF_MEMORY;
  limit = output + capacity;
  if (!addressOnly && !putParts()) return Status.OUT_OF_MEMORY;
  let headings: u32 = 0;
  let segment: u32 = 0;
  for (let node = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    spend(1);
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    const tag = <u32>nodeAt(node).tag;
    if (addressOnly && !mayAddress(tag)) continue;
    const marks = recordMarks(node, tag);
    if (marks == NOT_RECORDED) continue;
    if (!isHeading(tag)) {
      putRecord(node, tag, marks);
      continue;
    }
    if (headings == HEADINGS) continue;
    while (segment < segmentCount && segmentAt(segment * <u32>Segment.BYTES).node < node) {
      ++segment;
    }
    const isTemplate = isInTemplate(segment);
    if (!putRecord(node, tag, marks | (isTemplate ? MetadataMark.TEMPLATE : 0))) continue;
    store<u32>(HEADING_SEGMENTS + ((<usize>headings) << 2), segment);
    ++headings;
  }
  return finish();
}
