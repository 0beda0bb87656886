import { attempt } from '../values.ts';

/** Decodes by the platform's decoder, and what that refuses; undefined for an encoding that it does not have. */
export function decodeByPlatform(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'replacement') return '\ufffd';
  if (encoding === 'x-user-defined') {
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xf700 + byte)).join('');
  }
  return attempt(() => new TextDecoder(encoding))?.decode(bytes);
}
