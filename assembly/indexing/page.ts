/**
 * The current page: what the core has of it, copied by the host from the memory of the core.
 *
 *   the input: source
 *   parts:     decoded texts │ nodes │ segments │ blocks │ merged tags
 *
 * The records are those of assembly/html/records.ts and assembly/page/records.ts. They refer to each other by offsets; only the
 * texts of nodes are addresses, which are moved to the copies. The code that reads a page here is that of the core.
 */
import { Block, INPUT_PADDING, Segment } from '../page/records';
import { Flag, MergedTag, Node } from '../html/records';
import { Merged } from '../html/merged';
import { Tag } from '../html/names';
import { Arena, nodeAt } from '../html/nodes';
import { adoptRecords, input } from '../page/arena';
import { setOrigin } from '../page/element-text';
import { Region } from '../region';

// ── Part of a page ──
//
//   0    4       8      12
//   │ at │ bytes │ from │ length │     from: its address in the memory of the core; length: in bytes
@unmanaged
class PagePart extends Region {
  from: usize;
  length: u32;
}

const PARTS_COUNT: u32 = 5;
const PARTS = memory.data(<i32>(PARTS_COUNT * offsetof<PagePart>()), 8);

function partOf(number: u32): PagePart {
  assert(number < PARTS_COUNT, 'page: no part of a page');
  return changetype<PagePart>(PARTS + <usize>number * offsetof<PagePart>());
}

/** Reserves the copy of a part that is at `from` in the memory of the core; 0 if memory is unavailable. */
export function reservePart(number: u32, from: usize, bytes: u32): usize {
  const part = partOf(number);
  if (!part.grow(<usize>bytes + INPUT_PADDING, 0)) return 0;
  part.from = from;
  part.length = bytes;
  return part.at;
}

/** Makes the copies the current page. The source, which is the input, is at `source` in the memory of the core. */
export function adoptPage(source: usize): void {
  const texts = partOf(0);
  const nodes = partOf(1);
  const segments = partOf(2);
  const blocks = partOf(3);
  const merged = partOf(4);
  setOrigin(true);
  Arena.nodes = nodes.at;
  Arena.end = nodes.length;
  adoptRecords(segments.at, segments.length / <u32>Segment.BYTES, blocks.at, blocks.length / <u32>Block.BYTES);
  Merged.base = merged.at;
  Merged.count = merged.length / <u32>MergedTag.BYTES;
  // Texts have the tag of elements whose names have no number.
  for (let reference: u32 = 0; reference < nodes.length; reference += <u32>Node.BYTES) {
    const node = nodeAt(reference);
    if (node.flags & Flag.DECODED) node.text += texts.at - texts.from;
    else if (node.tag == Tag.OTHER) node.text += input - source;
  }
}
