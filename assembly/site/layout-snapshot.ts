/**
 * Converts layouts of a site to bytes and back. The bytes follow the page ids; their number is at the end.
 *
 *   0         4       8       12     16       20
 *   │ id │ pages │ first │ last │ weight │ paths │ those paths │   …   │ layouts │ last id │ common │ bytes │
 */
import { Status } from '../layout';
import { ParentPath, Layout, LayoutPath, Layouts } from './layout-records';
import { Site } from './records';
import { growLayouts, layoutAt, pathAt } from './layouts';

function countOf(site: Site): u32 {
  const layouts = changetype<Layouts>(site.layouts);
  return layouts ? layouts.count : 0;
}

function bytesOf(layout: Layout): usize {
  return Layout.FIRST_PATH + <usize>layout.paths * LayoutPath.BYTES;
}

export function savedLayoutsBytes(site: Site): usize {
  let bytes: usize = Layouts.SAVED_END_BYTES;
  const layouts = changetype<Layouts>(site.layouts);
  for (let index: u32 = 0, count = countOf(site); index < count; ++index) {
    bytes += bytesOf(layoutAt(layouts, index));
  }
  return bytes;
}

export function saveLayouts(site: Site, to: usize): void {
  const start = to;
  const layouts = changetype<Layouts>(site.layouts);
  const count = countOf(site);
  for (let index: u32 = 0; index < count; ++index) {
    const layout = layoutAt(layouts, index);
    const bytes = bytesOf(layout);
    memory.copy(to, changetype<usize>(layout), bytes);
    to += bytes;
  }
  if (layouts) memory.copy(to, changetype<usize>(layouts), offsetof<Layouts>('capacity'));
  else memory.fill(to, 0, offsetof<Layouts>('capacity'));
  changetype<Layouts>(to).capacity = <u32>(to + Layouts.SAVED_END_BYTES - start);
}

/** Reads and validates layouts into a table without layouts; returns a `Status`. */
export function loadLayouts(site: Site, clock: u32, from: usize, bytes: usize): u32 {
  if (bytes < Layouts.SAVED_END_BYTES) return Status.BAD_ENTRIES;
  const end = from + bytes - Layouts.SAVED_END_BYTES;
  const saved = changetype<Layouts>(end);
  const lastId = saved.lastId;
  const count = saved.count;
  const isWhole = <usize>saved.capacity == bytes && saved.common <= Layouts.COMMON_MAX;
  if (!isWhole || count > Layouts.MAX || lastId > clock || count > lastId) return Status.BAD_ENTRIES;
  if (!count) return from == end ? Status.OK : Status.BAD_ENTRIES;
  if (!growLayouts(site, count)) return Status.OUT_OF_MEMORY;
  const layouts = changetype<Layouts>(site.layouts);
  memory.copy(changetype<usize>(layouts), end, offsetof<Layouts>('capacity'));
  let pages: u64 = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const layout = layoutAt(layouts, index);
    if (end - from < Layout.FIRST_PATH) return Status.BAD_ENTRIES;
    memory.copy(changetype<usize>(layout), from, Layout.FIRST_PATH);
    const bytes = bytesOf(layout);
    if (layout.paths > Layout.PATHS_MAX || end - from < bytes || !isSound(layout, clock, lastId))
      return Status.BAD_ENTRIES;
    for (let before: u32 = 0; before < index; ++before) {
      if (layoutAt(layouts, before).id == layout.id) return Status.BAD_ENTRIES;
    }
    pages += <u64>layout.pages;
    memory.copy(changetype<usize>(layout), from, bytes);
    if (!arePathsSound(layout)) return Status.BAD_ENTRIES;
    from += bytes;
  }
  return from == end && pages <= <u64>clock ? Status.OK : Status.BAD_ENTRIES;
}

/** True if the numbers of a layout are possible after `clock` pages. */
function isSound(layout: Layout, clock: u32, lastId: u32): bool {
  const id = layout.id;
  const pages = layout.pages;
  const first = layout.first;
  const last = layout.last;
  const weight = layout.weight;
  return (
    id != 0 &&
    id <= lastId &&
    first >= id &&
    first <= last &&
    last <= clock &&
    pages != 0 &&
    pages <= last - first + 1 &&
    weight != 0 &&
    weight <= pages &&
    weight < Layout.WEIGHT_MAX
  );
}

function arePathsSound(layout: Layout): bool {
  const paths = layout.paths;
  for (let index: u32 = 0; index < paths; ++index) {
    const path = pathAt(layout, index);
    const parent = <u32>path.parent;
    if (parent > paths && parent != ParentPath.FORGOTTEN) return false;
    if (<u32>path.count > layout.weight) return false;
  }
  return true;
}
