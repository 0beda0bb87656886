/**
 * 64-bit keys of untrusted data: texts, names, page ids. A change here is a new version of the snapshot format.
 *
 * Tables treat equal keys as equal texts, so the hash of bytes is a pseudorandom function of a secret seed: SipHash-1-3 with a key of 128
 * bits (Aumasson and Bernstein, SipHash: a fast short-input PRF, INDOCRYPT 2012; one round per word and three at the end, as in the hash
 * tables of Rust and Python). An attacker without the seed, even if keys are visible, finds collisions only by chance: probability 2^-64,
 * or 2^-bits for fingerprints of fewer bits. Faster hashes only initialise their state with a seed (xor, multiply, fold). A difference in
 * the highest bit of a word passes for every seed, so two chosen words always collide.
 *
 * The steps that combine keys need no seed: nobody can choose their inputs, so results are equal only by chance.
 */

/** Multipliers of the finaliser of MurmurHash3. */
const MULTIPLIER: u64 = 0xff51afd7ed558ccd;
const OTHER_MULTIPLIER: u64 = 0xc4ceb9fe1a85ec53;
/** 2^64 divided by the golden ratio: products of similar numbers with it differ in their high bits. */
export const GOLDEN: u64 = 0x9e3779b97f4a7c15;

let seedLow: u64 = 0;
let seedHigh: u64 = 0;

export function isSeed(low: u64, high: u64): bool {
  return seedLow == low && seedHigh == high;
}

/** Keys made with another seed become invalid; see `useSeedOf` in detect/detect.ts. */
export function setSeed(low: u64, high: u64): void {
  seedLow = low;
  seedHigh = high;
}

/** Key with the current seed; reads up to seven bytes beyond the data. */
export function hashBytes(start: usize, length: usize): u64 {
  return hashWith(seedLow, seedHigh, start, length);
}

/** Key with a seed; reads up to seven bytes beyond the data. */
export function hashWith(low: u64, high: u64, start: usize, length: usize): u64 {
  // The round is written out, because a function would need its four variables in memory. A single loop was 8 to 20 % slower for texts of
  // 20 to 1,000 bytes.
  let a = low ^ 0x736f6d6570736575;
  let b = high ^ 0x646f72616e646f6d;
  let c = low ^ 0x6c7967656e657261;
  let d = high ^ 0x7465646279746573;
  const stop = start + (length & ~7);
  for (; start < stop; start += 8) {
    const word = load<u64>(start);
    d ^= word;
    a += b;
    c += d;
    b = rotl<u64>(b, 13) ^ a;
    d = rotl<u64>(d, 16) ^ c;
    a = rotl<u64>(a, 32);
    c += b;
    a += d;
    b = rotl<u64>(b, 17) ^ c;
    d = rotl<u64>(d, 21) ^ a;
    c = rotl<u64>(c, 32);
    a ^= word;
  }
  // The last word includes the length, so that no text is a prefix of another.
  const rest = ((<u64>1) << (u64(length & 7) << 3)) - 1;
  let word = (load<u64>(start) & rest) | ((<u64>length) << 56);
  d ^= word;
  for (let round = 0; round < 4; ++round) {
    a += b;
    c += d;
    b = rotl<u64>(b, 13) ^ a;
    d = rotl<u64>(d, 16) ^ c;
    a = rotl<u64>(a, 32);
    c += b;
    a += d;
    b = rotl<u64>(b, 17) ^ c;
    d = rotl<u64>(d, 21) ^ a;
    c = rotl<u64>(c, 32);
    if (!round) {
      a ^= word;
      c ^= 0xff;
    }
  }
  return a ^ b ^ c ^ d;
}

/** Path key of a child. */
export function extendPath(parent: u64, name: u64): u64 {
  const mixed = (rotl<u64>(parent, 23) ^ name) * MULTIPLIER;
  return mixed ^ (mixed >> 32);
}

/** Key of a text segment from the keys of its text and path; every bit depends on every bit of both. */
export function segmentKey(text: u64, path: u64): u64 {
  let key = text ^ rotl<u64>(path * GOLDEN, 31);
  key = (key ^ (key >> 33)) * MULTIPLIER;
  key = (key ^ (key >> 33)) * OTHER_MULTIPLIER;
  return key ^ (key >> 33);
}
