/**
 * The ranges of the source that contain the blocks of a selection.
 *
 * An element is removed as a whole if it is in or opens one of these blocks, and contains no kept text. Otherwise its children are
 * examined. Tree and source can differ: the parser moves a text in a table before the table, and reopens unclosed elements. So a range is
 * removed only if it contains no byte of a kept text, according to a running count over the source.
 */
import { Status } from '../layout';
import { Node, NodeKind, following, nodeAt } from '../html/nodes';
import { Extent, Segment } from '../page/records';
import {
  PAGE,
  blockAt,
  blockCount,
  blockOf,
  output,
  publishOutput,
  reserveOutput,
  reserveScratch,
  scratch,
  segmentAt,
  segmentCount,
} from '../page/arena';
import { beginWork, isSpent, spend } from '../work';
import { Tag } from '../html/names';
import { Trait, has } from '../elements';
import { DROPPED, OWN_MARK, KEPT, addMark, beginOwnMarks, isSelected, markUpwards, marksOf } from './visible-nodes';

/** The node is in or opens a dropped block. */
const OPENS_DROPPED: u32 = OWN_MARK;
/** The node is in or opens a kept block. */
const OPENS_KEPT: u32 = OWN_MARK << 1;

/** Work for a node. */
const NODE_STEPS: u64 = 8;

/** For each offset of the source, the number of bytes of kept texts before it, as a word. */
let covered: usize = 0;

function hasRange(node: u32, sourceLength: u32): bool {
  const start = nodeAt(node).start;
  const end = nodeAt(node).end;
  return start != Node.NO_OFFSET && start <= end && end <= sourceLength;
}

function addCount(offset: u32, change: i32): void {
  const at = covered + ((<usize>offset) << 2);
  store<i32>(at, load<i32>(at) + change);
}

/** Converts starts and ends of kept texts to counts: the number of covered offsets before each source offset. */
function accumulate(sourceLength: u32): void {
  let open = 0;
  let count: u32 = 0;
  const end = covered + ((<usize>sourceLength) << 2);
  for (let at = covered; at <= end; at += 4) {
    open += load<i32>(at);
    store<u32>(at, count);
    count += u32(open > 0);
  }
}

function cutsNothing(node: u32, sourceLength: u32): bool {
  if (!hasRange(node, sourceLength)) return false;
  const start = nodeAt(node).start;
  const end = nodeAt(node).end;
  return load<u32>(covered + ((<usize>start) << 2)) == load<u32>(covered + ((<usize>end) << 2));
}

/**
 * Outputs the ranges to remove from a source of `sourceLength` units, as pairs of offsets in document order, which may overlap. Returns a
 * `Status`.
 */
export function findRemoval(selection: u32, sourceLength: u32): u32 {
  beginWork();
  const nodeCount = PAGE.nodeCount;
  spend(<u64>nodeCount * NODE_STEPS + sourceLength);
  if (isSpent()) return Status.TOO_COMPLEX;
  const countsBytes = (<usize>sourceLength + 1) << 2;
  if (!beginOwnMarks() || !reserveScratch(countsBytes) || !reserveOutput(nodeCount << 3)) return Status.OUT_OF_MEMORY;
  covered = scratch;
  memory.fill(covered, 0, countsBytes);

  const segmentsEnd = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < segmentsEnd; segment = segment.nextRecord<Segment>()) {
    const node = segment.node;
    const isDropped = isSelected(blockOf(segment.block), selection);
    markUpwards(node, isDropped ? DROPPED : KEPT);
    if (!isDropped && hasRange(node, sourceLength)) {
      addCount(nodeAt(node).start, 1);
      addCount(nodeAt(node).end, -1);
    }
  }
  accumulate(sourceLength);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const block = blockAt(index);
    // Outside of other blocks, the document belongs to the root block.
    addMark(index ? block.node : 0, isSelected(block, selection) ? OPENS_DROPPED : OPENS_KEPT);
  }
  publishOutput(walk(sourceLength) - output);
  return Status.OK;
}

/** True if elements of this name may contain text of the page: also `noscript`, if the page was read without scripts. */
function isWalked(tag: u32): bool {
  return tag == Tag.NOSCRIPT || !has(tag, Trait.IGNORED);
}

/** Walks the nodes with dropped text; returns the end of the pairs. */
function walk(sourceLength: u32): usize {
  // The root block's element is kept, even if all its texts are removed.
  const rootBlockNode = blockOf(0).node;
  let to = output;
  let node = nodeAt(0).firstChild;
  while (node) {
    const marks = inheritedMarks(node);
    let enters: bool = false;
    if (marks & DROPPED) {
      const isRemovable = (marks & (OPENS_DROPPED | KEPT)) == OPENS_DROPPED && node != rootBlockNode;
      if (isRemovable && cutsNothing(node, sourceLength)) {
        const extent = Extent.at(to, 0);
        extent.start = nodeAt(node).start;
        extent.end = nodeAt(node).end;
        to += offsetof<Extent>();
      } else {
        enters = nodeAt(node).kind == NodeKind.ELEMENT && isWalked(nodeAt(node).tag);
      }
    }
    node = following(node, 0, enters);
  }
  return to;
}

/** The marks of a node, from those of its parent. A node that opens no block is in the block of its parent. */
function inheritedMarks(node: u32): u32 {
  const opens = OPENS_DROPPED | OPENS_KEPT;
  if (!(marksOf(node) & opens)) addMark(node, marksOf(nodeAt(node).parent) & opens);
  return marksOf(node);
}
