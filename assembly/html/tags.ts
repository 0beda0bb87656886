/**
 * Start and end tags: sections "Tag open state" to "Self-closing start tag state". Names are packed into two words and looked up.
 * Attributes are skipped, because most are never needed (attributes.ts).
 */
import { Tag, tagOfWords } from './names';
import { attributeNameEnds, findByte, isSpace, lowerCase, nameEnds, unquotedEnds } from './scan';

/**
 * The current tag, as addresses in the source. This file writes what a tag contains; parse.ts and tokens.ts write `start`, `end` and
 * `closing`, also for characters, comments, doctypes and the end of the source. foreign.ts clears `attributes` for the context element of a
 * fragment.
 */
export namespace Token {
  export let tag: u32 = 0;
  /** Address of the `<`. */
  export let start: usize = 0;
  /** Address after the `>`. */
  export let end: usize = 0;
  export let name: usize = 0;
  export let nameLength: u32 = 0;
  export let selfClosing: bool = false;
  export let attributes: bool = false;
  export let closing: bool = false;
}

/** Sixteen bytes of ones, then sixteen zeros. The vector n bytes before the zeros is a mask for n bytes. */
const MASK = memory.data<u64>([~0, ~0, 0, 0]);

/** Reads a name into the token; returns the address after it. */
// @ts-ignore: decorator
@inline
function scanName(name: usize, end: usize): usize {
  const written = v128.load(name);
  const ends = nameEnds(written);
  const length = ctz(ends | 0x10000);
  Token.name = name;
  if (length < 16) {
    const next = name + length;
    const byte = <u32>load<u8>(next);
    if (byte >= 0x2f || isSpace(byte)) {
      const packed = v128.and(lowerCase(written), v128.load(MASK + 16 - length));
      Token.tag = tagOfWords(i64x2.extract_lane(packed, 0), i64x2.extract_lane(packed, 1));
      Token.nameLength = length;
      return next;
    }
  }
  return scanLongName(name, end);
}

/** Reads an unknown name: it has at least sixteen bytes or a control character, or the source ends in it. */
function scanLongName(name: usize, end: usize): usize {
  let next = name;
  while (next < end) {
    const byte = <u32>load<u8>(next);
    if (byte == 0x2f || byte == 0x3e || isSpace(byte)) break;
    next++;
  }
  Token.nameLength = <u32>(next - name);
  Token.tag = Tag.OTHER;
  return next;
}

/** `="`. */
const QUOTED: u32 = 0x223d;

/** Skips attributes after the tag name. Returns the address after the tag's `>`, or 0 if the source ends before. */
function scanAttributes(at: usize, end: usize): usize {
  Token.selfClosing = false;
  Token.attributes = false;
  while (at < end) {
    // Before attribute name state
    let byte = <u32>load<u8>(at);
    // Most attributes have one space before them.
    if (byte == 0x20) byte = <u32>load<u8>(++at);
    if (byte == 0x20 || byte == 0x2f || isSpace(byte)) {
      at++;
      continue;
    }
    if (byte == 0x3e) {
      Token.selfClosing = load<u8>(at - 1) == 0x2f;
      return at + 1;
    }
    Token.attributes = true;

    // Attribute name state: the first byte belongs to the name even if it is `=`.
    at++;
    for (;;) {
      const ends = attributeNameEnds(v128.load(at));
      if (!ends) {
        at += 16;
        if (at >= end) return 0;
        continue;
      }
      at += ctz(ends);
      byte = <u32>load<u8>(at);
      if (byte > 0x20 || isSpace(byte)) break;
      if (at >= end) return 0;
      at++;
    }
    if (load<u16>(at) == QUOTED) {
      at = findByte(0x22, at + 2, end) + 1;
      continue;
    }

    // After attribute name state
    while (isSpace(byte)) byte = <u32>load<u8>(++at);
    if (byte != 0x3d) continue;

    // Before attribute value state
    byte = <u32>load<u8>(++at);
    while (isSpace(byte)) byte = <u32>load<u8>(++at);
    if (byte == 0x22) {
      at = findByte(0x22, at + 1, end) + 1;
    } else if (byte == 0x27) {
      at = findByte(0x27, at + 1, end) + 1;
    } else {
      at = unquotedEnd(at, end);
      if (load<u8>(at) == 0x3e) return at < end ? at + 1 : 0;
    }
  }
  return 0;
}

/** The end of an unquoted attribute value: `>`, whitespace, or at least `end`. */
function unquotedEnd(at: usize, end: usize): usize {
  while (at < end) {
    const ends = unquotedEnds(v128.load(at));
    if (!ends) {
      at += 16;
      continue;
    }
    at += ctz(ends);
    const byte = <u32>load<u8>(at);
    if (byte == 0x3e || isSpace(byte)) return at;
    at++;
  }
  return end;
}

/** `scanTag` for start tags, inlined. */
// @ts-ignore: decorator
@inline
export function scanStartTag(name: usize, end: usize): usize {
  const next = scanName(name, end);
  if (load<u8>(next) == 0x3e) {
    Token.selfClosing = false;
    Token.attributes = false;
    return next + 1;
  }
  return scanAttributes(next, end);
}

/** Reads a tag from its name on; returns the address after its `>`, or 0 if the source ends before. */
export function scanTag(name: usize, end: usize): usize {
  return scanStartTag(name, end);
}
