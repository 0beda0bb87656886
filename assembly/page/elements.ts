/**
 * What each element means to the segmenter: does it open a block, is it ignored, how does it break a text; and the key
 * of its name in a path.
 */
import { Tag, spellingLength, spellingOf, tagOf } from '../html/names';
import { checksum } from './checksum';
import { hashBytes } from './hash';

/** Opens a block. */
export const SEPARATOR: u32 = 1;
/** Has no text of the page below it. */
export const IGNORED: u32 = 2;
/** Stands in a line of text without breaking it. */
export const INLINE: u32 = 4;
/** A cell of a table row. */
export const CELL: u32 = 8;
/** Stands in a line of text, and apart from the words beside it. */
export const APART: u32 = 16;
/** Keeps the lines and the white space of its text. */
export const LINES: u32 = 32;

const FLAGS = memory.data(<i32>Tag.COUNT);
const NAME_KEYS = memory.data(<i32>Tag.COUNT * 8, 8);

/**
 * Separators whose names the module does not know by number (custom elements) are held by a checksum of the name, which does
 * not depend on the seed. A page that has another name of the same checksum could as well have the name itself.
 */
const CUSTOM_MAX: u32 = 64;
const CUSTOM = memory.data(64 * 8, 8);
let customCount: u32 = 0;

function mark(tag: u32, flag: u32): void {
  store<u8>(FLAGS + tag, load<u8>(FLAGS + tag) | <u8>flag);
}

export function flagsOf(tag: u32): u32 {
  return load<u8>(FLAGS + tag);
}

/** Reads noscript elements like others, or ignores them. */
export function readNoscript(isRead: bool): void {
  const others = load<u8>(FLAGS + Tag.NOSCRIPT) & ~(<u8>IGNORED);
  store<u8>(FLAGS + Tag.NOSCRIPT, isRead ? others : others | <u8>IGNORED);
}

/**
 * Key of a known name: the hash of its spelling, so that a name that becomes known one day keeps its key. It is computed at
 * the first use after a change of the seed.
 */
// @ts-ignore: decorator
@inline
export function nameKey(tag: u32): u64 {
  const key = load<u64>(NAME_KEYS + ((<usize>tag) << 3));
  return key ? key : newNameKey(tag);
}

function newNameKey(tag: u32): u64 {
  if (tag == Tag.OTHER) return 0;
  const key = hashBytes(spellingOf(tag), spellingLength(tag));
  store<u64>(NAME_KEYS + ((<usize>tag) << 3), key);
  return key;
}

/** Removes the keys of names, which were made with another seed. */
export function forgetNameKeys(): void {
  memory.fill(NAME_KEYS, 0, (<usize>Tag.COUNT) << 3);
}

/** Whether a name that has no number, in `length` bytes at `start`, is one of the custom separators. */
export function isCustomSeparator(start: usize, length: usize): bool {
  if (!customCount) return false;
  const key = checksum(start, length);
  for (let index: u32 = 0; index < customCount; ++index) {
    if (load<u64>(CUSTOM + (index << 3)) == key) return true;
  }
  return false;
}

/** Makes the element whose lower-case name stands in `length` bytes at `start` a separator; false if there are too many. */
export function markSeparator(start: usize, length: u32): bool {
  const tag = tagOf(start, length);
  if (tag != Tag.OTHER) {
    mark(tag, SEPARATOR);
    return true;
  }
  if (customCount == CUSTOM_MAX) return false;
  store<u64>(CUSTOM + (customCount++ << 3), checksum(start, length));
  return true;
}

const INLINE_TAGS = memory.data<i32>([
  Tag.A,
  Tag.ABBR,
  Tag.ACRONYM,
  Tag.APPLET,
  Tag.AUDIO,
  Tag.B,
  Tag.BASEFONT,
  Tag.BDI,
  Tag.BDO,
  Tag.BIG,
  Tag.BUTTON,
  Tag.CANVAS,
  Tag.CITE,
  Tag.CODE,
  Tag.DATA,
  Tag.DEL,
  Tag.DFN,
  Tag.EM,
  Tag.EMBED,
  Tag.FONT,
  Tag.I,
  Tag.IFRAME,
  Tag.IMG,
  Tag.INPUT,
  Tag.INS,
  Tag.KBD,
  Tag.LABEL,
  Tag.MAP,
  Tag.MARK,
  Tag.MATH,
  Tag.METER,
  Tag.NOBR,
  Tag.OBJECT,
  Tag.OUTPUT,
  Tag.PICTURE,
  Tag.PROGRESS,
  Tag.Q,
  Tag.RB,
  Tag.RP,
  Tag.RT,
  Tag.RTC,
  Tag.RUBY,
  Tag.S,
  Tag.SAMP,
  Tag.SELECT,
  Tag.SLOT,
  Tag.SMALL,
  Tag.SOURCE,
  Tag.SPAN,
  Tag.STRIKE,
  Tag.STRONG,
  Tag.SUB,
  Tag.SUP,
  Tag.SVG,
  Tag.TIME,
  Tag.TT,
  Tag.U,
  Tag.VAR,
  Tag.VIDEO,
  Tag.WBR,
  Tag.OTHER,
]);
const INLINE_COUNT: u32 = 61;

for (let index: u32 = 0; index < INLINE_COUNT; ++index) mark(load<i32>(INLINE_TAGS + ((<usize>index) << 2)), INLINE);
const APART_TAGS = memory.data<i32>([
  Tag.AUDIO,
  Tag.BUTTON,
  Tag.CANVAS,
  Tag.EMBED,
  Tag.IFRAME,
  Tag.IMG,
  Tag.INPUT,
  Tag.LABEL,
  Tag.METER,
  Tag.OBJECT,
  Tag.PICTURE,
  Tag.PROGRESS,
  Tag.RT,
  Tag.SELECT,
  Tag.SVG,
  Tag.VIDEO,
]);
const APART_COUNT: u32 = 16;

for (let index: u32 = 0; index < APART_COUNT; ++index) mark(load<i32>(APART_TAGS + ((<usize>index) << 2)), APART);
mark(Tag.PRE, LINES);
mark(Tag.LISTING, LINES);
mark(Tag.XMP, LINES);
mark(Tag.TD, CELL);
mark(Tag.TH, CELL);
mark(Tag.HEAD, IGNORED);
mark(Tag.SCRIPT, IGNORED);
mark(Tag.STYLE, IGNORED);
mark(Tag.NOSCRIPT, IGNORED);
mark(Tag.TEMPLATE, IGNORED);
