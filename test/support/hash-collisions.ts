/**
 * Texts that were chosen to collide. The first families use the keys of snapshots of format 2, which had no seed: xor,
 * multiply and fold can be inverted word by word. The others change bytes in ways that defeat a hash whose seed is only
 * its initial state.
 */
import { seededRandom } from './random.ts';

const MASK = (1n << 64n) - 1n;
const A = 0x9e3779b97f4a7c15n;
const B = 0xd6e8feb86659fd93n;
const C = 0xff51afd7ed558ccdn;
const D = 0xc4ceb9fe1a85ec53n;

/** Inverse of an odd number modulo 2^64. */
const inverse = (odd: bigint): bigint => {
  let found = odd;
  for (let round = 0; round < 6; round += 1) found = (found * (2n - odd * found)) & MASK;
  return found & MASK;
};

const rotate = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & MASK;
const fold = (word: bigint): bigint => word ^ (word >> 32n);
const unfold33 = (word: bigint): bigint => word ^ (word >> 33n);
const INVERSE_B = inverse(B);
const INVERSE_C = inverse(C);
const INVERSE_D = inverse(D);

const step = (state: bigint, word: bigint): bigint => fold(((state ^ word) * B) & MASK);
/** The combination of state and word that a step turns into a result. */
const beforeStep = (result: bigint): bigint => (fold(result) * INVERSE_B) & MASK;

const encoder = new TextEncoder();

/** The unseeded hash of less than 64 bytes of whole words. */
const unseededHash = (text: string): bigint => {
  const bytes = encoder.encode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let state = (BigInt(bytes.length + 1) * A) & MASK;
  for (let at = 0; at < bytes.length; at += 8) {
    const padded = new Uint8Array(8);
    padded.set(bytes.subarray(at, at + 8));
    state = step(
      state,
      at + 8 <= bytes.length ? view.getBigUint64(at, true) : new DataView(padded.buffer).getBigUint64(0, true),
    );
  }
  return state;
};

const unseededPath = (path: string): bigint =>
  path.split('/').reduce((parent, name) => fold(((rotate(parent, 23n) ^ unseededHash(name)) * C) & MASK), 0n);

const pathPart = (path: string): bigint => rotate((unseededPath(path) * A) & MASK, 31n);

export const unseededKey = (text: string, path: string): bigint => {
  let key = unseededHash(text) ^ pathPart(path);
  key = (unfold33(key) * C) & MASK;
  key = (unfold33(key) * D) & MASK;
  return unfold33(key);
};

const textOf = (key: bigint, path: string): bigint => {
  let text = (unfold33(key) * INVERSE_D) & MASK;
  text = (unfold33(text) * INVERSE_C) & MASK;
  return unfold33(text) ^ pathPart(path);
};

const isPlain = (byte: number): boolean => byte > 0x20 && byte < 0x7f && byte !== 0x26 && byte !== 0x3c;
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (isPlain(byte) ? 1 : 0));
const arePlain = (word: number): boolean =>
  PLAIN[word & 255] === 1 &&
  PLAIN[(word >>> 8) & 255] === 1 &&
  PLAIN[(word >>> 16) & 255] === 1 &&
  PLAIN[word >>> 24] === 1;

const decode = (low: number, high: number): string =>
  String.fromCharCode(...[low, high].flatMap((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255)));

/** Number of first words. From each resulting state, a last word leads to any state. */
const FIRST_WORDS = 30_000;

/**
 * Texts of sixteen characters with these unseeded keys at a path. Almost every key has a text, because one of 3,600
 * first words usually has a suitable last word.
 */
function textsWithKeys(keys: readonly bigint[], path: string, seed = 1): string[] {
  const random = seededRandom(seed);
  const start = (17n * A) & MASK;
  const words: string[] = [];
  const low = new Uint32Array(FIRST_WORDS);
  const high = new Uint32Array(FIRST_WORDS);
  for (let index = 0; index < FIRST_WORDS; index += 1) {
    const word = Array.from({ length: 8 }, () => String.fromCharCode(97 + random.below(26))).join('');
    words.push(word);
    const state = step(start, new DataView(encoder.encode(word).buffer).getBigUint64(0, true));
    low[index] = Number(state & 0xffff_ffffn);
    high[index] = Number(state >> 32n);
  }
  return keys.flatMap((key) => {
    const wanted = beforeStep(textOf(key, path));
    const wantedLow = Number(wanted & 0xffff_ffffn);
    const wantedHigh = Number(wanted >> 32n);
    const from = random.below(FIRST_WORDS);
    for (let tried = 0; tried < FIRST_WORDS; tried += 1) {
      const index = from + tried < FIRST_WORDS ? from + tried : from + tried - FIRST_WORDS;
      const lastLow = ((low[index] ?? 0) ^ wantedLow) >>> 0;
      if (!arePlain(lastLow)) continue;
      const lastHigh = ((high[index] ?? 0) ^ wantedHigh) >>> 0;
      if (arePlain(lastHigh)) return [(words[index] ?? '') + decode(lastLow, lastHigh)];
    }
    return [];
  });
}

/** Texts whose unseeded keys share the home group in every table, and the control byte: a probe visits all of them. */
export function textsOfOneGroup(count: number, path: string): string[] {
  const keys = Array.from({ length: count }, (_, at) => (0x5eed_0000n << 32n) | (BigInt(at) << 7n) | 0x2an);
  return [...new Set(textsWithKeys(keys, path))];
}

/** A text whose unseeded key at `path` equals the key of `other` at `otherPath`. */
export function textLike(other: string, otherPath: string, path: string, seed: number): string | undefined {
  return textsWithKeys([unseededKey(other, otherPath)], path, seed)[0];
}

// ── Byte strings in families ──

type Change = (bytes: Uint8Array, at: number) => void;

const flip = (bytes: Uint8Array, bit: number): void => {
  const at = (bit >> 3) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
};

const CHANGES: Readonly<Record<string, Change>> = {
  'one bit': (bytes, at) => flip(bytes, at),
  'the highest bits of a word, and what folding makes of them in the next': (bytes, at) => {
    const word = at % 15;
    flip(bytes, 64 * word + 63);
    flip(bytes, 64 * (word + 1) + 63);
    flip(bytes, 64 * (word + 1) + 31);
    flip(bytes, 64 * word + (at % 61));
  },
  'two bits of two words': (bytes, at) => {
    flip(bytes, at % 1024);
    flip(bytes, (at * 67 + 64) % 1024);
  },
  'words in another order': (bytes, at) => {
    const [one, other] = [at % 16, (at >> 4) % 16].map((word) => 8 * word) as [number, number];
    const held = bytes.slice(one, one + 8);
    bytes.copyWithin(one, other, other + 8);
    bytes.set(held, other);
    flip(bytes, 8 * (at % 128));
  },
  'words of zero': (bytes, at) => bytes.fill(0, 8 * (at % 16), 8 * ((at >> 4) % 17)),
};

/**
 * Different byte strings, a few hundred from each of many random ones: flipped bits, moved words, zeros, other lengths.
 */
export function* byteFamilies(count: number, seed: number): Generator<Uint8Array> {
  const random = seededRandom(seed);
  const changes = Object.values(CHANGES);
  let made = 0;
  while (made < count) {
    const base = Uint8Array.from({ length: 128 }, () => random.below(256));
    const seen = new Set<string>();
    const length = [128, 96, 64, 63, 40, 24, 16, 9, 8, 5][random.below(10)] ?? 128;
    for (let at = 0; at < 400 && made < count; at += 1) {
      const bytes = base.slice();
      changes[at % changes.length]?.(bytes, Math.floor(at / changes.length) * 7 + random.below(7));
      // Trailing zeros, beginnings and continuations of other strings.
      if (at % 8 === 0) bytes.fill(0, length);
      const cut = bytes.subarray(0, at % 3 === 0 ? Math.min(128, length + (at % 17)) : length);
      const id = Buffer.from(cut).toString('latin1');
      if (seen.has(id)) continue;
      seen.add(id);
      made += 1;
      yield cut;
    }
  }
}
