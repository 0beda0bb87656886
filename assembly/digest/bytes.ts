/**
 * Numbers and fingerprints of a digest, written and read one after another. Reading stops at an end that is known: beyond it numbers
 * are 0, and the bytes are damaged.
 */
import { fingerprintMask, restBytes } from '../table/group';

/** The next byte, and the end of what is read. */
export let at: usize = 0;
export let end: usize = 0;
/** Whether more was read than there is, or what cannot be. */
export let isDamaged: bool = false;

/** Bytes of a number, at most. */
export const NUMBER_BYTES: usize = 10;
/** Bytes of a fingerprint, at most. */
export const PRINT_BYTES: usize = 9;

/** Starts to write at an address that has room, or to read up to `stop`. */
export function begin(start: usize, stop: usize): void {
  at = start;
  end = stop;
  isDamaged = false;
}

/** Writes a number: seven bits a byte, the lowest first. */
export function put(number: u64): void {
  for (; number > 0x7f; number >>= 7) store<u8>(at++, <u8>number | 0x80);
  store<u8>(at++, <u8>number);
}

/** Reads a number. Its bits from 64 on are lost. */
export function take(): u64 {
  let number: u64 = 0;
  for (let shift: u64 = 0; shift < 64; shift += 7) {
    if (at >= end) break;
    const byte = <u64>load<u8>(at++);
    number |= (byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
  isDamaged = true;
  return 0;
}

/** Reads a number below `limit`; 0 and damage where it is not. */
export function takeBelow(limit: u32): u32 {
  const number = take();
  if (number < <u64>limit) return <u32>number;
  isDamaged = true;
  return 0;
}

/** Notes that the bytes contradict themselves. */
export function damage(): void {
  isDamaged = true;
}

/** Writes and reads a whole key. */
export function putKey(key: u64): void {
  store<u64>(at, key);
  at += 8;
}

export function takeKey(): u64 {
  const from = at;
  at += 8;
  if (at <= end) return load<u64>(from);
  isDamaged = true;
  return 0;
}

/** Writes and reads a word. */
export function putWord(word: u32): void {
  store<u32>(at, word);
  at += 4;
}

export function takeWord(): u32 {
  const from = at;
  at += 4;
  if (at <= end) return load<u32>(from);
  isDamaged = true;
  return 0;
}

/** Writes what a table knows of a key: its lowest seven bits in a byte, and its highest ones. */
export function putPrint(key: u64): void {
  const bytes = restBytes();
  store<u8>(at, <u8>key & 0x7f);
  store<u64>(at, key >> (64 - (bytes << 3)), 1);
  at += 1 + <usize>bytes;
}

/** Reads a key of which a table knows the same. */
export function takePrint(): u64 {
  const bytes = restBytes();
  const from = at;
  at += 1 + <usize>bytes;
  if (at > end) {
    isDamaged = true;
    return 0;
  }
  return ((load<u64>(from, 1) << (64 - (bytes << 3))) | load<u8>(from)) & fingerprintMask;
}
