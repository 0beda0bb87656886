/**
 * A gap is the white space between two texts, packed in a word. The segmenter makes it; the renderer writes it.
 *
 *   0      2      3       8          16     24       32
 *   │ kind │ kept │ first │ line feeds │ tabs │ spaces │
 *   `Break`
 *
 * Only gaps of preformatted texts (`pre`) have more than a kind: line feeds, and the indentation (tabs and spaces after the last line
 * feed). The gap before the first text of an element has only an indentation.
 */
import { Break } from './records';

const KIND: u32 = 3;
const KEPT: u32 = 1 << 2;
/** The text is the first of its element. */
const FIRST: u32 = 1 << 3;
/** First bit of this count. */
const LINES: u32 = 8;
/** First bit of this count. */
const TABS: u32 = 16;
/** First bit of this count. */
const SPACES: u32 = 24;
export const COUNT_MAX: u32 = 255;

function countOf(gap: u32, at: u32): u32 {
  return (gap >> at) & COUNT_MAX;
}

export function kindOf(gap: u32): u32 {
  return gap & KIND;
}

export function keepsLines(gap: u32): bool {
  return (gap & KEPT) != 0;
}

/** The gap with at least this kind. */
export function withKind(gap: u32, kind: u32): u32 {
  return kind > (gap & KIND) ? (gap & ~KIND) | kind : gap;
}

function added(gap: u32, at: u32): u32 {
  return countOf(gap, at) < COUNT_MAX ? gap + (1 << at) : gap;
}

/** Adds a line feed and removes the indentation. */
export function withLine(gap: u32): u32 {
  return added(gap & ((1 << TABS) - 1), LINES);
}

/** Adds white space. In the source, CR and CR LF mean LF. */
export function withSpace(gap: u32, start: usize, length: u32, isSource: bool): u32 {
  const end = start + length;
  for (; start < end; ++start) {
    const byte = <u32>load<u8>(start);
    if (isSource && byte == 0x0d) gap = load<u8>(start, 1) == 0x0a ? gap : withLine(gap);
    else if (byte == 0x0a) gap = withLine(gap);
    else if (byte == 0x09) gap = added(gap, TABS);
    else if ((byte & 0xc0) != 0x80) gap = added(gap, SPACES);
  }
  return gap;
}

/** The gap before a preformatted text. */
export function preformattedGap(gap: u32, isFirst: bool): u32 {
  return isFirst ? (gap & ~(COUNT_MAX << LINES)) | KEPT | FIRST : gap | KEPT;
}

/** Joins the gap `before` an omitted text and the gap after it. */
export function joinedGap(before: u32, gap: u32): u32 {
  const joined = withKind(gap, before & KIND);
  if (!(gap & KEPT) || gap & FIRST) return joined;
  const lines = min(countOf(before, LINES) + countOf(gap, LINES), COUNT_MAX);
  const rest = joined & ~(COUNT_MAX << LINES);
  return rest | (lines << LINES);
}

export function gapCapacity(gap: u32): u32 {
  return 1 + (gap & KEPT ? countOf(gap, LINES) + countOf(gap, TABS) + countOf(gap, SPACES) : 0);
}

function repeat(to: usize, byte: u8, count: u32): usize {
  memory.fill(to, byte, count);
  return to + count;
}

/** Returns the address after the gap. At the start of an output, writes only the indentation. */
export function writeGap(to: usize, gap: u32, isStart: bool): usize {
  let kind = isStart ? Break.NONE : gap & KIND;
  const isKept = (gap & KEPT) != 0;
  if (isKept && !isStart) {
    let lines = countOf(gap, LINES);
    if (kind == Break.LINE && !lines) lines = 1;
    // Without white space in the page, a button or an omitted element still separates words.
    const hasSpace = gap >> TABS != 0;
    kind = lines || (kind == Break.SPACE && hasSpace) ? Break.NONE : kind;
    to = repeat(to, 0x0a, lines);
  }
  if (kind) store<u8>(to++, kind == Break.LINE ? 0x0a : kind == Break.CELL ? 0x09 : 0x20);
  if (!isKept) return to;
  return repeat(repeat(to, 0x09, countOf(gap, TABS)), 0x20, countOf(gap, SPACES));
}
