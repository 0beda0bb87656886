/**
 * A second implementation of the module's 64-bit keys and checksums, with big integers, from the descriptions in
 * assembly/page/hash.ts and assembly/page/checksum.ts, to compare tables of reference and module.
 */
const MASK = (1n << 64n) - 1n;
const A = 0x9e3779b97f4a7c15n;
const B = 0xd6e8feb86659fd93n;
const C = 0xff51afd7ed558ccdn;
const D = 0xc4ceb9fe1a85ec53n;

const rotate = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & MASK;

const wordsOf = (bytes: Uint8Array): ((at: number) => bigint) => {
  const padded = new Uint8Array(bytes.length + 8);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return (at) => view.getBigUint64(at, true);
};

const step = (state: bigint, word: bigint): bigint => {
  const mixed = ((state ^ word) * B) & MASK;
  return mixed ^ (mixed >> 32n);
};

export const checksum = (bytes: Uint8Array): bigint => {
  const word = wordsOf(bytes);
  let state = (BigInt(bytes.length + 1) * A) & MASK;
  let at = 0;
  if (bytes.length >= 64) {
    let [second, third, fourth] = [state ^ C, state ^ D, (state + C) & MASK];
    for (; at + 32 <= bytes.length; at += 32) {
      state = step(state, word(at));
      second = step(second, word(at + 8));
      third = step(third, word(at + 16));
      fourth = step(fourth, word(at + 24));
    }
    state = step(step(step(state, second), third), fourth);
  }
  for (; at + 8 <= bytes.length; at += 8) state = step(state, word(at));
  return at < bytes.length ? step(state, word(at)) : state;
};

export type Seed = readonly [low: bigint, high: bigint];

type State = readonly [bigint, bigint, bigint, bigint];

const sipRound = ([v0, v1, v2, v3]: State): State => {
  const a = (v0 + v1) & MASK;
  const b = (v2 + v3) & MASK;
  const c = rotate(v1, 13n) ^ a;
  const d = rotate(v3, 16n) ^ b;
  const e = (b + c) & MASK;
  const f = (rotate(a, 32n) + d) & MASK;
  return [f, rotate(c, 17n) ^ e, rotate(e, 32n), rotate(d, 21n) ^ f];
};

/** SipHash-1-3. */
export const hashBytes = ([low, high]: Seed, bytes: Uint8Array): bigint => {
  const word = wordsOf(bytes);
  let state: State = [
    low ^ 0x736f6d6570736575n,
    high ^ 0x646f72616e646f6dn,
    low ^ 0x6c7967656e657261n,
    high ^ 0x7465646279746573n,
  ];
  const absorb = (next: bigint): void => {
    const [v0, v1, v2, v3] = sipRound([state[0], state[1], state[2], state[3] ^ next]);
    state = [v0 ^ next, v1, v2, v3];
  };
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) absorb(word(at));
  absorb(word(at) | (BigInt(bytes.length & 255) << 56n));
  state = [state[0], state[1], state[2] ^ 0xffn, state[3]];
  for (let round = 0; round < 3; round += 1) state = sipRound(state);
  return state[0] ^ state[1] ^ state[2] ^ state[3];
};

const encoder = new TextEncoder();

const extendPath = (parent: bigint, name: bigint): bigint => {
  const mixed = ((rotate(parent, 23n) ^ name) * C) & MASK;
  return mixed ^ (mixed >> 32n);
};

const mixKeys = (text: bigint, path: bigint): bigint => {
  let key = text ^ rotate((path * A) & MASK, 31n);
  key = ((key ^ (key >> 33n)) * C) & MASK;
  key = ((key ^ (key >> 33n)) * D) & MASK;
  return key ^ (key >> 33n);
};

/** Keys by one seed, with a cache. */
export class Keys {
  readonly #seed: Seed;
  readonly #names = new Map<string, bigint>();
  readonly #segments = new Map<string, bigint>();

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  #nameKey(name: string): bigint {
    let key = this.#names.get(name);
    if (key === undefined) {
      key = hashBytes(this.#seed, encoder.encode(name));
      this.#names.set(name, key);
    }
    return key;
  }

  /** Key of a text segment with a path of tag names, empty in path mode `none`. */
  segment(text: string, path: string): bigint {
    const id = `${path}\n${text}`;
    let key = this.#segments.get(id);
    if (key === undefined) {
      const names = path === '' ? [] : path.split('/');
      const pathKey = names.reduce((parent, name) => extendPath(parent, this.#nameKey(name)), 0n);
      key = mixKeys(hashBytes(this.#seed, encoder.encode(text)), pathKey);
      this.#segments.set(id, key);
    }
    return key;
  }
}

/** The seed in a snapshot, as the option `seed` takes it. */
export function seedOf(snapshot: Uint8Array): string {
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const at = 28 + view.getUint32(12, true);
  const seed = (view.getBigUint64(at + 8, true) << 64n) | view.getBigUint64(at, true);
  return seed.toString(16).padStart(32, '0');
}
