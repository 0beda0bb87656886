/**
 * The line of text that is written: its white space, its breaks and its delimiters.
 *
 * The walk says which formats the next character should have (`want`); the output knows which are open (`open`). Delimiters
 * are written only when a character is: those open that are not wanted are closed, then the white space between, then those
 * wanted are opened. So white space stands outside of emphasis, empty emphasis is not written, and equal neighbours are one.
 * Where CommonMark would not read a delimiter as one (its flanking rules), an HTML tag stands in its place.
 */
import { beginBareAddresses, breakBareAddresses, fixText, hasBareAddress, moveSearched } from './bare-address';
import { PUNCTUATION, SPACE, WORD, classBefore } from './characters';
import { escapeClosing, escapeLine } from './line';
import { closeLink } from './title';
import { Out, addressOf, byteAt, here, insert, put, putText } from './out';
import { beginLine, continueLine } from './prefix';
import { lastRead, readAgain } from '../page/attribute-values';
import { spend } from '../work';

/** Up to EMPHASIS, the delimiter is made of asterisks. */
export namespace Format {
  /** A format that is not written any more. */
  export const NONE: u32 = 0;
  export const STRONG: u32 = 1;
  export const EMPHASIS: u32 = 2;
  export const DELETED: u32 = 3;
  export const SUBSCRIPT: u32 = 4;
  export const SUPERSCRIPT: u32 = 5;
  export const LINK: u32 = 6;
}

/** The current line. Written by this file; `block` and `level` by those that begin headings and cells. */
export namespace Line {
  // What it is in: a paragraph or any other text, a heading, or a cell.
  export const PARAGRAPH: u32 = 0;
  export const HEADING: u32 = 1;
  export const CELL: u32 = 2;

  export let block: u32 = PARAGRAPH;
  /** Level of a heading. */
  export let level: u32 = 0;
  /** Something of the block is written. */
  export let open: bool = false;
  /** Offset of the first byte of the line, behind prefix and marker. */
  export let start: u32 = 0;
  /** No line of the block is before it. */
  export let first: bool = true;
  /** White space or line breaks stand before the next character. */
  export let space: bool = false;
  export let breaks: u32 = 0;
  /** All of a heading is bold, which is not marked. */
  export let plain: bool = false;
  /** An item of a list begins in a cell. */
  export let bullet: bool = false;
  /** Nothing stands between: a character may be written as it is. */
  export let settled: bool = false;
}

@unmanaged
class Wanted {
  format: u32;
  /** Node that ends it. */
  node: u32;
  /** Node of the link. */
  link: u32;
}

@unmanaged
class OpenFormat extends Wanted {
  /** Offset of its delimiter. */
  offset: u32;
  /** The delimiter is a tag. */
  isTag: bool;
  /** Class of the character before it. */
  before: u32;
}

/** Maximum number of wanted formats, and of open formats: each is written once at a time. */
const FORMATS_MAX: u32 = 16;
/** Wanted formats. */
const WANT = memory.data(16 * 12, 4);
/** Open formats. */
const OPEN = memory.data(16 * 24, 4);
/** Number of wanted formats. */
let wanted: u32 = 0;
/** Number of open formats. */
let opened: u32 = 0;

/** No offset of the output. */
const NOWHERE: u32 = 0xffffffff;
/** Offset after the closing delimiters that were written last. */
let closedAt: u32 = NOWHERE;
/** Class of the character before them. */
let closedBefore: u32 = 0;

export function beginInline(): void {
  beginBareAddresses();
  Line.block = Line.PARAGRAPH;
  Line.open = false;
  Line.space = false;
  Line.breaks = 0;
  Line.bullet = false;
  Line.plain = false;
  Line.settled = false;
  wanted = 0;
  opened = 0;
  closedAt = NOWHERE;
}

function wantAt(index: u32): Wanted {
  return changetype<Wanted>(WANT + <usize>index * offsetof<Wanted>());
}

function openAt(index: u32): OpenFormat {
  return changetype<OpenFormat>(OPEN + <usize>index * offsetof<OpenFormat>());
}

/** The format of a wanted entry; NONE where it is not written. */
function writtenFormat(index: u32): u32 {
  const format = wantAt(index).format;
  return format == Format.STRONG && Line.plain ? Format.NONE : format;
}

/** Whether a format is wanted, by whatever element. */
export function isWanted(format: u32): bool {
  for (let index: u32 = 0; index < wanted; index++) {
    if (wantAt(index).format == format) return true;
  }
  return false;
}

/** The characters up to the end of `node` have a format; `link` is the element with its address. */
export function want(format: u32, node: u32, link: u32 = 0): void {
  if (isWanted(format) || wanted == FORMATS_MAX) return;
  const at = wantAt(wanted++);
  at.format = format;
  at.node = node;
  at.link = link;
  Line.settled = false;
}

/** Ends the formats that a node began. */
// @ts-ignore: decorator
@inline
export function unwant(node: u32): void {
  while (wanted && wantAt(wanted - 1).node == node) {
    wanted--;
    Line.settled = false;
  }
}

/** Number of open formats that are still wanted, from the outermost on. */
function common(): u32 {
  let index: u32 = 0;
  let at: u32 = 0;
  for (; index < opened; index++, at++) {
    while (at < wanted && writtenFormat(at) == Format.NONE) at++;
    if (at == wanted || wantAt(at).format != openAt(index).format) return index;
    if (wantAt(at).link != openAt(index).link) return index;
  }
  return index;
}

/** The delimiter of each format but links; none where only a tag says it. */
const DELIMITERS: StaticArray<string> = ['', '**', '*', '~~', '', ''];
/** The end of its tags. */
const TAGS: StaticArray<string> = ['', 'strong>', 'em>', 'del>', 'sub>', 'sup>'];

function delimiterOf(format: u32): string {
  return unchecked(DELIMITERS[format]);
}

function isStars(format: u32): bool {
  return format <= Format.EMPHASIS;
}

/** Class of the character before the next one, without the delimiters of asterisks between. */
function classBehind(): u32 {
  const at = here();
  if (at == closedAt) return closedBefore;
  return classBefore(Out.to, addressOf(Line.start));
}

function putTag(format: u32, closing: bool): void {
  put(0x3c);
  if (closing) put(0x2f);
  putText(unchecked(TAGS[format]));
}

/** Writes a delimiter behind a character of class `before`. */
function putDelimiter(format: u32, before: u32): void {
  putText(delimiterOf(format));
  if (!isStars(format)) return;
  // A delimiter that follows belongs to the same run.
  closedAt = here();
  closedBefore = before;
}

/** Replaces the delimiter of an open format, and of those around it that it was part of, by a tag. */
function makeTag(index: u32): void {
  const at = openAt(index);
  const format = at.format;
  const offset = at.offset;
  const length = delimiterOf(format).length;
  const tag = unchecked(TAGS[format]).length + 1;
  spend(here() - offset);
  insert(offset, tag - length);
  moveSearched(tag - length);
  // Texts are written with bytes behind them, so the tag is made behind all of it.
  const end = Out.to;
  putTag(format, false);
  memory.copy(addressOf(offset), end, tag);
  Out.to = end;
  at.isTag = true;
  if (!index) return;
  // The delimiter around it is not before a letter any more.
  const outer = openAt(index - 1);
  if (outer.isTag || outer.format == Format.LINK || outer.offset + delimiterOf(outer.format).length != offset) return;
  if (outer.before == WORD) makeTag(index - 1);
}

/** Closes the innermost open format; `next` is the class of the character that follows. */
function closeLast(next: u32): void {
  const index = opened - 1;
  const at = openAt(index);
  const format = at.format;
  if (format == Format.LINK) {
    // What is written next may be an image, whose attributes were read.
    const last = lastRead();
    closeLink(at.link, at.offset, Line.block == Line.CELL);
    readAgain(last);
    fixText();
    opened--;
    return;
  }
  const before = classBehind();
  if (!at.isTag && before != WORD && next != SPACE && next != PUNCTUATION) makeTag(index);
  opened--;
  if (at.isTag) putTag(format, true);
  else putDelimiter(format, before);
}

/** Closes open formats but the outermost `count`; `next` is the class of the character after all of them. */
function closeTo(count: u32, next: u32): void {
  while (opened > count) {
    let follows = next;
    if (opened > count + 1) {
      // What follows is the delimiter around it: asterisks are one run with these.
      const outer = openAt(opened - 2).format;
      const stars = isStars(outer) && isStars(openAt(opened - 1).format) && !openAt(opened - 2).isTag;
      if (!stars) follows = PUNCTUATION;
    }
    closeLast(follows);
  }
}

/** Opens a wanted format. `next` is the class of the character that follows it. */
function openWanted(index: u32, next: u32): void {
  const format = wantAt(index).format;
  const before = classBehind();
  const to = openAt(opened++);
  to.format = format;
  to.node = wantAt(index).node;
  to.link = wantAt(index).link;
  if (format == Format.LINK) escapeBang();
  to.offset = here();
  if (format == Format.LINK) {
    put(0x5b);
    return;
  }
  const reads = next == WORD || (next != SPACE && (before == SPACE || before == PUNCTUATION));
  to.isTag = !reads || !delimiterOf(format).length;
  to.before = before;
  if (to.isTag) putTag(format, false);
  else putDelimiter(format, before);
}

/** A bracket after an exclamation mark would begin an image. */
export function escapeBang(): void {
  if (here() == Line.start || byteAt(here() - 1) != 0x21) return;
  Out.to--;
  put(0x5c);
  put(0x21);
}

/** Class of what follows the `index`-th wanted format: the next delimiter, or the character of class `next`. */
function classAfter(index: u32, next: u32): u32 {
  const format = wantAt(index).format;
  for (let inner = index + 1; inner < wanted; inner++) {
    const other = writtenFormat(inner);
    if (other == Format.NONE) continue;
    if (!isStars(other) || !isStars(format)) return PUNCTUATION;
  }
  return next;
}

/** Opens the wanted formats that are not open. */
function openRest(next: u32): void {
  let index: u32 = 0;
  let skipped = opened;
  for (; index < wanted && skipped; index++) {
    if (writtenFormat(index) != Format.NONE) skipped--;
  }
  for (; index < wanted; index++) {
    if (writtenFormat(index) != Format.NONE) openWanted(index, classAfter(index, next));
  }
}

/** The class of what stands after the formats that are closed now: the first to be opened, or the next character. */
function classOfNext(kept: u32, next: u32): u32 {
  if (Line.space || Line.breaks) return SPACE;
  let seen: u32 = 0;
  for (let index: u32 = 0; index < wanted; index++) {
    const format = writtenFormat(index);
    if (format == Format.NONE || seen++ < kept) continue;
    return isStars(format) && isStars(openAt(opened - 1).format) ? classAfter(index, next) : PUNCTUATION;
  }
  return next;
}

function isOpen(format: u32): bool {
  for (let index: u32 = 0; index < opened; index++) if (openAt(index).format == format) return true;
  return false;
}

/** Breaks the addresses behind which a delimiter may stand. Renderers make no links in the text of a link. */
function breakAddresses(): void {
  const added = breakBareAddresses(Line.start);
  if (closedAt != NOWHERE) closedAt += added;
}

/** Prepares the output for a character of class `next`. */
export function settle(next: u32): void {
  if (Line.open && Line.breaks > 1 && Line.block == Line.PARAGRAPH) endBlock();
  if (!Line.open) {
    beginBlock();
  } else {
    const kept = common();
    if (!Line.space && !isOpen(Format.LINK)) breakAddresses();
    if (kept < opened) closeTo(kept, classOfNext(kept, next));
    if (Line.breaks) writeBreak();
    else if (Line.space) put(0x20);
  }
  Line.space = false;
  Line.breaks = 0;
  if (Line.bullet) {
    put(0x2d);
    put(0x20);
    Line.bullet = false;
  }
  const start = here();
  openRest(next);
  if (here() > start) fixText();
  Line.settled = true;
}

function beginBlock(): void {
  if (Line.block != Line.CELL) {
    beginLine();
    if (Line.block == Line.HEADING) {
      for (let level: u32 = 0; level < Line.level; level++) put(0x23);
      put(0x20);
    }
  }
  Line.start = here();
  Line.first = true;
  Line.open = true;
  closedAt = NOWHERE;
}

function writeBreak(): void {
  if (Line.block == Line.CELL) {
    putText('<br>');
    closedAt = NOWHERE;
    return;
  }
  if (Line.block == Line.HEADING) {
    put(0x20);
    return;
  }
  escapeLine(Line.start, Line.first);
  // A backslash would be a part of an address before it.
  if (hasBareAddress(Line.start)) putText('  ');
  else put(0x5c);
  continueLine();
  Line.start = here();
  Line.first = false;
}

/** White space before the next character. */
export function space(): void {
  if (!Line.open) return;
  Line.space = true;
  Line.settled = false;
  if (!opened) return;
  const kept = common();
  if (kept < opened) closeTo(kept, SPACE);
}

/** A line break before the next character. */
export function lineBreak(): void {
  if (!Line.open) return;
  space();
  Line.breaks++;
}

/** The end of what is written as one block. In a cell and in a heading, it breaks the text and no more. */
export function endBlock(): void {
  if (!Line.open) return;
  if (Line.block == Line.CELL) {
    space();
    if (!Line.breaks) Line.breaks = 1;
    return;
  }
  if (Line.block == Line.HEADING) {
    space();
    return;
  }
  finishBlock();
}

/** Ends the block, whatever it is. */
export function finishBlock(): void {
  if (Line.open) {
    // A link is written once.
    if (isOpen(Format.LINK)) drop(Format.LINK);
    closeTo(0, SPACE);
    if (Line.block == Line.PARAGRAPH) escapeLine(Line.start, Line.first);
    else if (Line.block == Line.HEADING) escapeClosing(Line.start);
  }
  Line.open = false;
  Line.space = false;
  Line.breaks = 0;
  Line.settled = false;
}

/** A format is not opened again, nor if it is not open yet. */
export function drop(format: u32): void {
  for (let index: u32 = 0; index < wanted; index++) {
    if (wantAt(index).format == format) wantAt(index).format = Format.NONE;
  }
  Line.settled = false;
}
