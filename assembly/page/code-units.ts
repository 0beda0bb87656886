/**
 * Converts text to code units, which JavaScript engines only need to copy: one byte each if all are at most U+00FF, otherwise two. Decoding
 * UTF-8 takes engines up to sixty times as long.
 */
import { PAGE, reserveScratch, scratch } from './arena';

/** The first byte of the UTF-8 of U+00C0 to U+00FF. No character up to U+00FF has a higher byte. */
const LATIN_MAX: u8 = 0xc3;
/** Engines have no longer strings. */
const BYTES_MAX: usize = 1 << 30;

/**
 * Finds the code units of `length` bytes of UTF-8, and publishes their address, which is valid until the next call. Returns the bytes of a
 * code unit; 0 if memory is unavailable.
 */
export function readCodeUnits(start: usize, length: usize): u32 {
  const high = highestByte(start, start + length);
  PAGE.text = start;
  PAGE.textBytes = <u32>length;
  if (high < 0x80) return 1;
  const unit: u32 = high <= LATIN_MAX ? 1 : 2;
  if (length > BYTES_MAX || !reserveScratch(length * unit)) return 0;
  PAGE.text = scratch;
  PAGE.textBytes = <u32>(write(scratch, start, start + length, unit == 1) - scratch);
  return unit;
}

/** The highest byte of a text; 0xff for any byte above `LATIN_MAX`. */
function highestByte(at: usize, end: usize): u32 {
  let bytes = i8x16.splat(0);
  for (; at + 16 <= end; at += 16) bytes = i8x16.max_u(bytes, v128.load(at));
  if (v128.any_true(i8x16.gt_u(bytes, i8x16.splat(LATIN_MAX)))) return 0xff;
  let high: u32 = i8x16.bitmask(bytes) ? LATIN_MAX : 0;
  for (; at < end; ++at) high = max(high, <u32>load<u8>(at));
  return high;
}

/** For each subset of eight lanes, a vector that moves these lanes to the start. */
const PACKING = memory.data(256 * 16, 16);

function fillPacking(): void {
  for (let set: usize = 0; set < 256; ++set) {
    let to = PACKING + (set << 4);
    for (let lane: u32 = 0; lane < 8; ++lane) {
      if (!((set >> lane) & 1)) continue;
      store<u16>(to, 0x100 + 0x202 * lane);
      to += 2;
    }
  }
}

/** Writes code units; returns the end. */
function write(to: usize, at: usize, end: usize, isLatin: bool): usize {
  if (!load<u8>(PACKING, 17)) fillPacking();
  while (at < end) {
    const bytes = v128.load(at);
    if (!i8x16.bitmask(bytes)) {
      v128.store(to, isLatin ? bytes : i16x8.extend_low_i8x16_u(bytes));
      if (!isLatin) v128.store(to, i16x8.extend_high_i8x16_u(bytes), 16);
      to += min<usize>(16, end - at) << u32(!isLatin);
      at += 16;
      continue;
    }
    const most = min<usize>(8, end - at);
    const first = v128.load_ext<u8>(at);
    if (!isLatin && v128.any_true(i16x8.gt_s(first, i16x8.splat(0xef)))) {
      to = writePairs(to, at, at + most);
    } else {
      const starts = i16x8.bitmask(i16x8.ne(v128.and(first, i16x8.splat(0xc0)), i16x8.splat(0x80)));
      const kept = <usize>(starts & ((1 << (<u32>most)) - 1));
      const units = v128.swizzle(unitsAt(at, first), v128.load(PACKING + (kept << 4)));
      v128.store(to, isLatin ? i8x16.narrow_i16x8_u(units, units) : units);
      to += popcnt(kept) << u32(!isLatin);
    }
    at += 8;
  }
  return to;
}

function sixBits(at: usize): v128 {
  return v128.and(v128.load_ext<u8>(at), i16x8.splat(0x3f));
}

/** For each of eight bytes (`first`), the code unit of the character of at most three bytes that starts there. */
// @ts-ignore: decorator
@inline
function unitsAt(at: usize, first: v128): v128 {
  const second = sixBits(at + 1);
  const two = v128.or(i16x8.shl(v128.and(first, i16x8.splat(0x1f)), 6), second);
  const three = v128.or(v128.or(i16x8.shl(first, 12), i16x8.shl(second, 6)), sixBits(at + 2));
  const longer = v128.bitselect(three, two, i16x8.gt_s(first, i16x8.splat(0xdf)));
  return v128.bitselect(longer, first, i16x8.gt_s(first, i16x8.splat(0x7f)));
}

/** Writes the characters that start between two addresses. Some have two code units. */
function writePairs(to: usize, at: usize, end: usize): usize {
  for (; at < end; ++at) {
    const first = <u32>load<u8>(at);
    if (first >> 6 == 2) continue;
    if (first < 0xf0) {
      store<u16>(to, <u16>i16x8.extract_lane_u(unitsAt(at, v128.load_ext<u8>(at)), 0));
      to += 2;
      continue;
    }
    const low = ((<u32>load<u8>(at, 2) & 0x3f) << 6) | (load<u8>(at, 3) & 0x3f);
    const code = ((first & 7) << 18) | ((<u32>load<u8>(at, 1) & 0x3f) << 12) | low;
    store<u32>(to, 0xdc00d7c0 + ((code & 0x3ff) << 16) + (code >> 10));
    to += 4;
  }
  return to;
}
