/**
 * Start and end tags: sections "Tag open state" to "Self-closing start tag state". The name is packed into two words and
 * looked up; attributes are passed over, since nobody may ever ask for them, and read again from the source when somebody
 * does (attributes.ts).
 */
import { Tag, tagOfWords } from './names';
import { attributeNameEnds, findByte, isSpace, lowerCase, nameEnds, unquotedEnds } from './scan';

/** The current tag. Addresses, while the tree knows offsets in the source. */
export namespace Token {
  export let tag: u32 = 0;
  /** Of the `<`. */
  export let start: usize = 0;
  /** After the `>`. */
  export let end: usize = 0;
  export let name: usize = 0;
  export let nameLength: u32 = 0;
  export let selfClosing: bool = false;
  export let attributes: bool = false;
  /** It is an end tag. */
  export let closing: bool = false;
}

/** Sixteen bytes of ones and sixteen of zeros; n bytes before the zeros is a mask for n bytes. */
const MASK = memory.data<u64>([~0, ~0, 0, 0]);

/** Reads the name at `name` into the token; returns the address after it. */
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

/** A name of sixteen bytes or more, or with control characters, or cut off by the end of the source: none that is known. */
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

/**
 * Passes over the attributes from `at`, which is after the tag name, to after the `>` that ends the tag; returns 0 where
 * the source ends first.
 */
function scanAttributes(at: usize, end: usize): usize {
  Token.selfClosing = false;
  Token.attributes = false;
  while (at < end) {
    // Before attribute name state
    let byte = <u32>load<u8>(at);
    if (byte == 0x20 || byte == 0x2f || isSpace(byte)) {
      at++;
      continue;
    }
    if (byte == 0x3e) {
      Token.selfClosing = load<u8>(at - 1) == 0x2f;
      return at + 1;
    }
    Token.attributes = true;

    // Attribute name state: whatever stands first belongs to the name.
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
    } else if (byte == 0x3e) {
      return at < end ? at + 1 : 0;
    } else {
      for (;;) {
        const ends = unquotedEnds(v128.load(at));
        if (!ends) {
          at += 16;
          if (at >= end) return 0;
          continue;
        }
        at += ctz(ends);
        byte = <u32>load<u8>(at);
        if (byte == 0x3e) return at < end ? at + 1 : 0;
        if (isSpace(byte)) break;
        if (at >= end) return 0;
        at++;
      }
    }
  }
  return 0;
}

/** Reads the start or end tag whose name stands at `name`; returns the address after it, or 0 where the source ends first. */
// @ts-ignore: decorator
@inline
export function scanTag(name: usize, end: usize): usize {
  const next = scanName(name, end);
  if (load<u8>(next) == 0x3e) {
    Token.selfClosing = false;
    Token.attributes = false;
    return next + 1;
  }
  return scanAttributes(next, end);
}
