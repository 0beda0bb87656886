/**
 * Input of trees that exist already: the bindings walk a DOM once and write a tape of events, from which this file makes the
 * nodes that the parser would make.
 */
import { Depth, NodeKind, appendChild, beginNodes, newNode, nodeAt, nodesFit } from '../html/nodes';
import { Status } from '../layout';
import { Tape } from './tape-records';
import { Tag } from '../html/names';
import { beginOpen } from '../html/open';
import { STACK, TAPE, input, reserveStack } from './arena';

/** Address in the input of the next text of the tape. */
let text: usize = 0;
/** Address of the end of the input. */
let textEnd: usize = 0;

/** The language that the root element declares; empty without one. */
export namespace TapeLanguage {
  export let start: usize = 0;
  export let end: usize = 0;
}

/**
 * Moves `text` past `units` UTF-16 code units; false if the input ends first or a character would be cut in two. A character
 * never has more units than bytes. So sixteen bytes hold at most sixteen units, and are taken at once while as many are wanted.
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

/** Address of the word for the element in which the one at a depth beyond the limit is. */
function heldAt(depth: u32): usize {
  return STACK.at + ((<usize>(depth - Depth.max)) << 2);
}

/**
 * The node below which an element in `element`, at a depth, is appended: as in the parser, one beyond the limit is a sibling of that which
 * it is in. Returns -1 if memory is unavailable.
 */
function parentFor(element: u32, depth: u32): i64 {
  if (depth < Depth.max) return element;
  if (!reserveStack((<usize>(depth + 1 - Depth.max)) << 2)) return -1;
  store<u32>(heldAt(depth), element);
  return nodeAt(element).parent;
}

/** Reads `words` words of tape and the `bytes` bytes of input that go with them into nodes. */
export function readTape(words: u32, bytes: u32): u32 {
  const nodesMax = words / 3 + 1;
  if (!beginOpen() || !beginNodes(nodesMax, nodesMax) || !nodesFit(nodesMax)) return Status.OUT_OF_MEMORY;
  text = input;
  textEnd = input + bytes;
  TapeLanguage.start = TapeLanguage.end = text;
  let parent: u32 = 0;
  let depth: u32 = 0;
  let at = TAPE.at;
  const end = TAPE.at + ((<usize>words) << 2);
  while (at < end) {
    const word = load<u32>(at);
    const event = word & ((1 << Tape.TAG_SHIFT) - 1);
    if (event == Tape.CLOSE) {
      if (!parent) return Status.BAD_TAPE;
      --depth;
      parent = depth < Depth.max ? nodeAt(parent).parent : load<u32>(heldAt(depth));
      at += 4;
    } else if (event == Tape.OPEN) {
      const tag = word >> Tape.TAG_SHIFT;
      if (tag >= <u32>Tag.COUNT || at + 12 > end) return Status.BAD_TAPE;
      const above = parentFor(parent, depth++);
      if (above < 0) return Status.OUT_OF_MEMORY;
      parent = append(NodeKind.ELEMENT, tag, <u32>above, load<u32>(at, 4), load<u32>(at, 8));
      at += 12;
      if (tag == Tag.OTHER) {
        const name = text;
        if (at >= end || !take(load<u32>(at))) return Status.BAD_TAPE;
        nodeAt(parent).text = name;
        nodeAt(parent).textLength = <u32>(text - name);
        at += 4;
      }
    } else if (event == Tape.TEXT) {
      const start = text;
      if (at + 16 > end || !parent || !take(load<u32>(at, 4))) return Status.BAD_TAPE;
      const node = append(NodeKind.TEXT, 0, parent, load<u32>(at, 8), load<u32>(at, 12));
      nodeAt(node).text = start;
      nodeAt(node).textLength = <u32>(text - start);
      at += 16;
    } else if (event == Tape.NAMES) {
      const start = text;
      if (at + 8 > end || !parent || !take(load<u32>(at, 4))) return Status.BAD_TAPE;
      nodeAt(parent).extra = <u32>start;
      nodeAt(parent).extraLength = <u32>(text - start);
      at += 8;
    } else if (event == Tape.LANGUAGE) {
      TapeLanguage.start = text;
      if (at + 8 > end || !take(load<u32>(at, 4))) return Status.BAD_TAPE;
      TapeLanguage.end = text;
      at += 8;
    } else {
      return Status.BAD_TAPE;
    }
  }
  return Status.OK;
}
