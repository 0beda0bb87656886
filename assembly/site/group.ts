/**
 * A group: sixteen slots that are searched at once. `records.ts` draws it.
 *
 * The control byte of a slot is EMPTY or the low seven bits of its fingerprint, so one comparison of sixteen bytes leaves,
 * of a full group, on average an eighth of a slot to look at. A false candidate costs one comparison of the whole
 * fingerprint.
 *
 * A fingerprint is the key with the bits between its high and its low ones cleared, so that its high bits go on naming
 * the group, whatever the number of groups becomes, and the low ones are the control byte. The table cannot distinguish
 * two segments of one fingerprint: an absent key equals one of n entries with a probability of at most n / 2^bits.
 */
import { Fingerprint, Group, Lifetime } from './records';
import { lifetimeMax } from './lifetime';

/** Control byte of an empty slot. */
export const EMPTY: u8 = 0x80;

/** Whether expiries take two bytes. */
let longExpiry: bool = false;
/** Whether DFs take two bytes. */
let longDf: bool = false;
/** Bytes of a slot's fingerprint beside its control byte, as a shift. */
let restShift: u32 = 2;
/** Offset of the DFs in a group. */
let dfRow: usize = 0;
/** Offset of the rest of the fingerprints in a group. */
let restRow: usize = 0;

/** Bytes of a group. */
export let groupBytes: u32 = 0;
/** The bits of a key that are its fingerprint. */
export let fingerprintMask: u64 = 0;
/** Maximum DF of a slot; counting stops there. */
export let dfMax: u32 = 0;
/** Expiries are kept modulo a power of two. */
export let clockMask: u32 = 0;

/**
 * Sets the widths of the fields, after the lifetimes: as narrow as the longest lifetime, the bits of a fingerprint and
 * `templateDf` allow.
 */
export function setFields(fingerprintBits: u32, templateDf: u32): void {
  longExpiry = lifetimeMax() > Lifetime.SHORT;
  longDf = fingerprintBits == Fingerprint.WHOLE || templateDf > 0xff;
  restShift = fingerprintBits == Fingerprint.WHOLE ? 3 : fingerprintBits == Fingerprint.SHORT ? 2 : 1;
  dfRow = Group.EXPIRY + (Group.SLOTS << u32(longExpiry));
  restRow = dfRow + (Group.SLOTS << u32(longDf));
  groupBytes = <u32>restRow + (Group.SLOTS << restShift);
  fingerprintMask = restShift == 3 ? u64.MAX_VALUE : (u64.MAX_VALUE << (64 - ((<u64>8) << restShift))) | 0x7f;
  dfMax = longDf ? 0xffff : 0xff;
  clockMask = longExpiry ? 0xffff : 0xff;
  assert((groupBytes & 15) == 0, 'group: the bytes of a group are not a multiple of 16');
  if (!ASC_NO_ASSERT) assert(lifetimeMax() <= (clockMask >> 2) + 1, 'group: a lifetime is too long for the clock');
}

/** The control bytes of a group. */
export function controlOf(group: usize): v128 {
  return v128.load(group, Group.CONTROL);
}

/** Bit i is set where slot i, of a group with these control bytes, may hold `print`. */
export function candidates(control: v128, print: u64): i32 {
  return i8x16.bitmask(i8x16.eq(control, i8x16.splat(<i8>(print & 0x7f))));
}

/** Bit i is set where slot i, of a group with these control bytes, was never used. */
export function emptiesIn(control: v128): i32 {
  return i8x16.bitmask(control);
}

/** Bit i is set where slot i was never used. */
export function empties(group: usize): i32 {
  return emptiesIn(controlOf(group));
}

/** Bit i is set where slot i holds an entry that is expired when `clock` pages have been counted. */
export function forgotten(group: usize, clock: u32): i32 {
  return (longExpiry ? passedLong(group, clock) : passedShort(group, clock)) & ~empties(group);
}

function passedShort(group: usize, clock: u32): i32 {
  const left = i8x16.sub(v128.load(group, Group.EXPIRY), i8x16.splat(<i8>clock));
  return i8x16.bitmask(i8x16.le_s(left, i8x16.splat(0)));
}

function passedLong(group: usize, clock: u32): i32 {
  const now = i16x8.splat(<i16>clock);
  const zero = i16x8.splat(0);
  const low = i16x8.le_s(i16x8.sub(v128.load(group, Group.EXPIRY), now), zero);
  const high = i16x8.le_s(i16x8.sub(v128.load(group, Group.EXPIRY + 16), now), zero);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(low, high));
}

/** A slot is the address of its control byte; groups are multiples of 16, so it also says which group it is in. */
function groupOf(slot: usize): usize {
  return slot & ~15;
}

/** Address of a slot's value in a row of values of `1 << shift` bytes. */
function cell(slot: usize, row: usize, shift: u32): usize {
  return groupOf(slot) + row + ((slot & 15) << shift);
}

/**
 * The width is tested on every call, because it is an option of the instance. The test is a branch that always goes the same
 * way. It runs for candidates only, about one per look-up. A copy of the table's code for each width would save less than it
 * costs in the size of the module.
 */
// @ts-ignore: decorator
@inline
export function fingerprintAt(slot: usize): u64 {
  const at = cell(slot, restRow, restShift);
  if (restShift == 2) return ((<u64>load<u32>(at)) << 32) | load<u8>(slot);
  if (restShift == 3) return load<u64>(at);
  return ((<u64>load<u16>(at)) << 48) | load<u8>(slot);
}

export function dfAt(slot: usize): u32 {
  return longDf ? load<u16>(cell(slot, dfRow, 1)) : load<u8>(cell(slot, dfRow, 0));
}

export function expiryAt(slot: usize): u32 {
  return longExpiry ? load<u16>(cell(slot, Group.EXPIRY, 1)) : load<u8>(cell(slot, Group.EXPIRY, 0));
}

/** Pages until the entry expires, counted from page `clock`; 0 or less if it is expired. */
// @ts-ignore: decorator
@inline
export function pagesLeft(slot: usize, clock: u32): i32 {
  const left = expiryAt(slot) - clock;
  return longExpiry ? <i32>(<i16>left) : <i32>(<i8>left);
}

export function setCount(slot: usize, df: u32, expiry: u32): void {
  assert(df && df <= dfMax, 'group: a DF that no slot holds');
  if (longDf) store<u16>(cell(slot, dfRow, 1), <u16>df);
  else store<u8>(cell(slot, dfRow, 0), <u8>df);
  if (longExpiry) store<u16>(cell(slot, Group.EXPIRY, 1), <u16>expiry);
  else store<u8>(cell(slot, Group.EXPIRY, 0), <u8>expiry);
}

export function setEntry(slot: usize, print: u64, df: u32, expiry: u32): void {
  assert(!(print & ~fingerprintMask), 'group: a fingerprint with bits of the key that it does not have');
  store<u8>(slot, <u8>(print & 0x7f));
  const at = cell(slot, restRow, restShift);
  if (restShift == 2) store<u32>(at, <u32>(print >> 32));
  else if (restShift == 3) store<u64>(at, print);
  else store<u16>(at, <u16>(print >> 48));
  setCount(slot, df, expiry);
}
