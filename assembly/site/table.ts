/**
 * The segment table of a site maps a fingerprint to a document frequency (DF) and an expiry: the last page of the entry's life.
 *
 * It uses open addressing in groups of sixteen slots. A probe starts at the home group, which the upper half of the fingerprint selects. It
 * continues with the next group; the first group follows the last:
 *
 *       home group           next group           next group
 *      ┌────────────────┐   ┌────────────────┐   ┌────────────────┐
 *      │eeexeeeeeeexeeee│ → │eeeeeeeeeeeeeeee│ → │eexe·eee·e··e·ee│   e: living entry   x: expired entry   ·: empty slot
 *      └────────────────┘   └────────────────┘   └────────────────┘
 *
 * `find` compares all control bytes of a group at once, then the fingerprint of each candidate. It returns a match, living or expired. A
 * group with an empty slot ends the probe: the key is absent.
 *
 * `insert` makes the same probe and notes the first expired slot, else the first empty one. It keeps a living match, and restarts an
 * expired match with DF 1. Without a match, the new entry takes the noted slot (above: the first x of the home group). Without a noted
 * slot, the table is rebuilt first.
 *
 * Expired entries are not erased: readers ignore them, and new entries take their slots. So eviction costs no work, and a table keeps its
 * size while pages add no more segments than expire. If no slot is left, `rebuild` moves the living entries to a new block.
 *
 * A slot of a full group must never become empty, because probes for other keys have passed the group. `scrub` therefore empties expired
 * slots only in groups with an empty slot.
 *
 * A probe ends after at most Table.PROBES_MAX groups, which bounds the cost of every key. At the maximum load, 31 of 32 slots, each group
 * is the home of 15.5 keys on average, which are independent. A run of n full groups needs 16 n keys. Its probability is below
 * e^(−n/125.3), the Chernoff bound of a Poisson variable: 10^(−28) for 8,192 groups. So only an attacker who knows the seed can choose keys
 * that do not fit. They are not counted: their texts are new on every page.
 *
 * Expiries of two bytes (one byte) are modulo 2^16 (2^8). Lifetimes are at most 2^14 (2^6) pages, and `scrub` visits every group at least
 * once in 2^13 (2^6) pages. So expiries of different rounds of the clock are never confused.
 */
import { Status } from '../layout';
import { Group, Lifetime, Table } from './records';
import { allocate, release, roundUp } from '../memory';

// A group has sixteen slots that are searched at once (diagram in records.ts). Comparing control bytes finds on average one false candidate
// in eight full groups, which costs one comparison of the whole fingerprint.
//
// A fingerprint is a key without its middle bits. Its high bits select the group, for every number of groups; its low bits are the control
// byte. Segments with the same fingerprint are indistinguishable: an absent key matches one of n entries with a probability of at most n /
// 2^39.

// The logistic lifetime (Wang et al.): `Tb·N / (1 + (N−1)·e^−(df−1))` pages. Ages are whole pages, so `age ≥ life` is equivalent to `age ≥
// ⌈life⌉`. Powers of 1/e are computed by multiplication, because the last digit of `exp` differs between engines.

const ONE_OVER_E: f64 = 0.36787944117144233;

/** Beyond this DF the lifetime is constant. */
const DF_STEPS: u32 = 64;
/** Lifetime for each DF, in pages. */
const LIVES = memory.data(64 * 2, 16);

/** True if entries never expire; `scrub` then renews their expiries. */
let endless: bool = false;

let hasLongExpiry: bool = false;
export let groupBytes: u32 = 0;

/**
 * Sets the lifetimes, and the width of expiries: one byte if the longest lifetime allows it. `base` (Tb, in pages) and `growth` (N) are
 * valid; an infinite `base` disables expiry.
 */
export function setLifetimes(base: f64, growth: f64): void {
  endless = base == Infinity;
  let fading: f64 = 1;
  for (let step: u32 = 0; step < DF_STEPS; ++step) {
    const life = endless ? <f64>Lifetime.MAX : (base * growth) / (1 + (growth - 1) * fading);
    store<u16>(LIVES + (step << 1), <u16>Math.ceil(life));
    fading *= ONE_OVER_E;
  }
  hasLongExpiry = lifetime(DF_STEPS) > Lifetime.SHORT;
  groupBytes = <u32>Group.EXPIRY_HIGH + (hasLongExpiry ? Group.SLOTS : 0);
}

/** Lifetime for `df` ≥ 1, in pages after the last occurrence. */
export function lifetime(df: u32): u32 {
  assert(df, 'lifetime: a DF of 0 has no lifetime');
  return load<u16>(LIVES + ((df < DF_STEPS ? df - 1 : DF_STEPS - 1) << 1));
}

const EMPTY: u8 = 0x80;

function controlOf(group: usize): v128 {
  return v128.load(group, Group.CONTROL);
}

/** Slots that may contain `fingerprint`, as bits. */
function candidates(control: v128, fingerprint: u64): i32 {
  return i8x16.bitmask(i8x16.eq(control, i8x16.splat(<i8>(fingerprint & 0x7f))));
}

/** Empty slots, as bits. */
function emptySlotsIn(control: v128): i32 {
  return i8x16.bitmask(control);
}

function emptySlots(group: usize): i32 {
  return emptySlotsIn(controlOf(group));
}

/** Slots whose entry is expired after `clock` pages, as bits. */
function expiredSlots(group: usize, clock: u32): i32 {
  return (hasLongExpiry ? expiredLong(group, clock) : expiredShort(group, clock)) & ~emptySlots(group);
}

/** Slots whose entry is not expired, as bits. */
export function liveSlots(group: usize, clock: u32): i32 {
  return ~(emptySlots(group) | expiredSlots(group, clock)) & 0xffff;
}

function expiredShort(group: usize, clock: u32): i32 {
  const left = i8x16.sub(v128.load(group, Group.EXPIRY), i8x16.splat(<i8>clock));
  return i8x16.bitmask(i8x16.le_s(left, i8x16.splat(0)));
}

function expiredLong(group: usize, clock: u32): i32 {
  const now = i16x8.splat(<i16>clock);
  const zero = i16x8.splat(0);
  const low = v128.load(group, Group.EXPIRY);
  const high = v128.load(group, Group.EXPIRY_HIGH);
  const first = v128.shuffle<u8>(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const second = v128.shuffle<u8>(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const passedFirst = i16x8.le_s(i16x8.sub(first, now), zero);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(passedFirst, i16x8.le_s(i16x8.sub(second, now), zero)));
}

// A slot is the address of its control byte. Groups begin at multiples of 16, so a slot also determines its group.

/** Address of a slot's field of four bytes, without the row's offset. */
function wordOf(slot: usize): usize {
  return (slot & ~15) + ((slot & 15) << 2);
}

// @ts-ignore: decorator
@inline
export function fingerprintAt(slot: usize): u64 {
  return ((<u64>load<u32>(wordOf(slot), Group.REST)) << 32) | load<u8>(slot);
}

export function dfAt(slot: usize): u32 {
  return load<u8>(slot, Group.DF);
}

function expiryAt(slot: usize): u32 {
  const low = <u32>load<u8>(slot, Group.EXPIRY);
  return hasLongExpiry ? low | ((<u32>load<u8>(slot, Group.EXPIRY_HIGH)) << 8) : low;
}

/** Pages from `clock` until the entry expires; 0 or less if it is expired. */
// @ts-ignore: decorator
@inline
export function pagesLeft(slot: usize, clock: u32): i32 {
  const left = expiryAt(slot) - clock;
  return hasLongExpiry ? <i32>(<i16>left) : <i32>(<i8>left);
}

export function setCount(slot: usize, df: u32, expiry: u32): void {
  assert(df && df <= Group.DF_MAX, 'group: a DF that no slot holds');
  store<u8>(slot, <u8>df, Group.DF);
  store<u8>(slot, <u8>expiry, Group.EXPIRY);
  if (hasLongExpiry) store<u8>(slot, <u8>(expiry >> 8), Group.EXPIRY_HIGH);
}

function setEntry(slot: usize, fingerprint: u64, df: u32, expiry: u32): void {
  assert(!(fingerprint & ~Group.FINGERPRINT), 'group: a fingerprint with bits of the key that it does not have');
  store<u8>(slot, <u8>(fingerprint & 0x7f));
  store<u32>(wordOf(slot), <u32>(fingerprint >> 32), Group.REST);
  setCount(slot, df, expiry);
}

/** Maximum pages between two scrubs of a group, so that expiries remain within one round of the clock. */
const SCRUB_PERIOD: u32 = 8192;
/** SCRUB_PERIOD for expiries of one byte. */
const SCRUB_PERIOD_SHORT: u32 = 64;
/** Minimum groups scrubbed on every page, so that small tables shrink soon. */
const SCRUB_VISITS: u32 = 64;

/** Maximum bytes of a table's groups. */
let groupsBytesMax: usize = 0;

export function limitTables(bytes: u32): void {
  groupsBytesMax = bytes;
}

/** Debug builds only. */
function checkSlot(table: Table, slot: usize): void {
  const groups = table.groups;
  const end = groups + table.groupCount * groupBytes;
  assert(slot >= groups && slot < end, 'table: a slot outside of the groups');
  assert((slot - groups) % groupBytes < Group.SLOTS, 'table: a slot outside of the control bytes of its group');
}

function homeGroup(fingerprint: u64, groupCount: u32): u32 {
  return <u32>(((fingerprint >> 32) * <u64>groupCount) >> 32);
}

/** The slot with a fingerprint in a group, living or expired, or 0. */
// @ts-ignore: decorator
@inline
function slotIn(group: usize, control: v128, fingerprint: u64): usize {
  for (let hits = candidates(control, fingerprint); hits; hits &= hits - 1) {
    const slot = group + ctz(hits);
    if (fingerprintAt(slot) == fingerprint) return slot;
  }
  return 0;
}

/** The slot with the fingerprint of `key`, living or expired, or 0. */
export function find(table: Table, key: u64): usize {
  const fingerprint = key & Group.FINGERPRINT;
  const groups = table.groups;
  const groupCount = table.groupCount;
  if (!groupCount) return 0;
  let index = homeGroup(fingerprint, groupCount);
  for (let probes = min(groupCount, Table.PROBES_MAX); probes; --probes) {
    const group = groups + index * groupBytes;
    const control = controlOf(group);
    const slot = slotIn(group, control, fingerprint);
    if (slot) {
      if (!ASC_NO_ASSERT) checkSlot(table, slot);
      return slot;
    }
    if (emptySlotsIn(control)) return 0;
    if (++index == groupCount) index = 0;
  }
  return 0;
}

/** Puts an absent entry into the first empty slot of its probe; false without one. */
function insertAbsent(groups: usize, groupCount: u32, fingerprint: u64, df: u32, expiry: u32): bool {
  let index = homeGroup(fingerprint, groupCount);
  assert(index < groupCount, 'table: the home group is beyond the last');
  let group = groups + index * groupBytes;
  let free = emptySlots(group);
  for (let probes = min(groupCount, Table.PROBES_MAX); !free; ) {
    if (!--probes) return false;
    if (++index == groupCount) index = 0;
    group = groups + index * groupBytes;
    free = emptySlots(group);
  }
  setEntry(group + ctz(free), fingerprint, df, expiry);
  return true;
}

/** Puts a saved entry into a table with capacity for it; false if its probe has no empty slot. */
export function insertSaved(table: Table, fingerprint: u64, df: u32, expiry: u32): bool {
  if (!ASC_NO_ASSERT) assert(table.capacity, 'table: no capacity for a saved entry');
  if (!insertAbsent(table.groups, table.groupCount, fingerprint, df, expiry)) return false;
  table.capacity -= 1;
  return true;
}

function occupy(table: Table, slot: usize, fingerprint: u64, df: u32, expiry: u32): void {
  if (!ASC_NO_ASSERT) checkSlot(table, slot);
  if (load<u8>(slot) == EMPTY) table.capacity -= 1;
  setEntry(slot, fingerprint, df, expiry);
}

// Results of `insert`.
const INSERT_ALIVE: u32 = 0;
export const INSERT_ADDED: u32 = 1;
/** The table must be rebuilt first. */
export const INSERT_FULL: u32 = 2;
/** The probe has no slot. */
const INSERT_REFUSED: u32 = 3;

/**
 * Adds `key` with DF 1 on page `clock`, unless its entry is living. It takes its expired slot, else the first expired slot of its probe,
 * else the empty slot at the end of the probe.
 */
export function insert(table: Table, key: u64, clock: u32): u32 {
  const fingerprint = key & Group.FINGERPRINT;
  const groups = table.groups;
  const groupCount = table.groupCount;
  if (!groupCount) return INSERT_FULL;
  const expiry = clock + lifetime(1);
  let index = homeGroup(fingerprint, groupCount);
  let vacant: usize = 0;
  let outcome = groupCount > Table.PROBES_MAX ? INSERT_REFUSED : INSERT_FULL;
  for (let probes = min(groupCount, Table.PROBES_MAX); probes; --probes) {
    const group = groups + index * groupBytes;
    const control = controlOf(group);
    const slot = slotIn(group, control, fingerprint);
    if (slot) {
      if (pagesLeft(slot, clock) > 0) return INSERT_ALIVE;
      setCount(slot, 1, expiry);
      return INSERT_ADDED;
    }
    if (!vacant) {
      const dead = expiredSlots(group, clock);
      if (dead) vacant = group + ctz(dead);
    }
    const free = emptySlotsIn(control);
    if (free) {
      if (!vacant && table.capacity) vacant = group + ctz(free);
      outcome = INSERT_FULL;
      break;
    }
    if (++index == groupCount) index = 0;
  }
  if (!vacant) return outcome;
  occupy(table, vacant, fingerprint, 1, expiry);
  return INSERT_ADDED;
}

/** Number of entries alive after `clock` pages. */
export function countLive(table: Table, clock: u32): u32 {
  const groups = table.groups;
  const end = groups + table.groupCount * groupBytes;
  let live: u32 = 0;
  for (let group = groups; group < end; group += groupBytes) {
    live += Group.SLOTS - popcnt<u32>(emptySlots(group) | expiredSlots(group, clock));
  }
  return live;
}

/**
 * Number of groups for `count` entries. One slot in 32 remains empty, which keeps probes for absent keys short. About one more is spare,
 * which delays the next rebuild.
 */
function groupsFor(count: u64): u64 {
  return (count + (count >> 4) + 2 + Group.SLOTS - 1) / Group.SLOTS;
}

/** Bytes of groups for `count` entries; 0 above the limit. */
function groupsBytesFor(count: u64): usize {
  const bytes = groupsFor(count) * <u64>groupBytes;
  return bytes > <u64>groupsBytesMax ? 0 : <usize>bytes;
}

export function fits(count: u32): bool {
  return groupsBytesFor(count) != 0;
}

/** Memory for a rebuild while a page is counted, so that the rebuild cannot fail. */
let spare: usize = 0;
let spareBytes: usize = 0;

/**
 * Reserves memory to add `extra` entries, including a rebuild, before a page changes the table, so that no change must be undone. Capacity
 * for expired entries is included, unless this exceeds the limit. Returns a `Status`.
 */
export function reserveCapacity(table: Table, clock: u32, extra: u32): u32 {
  if (extra <= table.capacity) return Status.OK;
  const slots = table.groupCount * Group.SLOTS;
  let bytes = groupsBytesFor(<u64>slots + extra);
  if (!bytes) bytes = groupsBytesFor(<u64>countLive(table, clock) + extra);
  if (!bytes) return Status.TABLE_FULL;
  spare = allocate(bytes);
  spareBytes = bytes;
  return spare ? Status.OK : Status.OUT_OF_MEMORY;
}

/** Releases the memory of `reserveCapacity`, if no rebuild took it. */
export function releaseSpare(): void {
  release(spare, spareBytes);
  spare = 0;
}

/** Moves the living entries to new groups with capacity for `extra` more; false and no change if the limit or memory does not allow it. */
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
  const capacity = groupCount * Group.SLOTS - (groupCount >> 1) - 1 - count;
  assert(<i32>capacity >= <i32>extra, 'table: the new groups are too few');
  bytes = groupCount * groupBytes;
  for (let group = groups; group < groups + bytes; group += groupBytes) {
    v128.store(group, i8x16.splat(<i8>EMPTY));
  }
  const old = table.groups;
  const oldBytes = table.groupCount * groupBytes;
  table.groups = groups;
  table.groupCount = groupCount;
  table.capacity = capacity;
  table.scrub = 0;
  for (let group = old; group < old + oldBytes; group += groupBytes) {
    let live = liveSlots(group, clock);
    while (live) {
      const from = group + ctz(live);
      // An entry that finds no slot is dropped.
      if (!insertAbsent(groups, groupCount, fingerprintAt(from), dfAt(from), expiryAt(from))) {
        table.capacity += 1;
      }
      live &= live - 1;
    }
  }
  release(old, oldBytes);
  return true;
}

/**
 * Called once for each counted page. It empties expired slots in groups with an empty slot. In full groups they remain occupied, because
 * probes have passed the group; their expiry becomes `clock`, so that they remain expired when the clock wraps. After each round, a table
 * that is more than a quarter too large is rebuilt.
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
      // Without memory the table keeps its size.
      rebuild(table, clock, 0);
      return;
    }
    break;
  }
  table.scrub = index;
}

function scrubGroup(table: Table, group: usize, clock: u32): void {
  let dead = expiredSlots(group, clock);
  const open = emptySlots(group) != 0;
  while (dead) {
    const slot = group + ctz(dead);
    if (open) {
      store<u8>(slot, EMPTY);
      table.capacity += 1;
    } else {
      setCount(slot, dfAt(slot), clock);
    }
    dead &= dead - 1;
  }
}

/** With infinite lifetimes, an entry last seen over half a lifetime ago counts as seen half a lifetime ago. */
function refresh(group: usize, clock: u32): void {
  let used = ~emptySlots(group) & 0xffff;
  while (used) {
    const slot = group + ctz(used);
    if (pagesLeft(slot, clock) < <i32>SCRUB_PERIOD) setCount(slot, dfAt(slot), clock + SCRUB_PERIOD);
    used &= used - 1;
  }
}
