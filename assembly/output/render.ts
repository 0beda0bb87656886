/**
 * Text outputs: the normalised texts of segments, with a space, a tab or a line feed between two of them. Preformatted texts keep their
 * lines.
 */
import { Status } from '../layout';
import { Break, Part, Segment } from '../page/records';
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
import { COUNT_MAX, gapCapacity, joinedGap, keepsLines, withKind, writeGap } from '../page/gap';
import { HIDDEN, KEEPS_BUTTONS, isSelected, markShown, marksOf } from './visible-nodes';
import { beginWork, isSpent, spend } from '../work';
import { collapseTo, contentEnd, contentStart } from '../page/text';
import { writeCopy } from './write';
import { hideDetails, postAt, postCount, showDetails } from '../detect/posts';

/** Work for a written segment. */
const SEGMENT_STEPS: u32 = 16;

/** Maximum bytes of the segments from `first` to `last` with the gaps before them. */
function capacityFor(first: u32, last: u32): u32 {
  let bytes: u32 = 0;
  for (let segment = first; segment <= last; segment += <u32>Segment.BYTES) {
    const gap = segmentAt(segment).gap;
    bytes += nodeAt(segmentAt(segment).node).textLength + gapCapacity(gap);
    // Before the first segment of a block, the line feeds of gaps of omitted segments are added.
    const isFirst = segment == 0 || segmentAt(segment).block != segmentAt(segment - <u32>Segment.BYTES).block;
    if (keepsLines(gap) && isFirst) bytes += COUNT_MAX;
  }
  return bytes;
}

/** Maximum bytes of all segments. */
function textCapacity(): usize {
  return segmentCount ? <usize>capacityFor(0, (segmentCount - 1) * <u32>Segment.BYTES) + BEYOND : 0;
}

/** Bytes after a text that copying may change. */
const BEYOND: usize = 16;

/** Writes a text with its lines. In a source, CR and CR LF are line feeds. */
export function putLines(to: usize, start: usize, end: usize, isSource: bool): usize {
  while (isSource) {
    const stop = findByte(0x0d, start, end);
    to = writeCopy(to, start, stop);
    if (stop >= end) return to;
    // A CR at the end of the text ends the loop.
    start = stop + 1;
    if (start < end && load<u8>(start) == 0x0a) continue;
    store<u8>(to++, 0x0a);
  }
  return writeCopy(to, start, end);
}

/** Writes the text of a segment, with its lines if `keeps`; returns the end. */
function write(segment: u32, to: usize, keeps: bool): usize {
  const node = nodeAt(segmentAt(segment).node);
  const text = node.text;
  const length = node.textLength;
  spend(length + SEGMENT_STEPS);
  const start = contentStart(text, length);
  const end = contentEnd(text, length);
  return keeps ? putLines(to, start, end, isSourceText(segmentAt(segment).node)) : collapseTo(to, start, end);
}

/** In place of a block: segments of all blocks. */
const ANY: u32 = u32.MAX_VALUE;

/**
 * Writes segments from `segment` to `end`: the selected visible ones, or those of one block, hidden or not. Returns the end of the output.
 */
function writeRange(selection: u32, block: u32, segment: u32, end: u32, to: usize): usize {
  const start = to;
  let gap: u32 = 0;
  for (; segment < end; segment += <u32>Segment.BYTES) {
    const at = segmentAt(segment);
    gap = joinedGap(gap, at.gap);
    if (block == ANY ? !(marksOf(at.node) & HIDDEN) && isSelected(blockOf(at.block), selection) : at.block == block) {
      to = write(segment, writeGap(to, gap, to == start), keepsLines(gap));
      gap = 0;
    } else {
      // An omitted segment is replaced by at least a space.
      gap = withKind(gap, Break.SPACE);
    }
  }
  return to;
}

function publish(end: usize): u32 {
  if (isSpent()) return Status.TOO_COMPLEX;
  publishOutput(end - output);
  return Status.OK;
}

/** Outputs the visible text of a selection; returns a `Status`. */
export function renderSelected(selection: u32): u32 {
  beginWork();
  const status = beginText(selection);
  if (status != Status.OK) return status;
  return publish(writeRange(selection, ANY, 0, segmentCount * <u32>Segment.BYTES, output));
}

/** Marks the visible nodes of a selection and reserves space for its text; returns a `Status`. */
function beginText(selection: u32): u32 {
  const status = markShown(selection, KEEPS_BUTTONS);
  return status != Status.OK || reserveOutput(textCapacity()) ? status : Status.OUT_OF_MEMORY;
}

/** Outputs the text of a block; returns a `Status`. */
export function renderBlock(block: u32): u32 {
  beginWork();
  assert(isBlock(block), 'render: no block of the current page');
  const first = blockOf(block).firstSegment;
  let end: u32 = 0;
  let bytes = BEYOND;
  for (let at = first; at != Segment.NONE; at = segmentAt(at).next) {
    bytes += capacityFor(at, at);
    end = at + <u32>Segment.BYTES;
  }
  spend(end / <u32>Segment.BYTES);
  if (!reserveOutput(bytes)) return Status.OUT_OF_MEMORY;
  return publish(writeRange(0, block, first, end, output));
}

/** Outputs the normalised text of a segment; returns a `Status`. */
export function renderSegment(segment: u32): u32 {
  beginWork();
  assert(isSegment(segment), 'render: no segment of the current page');
  if (!reserveOutput(capacityFor(segment, segment) + BEYOND)) return Status.OUT_OF_MEMORY;
  return publish(write(segment, output, false));
}

const MAIN: u32 = 1 << (Part.SELECT + Part.MAIN);

/** Outputs the texts of posts, and sets the bounds of each; returns a `Status`. */
export function renderPosts(): u32 {
  beginWork();
  hideDetails();
  const status = beginText(MAIN);
  let to = output;
  for (let index: u32 = 0; status == Status.OK && index < postCount; ++index) {
    const post = postAt(index);
    post.from = <u32>(to - output);
    to = writeRange(MAIN, ANY, post.start, post.end, to);
    post.to = <u32>(to - output);
  }
  showDetails();
  return status == Status.OK ? publish(to) : status;
}
