/** Kinds of element that are evidence for a block that is one or is inside of one. */
import { Tag } from '../../html/names';

export const IN_LIST: u32 = 1 << 0;
const IN_TABLE: u32 = 1 << 1;
const IN_NAV: u32 = 1 << 2;
const IN_HEADER: u32 = 1 << 3;
const IN_FOOTER: u32 = 1 << 4;
const IN_ASIDE: u32 = 1 << 5;
const IN_MAIN: u32 = 1 << 6;
const IN_ARTICLE: u32 = 1 << 7;
const IN_FORM: u32 = 1 << 8;
const IN_PRE: u32 = 1 << 9;
export const IN_FIGURE: u32 = 1 << 15;
export const IN_CAPTION: u32 = 1 << 16;
export const IN_QUOTE: u32 = 1 << 17;
/** Traits that pass on to the blocks inside. */
export const INHERITED: u32 = ((1 << 10) - 1) | IN_FIGURE | IN_CAPTION | IN_QUOTE;
export const IS_HEADING: u32 = 1 << 10;
const IS_PARAGRAPH: u32 = 1 << 11;
export const IS_ITEM: u32 = 1 << 12;
const IS_DIVISION: u32 = 1 << 13;
export const IS_CELL: u32 = 1 << 14;
export const IS_TERM: u32 = 1 << 18;

const OF_TAG = memory.data(<i32>Tag.COUNT * 4, 4);

function mark(tag: u32, traits: u32): void {
  store<u32>(OF_TAG + ((<usize>tag) << 2), traits);
}

mark(Tag.UL, IN_LIST);
mark(Tag.OL, IN_LIST);
mark(Tag.DL, IN_LIST);
mark(Tag.LI, IN_LIST | IS_ITEM);
mark(Tag.TABLE, IN_TABLE);
mark(Tag.NAV, IN_NAV);
mark(Tag.HEADER, IN_HEADER);
mark(Tag.FOOTER, IN_FOOTER);
mark(Tag.ASIDE, IN_ASIDE);
mark(Tag.MAIN, IN_MAIN);
mark(Tag.ARTICLE, IN_ARTICLE);
mark(Tag.FORM, IN_FORM);
mark(Tag.PRE, IN_PRE);
mark(Tag.H1, IS_HEADING);
mark(Tag.H2, IS_HEADING);
mark(Tag.H3, IS_HEADING);
mark(Tag.H4, IS_HEADING);
mark(Tag.H5, IS_HEADING);
mark(Tag.H6, IS_HEADING);
mark(Tag.P, IS_PARAGRAPH);
mark(Tag.DIV, IS_DIVISION);
mark(Tag.TD, IS_CELL);
mark(Tag.TH, IS_CELL);
mark(Tag.DT, IS_TERM);
mark(Tag.DD, IS_TERM);
mark(Tag.FIGURE, IN_FIGURE);
mark(Tag.FIGCAPTION, IN_CAPTION);
mark(Tag.CAPTION, IN_CAPTION);
mark(Tag.BLOCKQUOTE, IN_QUOTE);

export function traitsOf(tag: u32): u32 {
  return load<u32>(OF_TAG + ((<usize>tag) << 2));
}
