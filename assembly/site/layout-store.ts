/** The records of the layouts of a site: one block of memory, created with the first layout. */
import { Layout, LayoutPlace, Layouts } from './layout-records';
import { Site } from './records';
import { allocate, release, roundUp } from '../memory';

function bytesOf(room: u32): usize {
  return Layouts.BYTES + <usize>room * Layout.BYTES;
}

/** The `index`-th layout. */
export function layoutAt(layouts: Layouts, index: u32): Layout {
  return changetype<Layout>(changetype<usize>(layouts) + Layouts.BYTES + <usize>index * Layout.BYTES);
}

/** The `index`-th place of a layout. */
export function placeAt(layout: Layout, index: u32): LayoutPlace {
  return changetype<LayoutPlace>(changetype<usize>(layout) + Layout.FIRST_PLACE + <usize>index * LayoutPlace.BYTES);
}

/** Reserves capacity for `room` layouts in total; false if memory is unavailable. */
export function growLayouts(site: Site, room: u32): bool {
  const larger = allocate(bytesOf(room));
  if (!larger) return false;
  const layouts = changetype<Layouts>(site.layouts);
  memory.fill(larger, 0, Layouts.BYTES);
  if (layouts) memory.copy(larger, changetype<usize>(layouts), bytesOf(layouts.room));
  changetype<Layouts>(larger).room = room;
  releaseLayouts(site);
  site.layouts = larger;
  return true;
}

export function releaseLayouts(site: Site): void {
  const layouts = changetype<Layouts>(site.layouts);
  if (layouts) release(changetype<usize>(layouts), bytesOf(layouts.room));
}

/** Bytes that the layouts of a site hold. */
export function layoutsHeld(site: Site): usize {
  const layouts = changetype<Layouts>(site.layouts);
  return layouts ? roundUp(bytesOf(layouts.room)) : 0;
}
