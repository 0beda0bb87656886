/**
 * A group: sixteen slots that are searched at once (diagram in records.ts).
 *
 * The control byte of a slot is EMPTY or the low seven bits of its fingerprint. In a full group, one comparison of sixteen bytes leaves on
 * average an eighth of a candidate. A false candidate costs one comparison of the whole fingerprint.
 *
 * A fingerprint is the key with the bits between its high and its low ones cleared, so that its high bits select the group for every number
 * of groups, and the low ones are the control byte. The table cannot distinguish two segments with the same fingerprint: an absent key
 * equals one of n entries with a probability of at most n / 2^39.
 */
import { Group, Lifetime } from './records';

// The logistic lifetime (Wang et al.): `Tb·N / (1 + (N−1)·e^−(df−1))` pages, rounded up to whole pages, in a table by DF.
// Ages are whole pages, so `age ≥ life` is equivalent to `age ≥ ⌈life⌉`. Powers of 1/e are computed by multiplication only, because `exp`
// differs between engines in the last digit.

const ONE_OVER_E: f64 = 0.36787944117144233;

/** Beyond this DF the exponential no longer changes the lifetime. */
const DF_STEPS: u32 = 64;
/** Lifetime for each DF, in whole pages, two bytes each. */
const LIVES = memory.data(64 * 2, 16);

/** Entries never expire; `scrub` renews their expiries. */
export let endless: bool = false;

/** Sets the law; `base` (Tb, pages) and `growth` (N) are checked by the bindings. An infinite `base` disables expiry. */
export function setLifetimes(base: f64, growth: f64): void {
  endless = base == Infinity;
  let fading: f64 = 1;
  for (let step: u32 = 0; step < DF_STEPS; ++step) {
    const life = endless ? <f64>Lifetime.MAX : (base * growth) / (1 + (growth - 1) * fading);
    store<u16>(LIVES + (step << 1), <u16>Math.ceil(life));
    fading *= ONE_OVER_E;
  }
}

/** Lifetime of an entry of document frequency `df` ≥ 1, in whole pages after its last occurrence. */
export function lifetime(df: u32): u32 {
  assert(df, 'lifetime: a DF of 0 has no lifetime');
  return load<u16>(LIVES + ((df < DF_STEPS ? df - 1 : DF_STEPS - 1) << 1));
}

/** The longest lifetime. */
function lifetimeMax(): u32 {
  return lifetime(DF_STEPS);
}

/** Control byte of an empty slot. */
export const EMPTY: u8 = 0x80;

/** Expiries take two bytes instead of one. */
export let hasLongExpiry: bool = false;
/** Bytes of a group. */
export let groupBytes: u32 = 0;

/** Sets the width of expiries: one byte if the longest lifetime allows. Call it after `setLifetimes`. */
export function setWidth(): void {
  hasLongExpiry = lifetimeMax() > Lifetime.SHORT;
  groupBytes = <u32>Group.EXPIRY_HIGH + (hasLongExpiry ? Group.SLOTS : 0);
}

/** The control bytes of a group. */
export function controlOf(group: usize): v128 {
  return v128.load(group, Group.CONTROL);
}

/** Bit i is set if slot i, of a group with these control bytes, may hold `print`. */
export function candidates(control: v128, print: u64): i32 {
  return i8x16.bitmask(i8x16.eq(control, i8x16.splat(<i8>(print & 0x7f))));
}

/** Bit i is set if slot i, of a group with these control bytes, was never used. */
export function emptiesIn(control: v128): i32 {
  return i8x16.bitmask(control);
}

/** Bit i is set if slot i was never used. */
export function empties(group: usize): i32 {
  return emptiesIn(controlOf(group));
}

/** Bit i is set if the entry of slot i is expired when `clock` pages have been counted. */
export function forgotten(group: usize, clock: u32): i32 {
  return (hasLongExpiry ? passedLong(group, clock) : passedShort(group, clock)) & ~empties(group);
}

/** Bit i is set if the entry of slot i is not expired. */
export function living(group: usize, clock: u32): i32 {
  return ~(empties(group) | forgotten(group, clock)) & 0xffff;
}

function passedShort(group: usize, clock: u32): i32 {
  const left = i8x16.sub(v128.load(group, Group.EXPIRY), i8x16.splat(<i8>clock));
  return i8x16.bitmask(i8x16.le_s(left, i8x16.splat(0)));
}

function passedLong(group: usize, clock: u32): i32 {
  const now = i16x8.splat(<i16>clock);
  const zero = i16x8.splat(0);
  const low = v128.load(group, Group.EXPIRY);
  const high = v128.load(group, Group.EXPIRY_HIGH);
  const first = v128.shuffle<u8>(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const second = v128.shuffle<u8>(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const passedFirst = i16x8.le_s(i16x8.sub(first, now), zero);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(passedFirst, i16x8.le_s(i16x8.sub(second, now), zero)));
}

// A slot is the address of its control byte. Groups are multiples of 16, so it also determines its group.

/** Address of four bytes of a slot, without the offset of their row. */
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

export function expiryAt(slot: usize): u32 {
  const low = <u32>load<u8>(slot, Group.EXPIRY);
  return hasLongExpiry ? low | ((<u32>load<u8>(slot, Group.EXPIRY_HIGH)) << 8) : low;
}

/** Pages until the entry expires, counted from page `clock`; 0 or less if it is expired. */
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

export function setEntry(slot: usize, print: u64, df: u32, expiry: u32): void {
  assert(!(print & ~Group.FINGERPRINT), 'group: a fingerprint with bits of the key that it does not have');
  store<u8>(slot, <u8>(print & 0x7f));
  store<u32>(wordOf(slot), <u32>(print >> 32), Group.REST);
  setCount(slot, df, expiry);
}
