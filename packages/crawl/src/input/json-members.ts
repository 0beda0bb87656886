/**
 * Members of a JSON object in bytes, without building those that nobody reads: `JSON.parse` takes fifty bytes of memory for each byte of
 * nested arrays. What it refuses is refused, also in members that are skipped. Readers of JSON as a stream build what they skip, or do
 * not check it.
 */

/** A value of a member in the bytes. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const [QUOTE, BACKSLASH, SMALL_U, ZERO, NINE, MINUS, DOT] = [0x22, 0x5c, 0x75, 0x30, 0x39, 0x2d, 0x2e];
const [COMMA, COLON, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x2c, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d];

/** A table of bytes, with 1 for those of a text. */
const tableOf = (signs: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const sign of signs) table[sign.charCodeAt(0)] = 1;
  return table;
};

const BLANK = tableOf(' \t\n\r');
const DIGIT = tableOf('0123456789');
const HEX = tableOf('0123456789abcdefABCDEF');
const ESCAPED = tableOf('"\\/bfnrt');
const EXPONENT = tableOf('eE');
const SIGN = tableOf('+-');
/** What a string has as it is. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word));

/** Which of the open containers are objects: a bit for each level. */
class Nesting {
  #bits = new Uint8Array(64);
  depth = 0;

  push(isObject: boolean): void {
    const index = this.depth >> 3;
    if (index === this.#bits.length) {
      const bits = new Uint8Array(2 * index);
      bits.set(this.#bits);
      this.#bits = bits;
    }
    const bit = 1 << (this.depth & 7);
    const others = (this.#bits[index] ?? 0) & ~bit;
    this.#bits[index] = isObject ? others | bit : others;
    this.depth += 1;
  }

  get isObject(): boolean {
    const last = this.depth - 1;
    return (((this.#bits[last >> 3] ?? 0) >> (last & 7)) & 1) === 1;
  }
}

class Scanner {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** The byte at the place; 0, which is nowhere allowed, behind the last. */
  get #byte(): number {
    return this.#bytes[this.at] ?? 0;
  }

  fail(): never {
    throw new SyntaxError(this.at < this.#bytes.length ? `byte ${this.at} is not expected` : 'it ends too early');
  }

  /** Passes white space; the byte behind it. */
  next(): number {
    const bytes = this.#bytes;
    while (BLANK[bytes[this.at] ?? 0] === 1) this.at += 1;
    return this.#byte;
  }

  /** Passes white space and a byte. */
  take(byte: number): void {
    if (this.next() !== byte) this.fail();
    this.at += 1;
  }

  /** Passes a name and its colon. */
  name(): Range {
    const from = this.next() === QUOTE ? this.at : this.fail();
    this.#string();
    const to = this.at;
    this.take(COLON);
    return { from, to };
  }

  /** Passes a value with what is in it. */
  value(): Range {
    this.next();
    const from = this.at;
    const open = new Nesting();
    do {
      while (this.#enters(open)) if (open.isObject) this.name();
    } while (this.#goesOn(open));
    return { from, to: this.at };
  }

  /** Passes the beginning of a value; false where it is a whole one. */
  #enters(open: Nesting): boolean {
    const byte = this.next();
    const isObject = byte === OPEN_OBJECT;
    if (!isObject && byte !== OPEN_ARRAY) {
      this.#scalar(byte);
      return false;
    }
    this.at += 1;
    const isEmpty = this.next() === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY);
    if (isEmpty) this.at += 1;
    else open.push(isObject);
    return !isEmpty;
  }

  /** Passes the ends of containers behind a value; whether another value follows in one. */
  #goesOn(open: Nesting): boolean {
    for (; open.depth > 0; open.depth -= 1) {
      const byte = this.next();
      if (byte === COMMA) {
        this.at += 1;
        if (open.isObject) this.name();
        return true;
      }
      if (byte !== (open.isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) this.fail();
      this.at += 1;
    }
    return false;
  }

  #scalar(byte: number): void {
    if (byte === QUOTE) this.#string();
    else if (byte === MINUS || DIGIT[byte] === 1) this.#number();
    else this.#word();
  }

  #string(): void {
    const bytes = this.#bytes;
    let at = this.at + 1;
    for (;;) {
      // Two bytes for each test of the loop: nearly all bytes of a line are here.
      while (PLAIN[bytes[at] ?? 0] === 1 && PLAIN[bytes[at + 1] ?? 0] === 1) at += 2;
      const byte = bytes[at];
      if (PLAIN[byte ?? 0] === 1) at += 1;
      else if (byte === QUOTE) break;
      else if (byte === BACKSLASH && ESCAPED[bytes[at + 1] ?? 0] === 1) at += 2;
      else at = this.#number16(at);
    }
    this.at = at + 1;
  }

  /** Where a letter ends that is written by its number. */
  #number16(at: number): number {
    this.at = at;
    if (this.#byte !== BACKSLASH) this.fail();
    this.at += 1;
    if (this.#byte !== SMALL_U) this.fail();
    for (let digit = 0; digit < 4; digit += 1) this.#one(HEX, 1);
    return this.at + 1;
  }

  /** Moves by a step to a byte of a table. */
  #one(table: Uint8Array, step: number): void {
    this.at += step;
    if (table[this.#byte] !== 1) this.fail();
  }

  #number(): void {
    if (this.#byte === MINUS) this.at += 1;
    if (this.#byte === ZERO) this.at += 1;
    else this.#digits();
    if (this.#byte === DOT) {
      this.at += 1;
      this.#digits();
    }
    if (EXPONENT[this.#byte] !== 1) return;
    this.at += 1;
    if (SIGN[this.#byte] === 1) this.at += 1;
    this.#digits();
  }

  #digits(): void {
    this.#one(DIGIT, 0);
    while (DIGIT[this.#byte] === 1) this.at += 1;
  }

  #word(): void {
    const word = WORDS.find((one) => one[0] === this.#byte) ?? this.fail();
    for (const byte of word) {
      if (byte !== this.#byte) this.fail();
      this.at += 1;
    }
  }

  end(): void {
    this.next();
    if (this.at < this.#bytes.length) this.fail();
  }
}

/** Bytes of a letter of a name that is written by its number. */
const ESCAPE_BYTES = 6;

const decoder = new TextDecoder();

/**
 * The values of the members that have some names, the last of those that have the same; undefined for JSON that is no object.
 *
 * @param bytes UTF-8, from `start` on
 * @throws {SyntaxError} for what `JSON.parse` refuses
 */
export function membersOf(
  bytes: Uint8Array,
  start: number,
  names: ReadonlySet<string>,
): ReadonlyMap<string, Range> | undefined {
  const longest = 2 + ESCAPE_BYTES * Math.max(...Array.from(names, ({ length }) => length));
  const scanner = new Scanner(bytes, start);
  if (scanner.next() !== OPEN_OBJECT) {
    scanner.value();
    scanner.end();
    return undefined;
  }
  const found = new Map<string, Range>();
  scanner.at += 1;
  if (scanner.next() !== CLOSE_OBJECT) {
    for (;;) {
      const { from, to } = scanner.name();
      const value = scanner.value();
      const name = to - from <= longest ? (valueAt(bytes, { from, to }) as string) : '';
      if (names.has(name)) found.set(name, value);
      if (scanner.next() !== COMMA) break;
      scanner.at += 1;
    }
  }
  scanner.take(CLOSE_OBJECT);
  scanner.end();
  return found;
}

export const isString = (bytes: Uint8Array, { from }: Range): boolean => bytes[from] === QUOTE;

/** What JSON says: of a container only what it is. */
export function valueAt(bytes: Uint8Array, { from, to }: Range): unknown {
  if (bytes[from] === OPEN_ARRAY) return [];
  if (bytes[from] === OPEN_OBJECT) return {};
  return JSON.parse(decoder.decode(bytes.subarray(from, to)));
}

const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** What a byte behind a backslash stands for, but a `u`. */
const MEANT = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = LETTERS[String.fromCharCode(byte)];
  return letter === undefined ? byte : letter.charCodeAt(0);
});

const [LEAD, TRAIL, REPLACEMENT] = [0xd800, 0xdc00, 0xfffd];

/** What a digit of base 16 stands for. */
const digitOf = (digit = 0): number => (digit & 15) + (digit > NINE ? 9 : 0);

/** The UTF-16 unit that is written by its number; 0 for another letter. */
function unitAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== SMALL_U) return 0;
  let unit = 0;
  for (let digit = at + 2; digit < at + ESCAPE_BYTES; digit += 1) unit = 16 * unit + digitOf(bytes[digit]);
  return unit;
}

/** The text of a string as UTF-8. A lone surrogate becomes U+FFFD. */
export function textAt(bytes: Uint8Array, { from, to }: Range): Uint8Array<ArrayBuffer> {
  const end = to - 1;
  const text = new Uint8Array(end - from);
  let length = 0;
  for (let at = from + 1; at < end; ) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1] ?? 0;
    if (byte !== BACKSLASH) {
      text[length] = byte;
      text[length + 1] = next;
      const step = next === BACKSLASH || at + 1 === end ? 1 : 2;
      length += step;
      at += step;
    } else if (next !== SMALL_U) {
      text[length] = MEANT[next] ?? 0;
      length += 1;
      at += 2;
    } else {
      const unit = unitAt(bytes, at);
      at += ESCAPE_BYTES;
      const second = (unit & 0xfc00) === LEAD ? unitAt(bytes, at) : 0;
      const isPair = (second & 0xfc00) === TRAIL;
      if (isPair) at += ESCAPE_BYTES;
      const lone = (unit & 0xf800) === LEAD ? REPLACEMENT : unit;
      length = writeUtf8(text, length, isPair ? 0x10000 + ((unit - LEAD) << 10) + (second - TRAIL) : lone);
    }
  }
  return text.slice(0, length);
}

/** Writes a character; where it ends. */
function writeUtf8(bytes: Uint8Array, at: number, point: number): number {
  const last = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  let end = at;
  if (point < 0x80) bytes[end++] = point;
  else if (point < 0x800) {
    bytes[end++] = 0xc0 | (point >> 6);
    bytes[end++] = last(0);
  } else {
    if (point < 0x10000) bytes[end++] = 0xe0 | (point >> 12);
    else {
      bytes[end++] = 0xf0 | (point >> 18);
      bytes[end++] = last(12);
    }
    bytes[end++] = last(6);
    bytes[end++] = last(0);
  }
  return end;
}
