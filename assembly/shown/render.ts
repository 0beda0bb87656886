/**
 * Segments → readable text: normalised, one space, tab or line feed where the markup or the white space breaks it. Texts of
 * elements that keep their lines have them.
 */
import { Status } from '../layout';
import { Break, Extent, Segment } from '../page/records';
import { nodeAt } from '../html/nodes';
import { findByte } from '../html/scan';
import {
  blockOf,
  isBlock,
  isSegment,
  output,
  publishOutput,
  reserveOutput,
  segmentAt,
  segmentCount,
} from '../page/arena';
import { isSourceText } from '../page/element-text';
import { escape } from './escape';
import { COUNT_MAX, gapRoom, joinedGap, keepsLines, withKind, writeGap } from '../page/gap';
import { HIDDEN, KEEPS_BUTTONS, markShown, marksOf } from './visible-nodes';
import { isSelected } from './selection';
import { beginWork, isSpent, spend } from '../work';
import { cleanEnd, cleanStart, collapseTo, keptEnd, keptStart, normalise } from '../page/text';
import { writeCopy } from './write';

const LINE_FEED = memory.data<u8>([0x0a]);

/** Work for a segment that is written, beside that for its text. */
const SEGMENT_STEPS: u32 = 16;

/** Whether the segment before this one is in another block: its own block then has the line feeds of all gaps between. */
function isAfterOther(segment: u32): bool {
  return segment != 0 && segmentAt(segment).block != segmentAt(segment - <u32>Segment.BYTES).block;
}

/** Maximum number of bytes that the segments take, each with a break before it. */
function roomFor(first: u32, last: u32): u32 {
  let bytes: u32 = 0;
  for (let segment = first; segment <= last; segment += <u32>Segment.BYTES) {
    const gap = segmentAt(segment).gap;
    bytes += nodeAt(segmentAt(segment).node).textLength + gapRoom(gap);
    if (keepsLines(gap) && isAfterOther(segment)) bytes += COUNT_MAX;
  }
  return bytes;
}

/** Bytes that `writeSelected` may write, without escapes; and `writeBlock` for all blocks together. */
export function textRoom(): usize {
  return segmentCount ? <usize>roomFor(0, (segmentCount - 1) * <u32>Segment.BYTES) + BEYOND : 0;
}

/** Bytes that `writeBlock` may write, without escapes. */
function blockRoom(block: u32): usize {
  let bytes: u32 = 0;
  let at = blockOf(block).firstSegment;
  for (; at != Segment.NONE; at = segmentAt(at).next) bytes += roomFor(at, at);
  return bytes + BEYOND;
}

/** Bytes behind a text that copying it may change. */
const BEYOND: usize = 16;

function put(to: usize, start: usize, end: usize, escaped: bool): usize {
  return escaped ? escape(to, start, end) : writeCopy(to, start, end);
}

/** Writes text with its own lines. In the source CR stands for LF, alone or before one. */
function putLines(to: usize, start: usize, end: usize, isSource: bool, escaped: bool): usize {
  while (isSource) {
    const stop = findByte(0x0d, start, end);
    to = put(to, start, stop, escaped);
    if (stop >= end) return to;
    // Behind the last byte of a text that ends with CR, nothing is left to write.
    start = stop + 1;
    if (start < end && load<u8>(start) == 0x0a) continue;
    to = put(to, LINE_FEED, LINE_FEED + 1, escaped);
  }
  return put(to, start, end, escaped);
}

/** Extents of the escaped texts of all segments, which the lines of blocks and the content of the page both have. */
let written: usize = 0;

/** Bytes of the ranges of the texts of all segments. */
export function writtenRoom(): usize {
  return <usize>segmentCount * offsetof<Extent>();
}

/** Sets where the ranges are kept, until the texts that `writeBlock` writes move. */
export function keepWritten(at: usize): void {
  written = at;
}

function writtenOf(segment: u32): Extent {
  return Extent.at(written, segment / <u32>Segment.BYTES);
}

/** Writes the text of a segment at `to`, with its own lines if `keeps`; where it ends, or 0 if memory is unavailable. */
function write(segment: u32, to: usize, keeps: bool, escaped: bool): usize {
  const node = nodeAt(segmentAt(segment).node);
  const text = node.text;
  const length = node.textLength;
  spend(length + SEGMENT_STEPS);
  if (keeps) {
    const isSource = isSourceText(segmentAt(segment).node);
    return putLines(to, keptStart(text, length), keptEnd(text, length), isSource, escaped);
  }
  if (!escaped) {
    const start = keptStart(text, length);
    return collapseTo(to, start, keptEnd(text, length));
  }
  if (!normalise(text, length)) return 0;
  return put(to, cleanStart, cleanEnd, escaped);
}

/** Writes the text of a segment that `writeBlock` has written, sixteen bytes at a time, and up to fifteen more. */
function writeAgain(segment: u32, to: usize): usize {
  spend(nodeAt(segmentAt(segment).node).textLength + SEGMENT_STEPS);
  const range = writtenOf(segment);
  return writeCopy(to, range.start, range.end);
}

/**
 * Writes the text of all blocks of a selection that `markShown` has not marked as hidden. If `escaped`, it is escaped for a JSON string;
 * then `writeBlock` must have written all blocks. Returns the end of the text, or 0 if memory is unavailable.
 */
export function writeSelected(selection: u32, to: usize, escaped: bool): usize {
  return writeRange(selection, 0, segmentCount * <u32>Segment.BYTES, to, escaped);
}

/** The same of the segments from `segment` to `end`. */
export function writeRange(selection: u32, segment: u32, end: u32, to: usize, escaped: bool): usize {
  const start = to;
  let gap: u32 = 0;
  for (; segment < end; segment += <u32>Segment.BYTES) {
    gap = joinedGap(gap, segmentAt(segment).gap);
    const isShown = !(marksOf(segmentAt(segment).node) & HIDDEN);
    if (isShown && isSelected(blockOf(segmentAt(segment).block), selection)) {
      to = writeGap(to, gap, to == start, escaped);
      to = escaped ? writeAgain(segment, to) : write(segment, to, keepsLines(gap), false);
      if (!to) return 0;
      gap = 0;
    } else {
      // An omitted segment leaves at least a space.
      gap = withKind(gap, Break.SPACE);
    }
  }
  return to;
}

/** Writes the text of one block, hidden or not, as `writeSelected` does. Ranges of escaped texts are kept. */
export function writeBlock(block: u32, to: usize, escaped: bool): usize {
  let segment = blockOf(block).firstSegment;
  const start = to;
  let gap = segment == Segment.NONE ? 0 : segmentAt(segment).gap;
  while (segment != Segment.NONE) {
    const from = writeGap(to, gap, to == start, escaped);
    to = write(segment, from, keepsLines(gap), escaped);
    if (!to) return 0;
    if (escaped) {
      writtenOf(segment).start = from;
      writtenOf(segment).end = to;
    }
    // The gaps of all segments, of whatever block, from here to the next of this one.
    const next = segmentAt(segment).next;
    if (next == Segment.NONE) break;
    gap = next - segment > <u32>Segment.BYTES ? Break.SPACE : 0;
    spend((next - segment) / <u32>Segment.BYTES);
    for (let at = segment + <u32>Segment.BYTES; at <= next; at += <u32>Segment.BYTES) {
      gap = joinedGap(gap, segmentAt(at).gap);
    }
    segment = next;
  }
  return to;
}

function publish(end: usize): u32 {
  if (!end) return Status.OUT_OF_MEMORY;
  if (isSpent()) return Status.TOO_COMPLEX;
  publishOutput(end - output);
  return Status.OK;
}

/** Text of all blocks of a selection that a reader sees, to the output; a `Status`. */
export function renderSelected(selection: u32): u32 {
  beginWork();
  const status = markShown(selection, KEEPS_BUTTONS);
  if (status != Status.OK) return status;
  if (!reserveOutput(textRoom())) return Status.OUT_OF_MEMORY;
  return publish(writeSelected(selection, output, false));
}

/** Text of one block, to the output; a `Status`. */
export function renderBlock(block: u32): u32 {
  beginWork();
  assert(isBlock(block), 'render: no block of the current page');
  if (!reserveOutput(blockRoom(block))) return Status.OUT_OF_MEMORY;
  return publish(writeBlock(block, output, false));
}

/** Normalised text of one segment, to the output; a `Status`. */
export function renderSegment(segment: u32): u32 {
  beginWork();
  assert(isSegment(segment), 'render: no segment of the current page');
  if (!reserveOutput(roomFor(segment, segment) + BEYOND)) return Status.OUT_OF_MEMORY;
  return publish(write(segment, output, false, false));
}
