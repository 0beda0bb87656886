/** Every feature is a byte: a share in 255 parts, a magnitude in eighths of a doubling, or log odds around 128. */

/** Eight steps to a doubling; small numbers are unchanged. It is monotone, so that a tree can compare the values. */
// @ts-ignore: decorator
@inline
export function magnitude(count: u32): u32 {
  if (count < 8) return count;
  const top = 31 - clz(count);
  return ((top - 2) << 3) + ((count >> (top - 3)) & 7);
}

/** `part` / `whole` in 255 parts, at most 255; 0 where `whole` is 0. */
// @ts-ignore: decorator
@inline
export function share(part: f64, whole: f64): u32 {
  return whole > 0 ? <u32>min<f64>((part * 255) / whole, 255) : 0;
}

/** Log odds in sixteenths, around 128. */
// @ts-ignore: decorator
@inline
export function odds(sixteenths: i32): u32 {
  return <u32>(128 + max(-128, min(127, sixteenths)));
}
