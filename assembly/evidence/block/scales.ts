/** Every feature is a byte: a share in 1/255, a magnitude in eighths of a doubling, or log odds around 128. */

/** The magnitude of a number: eight steps per doubling; small numbers are unchanged. Monotone, so that trees can compare magnitudes. */
export function magnitude(count: u32): u32 {
  if (count < 8) return count;
  const top = 31 - clz(count);
  return ((top - 2) << 3) + ((count >> (top - 3)) & 7);
}

/** `part` / `whole` in 1/255, at most 255; 0 if `whole` is 0. */
export function share(part: f64, whole: f64): u32 {
  return whole > 0 ? <u32>min<f64>((part * 255) / whole, 255) : 0;
}

export function odds(sixteenths: i32): u32 {
  return <u32>(128 + max(-128, min(127, sixteenths)));
}

/** `magnitude` of four counts below 2^31: the exponent of a floating-point number and the next three bits. */
export function magnitudes(counts: v128): v128 {
  // Clears bits after the first eight, so that the conversion does not round up.
  const cut = v128.andnot(counts, i32x4.shr_u(counts, 8));
  const steps = i32x4.sub(i32x4.shr_u(f32x4.convert_i32x4_s(cut), 20), i32x4.splat(129 << 3));
  return i32x4.min_s(counts, i32x4.max_s(steps, i32x4.splat(7)));
}

/**
 * `share` of four counts below 2^31. The factor compensates for rounding: the quotient is correct, or one too large if the remainder is
 * negative.
 */
export function shares(parts: v128, wholes: v128): v128 {
  const some = i32x4.min_s(parts, wholes);
  const scaled = f32x4.mul(f32x4.convert_i32x4_s(some), f32x4.splat(255.0003));
  // 0 / 0 is NaN, which becomes 0.
  const quotients = i32x4.trunc_sat_f32x4_s(f32x4.div(scaled, f32x4.convert_i32x4_s(wholes)));
  const rests = i32x4.sub(i32x4.sub(i32x4.shl(some, 8), some), i32x4.mul(quotients, wholes));
  return i32x4.add(quotients, i32x4.shr_s(rests, 31));
}

/** Four vectors of words from 0 to 255, as bytes. */
export function packBytes(first: v128, second: v128, third: v128, fourth: v128): v128 {
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(first, second), i16x8.narrow_i32x4_s(third, fourth));
}

export function vectorOf(first: u32, second: u32, third: u32, fourth: u32): v128 {
  let words = i32x4.splat(first);
  words = i32x4.replace_lane(words, 1, second);
  words = i32x4.replace_lane(words, 2, third);
  return i32x4.replace_lane(words, 3, fourth);
}
