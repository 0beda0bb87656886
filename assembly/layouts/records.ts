/** The records of the layouts of a table: one block of memory, made with the first layout. */
import { Layout, Layouts, Table } from '../layout';
import { allocate, release, roundUp } from '../memory';

function bytesOf(room: u32): usize {
  return Layouts.BYTES + <usize>room * Layout.BYTES;
}

export function layoutAt(layouts: usize, index: u32): usize {
  return layouts + Layouts.BYTES + <usize>index * Layout.BYTES;
}

/** Makes room for `room` layouts in all; false if memory is unavailable. */
export function growLayouts(table: usize, room: u32): bool {
  const larger = allocate(bytesOf(room));
  if (!larger) return false;
  const layouts = load<usize>(table, Table.LAYOUTS);
  memory.fill(larger, 0, Layouts.BYTES);
  if (layouts) memory.copy(larger, layouts, bytesOf(load<u32>(layouts, Layouts.ROOM)));
  store<u32>(larger, room, Layouts.ROOM);
  releaseLayouts(table);
  store<usize>(table, larger, Table.LAYOUTS);
  return true;
}

export function releaseLayouts(table: usize): void {
  const layouts = load<usize>(table, Table.LAYOUTS);
  if (layouts) release(layouts, bytesOf(load<u32>(layouts, Layouts.ROOM)));
}

/** Bytes that the layouts of a table hold. */
export function layoutsHeld(table: usize): usize {
  const layouts = load<usize>(table, Table.LAYOUTS);
  return layouts ? roundUp(bytesOf(load<u32>(layouts, Layouts.ROOM))) : 0;
}
