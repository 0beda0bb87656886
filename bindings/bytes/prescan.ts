/**
 * The prescan of the HTML standard: which character set the first `meta` that names one means. It reads bytes, since all that it looks
 * for is ASCII: to decode the beginning of a page and read it by expressions takes three times as long.
 */
import { latin1 } from './decoders.ts';

const TAB = 0x09;
const SPACE = 0x20;
const BANG = 0x21;
const DOUBLE = 0x22;
const SINGLE = 0x27;
const HYPHEN = 0x2d;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/** Tab, line feed, form feed, carriage return, space. */
const isSpace = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= 0x0d && byte !== 0x0b);
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** The attributes of a `meta` that say a character set. */
const NAMES = ['charset', 'http-equiv', 'content'] as const;

const NOTHING = new Uint8Array();

/** Reads the tags of a page. An offset beyond its end has the byte -1. */
class Prescan {
  #bytes: Uint8Array = NOTHING;
  #at = 0;
  // The attribute that was read last.
  #nameStart = 0;
  #nameEnd = 0;
  #valueStart = 0;
  #valueEnd = 0;

  begin(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#at = 0;
  }

  #byte(at: number): number {
    return at < this.#bytes.length ? (this.#bytes[at] as number) : -1;
  }

  /** Goes on to the next `meta`, behind its name; false without one. */
  nextMeta(): boolean {
    for (;;) {
      const at = this.#bytes.indexOf(LESS, this.#at);
      if (at < 0) return false;
      const next = this.#byte(at + 1);
      if (isLetter(next) || (next === SLASH && isLetter(this.#byte(at + 2)))) {
        this.#at = at + 5;
        if (this.#isWord('meta', at + 1) && isBehindName(this.#byte(this.#at))) return true;
        this.#skipTag(at + 2);
      } else if (next === BANG && this.#byte(at + 2) === HYPHEN && this.#byte(at + 3) === HYPHEN) {
        // `<!-->` is a comment too.
        if (!this.#skipComment(at + 2)) return false;
      } else if (next === BANG || next === SLASH || next === QUESTION) {
        const end = this.#bytes.indexOf(GREATER, at);
        if (end < 0) return false;
        this.#at = end + 1;
      } else {
        this.#at = at + 1;
      }
    }
  }

  /** Whether a word of small letters and hyphens stands at an offset, in letters of any case. */
  #isWord(word: string, at: number): boolean {
    for (let index = 0; index < word.length; index += 1) {
      const letter = word.charCodeAt(index);
      const byte = this.#byte(at + index);
      if (byte !== letter && (byte !== letter - 0x20 || letter === HYPHEN)) return false;
    }
    return true;
  }

  /** Skips a tag; the offset is one in its name. */
  #skipTag(from: number): void {
    this.#at = this.#unquotedEnd(from);
    while (this.#nextAttribute());
  }

  /** Skips a comment whose first hyphens, which may be those of its end, are at an offset; false without an end. */
  #skipComment(from: number): boolean {
    let end = from + 1;
    do {
      end = this.#bytes.indexOf(GREATER, end + 1);
      if (end < 0) return false;
    } while (this.#byte(end - 1) !== HYPHEN || this.#byte(end - 2) !== HYPHEN);
    this.#at = end + 1;
    return true;
  }

  /** The values of the attributes of the current tag that have a name of `NAMES`, the first of each. */
  attributes(): Partial<Record<(typeof NAMES)[number], string>> {
    const attributes: Partial<Record<(typeof NAMES)[number], string>> = {};
    while (this.#nextAttribute()) {
      const length = this.#nameEnd - this.#nameStart;
      const name = NAMES.find((word) => word.length === length && this.#isWord(word, this.#nameStart));
      if (name !== undefined) attributes[name] ??= latin1(this.#bytes.subarray(this.#valueStart, this.#valueEnd));
    }
    return attributes;
  }

  /** Reads an attribute of the current tag; false at its end. */
  #nextAttribute(): boolean {
    let at = this.#at;
    while (isSpace(this.#byte(at)) || this.#byte(at) === SLASH) at += 1;
    this.#nameStart = at;
    // A name may begin with `=`.
    if (this.#byte(at) === EQUALS) at += 1;
    for (let byte = this.#byte(at); byte >= 0 && !isBehindName(byte) && byte !== EQUALS; byte = this.#byte(at)) at += 1;
    this.#nameEnd = at;
    this.#valueStart = at;
    this.#valueEnd = at;
    this.#at = at;
    if (at === this.#nameStart) return false;
    at = this.#behindSpaces(at);
    if (this.#byte(at) === EQUALS) this.#readValue(this.#behindSpaces(at + 1));
    return true;
  }

  /** Reads the value at an offset. One without its second quotation mark is empty, and what is in it are attributes. */
  #readValue(start: number): void {
    const first = this.#byte(start);
    if (first !== DOUBLE && first !== SINGLE) {
      this.#valueStart = start;
      this.#valueEnd = this.#unquotedEnd(start);
      this.#at = this.#valueEnd;
      return;
    }
    const end = this.#bytes.indexOf(first, start + 1);
    this.#at = end < 0 ? start : end + 1;
    if (end < 0) return;
    this.#valueStart = start + 1;
    this.#valueEnd = end;
  }

  #behindSpaces(from: number): number {
    let at = from;
    while (isSpace(this.#byte(at))) at += 1;
    return at;
  }

  /** The first white space or `>` from an offset on. */
  #unquotedEnd(from: number): number {
    let at = from;
    for (let byte = this.#byte(at); byte >= 0 && byte !== GREATER && !isSpace(byte); byte = this.#byte(at)) at += 1;
    return at;
  }
}

const isBehindName = (byte: number): boolean => byte === GREATER || byte === SLASH || isSpace(byte);

/** The charset in the content of a `meta` that stands for a header. */
const META_CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i;

/** The label of a character set that a `meta` with these attributes has; empty without one. */
function labelOf({ charset, content = '', 'http-equiv': header }: ReturnType<Prescan['attributes']>): string {
  if (charset !== undefined) return charset;
  if (header?.toLowerCase() !== 'content-type') return '';
  const [, double, single, bare] = META_CHARSET.exec(content) ?? [];
  return double ?? single ?? bare ?? '';
}

/** The only one: V8 drops what it has optimised for objects when it finds none of them alive. */
const tags = new Prescan();

/** The name that `nameOf` gives to the label of the first `meta` which has one. Linear in the bytes. */
export function prescan(bytes: Uint8Array, nameOf: (label: string) => string | undefined): string | undefined {
  tags.begin(bytes);
  let name: string | undefined;
  while (name === undefined && tags.nextMeta()) name = nameOf(labelOf(tags.attributes()));
  tags.begin(NOTHING);
  return name;
}
