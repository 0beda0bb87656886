import { createHash, getHashes } from 'node:crypto';
import { toBase32 } from '@exodus/bytes/base32.js';

/** RFC 4648, padded to groups of eight characters. A SHA-1 needs no padding. */
const base32 = (bytes: Uint8Array): string => toBase32(bytes, { padding: true });

const KNOWN: ReadonlySet<string> = new Set(getHashes());

/** A digest in the algorithm and encoding of `before`; default: SHA-1 in base 32. */
export function digest(bytes: Uint8Array, before?: string): string {
  const [, label = '', value = ''] = /^([\w-]+):(.+)$/.exec(before ?? '') ?? [];
  const algorithm = label.toLowerCase().replace(/^sha-/, 'sha');
  if (!KNOWN.has(algorithm)) return `sha1:${base32(createHash('sha1').update(bytes).digest())}`;
  const hash = createHash(algorithm).update(bytes).digest();
  // A padded MD5 has the same length in base 32 and in hexadecimal.
  const isHex = value.length === hash.length * 2 && /^[0-9a-f]+$/i.test(value);
  return `${label}:${isHex ? hash.toString('hex') : base32(hash)}`;
}

/** True if a digest is of these bytes, or in an unknown form. A digest without an algorithm is a SHA-1. */
export function fitsDigest(bytes: Uint8Array, text: string): boolean {
  const expected = (text.includes(':') ? text : `sha1:${text}`).toLowerCase();
  const own = digest(bytes, expected).toLowerCase();
  const [algorithm = ''] = expected.split(':');
  return own === expected || own.length !== expected.length || !own.startsWith(`${algorithm}:`);
}

/** A UUID of version 5: equal for equal parts. */
export function recordId(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  const bits = hash.digest().subarray(0, 16);
  bits[6] = ((bits[6] ?? 0) & 0x0f) | 0x50;
  bits[8] = ((bits[8] ?? 0) & 0x3f) | 0x80;
  const hex = bits.toString('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `<urn:uuid:${groups.join('-')}>`;
}
