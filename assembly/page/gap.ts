/**
 * The white space between two texts: a word of a segment, which the segmenter makes and the renderer writes.
 *
 *   0      2      3       8          16     24       32
 *   │ kind │ kept │ first │ line feeds │ tabs │ spaces │
 *   `Break`
 *
 * Only texts of preformatted elements (`pre`) have more than a kind: the line feeds between the texts, and the tabs and spaces after the
 * last of them, the indentation. The first text of a preformatted element has only an indentation.
 */
import { Break } from './records';

/** Bits of the kind. */
const KIND: u32 = 3;
/** The text keeps its lines. */
const KEPT: u32 = 1 << 2;
/** The text is the first of its element. */
const FIRST: u32 = 1 << 3;
/** First bit of the number of line feeds. */
const LINES: u32 = 8;
/** First bit of the number of tabs. */
const TABS: u32 = 16;
/** First bit of the number of spaces. */
const SPACES: u32 = 24;
/** Maximum of each count. */
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

/** The gap with a kind that is at least as strong. */
export function withKind(gap: u32, kind: u32): u32 {
  return kind > (gap & KIND) ? (gap & ~KIND) | kind : gap;
}

function added(gap: u32, at: u32): u32 {
  return countOf(gap, at) < COUNT_MAX ? gap + (1 << at) : gap;
}

/** The gap with one more line feed, and no indentation yet. */
export function withLine(gap: u32): u32 {
  return added(gap & ((1 << TABS) - 1), LINES);
}

/** The gap with the white space in `length` bytes at `start`. In the source, CR and CR LF mean LF. */
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

/** The gap before a text that keeps its lines. */
export function keptGap(gap: u32, isFirst: bool): u32 {
  return isFirst ? (gap & ~(COUNT_MAX << LINES)) | KEPT | FIRST : gap | KEPT;
}

/** The gap between two texts around one that is not written and had the gap `before`. */
export function joinedGap(before: u32, gap: u32): u32 {
  const joined = withKind(gap, before & KIND);
  if (!(gap & KEPT) || gap & FIRST) return joined;
  const lines = min(countOf(before, LINES) + countOf(gap, LINES), COUNT_MAX);
  const rest = joined & ~(COUNT_MAX << LINES);
  return rest | (lines << LINES);
}

/** Maximum bytes of a gap. */
export function gapCapacity(gap: u32): u32 {
  return 1 + (gap & KEPT ? countOf(gap, LINES) + countOf(gap, TABS) + countOf(gap, SPACES) : 0);
}

/** Writes a byte `count` times; returns the address after them. */
function repeat(to: usize, byte: u8, count: u32): usize {
  memory.fill(to, byte, count);
  return to + count;
}

/** Writes a gap; returns the address after it. At the start of an output only the indentation is written. */
export function writeGap(to: usize, gap: u32, isStart: bool): usize {
  let kind = isStart ? Break.NONE : gap & KIND;
  const isKept = (gap & KEPT) != 0;
  if (isKept && !isStart) {
    let lines = countOf(gap, LINES);
    if (kind == Break.LINE && !lines) lines = 1;
    // White space of the page is kept. Without any, a button or an omitted element still separates words.
    const hasSpace = gap >> TABS != 0;
    kind = lines || (kind == Break.SPACE && hasSpace) ? Break.NONE : kind;
    to = repeat(to, 0x0a, lines);
  }
  if (kind) store<u8>(to++, kind == Break.LINE ? 0x0a : kind == Break.CELL ? 0x09 : 0x20);
  if (!isKept) return to;
  return repeat(repeat(to, 0x09, countOf(gap, TABS)), 0x20, countOf(gap, SPACES));
}
