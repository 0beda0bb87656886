/** The stack of lists, items and quotes that are open. */
import { STACK, reserveStack } from '../page/arena';

export namespace FrameKind {
  export const NONE: u32 = 0;
  export const LIST: u32 = 1;
  export const ITEM: u32 = 2;
  export const QUOTE: u32 = 3;
  /** A list in a list, without an item around it. */
  export const INDENT: u32 = 4;
  /** An item beyond the greatest depth. */
  export const DEEP: u32 = 5;
  /** A footnote. */
  export const NOTE: u32 = 6;
  /** A quote around a post of a thread. */
  export const POST: u32 = 7;
}

@unmanaged
export class Frame {
  node: u32;
  kind: u32;
  /** Length of the prefix before it. */
  prefix: u32;
  /** Of the next item. */
  number: i32;
  step: i32;
  isOrdered: bool;
  isTight: bool;
  /** The list has an item; the indent has its width, and counts for the depth. */
  isWritten: bool;
  /** Byte of a list; what an item beyond the greatest depth replaced in the prefix. */
  marker: u32;
  /** Offset of the output where an item begins; width of the last marker of a list. */
  start: u32;
}

/** Number of frames. */
let count: usize = 0;

export function beginFrames(): void {
  count = 0;
}

/** The `below`-th frame from the top, of which there must be more. */
export function frameAt(below: usize): Frame {
  return changetype<Frame>(STACK.at + (count - below - 1) * offsetof<Frame>());
}

/** Kind of the `below`-th frame from the top. */
export function kindAt(below: usize): u32 {
  return count > below ? frameAt(below).kind : FrameKind.NONE;
}

/** Number of frames of a kind. */
export function countFrames(kind: u32): u32 {
  let found: u32 = 0;
  for (let below: usize = 0; below < count; ++below) found += u32(frameAt(below).kind == kind);
  return found;
}

/** Pushes a frame, its other fields 0; false if memory is unavailable. */
export function pushFrame(node: u32, kind: u32, prefix: u32): bool {
  if (!reserveStack((count + 1) * offsetof<Frame>())) return false;
  count++;
  const frame = frameAt(0);
  memory.fill(changetype<usize>(frame), 0, offsetof<Frame>());
  frame.node = node;
  frame.kind = kind;
  frame.prefix = prefix;
  return true;
}

export function popFrame(): void {
  count--;
}

/** Whether the innermost frame is that of a node. */
export function endsFrame(node: u32): bool {
  return count != 0 && frameAt(0).node == node;
}
