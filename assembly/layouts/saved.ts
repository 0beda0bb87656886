/**
 * The layouts of a table as bytes, behind its page ids: the last bytes say how many they are.
 *
 *   0         4       8       12     16       20
 *   │ id │ pages │ first │ last │ weight │ places │ those places │   …   │ last id │ layouts │ bytes │
 */
import {
  AROUND_FORGOTTEN,
  LAYOUTS_COUNT,
  LAYOUTS_LAST_ID,
  LAYOUTS_MAX,
  LAYOUT_FIRST,
  LAYOUT_FIRST_PLACE,
  LAYOUT_ID,
  LAYOUT_LAST,
  LAYOUT_PAGES,
  LAYOUT_PLACES,
  LAYOUT_PLACE_AROUND,
  LAYOUT_PLACE_BYTES,
  LAYOUT_PLACE_COUNT,
  LAYOUT_WEIGHT,
  LAYOUT_WEIGHT_MAX,
  LAYOUT_PLACES_MAX,
  SAVED_LAYOUTS_END,
  STATUS_BAD_ENTRIES,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
  TABLE_LAYOUTS,
} from '../layout';
import { growLayouts, layoutAt } from './records';

function countOf(table: usize): u32 {
  const layouts = load<usize>(table, TABLE_LAYOUTS);
  return layouts ? load<u32>(layouts, LAYOUTS_COUNT) : 0;
}

/** Bytes of a saved layout. */
function bytesOf(layout: usize): usize {
  return LAYOUT_FIRST_PLACE + <usize>load<u32>(layout, LAYOUT_PLACES) * LAYOUT_PLACE_BYTES;
}

/** Bytes of the saved layouts of a table. */
export function savedLayoutsBytes(table: usize): usize {
  let bytes: usize = SAVED_LAYOUTS_END;
  const layouts = load<usize>(table, TABLE_LAYOUTS);
  for (let index: u32 = 0, count = countOf(table); index < count; ++index) {
    bytes += bytesOf(layoutAt(layouts, index));
  }
  return bytes;
}

/** Writes the layouts of a table from `to` on. */
export function saveLayouts(table: usize, to: usize): void {
  const start = to;
  const layouts = load<usize>(table, TABLE_LAYOUTS);
  const count = countOf(table);
  for (let index: u32 = 0; index < count; ++index) {
    const layout = layoutAt(layouts, index);
    const bytes = bytesOf(layout);
    memory.copy(to, layout, bytes);
    to += bytes;
  }
  store<u32>(to, layouts ? load<u32>(layouts, LAYOUTS_LAST_ID) : 0);
  store<u32>(to, count, 4);
  store<u32>(to, <u32>(to + SAVED_LAYOUTS_END - start), 8);
}

/** Fills a table that has no layouts with those in the `bytes` bytes at `from`, which are checked; a `STATUS_…` code. */
export function loadLayouts(table: usize, clock: u32, from: usize, bytes: usize): u32 {
  if (bytes < SAVED_LAYOUTS_END) return STATUS_BAD_ENTRIES;
  const end = from + bytes - SAVED_LAYOUTS_END;
  const lastId = load<u32>(end);
  const count = load<u32>(end, 4);
  if (<usize>load<u32>(end, 8) != bytes || count > LAYOUTS_MAX || lastId > clock || count > lastId) return STATUS_BAD_ENTRIES;
  if (!count) return from == end ? STATUS_OK : STATUS_BAD_ENTRIES;
  let room: u32 = 1;
  while (room < count) room <<= 1;
  if (!growLayouts(table, room)) return STATUS_OUT_OF_MEMORY;
  const layouts = load<usize>(table, TABLE_LAYOUTS);
  store<u32>(layouts, count, LAYOUTS_COUNT);
  store<u32>(layouts, lastId, LAYOUTS_LAST_ID);
  let pages: u64 = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const layout = layoutAt(layouts, index);
    if (end - from < LAYOUT_FIRST_PLACE) return STATUS_BAD_ENTRIES;
    memory.copy(layout, from, LAYOUT_FIRST_PLACE);
    const bytes = bytesOf(layout);
    if (load<u32>(layout, LAYOUT_PLACES) > LAYOUT_PLACES_MAX || end - from < bytes || !isSound(layout, clock, lastId)) return STATUS_BAD_ENTRIES;
    for (let before: u32 = 0; before < index; ++before) {
      if (load<u32>(layoutAt(layouts, before), LAYOUT_ID) == load<u32>(layout, LAYOUT_ID)) return STATUS_BAD_ENTRIES;
    }
    pages += <u64>load<u32>(layout, LAYOUT_PAGES);
    memory.copy(layout, from, bytes);
    if (!arePlacesSound(layout)) return STATUS_BAD_ENTRIES;
    from += bytes;
  }
  return from == end && pages <= <u64>clock ? STATUS_OK : STATUS_BAD_ENTRIES;
}

/** Whether the numbers of a layout can be those of a site of so many pages. */
function isSound(layout: usize, clock: u32, lastId: u32): bool {
  const id = load<u32>(layout, LAYOUT_ID);
  const pages = load<u32>(layout, LAYOUT_PAGES);
  const first = load<u32>(layout, LAYOUT_FIRST);
  const last = load<u32>(layout, LAYOUT_LAST);
  const weight = load<u32>(layout, LAYOUT_WEIGHT);
  return (
    id != 0 && id <= lastId && first >= id && first <= last && last <= clock &&
    pages != 0 && pages <= last - first + 1 && weight != 0 && weight <= pages && weight < LAYOUT_WEIGHT_MAX
  );
}

/** Whether the numbers of a layout's places can be. */
function arePlacesSound(layout: usize): bool {
  const places = load<u32>(layout, LAYOUT_PLACES);
  for (let place: usize = layout, end = layout + <usize>places * LAYOUT_PLACE_BYTES; place < end; place += LAYOUT_PLACE_BYTES) {
    const around = <u32>load<u8>(place, LAYOUT_FIRST_PLACE + LAYOUT_PLACE_AROUND);
    if (around > places && around != AROUND_FORGOTTEN) return false;
    if (<u32>load<u8>(place, LAYOUT_FIRST_PLACE + LAYOUT_PLACE_COUNT) > load<u32>(layout, LAYOUT_WEIGHT)) return false;
  }
  return true;
}
