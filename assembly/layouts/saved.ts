/**
 * The layouts of a table as bytes, behind its page ids: the last bytes say how many they are.
 *
 *   0         4       8       12     16       20
 *   │ id │ pages │ first │ last │ weight │ places │ those places │   …   │ layouts │ last id │ common │ bytes │
 */
import { Around, Layout, LayoutPlace, Layouts, Saved, Status, Table } from '../layout';
import { growLayouts, layoutAt } from './records';

function countOf(table: usize): u32 {
  const layouts = load<usize>(table, Table.LAYOUTS);
  return layouts ? load<u32>(layouts, Layouts.COUNT) : 0;
}

/** Bytes of a saved layout. */
function bytesOf(layout: usize): usize {
  return Layout.FIRST_PLACE + <usize>load<u32>(layout, Layout.PLACES) * LayoutPlace.BYTES;
}

/** Bytes of the saved layouts of a table. */
export function savedLayoutsBytes(table: usize): usize {
  let bytes: usize = Saved.LAYOUTS_END;
  const layouts = load<usize>(table, Table.LAYOUTS);
  for (let index: u32 = 0, count = countOf(table); index < count; ++index) {
    bytes += bytesOf(layoutAt(layouts, index));
  }
  return bytes;
}

/** Writes the layouts of a table from `to` on. */
export function saveLayouts(table: usize, to: usize): void {
  const start = to;
  const layouts = load<usize>(table, Table.LAYOUTS);
  const count = countOf(table);
  for (let index: u32 = 0; index < count; ++index) {
    const layout = layoutAt(layouts, index);
    const bytes = bytesOf(layout);
    memory.copy(to, layout, bytes);
    to += bytes;
  }
  if (layouts) memory.copy(to, layouts, Layouts.ROOM);
  else memory.fill(to, 0, Layouts.ROOM);
  store<u32>(to, <u32>(to + Saved.LAYOUTS_END - start), Layouts.ROOM);
}

/** Fills a table that has no layouts with those in the `bytes` bytes at `from`, which are checked; a `STATUS_…` code. */
export function loadLayouts(table: usize, clock: u32, from: usize, bytes: usize): u32 {
  if (bytes < Saved.LAYOUTS_END) return Status.BAD_ENTRIES;
  const end = from + bytes - Saved.LAYOUTS_END;
  const lastId = load<u32>(end, Layouts.LAST_ID);
  const count = load<u32>(end, Layouts.COUNT);
  const isWhole = <usize>load<u32>(end, Layouts.ROOM) == bytes && load<u32>(end, Layouts.COMMON) <= Layouts.COMMON_MAX;
  if (!isWhole || count > Layouts.MAX || lastId > clock || count > lastId) return Status.BAD_ENTRIES;
  if (!count) return from == end ? Status.OK : Status.BAD_ENTRIES;
  if (!growLayouts(table, count)) return Status.OUT_OF_MEMORY;
  const layouts = load<usize>(table, Table.LAYOUTS);
  memory.copy(layouts, end, Layouts.ROOM);
  let pages: u64 = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const layout = layoutAt(layouts, index);
    if (end - from < Layout.FIRST_PLACE) return Status.BAD_ENTRIES;
    memory.copy(layout, from, Layout.FIRST_PLACE);
    const bytes = bytesOf(layout);
    if (load<u32>(layout, Layout.PLACES) > Layout.PLACES_MAX || end - from < bytes || !isSound(layout, clock, lastId))
      return Status.BAD_ENTRIES;
    for (let before: u32 = 0; before < index; ++before) {
      if (load<u32>(layoutAt(layouts, before), Layout.ID) == load<u32>(layout, Layout.ID)) return Status.BAD_ENTRIES;
    }
    pages += <u64>load<u32>(layout, Layout.PAGES);
    memory.copy(layout, from, bytes);
    if (!arePlacesSound(layout)) return Status.BAD_ENTRIES;
    from += bytes;
  }
  return from == end && pages <= <u64>clock ? Status.OK : Status.BAD_ENTRIES;
}

/** Whether the numbers of a layout can be those of a site of so many pages. */
function isSound(layout: usize, clock: u32, lastId: u32): bool {
  const id = load<u32>(layout, Layout.ID);
  const pages = load<u32>(layout, Layout.PAGES);
  const first = load<u32>(layout, Layout.FIRST);
  const last = load<u32>(layout, Layout.LAST);
  const weight = load<u32>(layout, Layout.WEIGHT);
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

/** Whether the numbers of a layout's places can be. */
function arePlacesSound(layout: usize): bool {
  const places = load<u32>(layout, Layout.PLACES);
  for (
    let place: usize = layout, end = layout + <usize>places * LayoutPlace.BYTES;
    place < end;
    place += LayoutPlace.BYTES
  ) {
    const around = <u32>load<u8>(place, Layout.FIRST_PLACE + LayoutPlace.AROUND);
    if (around > places && around != Around.FORGOTTEN) return false;
    if (<u32>load<u8>(place, Layout.FIRST_PLACE + LayoutPlace.COUNT) > load<u32>(layout, Layout.WEIGHT)) return false;
  }
  return true;
}
