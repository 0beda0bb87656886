/** What each element is to the writer. */
import { Tag } from '../html/names';
import { INLINE, flagsOf } from '../page/elements';

/** Part of a line, without a meaning of its own. */
export const ROLE_INLINE: u32 = 0;
/** Ends the line before it and after it. */
export const ROLE_BLOCK: u32 = 1;
export const ROLE_STRONG: u32 = 2;
export const ROLE_EMPHASIS: u32 = 3;
export const ROLE_DELETED: u32 = 4;
export const ROLE_SUBSCRIPT: u32 = 5;
export const ROLE_SUPERSCRIPT: u32 = 6;
export const ROLE_CODE: u32 = 7;
export const ROLE_QUOTATION: u32 = 8;
export const ROLE_LINK: u32 = 9;
export const ROLE_IMAGE: u32 = 10;
export const ROLE_BREAK: u32 = 11;
export const ROLE_RULE: u32 = 12;
export const ROLE_HEADING: u32 = 13;
export const ROLE_LIST: u32 = 14;
export const ROLE_ITEM: u32 = 15;
export const ROLE_QUOTE: u32 = 16;
export const ROLE_CODE_BLOCK: u32 = 17;
export const ROLE_TABLE: u32 = 18;
export const ROLE_ROW: u32 = 19;
export const ROLE_CELL: u32 = 20;
export const ROLE_TERM: u32 = 21;
export const ROLE_INPUT: u32 = 22;
export const ROLE_RUBY_TEXT: u32 = 23;
export const ROLE_MATH: u32 = 24;
/** Has no text and does not break a line. */
export const ROLE_NOTHING: u32 = 25;

const ROLES = memory.data(<i32>Tag.COUNT);

export function roleOf(tag: u32): u32 {
  return load<u8>(ROLES + tag);
}

function give(tag: u32, role: u32): void {
  store<u8>(ROLES + tag, <u8>role);
}

for (let tag: u32 = 0; tag < <u32>Tag.COUNT; ++tag) give(tag, flagsOf(tag) & INLINE ? ROLE_INLINE : ROLE_BLOCK);
give(Tag.STRONG, ROLE_STRONG);
give(Tag.B, ROLE_STRONG);
give(Tag.EM, ROLE_EMPHASIS);
give(Tag.I, ROLE_EMPHASIS);
give(Tag.CITE, ROLE_EMPHASIS);
give(Tag.DFN, ROLE_EMPHASIS);
give(Tag.VAR, ROLE_EMPHASIS);
give(Tag.DEL, ROLE_DELETED);
give(Tag.S, ROLE_DELETED);
give(Tag.STRIKE, ROLE_DELETED);
give(Tag.SUB, ROLE_SUBSCRIPT);
give(Tag.SUP, ROLE_SUPERSCRIPT);
give(Tag.CODE, ROLE_CODE);
give(Tag.SAMP, ROLE_CODE);
give(Tag.TT, ROLE_CODE);
give(Tag.KBD, ROLE_CODE);
give(Tag.Q, ROLE_QUOTATION);
give(Tag.A, ROLE_LINK);
give(Tag.IMG, ROLE_IMAGE);
give(Tag.BR, ROLE_BREAK);
give(Tag.HR, ROLE_RULE);
for (let level: u32 = 0; level < 6; ++level) give(Tag.H1 + level, ROLE_HEADING);
give(Tag.UL, ROLE_LIST);
give(Tag.OL, ROLE_LIST);
give(Tag.MENU, ROLE_LIST);
give(Tag.DIR, ROLE_LIST);
give(Tag.LI, ROLE_ITEM);
give(Tag.BLOCKQUOTE, ROLE_QUOTE);
give(Tag.PRE, ROLE_CODE_BLOCK);
give(Tag.LISTING, ROLE_CODE_BLOCK);
give(Tag.XMP, ROLE_CODE_BLOCK);
give(Tag.PLAINTEXT, ROLE_CODE_BLOCK);
give(Tag.TABLE, ROLE_TABLE);
give(Tag.TR, ROLE_ROW);
give(Tag.TD, ROLE_CELL);
give(Tag.TH, ROLE_CELL);
give(Tag.DT, ROLE_TERM);
give(Tag.SUMMARY, ROLE_TERM);
give(Tag.INPUT, ROLE_INPUT);
give(Tag.RT, ROLE_RUBY_TEXT);
give(Tag.MATH, ROLE_MATH);
give(Tag.LINK, ROLE_NOTHING);
give(Tag.META, ROLE_NOTHING);
give(Tag.PARAM, ROLE_NOTHING);
give(Tag.SOURCE, ROLE_NOTHING);
give(Tag.TRACK, ROLE_NOTHING);
give(Tag.AREA, ROLE_NOTHING);
give(Tag.BASE, ROLE_NOTHING);
give(Tag.TITLE, ROLE_NOTHING);
give(Tag.SCRIPT, ROLE_NOTHING);
give(Tag.STYLE, ROLE_NOTHING);
give(Tag.TEMPLATE, ROLE_NOTHING);
