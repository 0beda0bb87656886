/** What bytes are, without making strings of them: hosts other than Node have nothing built in for it. */

const HIGH_BITS = 0x80808080;

/** Whether all bytes are ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  return new Utf8Check(bytes).skipAscii(0) === bytes.length;
}

/** Whether bytes are well-formed UTF-8, as the Encoding standard has it: no surrogates, nothing longer than needed. */
export function isUtf8(bytes: Uint8Array): boolean {
  const check = new Utf8Check(bytes);
  let at = check.skipAscii(0);
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) return false;
    at += length;
    // A word at a time pays only where there is more than one: texts change script at every space.
    if (at + 8 <= bytes.length && ((bytes[at] ?? 0) | (bytes[at + 3] ?? 0) | (bytes[at + 7] ?? 0)) < 0x80) {
      at = check.skipAscii(at);
    }
  }
  return true;
}

/** Length of the character at a place, 0 where there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  // The second byte tells what is too long, a surrogate or beyond the last code point.
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let next = 2; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Bytes, and the same memory in words where they are aligned. */
class Utf8Check {
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  /** Place of the first word. */
  readonly #aligned: number;

  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset, length } = bytes;
    this.#bytes = bytes;
    this.#aligned = Math.min(-byteOffset & 3, length);
    const words = (length - this.#aligned) >> 2;
    this.#words = words === 0 ? new Int32Array() : new Int32Array(buffer, byteOffset + this.#aligned, words);
  }

  /** Where the ASCII that stands at a place ends. */
  skipAscii(from: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    const { length } = bytes;
    let at = from;
    while (at < length && ((at - this.#aligned) & 3) !== 0) {
      if ((bytes[at] ?? 0) >= 0x80) return at;
      at += 1;
    }
    let word = (at - this.#aligned) >> 2;
    const first = word;
    const last = words.length - 3;
    while (word < last) {
      const four = (words[word] ?? 0) | (words[word + 1] ?? 0) | (words[word + 2] ?? 0) | (words[word + 3] ?? 0);
      if ((four & HIGH_BITS) !== 0) break;
      word += 4;
    }
    at += (word - first) << 2;
    while (at < length && (bytes[at] ?? 0) < 0x80) at += 1;
    return at;
  }
}
