// Written by scripts/generate-names.ts from scripts/elements.txt; change the rows there.
import { Tag, spellingLength, spellingOf } from './names';

/**
 * The class word of an element, as stored on the stack of open elements:
 *
 *    0        8           10                     30        31
 *   │ tag    │ namespace │ classes of the name  │ keeps p │ has p │
 *
 * "Has p" means that the stack from this element down has a p element in button scope. Elements with "keeps p" pass it on to
 * the next element, so this check, which half of all start tags need, is one bit test.
 */
export namespace Word {
  export const TAG: u32 = 0xff;
  export const NAMESPACE: u32 = 0x300;
  /** Tag and namespace. */
  export const NAME: u32 = 0x3ff;
  /** "Keeps p". */
  export const KEEPS_P: u32 = 1 << 30;
  /** "Has p". */
  export const HAS_P: u32 = 1 << 31;
}

/** The classes of names, a bit of the word each. */
export namespace Class {
  /** The special category. */
  export const SPECIAL: u32 = 1 << 10;
  /** Bounds every scope except the table scope. */
  export const SCOPE: u32 = 1 << 11;
  /** Bounds the list item scope too. */
  export const LIST_SCOPE: u32 = 1 << 12;
  /** Bounds the button scope too. */
  export const BUTTON_SCOPE: u32 = 1 << 13;
  /** Bounds the table scope. */
  export const TABLE_SCOPE: u32 = 1 << 14;
  /** Content that is not allowed here is foster-parented. */
  export const TABLE_STRUCTURE: u32 = 1 << 15;
  /** Generate implied end tags. */
  export const IMPLIED: u32 = 1 << 16;
  /** Generate all implied end tags thoroughly. */
  export const IMPLIED_THOROUGHLY: u32 = 1 << 17;
  /** H1 to h6. */
  export const HEADING: u32 = 1 << 18;
  /** The formatting category. */
  export const FORMATTING: u32 = 1 << 19;
  /** Insertion goes to the template contents. */
  export const TEMPLATE: u32 = 1 << 20;
  /** Special, but skipped in the search for a list item to close. */
  export const TRANSPARENT_TO_ITEMS: u32 = 1 << 21;
  /** An HTML integration point (foreign elements only). */
  export const HTML_INTEGRATION: u32 = 1 << 22;
  /** A MathML text integration point (foreign elements only). */
  export const TEXT_INTEGRATION: u32 = 1 << 23;
  /** A start tag that ends foreign content; section "The rules for parsing tokens in foreign content". */
  export const BREAKOUT: u32 = 1 << 24;
}

/** Effect of a start tag in the "in body" insertion mode. */
export const enum Start {
  ORDINARY = 0,
  BLOCK = 1,
  HEADING = 2,
  PREFORMATTED = 3,
  FORM = 4,
  LIST_ITEM = 5,
  DESCRIPTION = 6,
  PLAINTEXT = 7,
  BUTTON = 8,
  ANCHOR = 9,
  FORMATTING = 10,
  NOBR = 11,
  MARKED = 12,
  TABLE = 13,
  VOID = 14,
  INPUT = 15,
  PARAMETER = 16,
  RULE = 17,
  IMAGE = 18,
  TEXTAREA = 19,
  XMP = 20,
  IFRAME = 21,
  NOEMBED = 22,
  NOSCRIPT = 23,
  SELECT = 24,
  OPTION = 25,
  OPTION_GROUP = 26,
  RUBY_BASE = 27,
  RUBY_TEXT = 28,
  MATH = 29,
  SVG = 30,
  HEAD_CONTENT = 31,
  HTML = 32,
  BODY = 33,
  FRAMESET = 34,
  TABLE_PART = 35,
  IGNORED = 36,
}

/** Effect of an end tag in the "in body" insertion mode. */
export const enum End {
  ORDINARY = 0,
  BLOCK = 1,
  HEADING = 2,
  EXCEPTED = 3,
  FORMATTING = 4,
  FORM = 5,
  MARKED = 6,
  BREAK = 7,
  BODY = 8,
  HTML = 9,
  TEMPLATE = 10,
  TABLE_PART = 11,
}

/** A bit for each class, from that of the first class on. */
const CLASSES = memory.data<u16>([
  0, 512, 0, 0, 2049, 3, 1, 1, 1, 0, 16896, 1, 1, 0, 0, 1, 16896, 0, 16385, 16385,
  16385, 9, 0, 131, 16385, 0, 16896, 1, 129, 0, 0, 0, 0, 16577, 0, 1, 0, 0, 1, 18433,
  16385, 16577, 16896, 16385, 1, 1, 1, 512, 1, 1, 1, 1, 16641, 16641, 16641, 16641, 16641, 16641, 16385, 1,
  1, 16385, 19, 16896, 1, 0, 16385, 1, 0, 0, 0, 1, 0, 0, 16577, 1, 16385, 1, 0, 0,
  3, 16385, 0, 16385, 0, 0, 1, 0, 16896, 1, 1, 1, 3, 16389, 192, 192, 0, 18625, 1, 0,
  1, 16385, 0, 0, 192, 0, 192, 192, 192, 16384, 16896, 0, 1, 1, 1, 3, 0, 0, 0, 16896,
  1, 0, 16384, 16896, 16896, 1, 16384, 1, 16384, 0, 16435, 161, 131, 1043, 1, 161, 131, 161, 0, 1,
  161, 1, 16896, 16896, 16389, 16384, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

const STARTS = memory.data<u8>([
  0, 9, 0, 0, 1, 12, 14, 1, 1, 0, 10, 31, 31, 0, 0, 31, 10, 0, 1, 33, 14, 8, 0, 35, 1, 0, 10, 35, 35, 0, 0, 0,
  0, 6, 0, 1, 0, 1, 1, 1, 1, 6, 10, 14, 1, 1, 1, 10, 1, 4, 36, 34, 2, 2, 2, 2, 2, 2, 36, 1, 1, 17, 32, 10,
  21, 18, 14, 15, 0, 0, 0, 14, 0, 0, 5, 31, 3, 1, 0, 0, 12, 1, 0, 31, 0, 0, 1, 0, 11, 22, 31, 23, 12, 1, 26, 25,
  0, 1, 16, 0, 7, 3, 0, 0, 27, 0, 28, 28, 27, 0, 10, 0, 31, 1, 1, 24, 0, 0, 0, 10, 16, 0, 0, 10, 10, 31, 0, 1,
  0, 30, 13, 35, 35, 31, 19, 35, 35, 35, 0, 31, 35, 16, 10, 10, 1, 0, 0, 14, 20, 29, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

const ENDS = memory.data<u8>([
  0, 4, 0, 0, 1, 6, 0, 1, 1, 0, 4, 0, 0, 0, 0, 0, 4, 0, 1, 8, 7, 1, 0, 11, 1, 0, 4, 11, 11, 0, 0, 0,
  0, 3, 0, 1, 0, 1, 1, 1, 1, 3, 4, 0, 1, 1, 1, 4, 1, 5, 0, 0, 2, 2, 2, 2, 2, 2, 0, 1, 1, 0, 9, 4,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 1, 0, 0, 6, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 0, 6, 1, 0, 0,
  0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 1, 1, 0, 0, 0, 4, 0, 0, 0, 4, 4, 0, 0, 1,
  0, 0, 11, 11, 11, 10, 0, 11, 11, 11, 0, 0, 11, 0, 4, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/** The class word of each name. */
const WORDS = memory.data(708, 4);

/** Two words for each name: a mask, and the bytes of an end tag from its name on, under the mask. Mask 0 and value 1: no input matches. */
const CLOSINGS = memory.data(2832, 8);

/** True if an end tag only closes the current node when it has its name. True for formatting elements too. */
function isSimpleEnd(tag: u32): bool {
  if (tag == Tag.OTHER || tag == Tag.OPTION || tag == Tag.FRAMESET || tag == Tag.NOSCRIPT) return false;
  return <u32>load<u8>(ENDS + <usize>tag) <= <u32>End.FORMATTING && spellingLength(tag) < 8;
}

// Made when the module starts: the module would carry them in more bytes than this code.
for (let tag: u32 = 0; tag < <u32>Tag.COUNT; ++tag) {
  const classes = <u32>load<u16>(CLASSES + (<usize>tag << 1)) << 10;
  let word = tag | classes;
  if (!(classes & (Class.SCOPE | Class.BUTTON_SCOPE))) word |= Word.KEEPS_P;
  if (tag == Tag.P) word |= Word.HAS_P;
  store<u32>(WORDS + (<usize>tag << 2), word);
  let mask: u64 = 0;
  let value: u64 = 1;
  if (isSimpleEnd(tag)) {
    const bits = <u64>spellingLength(tag) << 3;
    mask = u64.MAX_VALUE >> (56 - bits);
    value = load<u64>(spellingOf(tag)) | (<u64>0x3e << bits);
  }
  store<u64>(CLOSINGS + (<usize>tag << 4), mask);
  store<u64>(CLOSINGS + (<usize>tag << 4), value, 8);
}

/** The class word of an HTML element. */
export function wordOf(tag: u32): u32 {
  return load<u32>(WORDS + (<usize>tag << 2));
}

export function startOf(tag: u32): u32 {
  return load<u8>(STARTS + <usize>tag);
}

export function endOf(tag: u32): u32 {
  return load<u8>(ENDS + <usize>tag);
}

/**
 * Length of an end tag, from `name` on, that only closes an element with this tag; 0 for any other input. A formatting element
 * must also be removed from the list of active formatting elements.
 */
export function closingLength(tag: u32, name: usize): usize {
  const closing = CLOSINGS + (<usize>tag << 4);
  const mask = load<u64>(closing);
  return (load<u64>(name) & mask) == load<u64>(closing, 8) ? <usize>(71 - clz(mask)) >> 3 : 0;
}

/** True if a start tag ends foreign content. */
export function breaksOut(tag: u32): bool {
  return (wordOf(tag) & Class.BREAKOUT) != 0;
}
