/**
 * Bits as bytes by arithmetic coding: a bit that was likely takes less than a bit of room. How likely it is, is learned from the bits
 * before it of the same context, by writer and reader alike. Saved templates are small, so that what is learned must be learned fast:
 * a probability moves by a share that falls with each bit.
 */

const HALF = 0x8000;
/** Bits after which a probability moves no slower. */
const COUNT_MAX = 40;
/** Probabilities stay away from 0 and 1. */
const LEAST = 96;

/** How likely the next bit of each context is 0, in 1/65536. */
export class Contexts {
  readonly #zero: Uint16Array;
  readonly #count: Uint8Array;

  constructor(size: number) {
    this.#zero = new Uint16Array(size).fill(HALF);
    this.#count = new Uint8Array(size);
  }

  zero(context: number): number {
    return this.#zero[context] as number;
  }

  learn(context: number, bit: number): void {
    const count = this.#count[context] as number;
    const zero = this.#zero[context] as number;
    const wanted = bit === 0 ? 0x10000 - LEAST : LEAST;
    this.#zero[context] = zero + Math.trunc((wanted - zero) / (count + 1.6));
    if (count < COUNT_MAX) this.#count[context] = count + 1;
  }
}

/**
 * The bits of a number below `2 ** bits`, the highest first, each with its context: a tree of `2 ** bits` contexts from `first` on, in
 * which the bits before choose the node.
 */
export function eachBit(
  first: number,
  bits: number,
  value: number,
  take: (context: number, bit: number) => void,
): void {
  let node = 1;
  for (let shift = bits - 1; shift >= 0; shift -= 1) {
    const bit = (value >>> shift) & 1;
    take(first + node, bit);
    node = node * 2 + bit;
  }
}

/** Bytes that the reader is ahead of the bits. */
export const AHEAD = 4;

const BYTE = 0x100;
const TOP = 2 ** 24;
const CARRY = 2 ** 32;

export class RangeWriter {
  readonly #contexts: Contexts;
  #bytes = new Uint8Array(1024);
  #length = 0;
  #low = 0;
  #range = CARRY - 1;
  /** The last byte that a carry can change, and bytes of 255 behind it. The first one is always 0 and not written. */
  #held = -1;
  #full = 0;

  constructor(contexts: Contexts) {
    this.#contexts = contexts;
  }

  bit(context: number, bit: number): void {
    const bound = (this.#range >>> 16) * this.#contexts.zero(context);
    this.#contexts.learn(context, bit);
    this.#take(bound, bit);
  }

  /** A number below `2 ** bits`: see `eachBit`. */
  tree(first: number, bits: number, value: number): void {
    eachBit(first, bits, value, (context, bit) => this.bit(context, bit));
  }

  /** A bit of which nothing is known. */
  evenBit(bit: number): void {
    this.#take((this.#range >>> 16) * HALF, bit);
  }

  #take(bound: number, bit: number): void {
    if (bit === 0) this.#range = bound;
    else {
      this.#low += bound;
      this.#range -= bound;
    }
    while (this.#range < TOP) {
      this.#range *= BYTE;
      this.#shift();
    }
  }

  #shift(): void {
    if (this.#low < CARRY - TOP || this.#low >= CARRY) {
      const carry = this.#low >= CARRY ? 1 : 0;
      if (this.#held >= 0) this.#put(this.#held + carry);
      for (; this.#full > 0; this.#full -= 1) this.#put(0xff + carry);
      this.#held = Math.floor(this.#low / TOP) % BYTE;
    } else this.#full += 1;
    this.#low = (this.#low % TOP) * BYTE;
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }

  /** All bytes. The reader takes bytes behind the last one for 0, so up to four zeros at the end are left out. */
  end(): Uint8Array {
    for (let byte = 0; byte < 5; byte += 1) this.#shift();
    let length = this.#length;
    while (length > this.#length - AHEAD && this.#bytes[length - 1] === 0) length -= 1;
    return this.#bytes.subarray(0, length);
  }
}

export class RangeReader {
  readonly #contexts: Contexts;
  readonly #bytes: Uint8Array;
  #at = 0;
  #code = 0;
  #range = CARRY - 1;

  constructor(contexts: Contexts, bytes: Uint8Array) {
    this.#contexts = contexts;
    this.#bytes = bytes;
    for (let byte = 0; byte < AHEAD; byte += 1) this.#code = this.#code * BYTE + this.#next();
  }

  /** Bytes that were read, less those that there are: above `AHEAD` where more was read than there is. */
  get excess(): number {
    return this.#at - this.#bytes.length;
  }

  bit(context: number): number {
    const bit = this.#take((this.#range >>> 16) * this.#contexts.zero(context));
    this.#contexts.learn(context, bit);
    return bit;
  }

  /** A number below `2 ** bits`: see `eachBit`. */
  tree(first: number, bits: number): number {
    let node = 1;
    while (node < 2 ** bits) node = node * 2 + this.bit(first + node);
    return node - 2 ** bits;
  }

  evenBit(): number {
    return this.#take((this.#range >>> 16) * HALF);
  }

  #take(bound: number): number {
    const bit = this.#code < bound ? 0 : 1;
    if (bit === 0) this.#range = bound;
    else {
      this.#code -= bound;
      this.#range -= bound;
    }
    while (this.#range < TOP) {
      this.#range *= BYTE;
      this.#code = this.#code * BYTE + this.#next();
    }
    return bit;
  }

  #next(): number {
    return this.#bytes[this.#at++] ?? 0;
  }
}
