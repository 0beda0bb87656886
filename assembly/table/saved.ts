/**
 * A table as a value: its seed and its living entries, ascending by fingerprint. Two tables with the same entries give the same
 * bytes, whatever their slots. The bindings wrap them in a snapshot.
 */
import { Group, Saved, Status, Table } from '../layout';
import { input, inputHolds, output, publishOutput, reserveOutput } from '../page/arena';
import { loadLayouts, saveLayouts, savedLayoutsBytes } from '../layouts/saved';
import { dfAt, dfMax, empties, fingerprintAt, fingerprintMask, forgotten, groupBytes, pagesLeft } from './group';
import { lifetime } from './lifetime';
import { checkTable, countLive, fits, insertSaved, rebuild, remember, reserveRecent } from './table';

function record(index: u32): usize {
  return output + Saved.SEED_BYTES + index * <u32>Saved.BYTES;
}

function savedPrint(index: u32): u64 {
  return load<u64>(record(index), Saved.FINGERPRINT);
}

function swap(a: u32, b: u32): void {
  const first = record(a);
  const second = record(b);
  const print = load<u64>(first, Saved.FINGERPRINT);
  const rest = load<u32>(first, Saved.DF);
  store<u64>(first, load<u64>(second, Saved.FINGERPRINT), Saved.FINGERPRINT);
  store<u32>(first, load<u32>(second, Saved.DF), Saved.DF);
  store<u64>(second, print, Saved.FINGERPRINT);
  store<u32>(second, rest, Saved.DF);
}

function siftDown(root: u32, count: u32): void {
  for (;;) {
    let child = (root << 1) + 1;
    if (child >= count) return;
    if (child + 1 < count && savedPrint(child) < savedPrint(child + 1)) ++child;
    if (savedPrint(root) >= savedPrint(child)) return;
    swap(root, child);
    root = child;
  }
}

/** Maximum of moves for each record, on average, before the insertion sort is replaced by the heap sort. */
const MOVES: u32 = 64;

/**
 * Records are nearly sorted, because groups are in the order of the fingerprints except for entries that overflowed. So an
 * insertion sort is used, as long as it takes few moves.
 */
function sortRecords(count: u32): void {
  let moves = count * MOVES;
  for (let index: u32 = 1; index < count; ++index) {
    const print = savedPrint(index);
    if (savedPrint(index - 1) <= print) continue;
    const rest = load<u32>(record(index), Saved.DF);
    let to = index;
    do {
      const from = record(to - 1);
      store<u64>(from + Saved.BYTES, load<u64>(from));
      store<u32>(from + Saved.BYTES, load<u32>(from, Saved.DF), Saved.DF);
      --to;
    } while (to && savedPrint(to - 1) > print);
    store<u64>(record(to), print, Saved.FINGERPRINT);
    store<u32>(record(to), rest, Saved.DF);
    if (index - to >= moves) return heapSort(count);
    moves -= index - to;
  }
}

/** In place, in O(n log n) for every input. */
function heapSort(count: u32): void {
  for (let root = count >> 1; root; --root) siftDown(root - 1, count);
  for (let end = count; end > 1; --end) {
    swap(0, end - 1);
    siftDown(0, end - 1);
  }
}

function savedBytes(count: u32, ids: u32): usize {
  return Saved.SEED_BYTES + count * <u32>Saved.BYTES + ids * <u32>Saved.ID_BYTES;
}

/**
 * Reserves output for saving the table with all of its slots occupied and `extra` more entries; false if memory is
 * unavailable.
 */
export function reserveSaving(table: usize, extra: u32): bool {
  const slots = load<u32>(table, Table.GROUP_COUNT) * Group.SLOTS + extra;
  return reserveOutput(savedBytes(slots, load<u32>(table, Table.RECENT_COUNT)) + savedLayoutsBytes(table));
}

/** Writes the seed and the living entries to the output, then the page ids from the oldest on, then the layouts; a `STATUS_…` code. */
export function saveTable(table: usize): u32 {
  if (!ASC_NO_ASSERT) checkTable(table);
  const clock = load<u32>(table, Table.CLOCK);
  const count = countLive(table, clock);
  const ids = load<u32>(table, Table.RECENT_COUNT);
  const bytes = savedBytes(count, ids) + savedLayoutsBytes(table);
  if (!reserveOutput(bytes)) return Status.OUT_OF_MEMORY;
  v128.store(output, v128.load(table, Table.SEED));
  let to = output + Saved.SEED_BYTES;
  const groups = load<usize>(table, Table.GROUPS);
  const end = groups + load<u32>(table, Table.GROUP_COUNT) * groupBytes;
  for (let group = groups; group < end; group += groupBytes) {
    let live = ~(empties(group) | forgotten(group, clock)) & 0xffff;
    while (live) {
      const slot = group + ctz(live);
      store<u64>(to, fingerprintAt(slot), Saved.FINGERPRINT);
      store<u16>(to, <u16>dfAt(slot), Saved.DF);
      store<u16>(to, <u16>pagesLeft(slot, clock), Saved.LEFT);
      to += Saved.BYTES;
      live &= live - 1;
    }
  }
  sortRecords(count);
  const oldest = ids == Table.RECENT_IDS ? load<u32>(table, Table.RECENT_CURSOR) : 0;
  for (let index: u32 = 0; index < ids; ++index) {
    store<u64>(to, load<u64>(load<usize>(table, Table.RECENT) + (((oldest + index) % Table.RECENT_IDS) << 3)));
    to += Saved.ID_BYTES;
  }
  saveLayouts(table, to);
  publishOutput(bytes);
  return Status.OK;
}

/** Debug builds only: the table is new, and its entries and page ids are in the input. */
function checkNew(table: usize, bytes: u32): void {
  checkTable(table);
  assert(!load<u32>(table, Table.GROUP_COUNT) && !load<u32>(table, Table.CLOCK), 'saved: the table is not new');
  assert(inputHolds(bytes), 'saved: the entries are not in the input');
}

/**
 * Fills a new table with the seed, `count` entries, `ids` page ids and layouts from the first `bytes` bytes of the input, as
 * `saveTable` wrote them. All of them are
 * checked. With a code other than `Status.OK` the table is incomplete: the caller releases it.
 */
export function loadTable(table: usize, clock: u32, count: u32, ids: u32, bytes: u32): u32 {
  if (!ASC_NO_ASSERT) checkNew(table, bytes);
  const end = <u64>Saved.SEED_BYTES + <u64>count * Saved.BYTES + <u64>ids * Saved.ID_BYTES;
  if (end > <u64>bytes) return Status.BAD_ENTRIES;
  v128.store(table, v128.load(input), Table.SEED);
  store<u32>(table, clock, Table.CLOCK);
  if (count && !rebuild(table, clock, count)) return fits(count) ? Status.OUT_OF_MEMORY : Status.TABLE_FULL;
  let from = input + Saved.SEED_BYTES;
  let before: u64 = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const print = load<u64>(from, Saved.FINGERPRINT);
    const df = <u32>load<u16>(from, Saved.DF);
    const left = <u32>load<u16>(from, Saved.LEFT);
    if ((index && print <= before) || print & ~fingerprintMask || df > dfMax) return Status.BAD_ENTRIES;
    if (!df || df > clock || !left || left > lifetime(df) || lifetime(df) - left >= clock) return Status.BAD_ENTRIES;
    if (!insertSaved(table, print, df, clock + left)) return Status.TABLE_FULL;
    before = print;
    from += Saved.BYTES;
  }
  if (ids > Table.RECENT_IDS || ids > clock) return Status.BAD_ENTRIES;
  for (let index: u32 = 0; index < ids; ++index) {
    if (!reserveRecent(table)) return Status.OUT_OF_MEMORY;
    remember(table, load<u64>(from));
    from += Saved.ID_BYTES;
  }
  return loadLayouts(table, clock, from, input + bytes - from);
}
