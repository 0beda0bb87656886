/**
 * Signature of the positions of a word in a block, four times 32 bits (Chen, Ye and Li, SAC 2006, section 3.2): the distances
 * between successive positions are divided into four equal parts; each part has one bit for each distance, modulo 32.
 */

const QUARTERS = memory.data(16, 16);

/** Signature of a word that is in a block once. */
export function signatureOfOne(position: u32): v128 {
  return i32x4.replace_lane(i32x4.splat(0), 0, 1 << (position & 31));
}

/** Signature of `count` distances, four bytes each; the first is the first position. */
export function signatureOf(distances: usize, count: u32): v128 {
  v128.store(QUARTERS, i32x4.splat(0));
  let quarter = QUARTERS;
  let rest: u32 = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const bit = load<u32>(distances + (usize(index) << 2)) & 31;
    store<u32>(quarter, load<u32>(quarter) | (1 << bit));
    // The quarter is 4 · index / count; counting avoids the division.
    for (rest += 4; rest >= count; rest -= count) quarter += 4;
  }
  return v128.load(QUARTERS);
}

export function bits(signature: v128): u32 {
  return <u32>(popcnt(i64x2.extract_lane(signature, 0)) + popcnt(i64x2.extract_lane(signature, 1)));
}

/** Signatures with at most this number of bits are similar only to equal ones: two of three is less than four fifths. */
export const EXACT_BITS: u32 = 3;

/** Whether both have at least four fifths of the bits of the one that has more. */
export function isSimilar(one: v128, other: v128): bool {
  return 5 * bits(v128.and(one, other)) >= 4 * max(bits(one), bits(other));
}
