/** The destination of a link or an image: an address, resolved, with what would end it percent-encoded. */
import { Out, need, put } from './out';
import { bufferFits, Buffer } from '../html/attributes';
import { Address, clean, resolve, resolvedRoom } from '../page/address';
import { Decoded, decode } from '../page/values';

/** Cleans the decoded value into `Address`; false if memory is unavailable. */
export function cleanDecoded(): bool {
  const isCopy = Decoded.start - Buffer.base < <usize>Buffer.room;
  if (!isCopy && !bufferFits(<u32>(Decoded.end - Decoded.start))) return false;
  clean(Decoded.start, Decoded.end, Buffer.base);
  return true;
}

/** Cleans the value of an attribute, read last, into `Address`; false if memory is unavailable. */
export function readAddress(known: u32): bool {
  return decode(known) && cleanDecoded();
}

/** Whether parentheses of an address are balanced, so that they may stand. */
function isBalanced(at: usize, end: usize): bool {
  let depth = 0;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == 0x28 && ++depth > 30) return false;
    if (byte == 0x29 && --depth < 0) return false;
  }
  return depth == 0;
}

// @ts-ignore: decorator
@inline
function hex(digit: u32): u32 {
  return digit < 10 ? 0x30 + digit : 0x37 + digit;
}

function putEncoded(byte: u32): void {
  put(0x25);
  put(hex(byte >> 4));
  put(hex(byte & 15));
}

/** Whether the bytes after an ampersand would be read as a character reference with it. */
export function isEntity(at: usize, end: usize): bool {
  const start = at;
  if (at < end && load<u8>(at) == 0x23) at++;
  while (at < end && at - start < 32) {
    const byte = <u32>load<u8>(at);
    if (byte == 0x3b) return at > start;
    if (!(byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 26)) return false;
    at++;
  }
  return false;
}

/** Whether the destination that was written last is the address without changes. */
export let isPlain: bool = false;

/** Writes `Address`, resolved. */
export function writeDestination(inCell: bool): void {
  const most = resolvedRoom(Address.end - Address.start);
  if (!need(most << 2)) return;
  // The resolved address stands behind what is written, which is at most three times as long.
  const raw = Out.to + most * 3;
  const end = resolve(raw);
  const balanced = isBalanced(raw, end);
  isPlain = true;
  for (let at = raw; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (byte <= 0x20 || byte == 0x7f || byte == 0x3c || byte == 0x3e || byte == 0x5c || byte == 0x60) {
      isPlain = false;
      putEncoded(byte);
    } else if ((byte == 0x28 || byte == 0x29) && !balanced) {
      isPlain = false;
      putEncoded(byte);
    } else if (byte == 0x7c && inCell) {
      isPlain = false;
      put(0x5c);
      put(0x7c);
    } else if (byte == 0x26 && isEntity(at + 1, end)) {
      isPlain = false;
      put(0x5c);
      put(0x26);
    } else {
      put(byte);
    }
  }
}
