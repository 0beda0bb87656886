// Written by scripts/generate-names.ts from scripts/elements.txt; change the rows there.

// Evidence for a block that is the element or is inside it.
export const IN_LIST: u32 = 1 << 0;
export const IN_TABLE: u32 = 1 << 1;
export const IN_PRE: u32 = 1 << 9;
export const IS_HEADING: u32 = 1 << 10;
export const IS_PARAGRAPH: u32 = 1 << 11;
export const IS_ITEM: u32 = 1 << 12;
export const IS_DIVISION: u32 = 1 << 13;
export const IS_CELL: u32 = 1 << 14;
export const IN_FIGURE: u32 = 1 << 15;
export const IN_CAPTION: u32 = 1 << 16;
export const IN_QUOTE: u32 = 1 << 17;
export const IS_TERM: u32 = 1 << 18;
/** All of these. */
export const EVIDENCE: u32 = (1 << 19) - 1;
/** Those that pass on to the blocks inside. */
export const INHERITED: u32 = EVIDENCE & ~(IS_HEADING | IS_PARAGRAPH | IS_ITEM | IS_DIVISION | IS_CELL | IS_TERM);

/** What else an element is. */
export namespace Trait {
  /** Opens a block; which elements do is an option. */
  export const SEPARATOR: u32 = 1 << 19;
  /** Has no text of the page below it. */
  export const IGNORED: u32 = 1 << 20;
  /** Stands in a line of text without breaking it. */
  export const INLINE: u32 = 1 << 21;
  /** Stands in a line of text, and apart from the words beside it. */
  export const APART: u32 = 1 << 22;
  /** Keeps the lines and the white space of its text. */
  export const LINES: u32 = 1 << 23;
  /** Has no text that a reader sees: controls, drawings, what stands in for media, and what is no content at all. */
  export const UNSEEN: u32 = 1 << 24;
  /** Is left out of a clean document with all that is in it, unless text of it stays, and it is renamed. */
  export const LEFT_OUT: u32 = 1 << 25;
  /** Acts, and stands in a clean document under another name, without attributes. */
  export const RENAMED: u32 = 1 << 26;
  /** Has no end tag in a clean document. */
  export const VOID: u32 = 1 << 27;
  /** Is seen by a reader even where it has no text. */
  export const SHOWN: u32 = 1 << 28;
  /** Stands in a clean document where it is empty, too: other cells would move. */
  export const EMPTY: u32 = 1 << 29;
  /** Keeps the lines of its text in a clean document. */
  export const PREFORMATTED: u32 = 1 << 30;
  /** Contains other blocks. A paragraph or a cell that is named as comments is not a list of comments. */
  export const CONTAINER: u32 = 1 << 31;
}

/** What an element is to the writer of Markdown. */
export const enum Role {
  /** Part of a line, without a meaning of its own. */
  INLINE = 0,
  /** Ends the line before it and after it. */
  BLOCK = 1,
  STRONG = 2,
  EMPHASIS = 3,
  DELETED = 4,
  SUBSCRIPT = 5,
  SUPERSCRIPT = 6,
  CODE = 7,
  QUOTATION = 8,
  LINK = 9,
  IMAGE = 10,
  BREAK = 11,
  RULE = 12,
  HEADING = 13,
  LIST = 14,
  ITEM = 15,
  QUOTE = 16,
  CODE_BLOCK = 17,
  TABLE = 18,
  ROW = 19,
  CELL = 20,
  TERM = 21,
  INPUT = 22,
  RUBY_TEXT = 23,
  MATH = 24,
  /** Has no text and does not break a line. */
  NOTHING = 25,
}

/** The traits of each name, a bit each. */
const TRAITS = memory.data<u32>([
  2097152, 2097152, 2097152, 2097152, 0, 102760448, 33554432, 2147483776, 2147483680, 291504128, 2097152, 33554432,
  35651584, 2097152, 2097152, 33554432, 2097152, 0, 131072, 0, 134217728, 106954752, 56623104, 65536,
  0, 2097152, 2097152, 671088640, 0, 0, 0, 2097152, 50331648, 262144, 2097152, 2147483648,
  2097152, 67108864, 0, 2147491840, 2147483649, 262144, 2097152, 39845888, 0, 65536, 32768, 2097152,
  16, 67109120, 33554432, 33554432, 1024, 1024, 1024, 1024, 1024, 1024, 51380224, 8,
  0, 402653184, 0, 2097152, 56623104, 0, 408944640, 39845888, 2097152, 0, 2097152, 33554432,
  6291456, 0, 2147487745, 33554432, 1149239296, 64, 102760448, 2097152, 0, 0, 0, 33554432,
  56623104, 0, 4, 0, 2097152, 50331648, 50331648, 101711872, 106954752, 2147483649, 50331648, 50331648,
  2097152, 2048, 33554432, 6291456, 1140850688, 1082130944, 56623104, 2097152, 2097152, 0, 18874368, 6291456,
  2097152, 2097152, 2097152, 2097152, 51380224, 0, 2147483648, 56623104, 0, 0, 2097152, 2097152,
  136314880, 0, 2097152, 2097152, 2097152, 51380224, 2097152, 0, 2097152, 56623104, 2147483650, 0,
  536887296, 51380224, 50331648, 0, 536887296, 0, 2097152, 33554432, 0, 134217728, 2097152, 2097152,
  2147483649, 2097152, 291504128, 136314880, 1149239296, 2097152, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

const ROLES = memory.data<u8>([
  0, 9, 0, 0, 1, 0, 25, 1, 1, 0, 2, 25, 0, 0, 0, 1, 0, 1, 16, 1, 11, 0, 0, 1, 1, 3, 7, 1, 1, 1, 1, 0,
  1, 1, 4, 1, 3, 1, 14, 1, 1, 21, 3, 0, 1, 1, 1, 0, 1, 1, 1, 1, 13, 13, 13, 13, 13, 13, 1, 1, 1, 12, 1, 3,
  0, 1, 10, 22, 0, 1, 7, 1, 0, 1, 15, 25, 17, 1, 0, 0, 1, 14, 1, 25, 0, 1, 1, 1, 0, 1, 1, 1, 0, 14, 1, 1,
  0, 1, 25, 0, 17, 17, 0, 8, 0, 1, 0, 23, 0, 0, 4, 7, 25, 1, 1, 0, 1, 1, 0, 0, 25, 1, 0, 4, 2, 25, 5, 21,
  6, 0, 18, 1, 20, 25, 1, 1, 20, 1, 0, 25, 19, 25, 7, 0, 14, 3, 0, 0, 17, 24, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
]);

export function traitsOf(tag: u32): u32 {
  return load<u32>(TRAITS + (<usize>tag << 2));
}

export function has(tag: u32, trait: u32): bool {
  return (traitsOf(tag) & trait) != 0;
}

/** Elements of a name have a trait from now on, or have it no more. */
export function setTrait(tag: u32, trait: u32, isOn: bool): void {
  const others = traitsOf(tag) & ~trait;
  store<u32>(TRAITS + (<usize>tag << 2), isOn ? others | trait : others);
}

export function roleOf(tag: u32): Role {
  return <Role>load<u8>(ROLES + tag);
}
