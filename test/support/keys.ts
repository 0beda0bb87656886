/**
 * A second implementation of the module's 64-bit keys, with big integers, from the description in
 * assembly/page/hash.ts. It allows to compare tables of twin and module entry by entry.
 */
const MASK = (1n << 64n) - 1n;
const A = 0x9e3779b97f4a7c15n;
const B = 0xd6e8feb86659fd93n;
const C = 0xff51afd7ed558ccdn;
const D = 0xc4ceb9fe1a85ec53n;

const rotate = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & MASK;

const step = (state: bigint, word: bigint): bigint => {
  const mixed = ((state ^ word) * B) & MASK;
  return mixed ^ (mixed >> 32n);
};

export const hashBytes = (bytes: Uint8Array): bigint => {
  const padded = new Uint8Array(bytes.length + 8);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const word = (at: number): bigint => view.getBigUint64(at, true);
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

const encoder = new TextEncoder();
const names = new Map<string, bigint>();

const nameKey = (name: string): bigint => {
  let key = names.get(name);
  if (key === undefined) {
    key = hashBytes(encoder.encode(name));
    names.set(name, key);
  }
  return key;
};

/** Key of a text segment with a path of tag names. The path is empty in path mode `none`. */
export const segmentKey = (text: string, path: string): bigint => {
  let pathKey = 0n;
  for (const name of path === '' ? [] : path.split('/')) {
    const mixed = ((rotate(pathKey, 23n) ^ nameKey(name)) * C) & MASK;
    pathKey = mixed ^ (mixed >> 32n);
  }
  let key = hashBytes(encoder.encode(text)) ^ rotate((pathKey * A) & MASK, 31n);
  key = ((key ^ (key >> 33n)) * C) & MASK;
  key = ((key ^ (key >> 33n)) * D) & MASK;
  return key ^ (key >> 33n);
};
