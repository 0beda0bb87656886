/**
 * A group: sixteen slots that are searched at once. `layout.ts` draws it.
 *
 * The control byte of a slot is EMPTY or the low seven bits of its key, so one comparison of sixteen bytes leaves, of a
 * full group, on average an eighth of a slot to look at. A false candidate costs one comparison of the whole key.
 */
import { GROUP_CONTROL, GROUP_DF, GROUP_EXPIRY, GROUP_KEY } from '../layout';

export const EMPTY: u8 = 0x80;

/** Bit i is set where slot i may hold `key`. */
// @ts-ignore: decorator
@inline
export function candidates(group: usize, key: u64): i32 {
  return i8x16.bitmask(i8x16.eq(v128.load(group, GROUP_CONTROL), i8x16.splat(<i8>(key & 0x7f))));
}

/** Bit i is set where slot i was never used. */
// @ts-ignore: decorator
@inline
export function empties(group: usize): i32 {
  return i8x16.bitmask(v128.load(group, GROUP_CONTROL));
}

/** Bit i is set where slot i holds an entry that is forgotten once `clock` pages have been counted. */
// @ts-ignore: decorator
@inline
export function forgotten(group: usize, clock: u32): i32 {
  const now = i16x8.splat(<i16>clock);
  const zero = i16x8.splat(0);
  const low = i16x8.le_s(i16x8.sub(v128.load(group, GROUP_EXPIRY), now), zero);
  const high = i16x8.le_s(i16x8.sub(v128.load(group, GROUP_EXPIRY + 16), now), zero);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)) & ~empties(group);
}

/** A slot is the address of its control byte; groups are multiples of 16, so it also says which group it is in. */
// @ts-ignore: decorator
@inline
export function groupOf(slot: usize): usize {
  return slot & ~15;
}

// @ts-ignore: decorator
@inline
export function keyAt(slot: usize): u64 {
  return load<u64>(groupOf(slot) + ((slot & 15) << 3), GROUP_KEY);
}

// @ts-ignore: decorator
@inline
export function dfAt(slot: usize): u32 {
  return load<u16>(groupOf(slot) + ((slot & 15) << 1), GROUP_DF);
}

// @ts-ignore: decorator
@inline
export function expiryAt(slot: usize): u32 {
  return load<u16>(groupOf(slot) + ((slot & 15) << 1), GROUP_EXPIRY);
}

/** Pages that the entry still lives after `clock`; zero or less once it is forgotten. */
// @ts-ignore: decorator
@inline
export function pagesLeft(slot: usize, clock: u32): i32 {
  return <i32>(<i16>(expiryAt(slot) - clock));
}

// @ts-ignore: decorator
@inline
export function setCount(slot: usize, df: u32, expiry: u32): void {
  const row = groupOf(slot) + ((slot & 15) << 1);
  store<u16>(row, <u16>df, GROUP_DF);
  store<u16>(row, <u16>expiry, GROUP_EXPIRY);
}

// @ts-ignore: decorator
@inline
export function setEntry(slot: usize, key: u64, df: u32, expiry: u32): void {
  store<u8>(slot, <u8>(key & 0x7f));
  store<u64>(groupOf(slot) + ((slot & 15) << 3), key, GROUP_KEY);
  setCount(slot, df, expiry);
}
