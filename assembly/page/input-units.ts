/**
 * Encodes code units of JavaScript strings, which engines only need to copy. Engines take up to eight times as long to encode a string that
 * is not ASCII.
 */
import { input, reserveInput, reserveScratch, scratch } from './arena';

/** Maximum bytes of eight code units. */
const BLOCK_BYTES: usize = 24;

/** Reserves memory for code units of two bytes; returns its address, or 0 if memory is unavailable. */
export function reserveUnits(count: usize): usize {
  return reserveScratch(count << 1) ? scratch : 0;
}

/**
 * Encodes `count` reserved code units as UTF-8 in the input. Lone surrogates become U+FFFD. Returns the number of bytes plus one; 0 if
 * memory is unavailable.
 */
export function encodeUnits(count: usize): u32 {
  // Most pages are ASCII except for a few characters. No code unit takes more than three bytes.
  let end: usize = 0;
  for (let room = count + (count >> 3); !end; room = count * 3) {
    if (!reserveInput(room + BLOCK_BYTES)) return 0;
    end = encode(scratch, scratch + (count << 1), input, input + room);
  }
  return <u32>(end - input) + 1;
}

/** Writes code units as UTF-8; returns the end, or 0 if the next ones may exceed `limit`. */
function encode(at: usize, end: usize, to: usize, limit: usize): usize {
  while (at < end) {
    if (to > limit) return 0;
    const units = v128.load(at);
    const stop = min<usize>(at + 16, end);
    if (!v128.any_true(v128.and(units, i16x8.splat(<i16>0xff80)))) {
      store<u64>(to, i64x2.extract_lane(i8x16.narrow_i16x8_u(units, units), 0));
      to += (stop - at) >> 1;
      at = stop;
      continue;
    }
    while (at < stop) {
      let unit = <u32>load<u16>(at);
      at += 2;
      if (unit < 0x80) {
        store<u8>(to++, unit);
        continue;
      }
      if (unit < 0x800) {
        store<u16>(to, 0x80c0 | (unit >> 6) | ((unit & 0x3f) << 8));
        to += 2;
        continue;
      }
      if (unit >> 11 == 0x1b) {
        const low: u32 = at < end ? load<u16>(at) : 0;
        if (unit < 0xdc00 && low >> 10 == 0x37) {
          const code = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
          const lead = 0x80f0 | (code >> 18) | (((code >> 12) & 0x3f) << 8);
          store<u32>(to, lead | (0x80 << 16) | (((code >> 6) & 0x3f) << 16) | (0x80 << 24) | ((code & 0x3f) << 24));
          at += 2;
          to += 4;
          continue;
        }
        unit = 0xfffd;
      }
      store<u32>(to, 0x8080e0 | (unit >> 12) | (((unit >> 6) & 0x3f) << 8) | ((unit & 0x3f) << 16));
      to += 3;
    }
  }
  return to;
}
