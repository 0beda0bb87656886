/**
 * Writes white space, breaks and delimiters of the current line.
 *
 * The walk requests formats for the next character (`want`). Delimiters are written only before a character: first, open formats that are
 * not requested are closed; then white space is written; then requested formats are opened. So white space is outside of emphasis, empty
 * emphasis is not written, and equal neighbours are joined. If the flanking rules of CommonMark forbid a delimiter, an HTML tag replaces
 * it.
 */
import { beginBareAddresses, breakBareAddresses, fixText, hasBareAddress, moveSearched } from './bare-address';
import { PUNCTUATION, SPACE, WORD, classBefore } from './characters';
import { escapeClosing, escapeLine } from './line';
import { closeLink } from './title';
import { Out, addressOf, byteAt, here, insert, put, putText } from './out';
import { beginLine, continueLine } from './prefix';
import { lastRead, readAgain } from '../page/attribute-values';
import { spend } from '../work';

/** Formats of characters. The delimiters of formats up to EMPHASIS are asterisks. */
export namespace Format {
  /** Of a request that was dropped. */
  export const NONE: u32 = 0;
  export const STRONG: u32 = 1;
  export const EMPHASIS: u32 = 2;
  export const DELETED: u32 = 3;
  export const SUBSCRIPT: u32 = 4;
  export const SUPERSCRIPT: u32 = 5;
  export const LINK: u32 = 6;
}

/** The current line. Set by this file; files that begin headings and cells also set `block` and `level`. */
export namespace Line {
  // Values of `block`: a paragraph or other text, a heading, or a cell.
  export const PARAGRAPH: u32 = 0;
  export const HEADING: u32 = 1;
  export const CELL: u32 = 2;

  export let block: u32 = PARAGRAPH;
  /** Level of a heading. */
  export let level: u32 = 0;
  /** True if the block has begun: its first character is written. */
  export let open: bool = false;
  /** Offset of the first byte of the line, after prefix and marker. */
  export let start: u32 = 0;
  /** True for the first line of the block. */
  export let first: bool = true;
  /** White space and line breaks before the next character. */
  export let space: bool = false;
  export let breaks: u32 = 0;
  /** True in a heading that is bold as a whole: STRONG is not written. */
  export let plain: bool = false;
  /** True if the next character begins an item of a list in a cell. */
  export let bullet: bool = false;
  /** True after `settle`, while no format or space was requested: characters may be written at once. */
  export let settled: bool = false;
}

@unmanaged
class FormatRequest {
  format: u32;
  /** The end of this node ends the format. */
  node: u32;
  /** For a link: its element. */
  link: u32;
}

@unmanaged
class OpenFormat extends FormatRequest {
  /** Offset of its delimiter. */
  offset: u32;
  /** The delimiter is a tag. */
  isTag: bool;
  /** Class of the character before the delimiter. */
  before: u32;
}

/** Maximum number of requested formats, and of open formats. */
const FORMATS_MAX: u32 = 16;
/** Requested formats. */
const WANT = memory.data(16 * 12, 4);
/** Open formats. */
const OPEN = memory.data(16 * 24, 4);
/** Number of requested formats. */
let wanted: u32 = 0;
/** Number of open formats. */
let opened: u32 = 0;

/** No offset of the output. */
const NOWHERE: u32 = 0xffffffff;
/** Offset after the last closing delimiters. */
let closedAt: u32 = NOWHERE;
/** Class of the character before these delimiters. */
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

function wantAt(index: u32): FormatRequest {
  return changetype<FormatRequest>(WANT + <usize>index * offsetof<FormatRequest>());
}

function openAt(index: u32): OpenFormat {
  return changetype<OpenFormat>(OPEN + <usize>index * offsetof<OpenFormat>());
}

/** The format of a request; NONE if it is not written. */
function writtenFormat(index: u32): u32 {
  const format = wantAt(index).format;
  return format == Format.STRONG && Line.plain ? Format.NONE : format;
}

/** True if any element requests a format. */
export function isWanted(format: u32): bool {
  for (let index: u32 = 0; index < wanted; index++) {
    if (wantAt(index).format == format) return true;
  }
  return false;
}

/** Requests a format for the characters up to the end of `node`; `link`: the element with the URL. */
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

/** Number of outermost open formats that are all still requested. */
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

/** The delimiter of each format except links; empty if only a tag exists. */
const DELIMITERS: StaticArray<string> = ['', '**', '*', '~~', '', ''];
/** The end of the tags of each format. */
const TAGS: StaticArray<string> = ['', 'strong>', 'em>', 'del>', 'sub>', 'sup>'];

function delimiterOf(format: u32): string {
  return unchecked(DELIMITERS[format]);
}

function isStars(format: u32): bool {
  return format <= Format.EMPHASIS;
}

/** Class of the last character before the delimiters of asterisks at the end of the output. */
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

function putDelimiter(format: u32, before: u32): void {
  putText(delimiterOf(format));
  if (!isStars(format)) return;
  // Asterisks that follow would belong to the same run, whose class is that of the character before it.
  closedAt = here();
  closedBefore = before;
}

/** Replaces the delimiter of an open format by an HTML tag. Outer delimiters directly before it follow if they need its letter. */
function makeTag(index: u32): void {
  const at = openAt(index);
  const format = at.format;
  const offset = at.offset;
  const length = delimiterOf(format).length;
  const tag = unchecked(TAGS[format]).length + 1;
  spend(here() - offset);
  insert(offset, tag - length);
  moveSearched(tag - length);
  // `putTag` may overwrite bytes after the tag, so the tag is written after the output, and then copied.
  const end = Out.to;
  putTag(format, false);
  memory.copy(addressOf(offset), end, tag);
  Out.to = end;
  at.isTag = true;
  if (!index) return;
  // The outer delimiter now precedes `<`, not a letter.
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
    // The caller may have read the attributes of an image that follows.
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

/** Closes open formats except the outermost `count`; `next`: class of the character after all of them. */
function closeTo(count: u32, next: u32): void {
  while (opened > count) {
    let follows = next;
    if (opened > count + 1) {
      // The outer delimiter follows. Two delimiters of asterisks form one run, after which `next` follows.
      const outer = openAt(opened - 2).format;
      const stars = isStars(outer) && isStars(openAt(opened - 1).format) && !openAt(opened - 2).isTag;
      if (!stars) follows = PUNCTUATION;
    }
    closeLast(follows);
  }
}

/** Opens a requested format; `next`: class of the character after it. */
function openWanted(index: u32, next: u32): void {
  const format = wantAt(index).format;
  const before = classBehind();
  const to = openAt(opened++);
  to.format = format;
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

/** Escapes an exclamation mark at the end of the output: with a bracket after it, it would begin an image. */
export function escapeBang(): void {
  if (here() == Line.start || byteAt(here() - 1) != 0x21) return;
  Out.to--;
  put(0x5c);
  put(0x21);
}

/** Class of the character after the `index`-th requested format: the next delimiter, or `next`. */
function classAfter(index: u32, next: u32): u32 {
  const format = wantAt(index).format;
  for (let inner = index + 1; inner < wanted; inner++) {
    const other = writtenFormat(inner);
    if (other == Format.NONE) continue;
    if (!isStars(other) || !isStars(format)) return PUNCTUATION;
  }
  return next;
}

/** Opens the requested formats that are not open. */
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

/** Class of the character after closing all but `kept` formats: white space, the first delimiter that is opened then, or `next`. */
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

/** True if one of the open formats is `format`, without the outermost `skipped`. */
function isOpen(format: u32, skipped: u32 = 0): bool {
  for (let index = skipped; index < opened; index++) if (openAt(index).format == format) return true;
  return false;
}

/** Prepares the output for a character of class `next`. */
export function settle(next: u32): void {
  if (Line.open && Line.breaks > 1 && Line.block == Line.PARAGRAPH) endBlock();
  if (!Line.open) {
    beginBlock();
  } else {
    const kept = common();
    // A delimiter may follow. At the end of the text of a link, renderers do not link URLs.
    const added = Line.space || isOpen(Format.LINK, kept) ? 0 : breakBareAddresses(Line.start);
    if (closedAt != NOWHERE) closedAt += added;
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
  // After a bare URL, a backslash would become part of the link.
  if (hasBareAddress(Line.start)) putText('  ');
  else put(0x5c);
  continueLine();
  Line.start = here();
  Line.first = false;
}

/** Requests white space before the next character. */
export function space(): void {
  if (!Line.open) return;
  Line.space = true;
  Line.settled = false;
  if (!opened) return;
  const kept = common();
  if (kept < opened) closeTo(kept, SPACE);
}

/** Requests a line break before the next character. */
export function lineBreak(): void {
  if (!Line.open) return;
  space();
  Line.breaks++;
}

/** Ends a block. In a cell and in a heading it only breaks the text. */
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

/** Ends a block of any kind. */
export function finishBlock(): void {
  if (Line.open) {
    // A link that continues in the next block is not opened again.
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

/** Drops the requests for a format: it is not opened again. */
export function drop(format: u32): void {
  for (let index: u32 = 0; index < wanted; index++) {
    if (wantAt(index).format == format) wantAt(index).format = Format.NONE;
  }
  Line.settled = false;
}
