/**
 * Divides nodes into blocks and text segments (Wang et al., page segmentation) in one walk. Each open element has a frame on the stack:
 * path key and block of its parent. Ignored elements are skipped with their descendants.
 */
import { Status } from '../layout';
import { Node, NodeKind, Step, Visitor, childWith, nodeAt, nodeCount, walk } from '../html/nodes';
import { Block, Break, Part, Segment, Verdict } from '../page/records';
import { Tag } from '../html/names';
import { measureElement } from '../evidence/block/measure';
import { addBlock, addText, beginEvidence, endEvidence } from '../evidence/gather';
import { SENTENCE } from '../evidence/site/occurrences';
import {
  STACK,
  blockAt,
  blockCount,
  blockOf,
  clearRecords,
  newBlock,
  newSegment,
  publishPage,
  reserveBlocks,
  reserveSegments,
  reserveStack,
  scratch,
  segmentAt,
  segmentCount,
} from '../page/arena';
import { IS_CELL, Trait, traitsOf } from '../elements';
import { nameKey } from '../page/element-names';
import { preformattedGap, kindOf, withKind, withLine, withSpace } from '../page/gap';
import { extendPath, hashBytes, segmentKey } from '../page/hash';
import { isSourceText, lowerName, nameLength } from '../page/element-text';
import { isSpent, spend } from '../work';
import {
  cleanHash,
  codePoints,
  hasJoiners,
  contentEnd,
  contentStart,
  normalise,
  removeJoiners,
  spaceAfter,
  spaceAt,
  spaceBefore,
} from '../page/text';

/** Path key and block of the parent of an open element. */
@unmanaged
class Frame {
  path: u64;
  block: u32;
}

/** Work for a node without its text. */
const NODE_STEPS: u64 = 8;

function openBlock(node: u32, parent: u32): u32 {
  const block = newBlock();
  const address = blockOf(block);
  address.node = node;
  address.length = 0;
  address.templateLength = 0;
  address.verdict = Verdict.NONE;
  address.firstSegment = Segment.NONE;
  address.lastSegment = Segment.NONE;
  address.segments = 0;
  address.parent = parent;
  address.main = <i32>0;
  address.part = Part.REST;
  return block;
}

/**
 * Adds the text that was normalised last to a block; returns the segment's reference. A model recognises a sentence at any path. Wang et
 * al. include the path of every text.
 */
function addSegment(node: u32, block: u32, path: u64, breakBefore: u32): u32 {
  const segment = newSegment();
  const address = segmentAt(segment);
  address.key = segmentKey(cleanHash(), isMeasured && codePoints >= SENTENCE ? 0 : path);
  address.node = node;
  address.block = block;
  address.length = codePoints;
  address.next = Segment.NONE;
  address.gap = breakBefore;
  const owner = blockOf(block);
  owner.length += codePoints;
  const count = owner.segments;
  owner.segments = count + 1;
  if (count) segmentAt(owner.lastSegment).next = segment;
  else owner.firstSegment = segment;
  owner.lastSegment = segment;
  return segment;
}

/** The break at the start and end of an element. */
function breakOf(traits: u32): u32 {
  if (traits & Trait.INLINE) return traits & Trait.APART ? Break.SPACE : Break.NONE;
  return traits & IS_CELL ? Break.CELL : Break.LINE;
}

// State of the walk.
/** The element of the first block. */
let rootBlockNode: u32 = 0;
/** Path key of the innermost open element. */
let path: u64 = 0;
/** Block of the innermost open element. */
let block: u32 = 0;
/** Number of frames. */
let depth: usize = 0;
/** The break before the next text. */
let pending: u32 = Break.NONE;
/** The outermost link that contains the next text. */
let link: u32 = 0;
/** True if a link has ended since the last text. */
let linkEnded: bool = false;
/** The outermost element that contains the next text and preserves lines. */
let preformattedAncestor: u32 = 0;
/** True before the first text of that element. */
let isFirstKept: bool = false;
let isMeasured: bool = false;
/** Memory was unavailable. */
let hasFailed: bool = false;

/** Adds the segment of a text node, unless it is empty; false if memory is unavailable. */
function walkText(node: u32): bool {
  const address = nodeAt(node);
  const length = address.textLength;
  spend(length << 1);
  if (!normalise(address.text, length)) return false;
  if (!codePoints) {
    if (length) pending = withKind(pending, Break.SPACE);
    if (preformattedAncestor) pending = withSpace(pending, address.text, length, isSourceText(node));
    return true;
  }
  if (spaceBefore) pending = withKind(pending, Break.SPACE);
  linkEnded = false;
  if (preformattedAncestor) return addKept(node);
  const segment = addSegment(node, block, path, pending);
  pending = spaceAfter ? Break.SPACE : Break.NONE;
  return !isMeasured || addText(block / <u32>Block.BYTES, segment, link != 0);
}

/** Removes joiners from the text of the last segment; its key and measures include them. White space next to them remains a break. */
function removeJoinersOf(text: Node): void {
  if (!removeJoiners(text)) return;
  const segment = segmentAt((segmentCount - 1) * <u32>Segment.BYTES);
  if (spaceAt(text.text)) segment.gap = withKind(segment.gap, Break.SPACE);
  if (load<u8>(text.textEnd - 1) <= 0x20) pending = withKind(pending, Break.SPACE);
}

/** Adds the segment of the text node that was normalised last, in an element that preserves lines. */
function addKept(node: u32): bool {
  const text = nodeAt(node).text;
  const length = nodeAt(node).textLength;
  const start = contentStart(text, length);
  const end = contentEnd(text, length);
  const isSource = isSourceText(node);
  const gap = withSpace(pending, text, <u32>(start - text), isSource);
  const segment = addSegment(node, block, path, preformattedGap(gap, isFirstKept));
  isFirstKept = false;
  pending = withSpace(spaceAfter ? Break.SPACE : Break.NONE, end, <u32>(text + length - end), isSource);
  return !isMeasured || addText(block / <u32>Block.BYTES, segment, link != 0);
}

/** Adds an element to the evidence. `inner`: the block that it opens, or the current block. False if memory is unavailable. */
function measure(node: u32, inner: u32): bool {
  const index = block / <u32>Block.BYTES;
  if (inner != block) return addBlock(inner / <u32>Block.BYTES, index, node);
  const tag = <u32>nodeAt(node).tag;
  measureElement(index, tag);
  if (tag == Tag.A && !link && nodeAt(node).firstChild) link = node;
  return true;
}

function innermost(): Frame {
  return changetype<Frame>(STACK.at + (depth - 1) * offsetof<Frame>());
}

/** Makes an element the innermost open one; false if memory is unavailable. */
function pushFrame(name: u64, inner: u32): bool {
  ++depth;
  if (!reserveStack(depth * offsetof<Frame>())) return false;
  const frame = innermost();
  frame.path = path;
  frame.block = block;
  path = extendPath(path, name);
  block = inner;
  return true;
}

/** Bytes of the longest noscript element of the body. */
let noscriptBytes: u64 = 0;

/** Notes the bytes of a noscript element. Its contents are one text. */
function noteNoscript(node: u32): void {
  const text = nodeAt(node).firstChild;
  if (text) noscriptBytes = max(noscriptBytes, <u64>nodeAt(text).textLength);
}

/** With this number of code points, a page has more text than navigation. */
const TEXT_LEAST: u64 = 2048;
/** Minimum bytes of a noscript element that contains the text of the page. */
const NOSCRIPT_LEAST: u64 = 512;
/** Minimum bytes of this element per code point of other text. */
const NOSCRIPT_PER_TEXT: u64 = 5;

/** True if a noscript element contains the text of the last segmented page, as in threads of Discourse. */
export function isHidden(): bool {
  if (noscriptBytes <= NOSCRIPT_LEAST) return false;
  let text: u64 = 0;
  for (let index: u32 = 0; index < blockCount && text < TEXT_LEAST; ++index) {
    text += blockAt(index).length;
  }
  return text < TEXT_LEAST && noscriptBytes > NOSCRIPT_LEAST + text * NOSCRIPT_PER_TEXT;
}

function stop(): Step {
  hasFailed = true;
  return Step.END;
}

/** Opens the block of a separator, and the frame of an element with children. */
function enterElement(node: u32): Step {
  const address = nodeAt(node);
  const tag = <u32>address.tag;
  const traits = traitsOf(tag);
  if (traits & Trait.IGNORED) {
    if (tag == Tag.NOSCRIPT) noteNoscript(node);
    return Step.PASS;
  }
  pending = withKind(pending, breakOf(traits));
  if (traits & Trait.LINES && !preformattedAncestor && address.firstChild) {
    preformattedAncestor = node;
    isFirstKept = true;
    pending = kindOf(pending);
  } else if (tag == Tag.BR && preformattedAncestor) {
    pending = withLine(pending);
  } else if (tag == Tag.A && linkEnded) {
    // Adjacent links are separated by a space.
    pending = withKind(pending, Break.SPACE);
  }
  if (tag == Tag.OTHER && !lowerName(node)) return stop();
  const name = tag == Tag.OTHER ? hashBytes(scratch, nameLength) : nameKey(tag);
  const inner = traits & Trait.SEPARATOR && node != rootBlockNode ? openBlock(node, block) : block;
  if (isMeasured && !measure(node, inner)) return stop();
  if (!address.firstChild) return Step.PASS;
  return pushFrame(name, inner) ? Step.ENTER : stop();
}

function leaveElement(element: u32): void {
  if (element == link) link = 0;
  if (element == preformattedAncestor) {
    preformattedAncestor = 0;
    pending = kindOf(pending);
  }
  const frame = innermost();
  path = frame.path;
  block = frame.block;
  --depth;
  const tag = <u32>nodeAt(element).tag;
  if (tag == Tag.A) linkEnded = true;
  pending = withKind(pending, breakOf(traitsOf(tag)));
}

@unmanaged
class Segmenter extends Visitor {
  enter(node: u32): Step {
    spend(NODE_STEPS);
    const kind = nodeAt(node).kind;
    if (kind == NodeKind.TEXT) {
      if (!walkText(node)) return stop();
      if (hasJoiners) removeJoinersOf(nodeAt(node));
      return Step.PASS;
    }
    const step = kind == NodeKind.ELEMENT ? enterElement(node) : Step.PASS;
    // Siblings of the root element are not part of the page.
    return depth ? step : Step.END;
  }

  leave(node: u32): bool {
    leaveElement(node);
    return depth != 0;
  }
}

/** False if memory is unavailable. */
function walkTree(root: u32): bool {
  path = 0;
  block = 0;
  depth = 0;
  pending = Break.NONE;
  link = 0;
  linkEnded = false;
  preformattedAncestor = 0;
  hasFailed = false;
  walk(root, 0, changetype<Segmenter>(0));
  return !hasFailed;
}

/** Divides the tree into blocks and segments, with measures if requested, and publishes them; returns a `Status`. */
export function segmentPage(withMeasures: bool): u32 {
  const nodes = nodeCount();
  isMeasured = withMeasures;
  clearRecords();
  noscriptBytes = 0;
  if (!reserveSegments(nodes) || !reserveBlocks(nodes + 1)) return Status.OUT_OF_MEMORY;
  let root = nodeAt(0).firstChild;
  while (root && nodeAt(root).kind != NodeKind.ELEMENT) root = nodeAt(root).next;
  const body = root ? childWith(root, Tag.BODY) : 0;
  rootBlockNode = body ? body : root;
  openBlock(rootBlockNode, 0);
  if (isMeasured && !beginEvidence(root, rootBlockNode)) return Status.OUT_OF_MEMORY;
  if (!walkTree(root)) return Status.OUT_OF_MEMORY;
  if (isMeasured && !endEvidence()) return Status.OUT_OF_MEMORY;
  if (isSpent()) return Status.TOO_COMPLEX;
  publishPage(nodes);
  return Status.OK;
}
