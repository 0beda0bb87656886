/**
 * Converts a table to bytes and back: its seed, its living entries, ascending by fingerprint, page ids and layouts. Tables with equal
 * contents have equal bytes. The bindings wrap the bytes in a snapshot.
 */
import { Status } from '../layout';
import { Group, SnapshotEntry, Site } from './records';
import { input, inputHolds, output, publishOutput, reserveOutput } from '../page/arena';
import { loadLayouts, saveLayouts, savedLayoutsBytes } from './layout-snapshot';
import {
  countLive,
  dfAt,
  fingerprintAt,
  fits,
  groupBytes,
  insertSaved,
  lifetime,
  liveSlots,
  pagesLeft,
  rebuild,
} from './table';
import { checkSite, remember, reserveRecent } from './site';

function record(index: u32): SnapshotEntry {
  return changetype<SnapshotEntry>(output + SnapshotEntry.SEED_BYTES + index * <u32>SnapshotEntry.BYTES);
}

function fingerprintOf(index: u32): u64 {
  return record(index).fingerprint;
}

/** Maximum mean distance by which records are moved; then the sort restarts with wider gaps. */
const MOVES_MAX: u32 = 64;

/** Insertion sort of records that are `gap` apart; false if they moved by more than `moves` positions in total. */
function sortByGap(count: u32, gap: u32, moves: u64): bool {
  for (let index = gap; index < count; ++index) {
    const fingerprint = fingerprintOf(index);
    const df = record(index).df;
    const left = record(index).left;
    let to = index;
    for (; to >= gap && fingerprintOf(to - gap) > fingerprint; to -= gap) {
      const from = record(to - gap);
      record(to).put(from.fingerprint, from.df, from.left);
    }
    record(to).put(fingerprint, df, left);
    if (<u64>(index - to) > moves) return false;
    moves -= index - to;
  }
  return true;
}

/**
 * Sorts the records, which are nearly sorted: except for overflowed entries, groups are in the order of fingerprints. Only an attacker who
 * knows the seed can make insertion sort slow. The sort then restarts with Sedgewick's gaps, whose worst case is O(n^(4/3)).
 */
function sortRecords(count: u32): void {
  if (sortByGap(count, 1, <u64>count * MOVES_MAX)) return;
  for (let step = 15; step; --step) {
    const gap: u32 = (1 << (2 * step)) + 3 * (1 << (step - 1)) + 1;
    if (gap < count) sortByGap(count, gap, u64.MAX_VALUE);
  }
  sortByGap(count, 1, u64.MAX_VALUE);
}

function savedBytes(count: u32, ids: u32): usize {
  return SnapshotEntry.SEED_BYTES + count * <u32>SnapshotEntry.BYTES + ids * <u32>SnapshotEntry.ID_BYTES;
}

/** Reserves output for the table with all slots occupied and `extra` more entries; false if memory is unavailable. */
export function reserveSaving(at: usize, extra: u32): bool {
  const site = changetype<Site>(at);
  const slots = site.groupCount * Group.SLOTS + extra;
  return reserveOutput(savedBytes(slots, site.recentCount) + savedLayoutsBytes(site));
}

/** Writes the seed, the living entries, the page ids from the oldest on, and the layouts; returns a `Status`. */
export function saveTable(at: usize): u32 {
  const site = changetype<Site>(at);
  if (!ASC_NO_ASSERT) checkSite(site);
  const clock = site.clock;
  const count = countLive(site, clock);
  const ids = site.recentCount;
  const bytes = savedBytes(count, ids) + savedLayoutsBytes(site);
  if (!reserveOutput(bytes)) return Status.OUT_OF_MEMORY;
  v128.store(output, v128.load(changetype<usize>(site), offsetof<Site>('seedLow')));
  let to = output + SnapshotEntry.SEED_BYTES;
  const groups = site.groups;
  const end = groups + site.groupCount * groupBytes;
  for (let group = groups; group < end; group += groupBytes) {
    let live = liveSlots(group, clock);
    while (live) {
      const slot = group + ctz(live);
      changetype<SnapshotEntry>(to).put(fingerprintAt(slot), <u16>dfAt(slot), <u16>pagesLeft(slot, clock));
      to += SnapshotEntry.BYTES;
      live &= live - 1;
    }
  }
  sortRecords(count);
  const oldest = ids == Site.RECENT_IDS ? site.recentCursor : 0;
  for (let index: u32 = 0; index < ids; ++index) {
    store<u64>(to, load<u64>(site.recent + (((oldest + index) % Site.RECENT_IDS) << 3)));
    to += SnapshotEntry.ID_BYTES;
  }
  saveLayouts(site, to);
  publishOutput(bytes);
  return Status.OK;
}

/** Debug builds only: the table is new, and its entries and page ids are in the input. */
function checkNew(site: Site, bytes: u32): void {
  checkSite(site);
  assert(!site.groupCount && !site.clock, 'saved: the table is not new');
  assert(inputHolds(bytes), 'saved: the entries are not in the input');
}

/**
 * Fills a new table from the first `bytes` bytes of the input, in the format of `saveTable`, and validates these bytes. Unless it returns
 * `Status.OK`, the table is incomplete and the caller releases it.
 */
export function loadTable(at: usize, clock: u32, count: u32, ids: u32, bytes: u32): u32 {
  const site = changetype<Site>(at);
  if (!ASC_NO_ASSERT) checkNew(site, bytes);
  const end = <u64>SnapshotEntry.SEED_BYTES + <u64>count * SnapshotEntry.BYTES + <u64>ids * SnapshotEntry.ID_BYTES;
  if (end > <u64>bytes) return Status.BAD_ENTRIES;
  v128.store(changetype<usize>(site), v128.load(input), offsetof<Site>('seedLow'));
  site.clock = clock;
  if (count && !rebuild(site, clock, count)) return fits(count) ? Status.OUT_OF_MEMORY : Status.TABLE_FULL;
  let from = input + SnapshotEntry.SEED_BYTES;
  let before: u64 = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const fingerprint = changetype<SnapshotEntry>(from).fingerprint;
    const df = <u32>changetype<SnapshotEntry>(from).df;
    const left = <u32>changetype<SnapshotEntry>(from).left;
    if ((index && fingerprint <= before) || fingerprint & ~Group.FINGERPRINT || df > Group.DF_MAX)
      return Status.BAD_ENTRIES;
    if (!df || df > clock || !left || left > lifetime(df) || lifetime(df) - left >= clock) return Status.BAD_ENTRIES;
    if (!insertSaved(site, fingerprint, df, clock + left)) return Status.TABLE_FULL;
    before = fingerprint;
    from += SnapshotEntry.BYTES;
  }
  if (ids > Site.RECENT_IDS || ids > clock) return Status.BAD_ENTRIES;
  for (let index: u32 = 0; index < ids; ++index) {
    if (!reserveRecent(site)) return Status.OUT_OF_MEMORY;
    remember(site, load<u64>(from));
    from += SnapshotEntry.ID_BYTES;
  }
  return loadLayouts(site, clock, from, input + bytes - from);
}
