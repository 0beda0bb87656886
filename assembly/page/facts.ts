/**
 * Elements that say something about the page as a whole, as records for the bindings: one pass over the nodes, one output.
 *
 *   RECORD name UNIT text [UNIT attribute VALUE value]…
 *
 * A heading has its place in the text as an attribute, by which `renderLines` finds the lines around it, where authors and dates stand.
 * No text contains the separators: control characters are written as spaces. What does not fit is left out, so that the output is at
 * most a few times the page.
 */
import { Block, BlockKind, Break, Flag, Node, NodeKind, Page, Segment, Status } from '../layout';
import { divideTitle, partCount, partEnd, partStart, titlesEnd } from '../evidence/title-parts';
import { Attribute, firstAttribute, isAttribute, nextAttribute, writeValue } from '../html/attributes';
import { Tag, spellingLength, spellingOf } from '../html/names';
import { Arena, nodeAt, originOf } from '../html/nodes';
import { isLiteral } from '../html/scan';
import { hashBytes } from './hash';
import { beginWork, isSpent, spend } from '../work';
import { PAGE, blocks, input, output, publishOutput, reserveOutput, segmentCount, segments, sightings } from './arena';
import { isFromSource } from './element-text';
import { IGNORED, INLINE, flagsOf } from './elements';
import { WORD_TABLE_BYTES, hasWord, isPersonAddress, tableOf } from './attribute-words';

const RECORD: u32 = 0x1e;
const UNIT: u32 = 0x1f;
const VALUE: u32 = 0x1d;
const LINE: u32 = 0x0a;
/** Name of the record of a part of the title. */
const PART: u32 = 0x2d;
const PART_DF_MAX: u32 = 94;
/** Name of the attribute with the place of a heading; and what its value begins with, of template and of content. */
const PLACE: u32 = 0x2d;
const IN_TEMPLATE: u32 = 0x2b;
const IN_CONTENT: u32 = 0x2d;

/** Maximum bytes of the text of an element, and of the texts before and after a heading. */
const TEXT_BYTES: u32 = 512;
const BEFORE_BYTES: u32 = 200;
const AFTER_BYTES: u32 = 700;
/** Maximum number of nodes whose texts are the text of an element. */
const TEXT_NODES: u32 = 64;
/** Headings beyond these, and values that are longer, are not those of the page. */
const HEADINGS: u32 = 12;
const VALUE_BYTES: usize = 8192;
/** Maximum bytes of a name, or of a link to a person. */
const NAME_BYTES: usize = 512;
const ROOM_MAX: u64 = 4 << 20;
/** Room for parts of a title and for headings. */
const FIXED_BYTES: u64 = 96 << 10;

/** Where the next byte is written, and the end of the room. */
let to: usize = 0;
let limit: usize = 0;

// ── Writing ──

function putMark(mark: u32): void {
  store<u8>(to++, mark);
}

/** Bytes with one space for each run of spaces and control characters. */
function put(from: usize, length: usize): void {
  for (const end = from + length; from < end; ++from) {
    const byte = <u32>load<u8>(from);
    if (byte > 0x20) store<u8>(to++, byte);
    else if (load<u8>(to - 1) != 0x20) store<u8>(to++, 0x20);
  }
}

/** At most `room` of the bytes, cut where a character begins. */
function putCut(at: usize, length: usize, room: usize): void {
  if (length > room) {
    length = room;
    while (length && (load<u8>(at + length) & 0xc0) == 0x80) --length;
  }
  spend(length);
  put(at, length);
}

/** At most `room` bytes of a text node. */
function putText(node: u32, room: u32): void {
  putCut(load<usize>(nodeAt(node), Node.TEXT), load<u32>(nodeAt(node), Node.TEXT_LENGTH), room);
}

/** The text in an element. */
function putTextOf(element: u32): void {
  const end = to + TEXT_BYTES;
  let node = element;
  for (let count: u32 = 0; count < TEXT_NODES && to < end; ++count) {
    spend(8);
    const at = nodeAt(node);
    const kind = load<u8>(at, Node.KIND);
    const isPassed = kind == NodeKind.ELEMENT && (flagsOf(load<u16>(at, Node.TAG)) & IGNORED) != 0 && node != element;
    if (kind == NodeKind.TEXT) putText(node, <u32>(end - to));
    else if (kind == NodeKind.ELEMENT && !(flagsOf(load<u16>(at, Node.TAG)) & INLINE)) putMark(0x20);
    let next = isPassed ? 0 : load<u32>(at, Node.FIRST_CHILD);
    while (!next && node != element) {
      next = load<u32>(nodeAt(node), Node.NEXT);
      if (!next) node = load<u32>(nodeAt(node), Node.PARENT);
    }
    if (!next) return;
    node = next;
  }
}

/** The place of a heading: the number of the first segment from it on, in hexadecimal digits. */
function putPlace(segment: u32): void {
  const at = segments + segment * <u32>Segment.BYTES;
  const isTemplate =
    segment < segmentCount && load<u32>(blocks + load<u32>(at, Segment.BLOCK), Block.KIND) == BlockKind.TEMPLATE;
  putMark(UNIT);
  putMark(PLACE);
  putMark(VALUE);
  putMark(isTemplate ? IN_TEMPLATE : IN_CONTENT);
  for (let shift: i32 = 28; shift >= 0; shift -= 4) {
    const digit = (segment >> shift) & 15;
    putMark(digit < 10 ? 0x30 + digit : 0x57 + digit);
  }
}

function putSegments(at: u32, end: u32, bytes: u32): void {
  for (const last = to + bytes; at < end && to < last; at += <u32>Segment.BYTES) {
    const gap = load<u32>(segments + at, Segment.BREAK);
    if (gap) putMark(gap < Break.CELL ? 0x20 : LINE);
    putText(load<u32>(segments + at, Segment.NODE), <u32>(last - to));
  }
}

function putAttributes(start: usize, end: usize): void {
  spend(end - start);
  firstAttribute(start);
  while (nextAttribute(end)) {
    if (Attribute.valueEnd - Attribute.value > VALUE_BYTES) continue;
    putMark(UNIT);
    const name = to;
    put(Attribute.name, Attribute.nameEnd - Attribute.name);
    for (let at = name; at < to; ++at) if (<u32>load<u8>(at) - 0x41 < 26) store<u8>(at, load<u8>(at) | 0x20);
    putMark(VALUE);
    const value = to;
    to = writeValue(to);
    for (let at = value; at < to; ++at) if (load<u8>(at) < 0x20) store<u8>(at, 0x20);
  }
}

// ── Which elements ──

/** What names of authors, dates and licences have in common: lower case, a space behind each word. */
const NAMES = 'author byline creat canonical date licen modif publish posted time writ ';

const NAME_TABLE = tableOf(NAMES, memory.data(WORD_TABLE_BYTES, 4));

/**
 * Keys of values that were searched for names: most elements repeat them, on one page and on the next. The lowest bit says whether
 * one was found.
 */
const SEARCHED_BITS: u32 = 9;
const SEARCHED = memory.data(4096, 8);

/** Whether the value of the current attribute has a name. */
function isName(): bool {
  const key = hashBytes(Attribute.value, Attribute.valueEnd - Attribute.value) | 1;
  const slot = SEARCHED + ((<usize>(key >> (64 - SEARCHED_BITS))) << 3);
  const held = load<u64>(slot);
  if ((held | 1) == key) return (held & 1) != 0;
  const found = hasWord(NAMES, NAME_TABLE);
  store<u64>(slot, found ? key : key - 1);
  return found;
}

/** Whether the attributes of a start tag say that the element is an author, a date or the like. */
function isMarked(start: usize, end: usize, tag: u32): bool {
  spend((end - start) * 2);
  firstAttribute(start);
  while (nextAttribute(end)) {
    if (Attribute.valueEnd - Attribute.value > NAME_BYTES) continue;
    if (isAttribute('class') || isAttribute('rel') || isAttribute('id')) {
      if (isName()) return true;
    } else if (tag == Tag.A && isPersonAddress()) {
      return true;
    } else if (isAttribute('itemprop') || isAttribute('property')) return true;
  }
  return false;
}

/** Whether a script, by its type, is linked data. */
function isData(start: usize, end: usize): bool {
  firstAttribute(start);
  while (nextAttribute(end)) if (isAttribute('type')) return isLiteral(Attribute.value, 'application/ld+json');
  return false;
}

function isFact(node: u32, tag: u32): bool {
  if (tag == Tag.HTML || tag == Tag.BASE || tag == Tag.META || tag == Tag.TIME) return true;
  const at = nodeAt(node);
  // Copies of an element have the attributes of its start tag.
  if (
    tag == Tag.BODY ||
    !(load<u8>(at, Node.FLAGS) & Flag.ATTRIBUTES) ||
    (tag != Tag.OTHER && originOf(node) != node)
  ) {
    return false;
  }
  const end = input + load<u32>(at, Node.EXTRA);
  const start = end - load<u32>(at, Node.EXTRA_LENGTH);
  return tag == Tag.SCRIPT ? isData(start, end) : isMarked(start, end, tag);
}

/** Writes the record of an element, if it fits: of a heading with its place, which is `Segment.NONE` for others. */
function putFact(node: u32, tag: u32, place: u32): void {
  const at = nodeAt(node);
  const hasAttributes = isFromSource() && load<u8>(at, Node.FLAGS) & Flag.ATTRIBUTES;
  const length = hasAttributes ? <usize>load<u32>(at, Node.EXTRA_LENGTH) : 0;
  const child = load<u32>(at, Node.FIRST_CHILD);
  const dataBytes = tag == Tag.SCRIPT && child ? load<u32>(nodeAt(child), Node.TEXT_LENGTH) : TEXT_BYTES;
  // A reference or a NUL becomes at most three bytes for each of its own; an attribute has two bytes at least, and two marks.
  if (<u64>to + <u64>length * 4 + dataBytes + 128 > limit) return;
  putMark(RECORD);
  put(spellingOf(tag), spellingLength(tag));
  putMark(UNIT);
  if (tag == Tag.SCRIPT) {
    if (child) putText(child, dataBytes);
  } else if (tag != Tag.HTML) putTextOf(node);
  if (place != Segment.NONE) putPlace(place);
  const end = input + load<u32>(at, Node.EXTRA);
  if (hasAttributes) putAttributes(end - length, end);
}

/** Records of the parts of the title, with the DF of each before this page. */
function putParts(): bool {
  if (!divideTitle()) return false;
  for (let index: u32 = 0; index < partCount; ++index) {
    putMark(RECORD);
    putMark(PART);
    putMark(UNIT);
    putCut(partStart(index), partEnd(index) - partStart(index), VALUE_BYTES);
    putMark(UNIT);
    const at = index * <u32>Segment.BYTES;
    // One character: higher DFs are not distinguished.
    putMark(0x20 + (at < titlesEnd ? min(load<u32>(sightings + at, Segment.DF), PART_DF_MAX) : 0));
  }
  return true;
}

/** Whether an element may say the address of the page. */
function mayAddress(tag: u32): bool {
  return tag == Tag.LINK || tag == Tag.META || tag == Tag.BASE;
}

/**
 * Writes the facts of the current page to the output, or only those that may say its address; a `STATUS_…` code. A page that came as a
 * tape has its headings only.
 */
export function renderFacts(addressOnly: bool): u32 {
  publishOutput(0);
  beginWork();
  const room = <usize>min<u64>(((<u64>load<u32>(PAGE, Page.BYTES)) << 2) + FIXED_BYTES, ROOM_MAX);
  if (!reserveOutput(room)) return Status.OUT_OF_MEMORY;
  to = output;
  limit = output + room;
  if (!addressOnly && !putParts()) return Status.OUT_OF_MEMORY;
  let headings: u32 = 0;
  let segment: u32 = 0;
  for (let node = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    spend(1);
    if (load<u8>(nodeAt(node), Node.KIND) != NodeKind.ELEMENT) continue;
    const tag = <u32>load<u16>(nodeAt(node), Node.TAG);
    if (addressOnly && !mayAddress(tag)) continue;
    if (tag != Tag.H1 && tag != Tag.H2) {
      if (isFromSource() && isFact(node, tag)) putFact(node, tag, Segment.NONE);
      continue;
    }
    if (headings++ >= HEADINGS) continue;
    while (segment < segmentCount && load<u32>(segments + segment * <u32>Segment.BYTES, Segment.NODE) < node) {
      ++segment;
    }
    putFact(node, tag, segment);
  }
  if (isSpent()) return Status.TOO_COMPLEX;
  publishOutput(to - output);
  return Status.OK;
}

/**
 * Writes the text before a place in the text, a unit separator, and the text from the place on, as lines, to the output; a `STATUS_…`
 * code. `segment`: the place, as `renderFacts` writes it.
 */
export function renderLines(segment: u32): u32 {
  publishOutput(0);
  beginWork();
  if (!reserveOutput(BEFORE_BYTES + AFTER_BYTES + 256)) return Status.OUT_OF_MEMORY;
  to = output;
  // `put` looks at the byte before.
  putMark(UNIT);
  const last = segmentCount * <u32>Segment.BYTES;
  const first = min(segment, segmentCount) * <u32>Segment.BYTES;
  let from = first;
  for (let room: u32 = BEFORE_BYTES; from; from -= <u32>Segment.BYTES) {
    const length = load<u32>(nodeAt(load<u32>(segments + from - Segment.BYTES, Segment.NODE)), Node.TEXT_LENGTH);
    if (length > room) break;
    room -= length;
  }
  putSegments(from, first, BEFORE_BYTES);
  putMark(UNIT);
  putSegments(first, last, AFTER_BYTES);
  if (isSpent()) return Status.TOO_COMPLEX;
  publishOutput(to - output);
  return Status.OK;
}
