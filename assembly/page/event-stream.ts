/**
 * Reads existing trees: the bindings walk a DOM once and write an event stream, which is converted here to the same nodes as the parser
 * creates.
 */
import { Depth, NodeKind, appendChild, beginNodes, newNode, nodeAt, nodesFit } from '../html/nodes';
import { Status } from '../layout';
import { Tag } from '../html/names';
import { beginOpen } from '../html/open';
import { EVENTS, STACK, input, reserveStack } from './arena';
import { TreeEvent } from './records';

/** Address of the next text in the input. */
let text: usize = 0;
let textEnd: usize = 0;

/** Language of the root element; empty without one. */
export namespace DeclaredLanguage {
  export let start: usize = 0;
  export let end: usize = 0;
}

/**
 * Moves `text` past UTF-16 code units; false if the input ends before or a character would be split. Characters have at least one byte per
 * unit, so sixteen bytes have at most sixteen units.
 */
function take(units: u32): bool {
  let at = text;
  while (units >= 16 && at + 16 <= textEnd) {
    const bytes = v128.load(at);
    if (!i8x16.bitmask(bytes)) {
      units -= 16;
    } else {
      const leads = ~i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))) & 0xffff;
      const pairs = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0)));
      units -= popcnt<u32>(leads) + popcnt<u32>(pairs);
    }
    at += 16;
  }
  while (units && at < textEnd) {
    const byte = <u32>load<u8>(at++);
    if (byte >= 0xf0) {
      if (units == 1) return false;
      units -= 2;
    } else if ((byte & 0xc0) != 0x80) {
      --units;
    }
  }
  while (at < textEnd && (load<u8>(at) & 0xc0) == 0x80) ++at;
  text = at;
  return units == 0;
}

function append(kind: u32, tag: u32, parent: u32, start: u32, end: u32): u32 {
  const node = newNode(tag | (kind << 16), start, end);
  appendChild(parent, node);
  return node;
}

/** Address of a stack entry: the parent of the element at a depth beyond the limit. */
function heldAt(depth: u32): usize {
  return STACK.at + ((<usize>(depth - Depth.max)) << 2);
}

/**
 * The parent for a child of `element` at a depth; -1 if memory is unavailable. As in the parser, a child beyond the limit becomes a sibling
 * of `element`.
 */
function parentFor(element: u32, depth: u32): i64 {
  if (depth < Depth.max) return element;
  if (!reserveStack((<usize>(depth + 1 - Depth.max)) << 2)) return -1;
  store<u32>(heldAt(depth), element);
  return nodeAt(element).parent;
}

/** Number of words of each event; 0 for unknown events. */
const EVENT_WORDS = memory.data<u8>([0, 3, 1, 4, 2, 2, 0, 0]);

/** Sets the text of a node: from `start` to the next text. */
function setText(node: u32, start: usize): void {
  nodeAt(node).text = start;
  nodeAt(node).textLength = <u32>(text - start);
}

/** Makes nodes of `words` words of events and `bytes` bytes of text; returns a `Status`. */
export function readEvents(words: u32, bytes: u32): u32 {
  const nodesMax = words / 3 + 1;
  if (!beginOpen() || !beginNodes(nodesMax, nodesMax) || !nodesFit(nodesMax)) return Status.OUT_OF_MEMORY;
  text = input;
  textEnd = input + bytes;
  DeclaredLanguage.start = DeclaredLanguage.end = text;
  let parent: u32 = 0;
  let depth: u32 = 0;
  let at = EVENTS.at;
  const end = EVENTS.at + ((<usize>words) << 2);
  while (at < end) {
    const event = load<u32>(at) & ((1 << TreeEvent.TAG_SHIFT) - 1);
    const start = text;
    let next = at + ((<usize>load<u8>(EVENT_WORDS + event)) << 2);
    if (next == at || next > end) return Status.BAD_EVENTS;
    if (event >= TreeEvent.TEXT && !take(load<u32>(at, 4))) return Status.BAD_EVENTS;
    if (event == TreeEvent.OPEN) {
      const tag = load<u32>(at) >> TreeEvent.TAG_SHIFT;
      if (tag >= <u32>Tag.COUNT) return Status.BAD_EVENTS;
      const above = parentFor(parent, depth++);
      if (above < 0) return Status.OUT_OF_MEMORY;
      parent = append(NodeKind.ELEMENT, tag, <u32>above, load<u32>(at, 4), load<u32>(at, 8));
      if (tag == Tag.OTHER) {
        if (next == end || !take(load<u32>(next))) return Status.BAD_EVENTS;
        setText(parent, start);
        next += 4;
      }
    } else if (event == TreeEvent.LANGUAGE) {
      DeclaredLanguage.start = start;
      DeclaredLanguage.end = text;
    } else if (!parent) {
      return Status.BAD_EVENTS;
    } else if (event == TreeEvent.CLOSE) {
      --depth;
      parent = depth < Depth.max ? nodeAt(parent).parent : load<u32>(heldAt(depth));
    } else if (event == TreeEvent.TEXT) {
      setText(append(NodeKind.TEXT, 0, parent, load<u32>(at, 8), load<u32>(at, 12)), start);
    } else {
      nodeAt(parent).extra = <u32>start;
      nodeAt(parent).extraLength = <u32>(text - start);
    }
    at = next;
  }
  return Status.OK;
}
