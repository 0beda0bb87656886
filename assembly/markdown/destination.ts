/** Writes the destination of a link or image: a resolved URL, percent-encoded as renderers of Markdown would do. */
import { Out, need, put, putText } from './out';
import { Buffer, bufferFits, isInBuffer } from '../html/attributes';
import { Address, SCHEME_OTHER, clean, resolve, resolvedCapacity } from '../output/address';
import { match } from '../page/match';
import { DecodedValue, decode, hasValue, rawEnd, rawStart } from '../page/attribute-values';

/** Cleans the decoded value into `Address`; false if memory is unavailable. */
export function cleanDecoded(): bool {
  if (!isInBuffer(DecodedValue.start) && !bufferFits(<u32>(DecodedValue.end - DecodedValue.start))) return false;
  clean(DecodedValue.start, DecodedValue.end, Buffer.base);
  return true;
}

/** Reads a URL from an attribute of the element read last into `Address`. False if its scheme is unsafe, or memory is unavailable. */
export function readAddress(known: u32): bool {
  // Data URLs can be megabytes, and are not written.
  if (!hasValue(known) || match(rawStart(known), rawEnd(known), 'data:*')) return false;
  Out.failed = Out.failed || !decode(known) || !cleanDecoded();
  return !Out.failed && Address.scheme != SCHEME_OTHER;
}

/** True if the brackets of a kind are balanced, at most 30 deep, so that they need no escape. */
export function isBalanced(at: usize, end: usize, open: u32, close: u32): bool {
  let depth = 0;
  for (; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (byte == open && ++depth > 30) return false;
    if (byte == close && --depth < 0) return false;
  }
  return depth == 0;
}

function hex(digit: u32): u32 {
  return digit < 10 ? 0x30 + digit : 0x37 + digit;
}

function putEncoded(byte: u32): void {
  put(0x25);
  put(hex(byte >> 4));
  put(hex(byte & 15));
}

/** The address of the semicolon of a possible character reference that begins at `at`, after its ampersand, or 0. */
export function referenceEnd(at: usize, end: usize): usize {
  const start = at;
  if (at < end && load<u8>(at) == 0x23) at++;
  while (at < end && at - start < 32) {
    const byte = <u32>load<u8>(at);
    if (byte == 0x3b) return at > start ? at : 0;
    if (!(byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 26)) return 0;
    at++;
  }
  return 0;
}

/** True if the last destination equals its URL: nothing was encoded. */
export let isPlain: bool = false;

// Bytes that a destination encodes, always or sometimes, by the halves of the byte as in characters.ts.
//
//   high half   bit   bytes
//   0, 1          1   all
//   2             2   space " & ' ( )
//   3             4   < >
//   5             8   [ \ ] ^
//   6            16   `
//   7            32   { | } DEL
//   10, 12       64   those of a no-break space
const LOW_TABLE: v128 = i8x16(83, 1, 67, 1, 1, 1, 3, 3, 3, 3, 1, 41, 45, 41, 13, 33);
const HIGH_TABLE: v128 = i8x16(1, 1, 2, 4, 0, 8, 16, 32, 0, 0, 64, 0, 64, 0, 0, 0);

/** Bit i: byte i of the URL needs care. */
function needsCare(bytes: v128): u32 {
  const low = v128.swizzle(LOW_TABLE, v128.and(bytes, i8x16.splat(15)));
  const high = v128.swizzle(HIGH_TABLE, i8x16.shr_u(bytes, 4));
  return i8x16.bitmask(i8x16.ne(v128.and(low, high), i8x16.splat(0)));
}

function putCareful(at: usize, end: usize, balanced: bool): void {
  const byte = <u32>load<u8>(at);
  if (balanced && (byte == 0x28 || byte == 0x29)) {
    put(byte);
    return;
  }
  if (byte == 0x26) {
    put(byte);
    if (!referenceEnd(at + 1, end)) return;
    // Written as a reference: after a backslash, which the renderer marked removes, browsers would decode `&`.
    isPlain = false;
    putText('amp;');
    return;
  } else if (byte >= 0x80 && load<u16>(byte == 0xc2 ? at : at - 1) != 0xa0c2) {
    put(byte);
    return;
  }
  isPlain = false;
  putEncoded(byte);
}

export function writeDestination(): void {
  const most = resolvedCapacity(Address.end - Address.start);
  // The URL is resolved after the space for the destination, which is at most three times as long.
  if (!need(most << 2)) return;
  const raw = Out.to + most * 3;
  const end = resolve(raw);
  let balanced: bool = false;
  let isKnown = false;
  isPlain = true;
  let at = raw;
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(Out.to, bytes);
    const left = end - at;
    const found = <usize>ctz(needsCare(bytes) | 0x10000);
    const plain = found < left ? found : left;
    at += plain;
    Out.to += plain;
    if (plain == 16 || at >= end) continue;
    if (!isKnown) {
      balanced = isBalanced(at, end, 0x28, 0x29);
      isKnown = true;
    }
    putCareful(at++, end, balanced);
  }
}
