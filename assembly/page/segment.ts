/**
 * Nodes → blocks and text segments (Wang et al., page segmentation).
 *
 * One walk, depth first, without recursion. Each open element has a frame on the stack: the key of its path, its block,
 * and how many element children it has had. Ignored elements are stepped over with all that is below them.
 */
import {
  BLOCK_BYTES,
  BLOCK_FIRST_SEGMENT,
  BLOCK_KIND,
  BLOCK_KIND_NONE,
  BLOCK_LAST_SEGMENT,
  BLOCK_LENGTH,
  BLOCK_NODE,
  BLOCK_PARENT,
  BLOCK_SEGMENTS,
  BLOCK_TEMPLATE_LENGTH,
  BREAK_CELL,
  BREAK_LINE,
  BREAK_NONE,
  BREAK_SPACE,
  KIND_ELEMENT,
  KIND_TEXT,
  NODE_FIRST_CHILD,
  NODE_KIND,
  NODE_NEXT,
  NODE_PARENT,
  NODE_TAG,
  NODE_TEXT,
  NODE_TEXT_LENGTH,
  NO_SEGMENT,
  PATH_CLASSES,
  PATH_INDEXED,
  PATH_NONE,
  SEGMENT_BLOCK,
  SEGMENT_BREAK,
  SEGMENT_BYTES,
  SEGMENT_KEY,
  SEGMENT_LENGTH,
  SEGMENT_NEXT,
  SEGMENT_NODE,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
} from '../layout';
import { Tag } from '../html/names';
import { Arena, nodeCount } from '../html/nodes';
import { beginMeasures, endMeasures, measureLink, measureText, openMeasure } from '../evidence/measure';
import {
  blocks,
  clearRecords,
  newBlock,
  newSegment,
  publishPage,
  reserveBlocks,
  reserveSegments,
  reserveStack,
  scratch,
  segmentCount,
  segments,
  stack,
} from './arena';
import { CELL, IGNORED, INLINE, SEPARATOR, flagsOf, isCustomSeparator, nameKey } from './elements';
import { extendPath, hashBytes, segmentKey } from './hash';
import { classLength, classStart, lowerName, nameLength, readClass } from './element-text';
import { cleanHash, codePoints, normalise, spaceAfter, spaceBefore } from './text';

const FRAME_PATH: usize = 0;
const FRAME_BLOCK: usize = FRAME_PATH + 8;
const FRAME_CHILDREN: usize = FRAME_BLOCK + 4;
const FRAME_BYTES: usize = FRAME_CHILDREN + 4;

/** How paths are written, one of the `PATH_…` codes. */
export let pathMode: u32 = 0;

export function setPathMode(mode: u32): void {
  pathMode = mode;
}

function openBlock(node: u32, parent: u32): u32 {
  const block = newBlock();
  const address = blocks + block;
  store<u32>(address, node, BLOCK_NODE);
  store<u32>(address, 0, BLOCK_LENGTH);
  store<u32>(address, 0, BLOCK_TEMPLATE_LENGTH);
  store<u32>(address, BLOCK_KIND_NONE, BLOCK_KIND);
  store<u32>(address, NO_SEGMENT, BLOCK_FIRST_SEGMENT);
  store<u32>(address, NO_SEGMENT, BLOCK_LAST_SEGMENT);
  store<u32>(address, 0, BLOCK_SEGMENTS);
  store<u32>(address, parent, BLOCK_PARENT);
  return block;
}

function addSegment(node: u32, block: u32, path: u64, breakBefore: u32): void {
  const segment = newSegment();
  const address = segments + segment;
  store<u64>(address, segmentKey(cleanHash(), path), SEGMENT_KEY);
  store<u32>(address, node, SEGMENT_NODE);
  store<u32>(address, block, SEGMENT_BLOCK);
  store<u32>(address, codePoints, SEGMENT_LENGTH);
  store<u32>(address, NO_SEGMENT, SEGMENT_NEXT);
  store<u32>(address, breakBefore, SEGMENT_BREAK);
  const owner = blocks + block;
  store<u32>(owner, load<u32>(owner, BLOCK_LENGTH) + codePoints, BLOCK_LENGTH);
  const count = load<u32>(owner, BLOCK_SEGMENTS);
  store<u32>(owner, count + 1, BLOCK_SEGMENTS);
  if (count) store<u32>(segments + load<u32>(owner, BLOCK_LAST_SEGMENT), segment, SEGMENT_NEXT);
  else store<u32>(owner, segment, BLOCK_FIRST_SEGMENT);
  store<u32>(owner, segment, BLOCK_LAST_SEGMENT);
}

/** First element child of `parent` named `tag`, or any where `tag` is `Tag.COUNT`; 0 where there is none. */
function elementChild(parent: u32, tag: u32): u32 {
  let child = load<u32>(Arena.nodes + parent, NODE_FIRST_CHILD);
  while (child) {
    const address = Arena.nodes + child;
    if (load<u8>(address, NODE_KIND) == KIND_ELEMENT && (tag == <u32>Tag.COUNT || load<u16>(address, NODE_TAG) == tag)) {
      return child;
    }
    child = load<u32>(address, NODE_NEXT);
  }
  return 0;
}

/** The break that the start or end of an element makes. */
// @ts-ignore: decorator
@inline
function breakOf(flags: u32): u32 {
  return flags & INLINE ? BREAK_NONE : flags & CELL ? BREAK_CELL : BREAK_LINE;
}

// @ts-ignore: decorator
@inline
function stronger(a: u32, b: u32): u32 {
  return a > b ? a : b;
}

/** Divides the tree below the document into blocks and segments and publishes them, measured or not; a `STATUS_…` code. */
export function segmentPage(isMeasured: bool): u32 {
  const nodes = nodeCount();
  clearRecords();
  if (!reserveSegments(nodes) || !reserveBlocks(nodes + 1)) return STATUS_OUT_OF_MEMORY;
  const root = elementChild(0, <u32>Tag.COUNT);
  const body = root ? elementChild(root, Tag.BODY) : 0;
  const rootBlockNode = body ? body : root;
  openBlock(rootBlockNode, 0);
  if (isMeasured) {
    beginMeasures();
    if (!openMeasure(0, 0, rootBlockNode)) return STATUS_OUT_OF_MEMORY;
  }

  let depth: usize = 0;
  let node = root;
  let path: u64 = 0;
  let block: u32 = 0;
  let children: u32 = 0;
  let pending = BREAK_NONE;
  /** The outermost link around a text. */
  let link: u32 = 0;
  while (node) {
    const address = Arena.nodes + node;
    const kind = load<u8>(address, NODE_KIND);
    if (kind == KIND_TEXT) {
      const start = load<usize>(address, NODE_TEXT);
      const length = load<u32>(address, NODE_TEXT_LENGTH);
      if (!normalise(start, length)) return STATUS_OUT_OF_MEMORY;
      if (codePoints) {
        if (spaceBefore) pending = stronger(pending, BREAK_SPACE);
        addSegment(node, block, path, pending);
        if (isMeasured && !measureText(block / <u32>BLOCK_BYTES, (segmentCount - 1) * <u32>SEGMENT_BYTES, link != 0)) {
          return STATUS_OUT_OF_MEMORY;
        }
        pending = spaceAfter ? BREAK_SPACE : BREAK_NONE;
      } else if (length) {
        pending = stronger(pending, BREAK_SPACE);
      }
    } else if (kind == KIND_ELEMENT) {
      ++children;
      const tag = <u32>load<u16>(address, NODE_TAG);
      const flags = flagsOf(tag);
      if (!(flags & IGNORED)) {
        pending = stronger(pending, breakOf(flags));
        const first = load<u32>(address, NODE_FIRST_CHILD);
        let name: u64 = 0;
        let separates = (flags & SEPARATOR) != 0;
        if (tag != Tag.OTHER) {
          name = nameKey(tag);
        } else {
          if (!lowerName(node)) return STATUS_OUT_OF_MEMORY;
          name = hashBytes(scratch, nameLength);
          separates = isCustomSeparator(name);
        }
        const inner = separates && node != rootBlockNode ? openBlock(node, block) : block;
        if (isMeasured) {
          if (inner != block) {
            if (!openMeasure(inner / <u32>BLOCK_BYTES, block / <u32>BLOCK_BYTES, node)) return STATUS_OUT_OF_MEMORY;
          } else if (tag == Tag.A) {
            measureLink(block / <u32>BLOCK_BYTES);
            if (!link && first) link = node;
          }
        }
        if (first) {
          const frame = depth * FRAME_BYTES;
          ++depth;
          if (!reserveStack(frame + FRAME_BYTES)) return STATUS_OUT_OF_MEMORY;
          store<u64>(stack + frame, path, FRAME_PATH);
          store<u32>(stack + frame, block, FRAME_BLOCK);
          store<u32>(stack + frame, children, FRAME_CHILDREN);
          if (pathMode != PATH_NONE) {
            if (pathMode == PATH_INDEXED) {
              name += <u64>children * 0x9e3779b97f4a7c15;
            } else if (pathMode == PATH_CLASSES) {
              if (!readClass(node) || !normalise(classStart, classLength)) return STATUS_OUT_OF_MEMORY;
              if (codePoints) name = extendPath(name, cleanHash());
            }
            path = extendPath(path, name);
          }
          block = inner;
          children = 0;
          node = first;
          continue;
        }
      }
    }
    let next = load<u32>(Arena.nodes + node, NODE_NEXT);
    while (!next && depth) {
      --depth;
      node = load<u32>(Arena.nodes + node, NODE_PARENT);
      if (node == link) link = 0;
      const frame = stack + depth * FRAME_BYTES;
      path = load<u64>(frame, FRAME_PATH);
      block = load<u32>(frame, FRAME_BLOCK);
      children = load<u32>(frame, FRAME_CHILDREN);
      pending = stronger(pending, breakOf(flagsOf(<u32>load<u16>(Arena.nodes + node, NODE_TAG))));
      next = load<u32>(Arena.nodes + node, NODE_NEXT);
    }
    // The root element has no siblings that are part of the page.
    node = depth ? next : 0;
  }
  if (isMeasured && !endMeasures()) return STATUS_OUT_OF_MEMORY;
  publishPage(nodes);
  return STATUS_OK;
}
