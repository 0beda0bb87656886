/** Numbers of seven bits a byte, the lowest bits first. */

/** End of the number that `readNumber` read last. */
export let numberEnd: usize = 0;

/** Reads a number. */
// @ts-ignore: decorator
@inline
export function readNumber(at: usize): u32 {
  let value = <u32>load<u8>(at++);
  if (value >= 0x80) {
    value &= 0x7f;
    for (let shift: u32 = 7; ; shift += 7) {
      const byte = <u32>load<u8>(at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
  }
  numberEnd = at;
  return value;
}

/** Writes a number; returns the address after it. */
// @ts-ignore: decorator
@inline
export function writeNumber(to: usize, value: u32): usize {
  while (value >= 0x80) {
    store<u8>(to++, <u8>(value | 0x80));
    value >>= 7;
  }
  store<u8>(to++, <u8>value);
  return to;
}
