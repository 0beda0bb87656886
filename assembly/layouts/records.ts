/** The records of the layouts of a table: one block of memory, made with the first layout. */
import { LAYOUTS_BYTES, LAYOUTS_ROOM, LAYOUT_BYTES, TABLE_LAYOUTS } from '../layout';
import { allocate, release, roundUp } from '../memory';

// @ts-ignore: decorator
@inline
function bytesOf(room: u32): usize {
  return LAYOUTS_BYTES + <usize>room * LAYOUT_BYTES;
}

// @ts-ignore: decorator
@inline
export function layoutAt(layouts: usize, index: u32): usize {
  return layouts + LAYOUTS_BYTES + <usize>index * LAYOUT_BYTES;
}

/** Makes room for `room` layouts in all; false if memory is unavailable. */
export function growLayouts(table: usize, room: u32): bool {
  const larger = allocate(bytesOf(room));
  if (!larger) return false;
  const layouts = load<usize>(table, TABLE_LAYOUTS);
  memory.fill(larger, 0, LAYOUTS_BYTES);
  if (layouts) memory.copy(larger, layouts, bytesOf(load<u32>(layouts, LAYOUTS_ROOM)));
  store<u32>(larger, room, LAYOUTS_ROOM);
  releaseLayouts(table);
  store<usize>(table, larger, TABLE_LAYOUTS);
  return true;
}

export function releaseLayouts(table: usize): void {
  const layouts = load<usize>(table, TABLE_LAYOUTS);
  if (layouts) release(layouts, bytesOf(load<u32>(layouts, LAYOUTS_ROOM)));
}

/** Bytes that the layouts of a table hold. */
export function layoutsHeld(table: usize): usize {
  const layouts = load<usize>(table, TABLE_LAYOUTS);
  return layouts ? roundUp(bytesOf(load<u32>(layouts, LAYOUTS_ROOM))) : 0;
}
