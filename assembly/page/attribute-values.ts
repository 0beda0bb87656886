/** The attributes that outputs need. `readAttributes` reads each start tag once; `decode` decodes values on demand. */
import { Flag, nodeAt, originOf } from '../html/nodes';
import { Attribute, Buffer, bufferFits, firstAttribute, nextAttribute, writeValue } from '../html/attributes';
import { Tag } from '../html/names';
import { findFour, skipSpace } from '../html/scan';
import { spend } from '../work';
import { input } from './arena';
import { GOLDEN } from './hash';
import { Extent } from './records';

/** Numbers of attributes, in the order of `NAMES`. */
export const enum AttributeId {
  HREF = 1,
  SRC,
  ALT,
  TITLE,
  CLASS,
  ID,
  ROLE,
  STYLE,
  HIDDEN,
  ARIA_HIDDEN,
  OPEN,
  TYPE,
  CHECKED,
  START,
  VALUE,
  REVERSED,
  COLSPAN,
  ROWSPAN,
  ALIGN,
  WIDTH,
  HEIGHT,
  SRCSET,
  DATA_SRC,
  DATA_ORIGINAL,
  DATA_LAZY_SRC,
  DATA_LAZY,
  DATA_SRCSET,
  DATA_LANG,
  DATA_LANGUAGE,
  LANG,
  DATA_LINE_NUMBER,
  ENCODING,
  DISPLAY,
  MODE,
  ALTTEXT,
  CLOSE,
  MATHVARIANT,
  LINETHICKNESS,
  ARIA_LABEL,
  DATA_FORMULA,
  DATA_TEX,
  DATA_LATEX,
  DATA_KATEX,
  DATA_MATH,
  DATA_EQUATION,
  DATA_VALUE,
  DATA_LAZY_SRCSET,
  NAME,
  SLOT,
  SHADOW_ROOT_MODE,
  SHADOW_ROOT,
  DATA,
  DOWNLOAD,
  DATETIME,
  FOOTNOTES,
  FOOTNOTE_REF,
  FOOTNOTE_BACK,
  COUNT,
}

/** Names, zero-padded to sixteen bytes; of longer ones, the first sixteen bytes. */
const NAMES = memory.data(58 * 16, 16);
/** Hash table of the names: the `AttributeId` for each slot; 0 if empty. */
const SLOTS = memory.data(256);

function slotOf(low: u64, high: u64): u32 {
  return <u32>(((low ^ (high << 3)) * GOLDEN) >> 56);
}

let next: u32 = 1;

/** Defines names in order; a space follows each. */
function define(names: string): void {
  for (let index = 0; index < names.length; next++) {
    const name = NAMES + ((<usize>next) << 4);
    for (let to = name; ; to++) {
      const letter = names.charCodeAt(index++);
      if (letter == 0x20) break;
      store<u8>(to, <u8>letter);
    }
    let slot = slotOf(load<u64>(name), load<u64>(name, 8));
    while (load<u8>(SLOTS + slot)) slot = (slot + 1) & 255;
    store<u8>(SLOTS + slot, <u8>next);
  }
}

define('href src alt title class id role style hidden aria-hidden open type checked start value reversed colspan rowspan align ');
define('width height srcset data-src data-original data-lazy-src data-lazy data-srcset data-lang data-language lang data-line-number ');
define('encoding display mode alttext close mathvariant linethickness aria-label ');
define('data-formula data-tex data-latex data-katex data-math data-equation data-value data-lazy-srcset ');
// The last two are the first sixteen bytes of data-footnote-ref and data-footnote-backref.
define('name slot shadowrootmode shadowroot data download datetime data-footnotes data-footnote-re data-footnote-ba ');

const LOWER: u64 = 0x2020202020202020;

/** The `AttributeId` of a name, or 0. Reads sixteen bytes. */
function knownName(start: usize, length: usize): u32 {
  const lowBits: u64 = length >= 8 ? u64.MAX_VALUE : ((<u64>1) << ((<u64>length) << 3)) - 1;
  const highBits: u64 = length <= 8 ? 0 : length >= 16 ? u64.MAX_VALUE : ((<u64>1) << (u64(length - 8) << 3)) - 1;
  const low = (load<u64>(start) | LOWER) & lowBits;
  const high = (load<u64>(start, 8) | LOWER) & highBits;
  let slot = slotOf(low, high);
  let known = <u32>load<u8>(SLOTS + slot);
  while (known) {
    const name = NAMES + ((<usize>known) << 4);
    if (load<u64>(name) == low && load<u64>(name, 8) == high) {
      return length > 16 == known >= <u32>AttributeId.FOOTNOTE_REF ? known : 0;
    }
    slot = (slot + 1) & 255;
    known = load<u8>(SLOTS + slot);
  }
  return 0;
}

/** The attributes of the element that was read last; bit n of `has` is the attribute n. */
namespace Values {
  export let has: u64 = 0;
  /** The element, or IN_TEXT. */
  export let node: u32 = 0;
  /** For IN_TEXT: its tag. */
  export let start: usize = 0;
  export let end: usize = 0;
}

/** Replaces an element if the tag that was read last is in a text. */
const IN_TEXT: u32 = 0xffffffff;

/** Must be called if the page or the element changes. */
export function forgetValues(): void {
  Values.node = 0;
}

/** Start and end of each value in the source. */
const EXTENTS = memory.data(58 * 8, 8);

export function hasValue(known: u32): bool {
  return ((Values.has >> known) & 1) != 0;
}

/** Start of a value in the source. Valid only if the element has the attribute. */
export function rawStart(known: u32): usize {
  return Extent.at(EXTENTS, known).start;
}

export function rawEnd(known: u32): usize {
  return Extent.at(EXTENTS, known).end;
}

/** Notes a value, unless its name has one: the first is valid. */
function note(known: u32, start: usize, end: usize): void {
  const bit = (<u64>1) << known;
  if (Values.has & bit) return;
  Values.has |= bit;
  const extent = Extent.at(EXTENTS, known);
  extent.start = start;
  extent.end = end;
}

/** Maximum bytes of a start tag whose copies have attributes: in invalid markup, tags are copied many times. */
const COPIED_MAX: u32 = 512;

/** True if the start tag has readable attributes. */
export function hasAttributes(node: u32): bool {
  if (!(<u32>nodeAt(node).flags & Flag.ATTRIBUTES)) return false;
  return nodeAt(node).extraLength <= COPIED_MAX || !isCopy(node);
}

/** True if an element is a copy from the start tag of another. */
function isCopy(node: u32): bool {
  return nodeAt(node).tag != Tag.OTHER && originOf(node) != node;
}

/** The address after the start tag; only for elements with attributes. */
export function tagEnd(node: u32): usize {
  return input + nodeAt(node).extra;
}

export function tagStart(node: u32): usize {
  return tagEnd(node) - nodeAt(node).extraLength;
}

/** False if the start tag does not contain four bytes, given in memory order: a fast test before its attributes are read. */
export function mayHold(node: u32, bytes: u32): bool {
  return hasAttributes(node) && findFour(bytes, tagStart(node), tagEnd(node)) < tagEnd(node);
}

/** Reads the attributes of an element; false if it has none of `NAMES`. */
export function readAttributes(node: u32): bool {
  if (Values.node != node) {
    Values.node = node;
    Values.has = 0;
    if (hasAttributes(node)) readTag(tagStart(node), tagEnd(node));
  }
  return Values.has != 0;
}

function readTag(start: usize, end: usize): void {
  spend((end - start) >> 1);
  firstAttribute(start);
  while (nextAttribute(end)) {
    const known = knownName(Attribute.name, Attribute.nameEnd - Attribute.name);
    if (known) note(known, Attribute.value, Attribute.valueEnd);
  }
}

/** Reads a start tag in a text, which does not belong to an element. */
export function readTagInText(start: usize, end: usize): void {
  Values.node = IN_TEXT;
  Values.has = 0;
  Values.start = start;
  Values.end = end;
  readTag(start, end);
}

/** The element that was read last, for `readAgain`. */
export function lastRead(): u32 {
  return Values.node;
}

/** Reads an earlier element again. */
export function readAgain(last: u32): void {
  if (last == IN_TEXT) readTagInText(Values.start, Values.end);
  else readAttributes(last);
}

/** The decoded value, valid until the next `decode`. */
export namespace DecodedValue {
  export let start: usize = 0;
  export let end: usize = 0;
}

/** True if bytes have a reference, CR or NUL. */
function isEncoded(at: usize, end: usize): bool {
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const found = i8x16.bitmask(
      v128.or(
        i8x16.eq(bytes, i8x16.splat(0x26)),
        v128.or(i8x16.eq(bytes, i8x16.splat(0x0d)), i8x16.eq(bytes, i8x16.splat(0))),
      ),
    );
    if (found) return at + ctz(found) < end;
  }
  return false;
}

/** Decodes a value; a missing value is empty. False if memory is unavailable. */
export function decode(known: u32): bool {
  DecodedValue.start = DecodedValue.end = 0;
  if (!hasValue(known)) return true;
  DecodedValue.start = rawStart(known);
  DecodedValue.end = rawEnd(known);
  if (!isEncoded(DecodedValue.start, DecodedValue.end)) return true;
  if (!bufferFits(<u32>(DecodedValue.end - DecodedValue.start))) return false;
  Attribute.value = DecodedValue.start;
  Attribute.valueEnd = DecodedValue.end;
  DecodedValue.start = Buffer.base;
  DecodedValue.end = writeValue(Buffer.base);
  return true;
}

/** The number at the start of a value, at most `limit`, or `missing`. */
export function wholeValue(known: u32, missing: i32, limit: i32): i32 {
  if (!hasValue(known)) return missing;
  const end = rawEnd(known);
  let at = skipSpace(rawStart(known), end);
  const minus = at < end && load<u8>(at) == 0x2d;
  if (minus || (at < end && load<u8>(at) == 0x2b)) at++;
  const digits = at;
  let number = 0;
  for (; at < end && <u32>load<u8>(at) - 0x30 < 10; at++) {
    number = min(number * 10 + <i32>load<u8>(at) - 0x30, limit);
  }
  return at == digits ? missing : minus ? -number : number;
}
