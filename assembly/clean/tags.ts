/** What each element is in a clean document. */
import { Tag } from '../html/names';

/** It is left out with all that is in it. */
export const LEFT_OUT: u32 = 1;
/** It acts, and stands there under another name, without attributes. */
export const RENAMED: u32 = 2;
/** It has no end tag. */
export const VOID: u32 = 4;
/** A reader sees something of it, even where it has no text. */
export const SEEN: u32 = 8;
/** It stands where it is empty, too: other cells would move. */
export const EMPTY: u32 = 16;
/** It keeps the lines of its text. */
export const KEEPER: u32 = 32;

const FLAGS = memory.data(<i32>Tag.COUNT);

export function cleanFlagsOf(tag: u32): u32 {
  return load<u8>(FLAGS + tag);
}

function mark(tags: usize, count: u32, flags: u32): void {
  for (let index: u32 = 0; index < count; ++index) {
    const at = FLAGS + load<i32>(tags + ((<usize>index) << 2));
    store<u8>(at, <u32>load<u8>(at) | flags);
  }
}

// Some of these stay where they have text: a button in a heading, noscript of a page that is read without scripts.
const LEFT_OUT_TAGS = memory.data<i32>([
  Tag.SCRIPT,
  Tag.STYLE,
  Tag.TEMPLATE,
  Tag.NOSCRIPT,
  Tag.HEAD,
  Tag.LINK,
  Tag.META,
  Tag.BASE,
  Tag.TITLE,
  Tag.IFRAME,
  Tag.OBJECT,
  Tag.EMBED,
  Tag.APPLET,
  Tag.PARAM,
  Tag.FRAMESET,
  Tag.FRAME,
  Tag.NOEMBED,
  Tag.NOFRAMES,
  Tag.CANVAS,
  Tag.SVG,
  Tag.SELECT,
  Tag.OPTION,
  Tag.OPTGROUP,
  Tag.DATALIST,
  Tag.TEXTAREA,
  Tag.INPUT,
  Tag.BUTTON,
  Tag.PROGRESS,
  Tag.METER,
  Tag.AREA,
  Tag.MAP,
  Tag.BASEFONT,
  Tag.BGSOUND,
  Tag.KEYGEN,
]);
const RENAMED_TAGS = memory.data<i32>([
  Tag.FORM,
  Tag.BUTTON,
  Tag.NOSCRIPT,
  Tag.DIALOG,
  Tag.XMP,
  Tag.LISTING,
  Tag.PLAINTEXT,
  Tag.MAP,
  Tag.OBJECT,
  Tag.APPLET,
]);
const VOID_TAGS = memory.data<i32>([Tag.BR, Tag.COL, Tag.HR, Tag.IMG, Tag.SOURCE, Tag.TRACK, Tag.WBR]);
const SEEN_TAGS = memory.data<i32>([Tag.HR, Tag.IMG, Tag.AUDIO, Tag.VIDEO]);
const EMPTY_TAGS = memory.data<i32>([Tag.TD, Tag.TH, Tag.COL]);
const KEEPER_TAGS = memory.data<i32>([Tag.PRE, Tag.XMP, Tag.LISTING, Tag.PLAINTEXT]);

mark(LEFT_OUT_TAGS, 34, LEFT_OUT);
mark(RENAMED_TAGS, 10, RENAMED);
mark(VOID_TAGS, 7, VOID);
mark(SEEN_TAGS, 4, SEEN);
mark(EMPTY_TAGS, 3, EMPTY);
mark(KEEPER_TAGS, 4, KEEPER);

/** The name under which an element stands in the document. */
export function nameOf(tag: u32): u32 {
  if (!(cleanFlagsOf(tag) & RENAMED)) return tag;
  if (cleanFlagsOf(tag) & KEEPER) return Tag.PRE;
  return tag == Tag.BUTTON || tag == Tag.MAP || tag == Tag.OBJECT || tag == Tag.APPLET ? Tag.SPAN : Tag.DIV;
}
