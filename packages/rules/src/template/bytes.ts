/**
 * Numbers and texts as bytes.
 *
 *   version │ numbers and texts, by `RangeWriter` │ checksum
 *
 * Each number has a field: numbers of one field are alike, so that few bits say which it is. A number is written as the count of its
 * binary digits, and then its digits, of which the first ones are learned too. Characters of texts are learned by the character before.
 */
import { SnapshotError } from 'refrain';
import { PRIMER } from './primer.ts';
import { AHEAD, Contexts, eachBit, RangeReader, RangeWriter } from './range-coder.ts';

/** What a number says. */
export const FIELDS = [
  ...(['count', 'id', 'large', 'size', 'word', 'tag', 'step', 'position', 'gap', 'without'] as const),
  ...(['elements', 'history', 'text', 'ratio', 'difference', 'length', 'signal', 'key', 'flag'] as const),
] as const;
export type Field = (typeof FIELDS)[number];

/** Maximum binary digits of a number, and first ones of them that are learned. */
const DIGITS_MAX = 53;
const LEARNED = 3;
/** Contexts of a field: a tree of the counts of digits, and for each count one of the first digits. */
const COUNT_BITS = 6;
const COUNTS = 2 ** COUNT_BITS;
const FIELD_CONTEXTS = COUNTS + COUNTS * 2 ** LEARNED;
/** Contexts of characters: a tree of eight digits for each end of the character before. */
const BEFORE = 32;
const BYTE_BITS = 8;
const BYTES = 2 ** BYTE_BITS;
const TEXT_AT = FIELDS.length * FIELD_CONTEXTS;
/** Maximum bytes of a text. */
export const TEXT_MAX = 4096;

const fieldAt = new Map<Field, number>(FIELDS.map((field, index) => [field, index * FIELD_CONTEXTS]));
const firstContext = (field: Field): number => fieldAt.get(field) as number;

export const damaged = (): SnapshotError =>
  new SnapshotError('SNAPSHOT_DAMAGED', 'the saved template is cut off or altered');

/** Where a character is learned behind another. */
const characterContext = (before: number): number => TEXT_AT + (before % BEFORE) * BYTES;

/** Contexts that have learned the characters of some usual names. */
function primedContexts(): Contexts {
  const contexts = new Contexts(TEXT_AT + BEFORE * BYTES);
  let before = 0;
  for (const byte of new TextEncoder().encode(PRIMER)) {
    eachBit(characterContext(before), BYTE_BITS, byte, (context, bit) => contexts.learn(context, bit));
    before = byte;
  }
  return contexts;
}

/** Where a digit of a number is learned: `node` holds the digits before it, behind a 1. */
const digitContext = (first: number, digits: number, node: number): number =>
  first + COUNTS + digits * 2 ** LEARNED + node;

export class ByteWriter {
  readonly #to = new RangeWriter(primedContexts());

  /** A number from 0 to 2 ** 53 − 2, rounded. */
  number(value: number, field: Field): void {
    const first = firstContext(field);
    const rest = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value)) + 1);
    let digits = 0;
    for (let left = rest; left > 1; left = Math.floor(left / 2)) digits += 1;
    this.#to.tree(first, COUNT_BITS, digits);
    for (let at = digits - 1, node = 1; at >= 0; at -= 1) {
      const bit = Math.floor(rest / 2 ** at) % 2;
      if (node < 2 ** LEARNED) this.#to.bit(digitContext(first, digits, node), bit);
      else this.#to.evenBit(bit);
      node = node * 2 + bit;
    }
  }

  /** A whole number of either sign. */
  signed(value: number, field: Field): void {
    const whole = Math.round(value);
    this.number(whole < 0 ? -2 * whole - 1 : 2 * whole, field);
  }

  /** A text of `TEXT_MAX` bytes or fewer; a longer one is left out. */
  text(text: string): void {
    const all = new TextEncoder().encode(text);
    const bytes = all.length > TEXT_MAX ? all.subarray(0, 0) : all;
    this.number(bytes.length, 'length');
    let before = 0;
    for (const byte of bytes) {
      this.#to.tree(characterContext(before), BYTE_BITS, byte);
      before = byte;
    }
  }

  /** The bytes, with the version before them and a checksum behind. */
  sealed(version: number): Uint8Array<ArrayBuffer> {
    const body = this.#to.end();
    const bytes = new Uint8Array(1 + body.length + 4);
    bytes[0] = version;
    bytes.set(body, 1);
    new DataView(bytes.buffer).setUint32(1 + body.length, checksum(bytes.subarray(0, 1 + body.length)), true);
    return bytes;
  }
}

export class ByteReader {
  readonly version: number;
  readonly #from: RangeReader;

  /** @throws {SnapshotError} `SNAPSHOT_DAMAGED` unless the bytes end with their checksum */
  constructor(sealed: Uint8Array) {
    const end = sealed.length - 4;
    if (end < 1) throw damaged();
    const sum = new DataView(sealed.buffer, sealed.byteOffset + end, 4).getUint32(0, true);
    if (sum !== checksum(sealed.subarray(0, end))) throw damaged();
    this.version = sealed[0] as number;
    this.#from = new RangeReader(primedContexts(), sealed.subarray(1, end));
  }

  /** @throws {SnapshotError} where bytes are left, or more were read than there are */
  end(): void {
    if (this.#from.excess < 0) throw damaged();
    this.#check();
  }

  #check(): void {
    if (this.#from.excess > AHEAD) throw damaged();
  }

  number(field: Field): number {
    this.#check();
    const first = firstContext(field);
    const digits = this.#from.tree(first, COUNT_BITS);
    if (digits >= DIGITS_MAX) throw damaged();
    let value = 1;
    for (let at = 0; at < digits; at += 1) {
      const isLearned = value < 2 ** LEARNED;
      value = value * 2 + (isLearned ? this.#from.bit(digitContext(first, digits, value)) : this.#from.evenBit());
    }
    return value - 1;
  }

  signed(field: Field): number {
    const value = this.number(field);
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  /** A number that must be below `end`. */
  below(end: number, field: Field): number {
    const value = this.number(field);
    if (value >= end) throw damaged();
    return value;
  }

  text(): string {
    const bytes = new Uint8Array(this.below(TEXT_MAX + 1, 'length'));
    let before = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      before = this.#from.tree(characterContext(before), BYTE_BITS);
      bytes[index] = before;
    }
    this.#check();
    return new TextDecoder().decode(bytes);
  }
}

/** FNV-1a. Saved templates are no secret: it finds damage, not forgery. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
