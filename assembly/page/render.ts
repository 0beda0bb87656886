/** Segments → readable text: normalised, one space, tab or line feed where the markup or the white space breaks it. */
import {
  BLOCK_FIRST_SEGMENT,
  BLOCK_KIND,
  BREAK_CELL,
  BREAK_LINE,
  BREAK_SPACE,
  NODE_TEXT,
  NODE_TEXT_LENGTH,
  NO_SEGMENT,
  SEGMENT_BLOCK,
  SEGMENT_BREAK,
  SEGMENT_BYTES,
  SEGMENT_NEXT,
  SEGMENT_NODE,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
} from '../layout';
import { Arena } from '../html/nodes';
import { blocks, output, publishOutput, reserveOutput, segments } from './arena';
import { segmentCount } from './segment';
import { cleanEnd, cleanStart, normalise } from './text';

/** Bytes that the segments may take at most, each with a break before it. */
function roomFor(first: u32, last: u32): u32 {
  let bytes: u32 = 0;
  for (let segment = first; segment <= last; segment += <u32>SEGMENT_BYTES) {
    bytes += load<u32>(Arena.nodes + load<u32>(segments + segment, SEGMENT_NODE), NODE_TEXT_LENGTH) + 1;
  }
  return bytes;
}

/** Writes one segment at `to`, after `gap` unless it is the first; where it ends, or 0 where memory ran out. */
function write(segment: u32, to: usize, gap: u32): usize {
  const node = Arena.nodes + load<u32>(segments + segment, SEGMENT_NODE);
  if (!normalise(load<usize>(node, NODE_TEXT), load<u32>(node, NODE_TEXT_LENGTH))) return 0;
  if (to != output && gap) store<u8>(to++, gap == BREAK_LINE ? 0x0a : gap == BREAK_CELL ? 0x09 : 0x20);
  memory.copy(to, cleanStart, cleanEnd - cleanStart);
  return to + (cleanEnd - cleanStart);
}

/** Text of all blocks whose kind has its bit in `kinds` (1 << BLOCK_KIND_…), to the output; a `STATUS_…` code. */
export function renderKinds(kinds: u32): u32 {
  const end = segmentCount * <u32>SEGMENT_BYTES;
  if (!reserveOutput(end ? <usize>roomFor(0, end - <u32>SEGMENT_BYTES) : 0)) return STATUS_OUT_OF_MEMORY;
  let to = output;
  let gap: u32 = 0;
  for (let segment: u32 = 0; segment < end; segment += <u32>SEGMENT_BYTES) {
    const before = load<u32>(segments + segment, SEGMENT_BREAK);
    if (before > gap) gap = before;
    const kind = load<u32>(blocks + load<u32>(segments + segment, SEGMENT_BLOCK), BLOCK_KIND);
    if ((kinds >> kind) & 1) {
      to = write(segment, to, gap);
      if (!to) return STATUS_OUT_OF_MEMORY;
      gap = 0;
    } else {
      // What is left out leaves a gap at least.
      gap = gap > BREAK_SPACE ? gap : BREAK_SPACE;
    }
  }
  publishOutput(to - output);
  return STATUS_OK;
}

/** Text of one block, to the output; a `STATUS_…` code. */
export function renderBlock(block: u32): u32 {
  let segment = load<u32>(blocks + block, BLOCK_FIRST_SEGMENT);
  let bytes: u32 = 0;
  for (let at = segment; at != NO_SEGMENT; at = load<u32>(segments + at, SEGMENT_NEXT)) bytes += roomFor(at, at);
  if (!reserveOutput(bytes)) return STATUS_OUT_OF_MEMORY;
  let to = output;
  let gap: u32 = 0;
  while (segment != NO_SEGMENT) {
    to = write(segment, to, gap);
    if (!to) return STATUS_OUT_OF_MEMORY;
    // The strongest break of all segments, of whatever block, from here to the next of this one.
    const next = load<u32>(segments + segment, SEGMENT_NEXT);
    if (next == NO_SEGMENT) break;
    gap = next - segment > <u32>SEGMENT_BYTES ? BREAK_SPACE : 0;
    for (let at = segment + <u32>SEGMENT_BYTES; at <= next; at += <u32>SEGMENT_BYTES) {
      const before = load<u32>(segments + at, SEGMENT_BREAK);
      if (before > gap) gap = before;
    }
    segment = next;
  }
  publishOutput(to - output);
  return STATUS_OK;
}

/** Normalised text of one segment, to the output; a `STATUS_…` code. */
export function renderSegment(segment: u32): u32 {
  if (!reserveOutput(roomFor(segment, segment))) return STATUS_OUT_OF_MEMORY;
  const end = write(segment, output, 0);
  if (!end) return STATUS_OUT_OF_MEMORY;
  publishOutput(end - output);
  return STATUS_OK;
}
