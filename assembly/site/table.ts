/**
 * The segment table of one site: fingerprint → document frequency (DF) and expiry, the page at whose end the entry is evicted.
 *
 * Open addressing in groups of sixteen slots. A probe starts at the home group, which the upper half of the fingerprint selects, and
 * continues with the next group, from the last one to the first:
 *
 *       home group           next group           next group
 *      ┌────────────────┐   ┌────────────────┐   ┌────────────────┐
 *      │eeexeeeeeeexeeee│ → │eeeeeeeeeeeeeeee│ → │eexe·eee·e··e·ee│   e: living entry   x: expired entry   ·: empty slot
 *      └────────────────┘   └────────────────┘   └────────────────┘
 *
 * find    in each group: compare the control bytes of all slots at once, then the whole fingerprint of each candidate.
 *         A match is the answer, living or expired. A group with an empty slot ends the probe: the key is absent.
 * insert  the same probe. On the way it notes the first expired slot, or else the first empty one. A living match is
 *         unchanged, and an expired match starts again with DF 1. Without a match the noted slot takes the new entry (above:
 *         the first x of the home group). Without a noted slot the table is rebuilt first.
 *
 * Nothing is erased: an expired entry is absent to every reader, and a new entry takes its slot. So an eviction costs no work, and a table
 * whose pages add as many segments as expire keeps its size. If no slot is left, `rebuild` moves the living entries to a new block of the
 * right size.
 *
 * A slot of a full group must never become empty, because probes for other keys have passed that group. `scrub` therefore empties expired
 * slots only in groups that have an empty slot.
 *
 * A probe ends after at most Table.PROBES_MAX groups, which bounds the cost of every key. At the maximum load, 31 slots of 32, keys are
 * spread like independent choices of a home group, 15.5 for each. A run of n full groups needs 16 n of them, which has a probability below
 * e^(−n/125.3), the bound of Chernoff for a Poisson variable: for 8,192 groups 10^(−28). Keys that do not fit were chosen by an attacker
 * who knows the seed. They are not counted: each is a new text on every page.
 *
 * An expiry is kept modulo 2^16, or 2^8. Lifetimes are at most 2^14 pages, or 2^6, and `scrub` visits every group at least once in 2^13
 * pages, or 2^6, so that an expiry is never confused with one of another round of the clock.
 */
import { Status } from '../layout';
import { Group, Table } from './records';
import { allocate, release, roundUp } from '../memory';
import {
  EMPTY,
  candidates,
  controlOf,
  dfAt,
  empties,
  emptiesIn,
  endless,
  expiryAt,
  fingerprintAt,
  forgotten,
  groupBytes,
  hasLongExpiry,
  lifetime,
  living,
  pagesLeft,
  setCount,
  setEntry,
} from './group';

/** Maximum number of pages between two scrubs of a group, so that its expiries stay within one round of the clock. */
const SCRUB_PERIOD: u32 = 8192;
/** SCRUB_PERIOD for expiries of one byte. */
const SCRUB_PERIOD_SHORT: u32 = 64;
/** Minimum number of groups scrubbed on every page, so that small tables shrink soon. */
const SCRUB_VISITS: u32 = 64;

/** Largest size of one table's groups, in bytes. */
let groupsBytesMax: usize = 0;

export function limitTables(bytes: u32): void {
  groupsBytesMax = bytes;
}

/** Debug builds only: checks that the address is that of a table with a consistent header. */
export function checkTable(table: Table): void {
  assert(table && !(changetype<usize>(table) & 15), 'table: not the address of a table');
  const groups = table.groups;
  const groupCount = table.groupCount;
  assert(!groupCount == !groups && !(groups & 15), 'table: groups at an impossible address');
  assert(table.room <= groupCount * Group.SLOTS, 'table: more room than slots');
  assert(!groupCount || table.scrub < groupCount, 'table: the next group to scrub is beyond the last');
}

/** Debug builds only: the slot is one of the table. */
function checkSlot(table: Table, slot: usize): void {
  const groups = table.groups;
  const end = groups + table.groupCount * groupBytes;
  assert(slot >= groups && slot < end, 'table: a slot outside of the groups');
  assert((slot - groups) % groupBytes < Group.SLOTS, 'table: a slot outside of the control bytes of its group');
}

export function releaseGroups(table: Table): void {
  release(table.groups, table.groupCount * groupBytes);
}

/** Bytes that the groups hold. */
export function groupsHeld(table: Table): usize {
  return table.groupCount ? roundUp(table.groupCount * groupBytes) : 0;
}

function homeGroup(print: u64, groupCount: u32): u32 {
  return <u32>(((print >> 32) * <u64>groupCount) >> 32);
}

/** The slot of a group, with these control bytes, that holds a fingerprint, living or expired; 0 without one. */
// @ts-ignore: decorator
@inline
function slotIn(group: usize, control: v128, print: u64): usize {
  for (let hits = candidates(control, print); hits; hits &= hits - 1) {
    const slot = group + ctz(hits);
    if (fingerprintAt(slot) == print) return slot;
  }
  return 0;
}

/** The slot that holds the fingerprint of `key`, living or expired; 0 without one. */
export function find(table: Table, key: u64): usize {
  const print = key & Group.FINGERPRINT;
  const groups = table.groups;
  const groupCount = table.groupCount;
  if (!groupCount) return 0;
  let index = homeGroup(print, groupCount);
  for (let probes = min(groupCount, Table.PROBES_MAX); probes; --probes) {
    const group = groups + index * groupBytes;
    const control = controlOf(group);
    const slot = slotIn(group, control, print);
    if (slot) {
      if (!ASC_NO_ASSERT) checkSlot(table, slot);
      return slot;
    }
    if (emptiesIn(control)) return 0;
    if (++index == groupCount) index = 0;
  }
  return 0;
}

/** Puts an entry, whose fingerprint must be absent, into the first empty slot of its probe; false without an empty slot. */
function insertAbsent(groups: usize, groupCount: u32, print: u64, df: u32, expiry: u32): bool {
  let index = homeGroup(print, groupCount);
  assert(index < groupCount, 'table: the home group is beyond the last');
  let group = groups + index * groupBytes;
  let free = empties(group);
  for (let probes = min(groupCount, Table.PROBES_MAX); !free; ) {
    if (!--probes) return false;
    if (++index == groupCount) index = 0;
    group = groups + index * groupBytes;
    free = empties(group);
  }
  setEntry(group + ctz(free), print, df, expiry);
  return true;
}

/** Puts a saved entry into a table that was made large enough for it; false if its probe has no empty slot. */
export function insertSaved(table: Table, print: u64, df: u32, expiry: u32): bool {
  if (!ASC_NO_ASSERT) assert(table.room, 'table: no room for a saved entry');
  if (!insertAbsent(table.groups, table.groupCount, print, df, expiry)) return false;
  table.room -= 1;
  return true;
}

function occupy(table: Table, slot: usize, print: u64, df: u32, expiry: u32): void {
  if (!ASC_NO_ASSERT) checkSlot(table, slot);
  if (load<u8>(slot) == EMPTY) table.room -= 1;
  setEntry(slot, print, df, expiry);
}

// Results of `insert`.
/** The key is alive already. */
const INSERT_ALIVE: u32 = 0;
/** The key was added. */
export const INSERT_ADDED: u32 = 1;
/** The key needs a rebuild first. */
export const INSERT_NO_ROOM: u32 = 2;
/** The probe of the key has no slot for it. */
const INSERT_REFUSED: u32 = 3;

/**
 * Adds `key` with DF 1 on page `clock`, unless it is alive: into its own expired slot, else into the first slot of its probe
 * that is expired on that page, else into the empty slot at the end of the probe.
 */
export function insert(table: Table, key: u64, clock: u32): u32 {
  const print = key & Group.FINGERPRINT;
  const groups = table.groups;
  const groupCount = table.groupCount;
  if (!groupCount) return INSERT_NO_ROOM;
  const expiry = clock + lifetime(1);
  let index = homeGroup(print, groupCount);
  let vacant: usize = 0;
  let outcome = groupCount > Table.PROBES_MAX ? INSERT_REFUSED : INSERT_NO_ROOM;
  for (let probes = min(groupCount, Table.PROBES_MAX); probes; --probes) {
    const group = groups + index * groupBytes;
    const control = controlOf(group);
    const slot = slotIn(group, control, print);
    if (slot) {
      if (pagesLeft(slot, clock) > 0) return INSERT_ALIVE;
      setCount(slot, 1, expiry);
      return INSERT_ADDED;
    }
    if (!vacant) {
      const dead = forgotten(group, clock);
      if (dead) vacant = group + ctz(dead);
    }
    const free = emptiesIn(control);
    if (free) {
      if (!vacant && table.room) vacant = group + ctz(free);
      outcome = INSERT_NO_ROOM;
      break;
    }
    if (++index == groupCount) index = 0;
  }
  if (!vacant) return outcome;
  occupy(table, vacant, print, 1, expiry);
  return INSERT_ADDED;
}

/** Entries alive after `clock` pages. */
export function countLive(table: Table, clock: u32): u32 {
  const groups = table.groups;
  const end = groups + table.groupCount * groupBytes;
  let live: u32 = 0;
  for (let group = groups; group < end; group += groupBytes) {
    live += Group.SLOTS - popcnt<u32>(empties(group) | forgotten(group, clock));
  }
  return live;
}

/**
 * Number of groups for `count` entries. One slot in thirty-two is kept empty, so that the probe for an absent key is short, and about as
 * many slots are spare, so that the next rebuild is not soon.
 */
function groupsFor(count: u64): u64 {
  return (count + (count >> 4) + 2 + Group.SLOTS - 1) / Group.SLOTS;
}

/** Bytes of groups for `count` entries; 0 if that is over the limit. */
function groupsBytesFor(count: u64): usize {
  const bytes = groupsFor(count) * <u64>groupBytes;
  return bytes > <u64>groupsBytesMax ? 0 : <usize>bytes;
}

/** True if a table of `count` entries is within the limit. */
export function fits(count: u32): bool {
  return groupsBytesFor(count) != 0;
}

/** Memory reserved for a rebuild while a page is counted, so that the rebuild cannot fail. */
let spare: usize = 0;
/** Bytes of `spare`. */
let spareBytes: usize = 0;

/**
 * Reserves the memory for adding `extra` entries, including a rebuild. Called before a page changes anything, so that nothing has to be
 * undone. Expired entries count as living, unless the limit would then be exceeded. A `Status`.
 */
export function reserveRoom(table: Table, clock: u32, extra: u32): u32 {
  if (extra <= table.room) return Status.OK;
  const slots = table.groupCount * Group.SLOTS;
  let bytes = groupsBytesFor(<u64>slots + extra);
  if (!bytes) bytes = groupsBytesFor(<u64>countLive(table, clock) + extra);
  if (!bytes) return Status.TABLE_FULL;
  spare = allocate(bytes);
  spareBytes = bytes;
  return spare ? Status.OK : Status.OUT_OF_MEMORY;
}

/** Releases the memory that `reserveRoom` reserved, if no rebuild took it. */
export function releaseSpare(): void {
  release(spare, spareBytes);
  spare = 0;
}

/**
 * Moves the entries that are alive after `clock` pages to new groups with capacity for `extra` more; false without any change if the limit
 * or the memory does not allow it.
 */
export function rebuild(table: Table, clock: u32, extra: u32): bool {
  const count = countLive(table, clock);
  const wanted = groupsBytesFor(<u64>count + extra);
  if (!wanted) return false;
  let groups = allocate(wanted);
  let bytes = wanted;
  if (!groups) {
    if (!spare) return false;
    groups = spare;
    bytes = spareBytes;
    spare = 0;
  }
  const groupCount = <u32>(roundUp(bytes) / groupBytes);
  const room = groupCount * Group.SLOTS - (groupCount >> 1) - 1 - count;
  assert(<i32>room >= <i32>extra, 'table: the new groups are too few');
  bytes = groupCount * groupBytes;
  for (let group = groups; group < groups + bytes; group += groupBytes) {
    v128.store(group, i8x16.splat(<i8>EMPTY));
  }
  const old = table.groups;
  const oldBytes = table.groupCount * groupBytes;
  table.groups = groups;
  table.groupCount = groupCount;
  table.room = room;
  table.scrub = 0;
  for (let group = old; group < old + oldBytes; group += groupBytes) {
    let live = living(group, clock);
    while (live) {
      const from = group + ctz(live);
      // An entry that finds no slot is dropped.
      if (!insertAbsent(groups, groupCount, fingerprintAt(from), dfAt(from), expiryAt(from))) {
        table.room += 1;
      }
      live &= live - 1;
    }
  }
  release(old, oldBytes);
  return true;
}

/**
 * Called once for each counted page. An expired slot becomes empty if its group has an empty slot. In a full group it remains occupied,
 * because probes have passed the group, and its expiry is set to now, so that the entry remains expired when the clock wraps. After each
 * round over the groups, a table that is more than a quarter too large is rebuilt.
 */
export function scrub(table: Table): void {
  const clock = table.clock;
  const groups = table.groups;
  const groupCount = table.groupCount;
  if (!groupCount) return;
  let index = table.scrub;
  const visitsMax = SCRUB_VISITS + groupCount / (hasLongExpiry ? SCRUB_PERIOD : SCRUB_PERIOD_SHORT);
  for (let visits = groupCount < visitsMax ? groupCount : visitsMax; visits; --visits) {
    const group = groups + index * groupBytes;
    if (endless) refresh(group, clock);
    else scrubGroup(table, group, clock);
    if (++index < groupCount) continue;
    index = 0;
    const needed = <u32>groupsFor(countLive(table, clock));
    if (groupCount > needed + (needed >> 2)) {
      // Without memory for a rebuild the table keeps its size.
      rebuild(table, clock, 0);
      return;
    }
    break;
  }
  table.scrub = index;
}

function scrubGroup(table: Table, group: usize, clock: u32): void {
  let dead = forgotten(group, clock);
  const open = empties(group) != 0;
  while (dead) {
    const slot = group + ctz(dead);
    if (open) {
      store<u8>(slot, EMPTY);
      table.room += 1;
    } else {
      setCount(slot, dfAt(slot), clock);
    }
    dead &= dead - 1;
  }
}

/** With infinite lifetimes, an entry unseen for longer than half a life counts as seen half a life ago. */
function refresh(group: usize, clock: u32): void {
  let used = ~empties(group) & 0xffff;
  while (used) {
    const slot = group + ctz(used);
    if (pagesLeft(slot, clock) < <i32>SCRUB_PERIOD) setCount(slot, dfAt(slot), clock + SCRUB_PERIOD);
    used &= used - 1;
  }
}
