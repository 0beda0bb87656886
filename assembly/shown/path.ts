/**
 * Paths of elements by tag names, written one after the other. A path shares its beginning with the one before it, which
 * is copied as a whole. So a path takes time for the elements that the one before does not have, and for its bytes.
 */
import { Flag, Node } from '../html/records';
import { spellingLength, spellingOf } from '../html/names';
import { nodeAt } from '../html/nodes';
import { STACK, reserveStack } from '../page/arena';

const SLASH: u8 = 0x2f;

/** An element of the last path, from the root. They are on the stack of the workspace, which the segmenter has left. */
@unmanaged
class PathStep {
  node: u32;
  /** Bytes of the path up to this element. */
  end: u32;
}

let steps: u32 = 0;
/** Number of steps that the path before had too. */
let shared: u32 = 0;
/** Where that path was written. */
let written: usize = 0;

function stepAt(index: u32): PathStep {
  return changetype<PathStep>(STACK.at + <usize>index * offsetof<PathStep>());
}

function setOnPath(node: u32, on: bool): void {
  const at = nodeAt(node);
  const flags = <u32>at.flags;
  at.flags = <u8>(on ? flags | Flag.ON_PATH : flags & ~Flag.ON_PATH);
}

// @ts-ignore: decorator
@inline
function nameBytes(node: Node): u32 {
  const tag = <u32>node.tag;
  return tag ? spellingLength(tag) : node.textLength;
}

function dropStep(): void {
  --steps;
  setOnPath(stepAt(steps).node, false);
}

/** Bytes of the first `count` steps. */
function bytesOf(count: u32): u32 {
  return count ? stepAt(count - 1).end : 0;
}

/** Starts with a path of no elements. Call it after the last path as well: it clears the marks of the nodes. */
export function clearPath(): void {
  while (steps) dropStep();
  shared = 0;
  written = 0;
}

/** Makes the path from the root to an element the current one; false if memory is unavailable. */
export function takePath(element: u32): bool {
  let fresh: u32 = 0;
  let node = element;
  for (; node && !(nodeAt(node).flags & Flag.ON_PATH); ++fresh) {
    node = nodeAt(node).parent;
  }
  while (steps && stepAt(steps - 1).node != node) dropStep();
  if (!reserveStack(<usize>(steps + fresh) * offsetof<PathStep>())) return false;
  shared = steps;
  steps += fresh;
  node = element;
  for (let index = steps; index > shared; ) {
    stepAt(--index).node = node;
    setOnPath(node, true);
    node = nodeAt(node).parent;
  }
  let end = bytesOf(shared);
  for (let index = shared; index < steps; ++index) {
    end += nameBytes(nodeAt(stepAt(index).node)) + u32(index > 0);
    stepAt(index).end = end;
  }
  return true;
}

/** Bytes of the current path. */
export function pathBytes(): u32 {
  return bytesOf(steps);
}

/**
 * Writes the current path; 0 if a name has characters that may need escapes, else where it ends. All paths since `clearPath`
 * must be written, and stay where they are until the last one.
 */
export function putPath(to: usize): usize {
  memory.copy(to, written, bytesOf(shared));
  for (let index = shared; index < steps; ++index) {
    const node = nodeAt(stepAt(index).node);
    const length = nameBytes(node);
    const at = to + stepAt(index).end - length;
    if (index) store<u8>(at - 1, SLASH);
    if (node.tag) memory.copy(at, spellingOf(<u32>node.tag), length);
    else if (!putName(at, node.text, length)) return 0;
  }
  written = to;
  return to + bytesOf(steps);
}

/** Writes an unknown name in lower case; false unless it has only ASCII letters, digits, `-`, `_`, `:` and `.`. */
function putName(to: usize, name: usize, length: u32): bool {
  for (let index: u32 = 0; index < length; ++index) {
    const byte = <u32>load<u8>(name + index);
    const isLetter = (byte | 0x20) - 0x61 < 26;
    if (!isLetter && byte - 0x30 >= 10 && byte != 0x2d && byte != 0x5f && byte != 0x3a && byte != 0x2e) return false;
    store<u8>(to + index, <u8>(isLetter ? byte | 0x20 : byte));
  }
  return true;
}
