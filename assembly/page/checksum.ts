/**
 * A 64-bit checksum of stored data: snapshots, records, models. It detects damage, but not forgery, because it has no secret. A change here
 * is a new version of these formats.
 *
 * WebAssembly has no 64 × 64 → 128 multiplication, which the fastest hashes use. A step is xor, multiply and fold: a bijection of the state
 * for every word, so texts of the same length collide only by chance. Long texts use four independent chains, because each multiplication
 * waits for the previous one.
 */

const A: u64 = 0x9e3779b97f4a7c15;
const B: u64 = 0xd6e8feb86659fd93;
const C: u64 = 0xff51afd7ed558ccd;
const D: u64 = 0xc4ceb9fe1a85ec53;

function step(state: u64, word: u64): u64 {
  const mixed = (state ^ word) * B;
  return mixed ^ (mixed >> 32);
}

/** Checksum of `length` bytes; reads up to seven more. */
export function checksum(start: usize, length: usize): u64 {
  let state = (<u64>length + 1) * A;
  const end = start + length;
  if (length >= 64) {
    let second = state ^ C;
    let third = state ^ D;
    let fourth = state + C;
    const stop = end - 31;
    while (start < stop) {
      state = step(state, load<u64>(start));
      second = step(second, load<u64>(start, 8));
      third = step(third, load<u64>(start, 16));
      fourth = step(fourth, load<u64>(start, 24));
      start += 32;
    }
    state = step(step(step(state, second), third), fourth);
  }
  const last = end - 7;
  while (start < last) {
    state = step(state, load<u64>(start));
    start += 8;
  }
  const left = <u64>(end - start);
  return left ? step(state, load<u64>(start) & (((<u64>1) << (left << 3)) - 1)) : state;
}
