/** The stack of lists, items and quotes that are open. */
import { STACK, reserveStack } from '../page/arena';

//   0      4      8        12       16     20      24       28
//   │ node │ kind │ prefix │ number │ step │ flags │ marker │ start │
//                   length   of the next item       byte     output offset, or
//                   before                                   width of the last marker
export const FRAME_NODE: usize = 0;
export const FRAME_KIND: usize = 4;
export const FRAME_PREFIX: usize = 8;
export const FRAME_NUMBER: usize = 12;
export const FRAME_STEP: usize = 16;
export const FRAME_FLAGS: usize = 20;
export const FRAME_MARKER: usize = 24;
export const FRAME_START: usize = 28;
const FRAME_BYTES: usize = 32;

export const FRAME_LIST: u32 = 1;
export const FRAME_ITEM: u32 = 2;
export const FRAME_QUOTE: u32 = 3;
/** A list in a list, without an item around it. */
export const FRAME_INDENT: u32 = 4;
/** An item beyond the greatest depth. */
export const FRAME_DEEP: u32 = 5;

/** A footnote. */
export const FRAME_NOTE: u32 = 6;

/** Flags of a list. */
export const LIST_ORDERED: u32 = 1;
export const LIST_TIGHT: u32 = 2;
export const LIST_WRITTEN: u32 = 4;

/** Flag of an indent: it has its width, and counts for the depth. */
export const INDENT_WRITTEN: u32 = 1;

/** Number of frames. */
let count: usize = 0;

export function beginFrames(): void {
  count = 0;
}

/** Address of the `below`-th frame from the top; 0 where there is none. */
export function frameAt(below: usize): usize {
  return count > below ? STACK.at + (count - below - 1) * FRAME_BYTES : 0;
}

/** Kind of the `below`-th frame from the top; 0 where there is none. */
export function kindAt(below: usize): u32 {
  return count > below ? load<u32>(frameAt(below), FRAME_KIND) : 0;
}

/** Pushes a frame, its other fields 0; its address, or 0 if memory is unavailable. */
export function pushFrame(node: u32, kind: u32, prefix: u32): usize {
  if (!reserveStack((count + 1) * FRAME_BYTES)) return 0;
  count++;
  const frame = frameAt(0);
  memory.fill(frame, 0, FRAME_BYTES);
  store<u32>(frame, node, FRAME_NODE);
  store<u32>(frame, kind, FRAME_KIND);
  store<u32>(frame, prefix, FRAME_PREFIX);
  return frame;
}

export function popFrame(): void {
  count--;
}

/** Whether the innermost frame is that of a node. */
export function endsFrame(node: u32): bool {
  return count != 0 && load<u32>(STACK.at + (count - 1) * FRAME_BYTES, FRAME_NODE) == node;
}
