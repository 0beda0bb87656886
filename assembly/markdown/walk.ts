/** The walk over kept nodes: each element writes what precedes, surrounds and follows its text. */
import { NodeKind, Step, Visitor, nodeAt, walk } from '../html/nodes';
import { PUNCTUATION } from './characters';
import { writeCodeBlock, writeSpan } from './code';
import { Code, collectCode, isCodeBox, isCodeOfLines, isCodeTable, isGutter, isLineNumber } from './code-text';
import { readAddress } from './destination';
import { endSection, finishHeading, isHeadlineText, levelOfHeading, titleEnd } from './headings';
import { isLanguageBar } from './language';
import { isLayout, isWords } from './grid';
import { beginImages, writeFallback, writeImage, writeMedia } from './image';
import { beginPost, holdsPost, isWholePost, nextPost } from './posts';
import { Format, Line, drop, endBlock, escapeBang, isWanted, lineBreak, settle, space, unwant, want } from './inline';
import { enterItem, enterList, enterNote, enterQuote, isInItem, leaveContainers } from './lists';
import { beginMath, hasDrawn, writeDrawn, writeMath, writeMathScript } from './math';
import {
  NOTE,
  isBackLink,
  isInlineNote,
  isLabel,
  numberOfInline,
  numberOfNote,
  referenceOf,
  footnoteCount,
  footnoteAt,
  skipLabel,
} from './notes';
import { rootOf } from './note-extent';
import { Options } from './options';
import { Out, here, need, put, putText } from './out';
import { Prefix, beginLine, pendingMarker, putNoteLabel } from './prefix';
import { Role, Trait, has, roleOf } from '../elements';
import { linkAnchorIn, isPlaceMark, leadsToItself } from './scan-link';
import { Table, enterCell, enterRow, enterTable, leaveCell, leaveRow } from './table';
import { findBelow, holdsMore, isAllStrong, isNamed, isOtherImage, isPlainTerm } from './inside';
import { beginTexInText, writeTextWithTex } from './tex-text';
import { Tag } from '../html/names';
import { hasStyle, isHiddenByTag } from '../page/hidden';
import { ADJACENT, DROPPED, HIDDEN, KEPT, isPictureButton, marksOf } from '../output/visible-nodes';
import { hasClass, valueIs } from '../page/match';
import { AttributeId, hasAttributes, hasValue, readAttributes } from '../page/attribute-values';
import { isSpent, spend } from '../work';

/** Work for a node, besides that for its text. */
const NODE_STEPS: u64 = 8;

/** The current heading. */
let heading: u32 = 0;
/** The node that becomes the text of the current link. */
let linkAnchor: u32 = 0;
/** That link. */
let anchoredLink: u32 = 0;
/** The element for code whose texts are written one by one. */
let code: u32 = 0;
/** End of the output after the last link. */
let linkEnd: u32 = 0;
/** The current footnote. */
let note: u32 = 0;
/** The mark of the line that is written as a note after the document, with the lines after it; 0 in the document. */
let firstLine: u32 = 0;
/** The current table of a few words. */
let words: u32 = 0;
/** The brackets around a reference to a note are omitted. */
let isBracketed: bool = false;
/** The outermost element without text, whose descendants have no marks. */
let adjacent: u32 = 0;

export function beginWalk(): void {
  beginImages();
  beginMath();
  beginTexInText();
  heading = 0;
  linkAnchor = 0;
  adjacent = 0;
  code = 0;
  linkEnd = 0;
  note = 0;
  firstLine = 0;
  isBracketed = false;
  words = 0;
}

function visitText(node: u32): void {
  const at = nodeAt(node);
  const length = at.textLength;
  if (marksOf(node) & KEPT) {
    spend(length << 2);
    const start = at.text;
    const end = start + length;
    const skipped = u32(isBracketed && load<u8>(start) == 0x5d);
    isBracketed = load<u8>(end - 1) == 0x5b && isBracketedMark(at.next);
    if (code) writeSpan(start, end);
    else writeTextWithTex(Prefix.note ? skipLabel(Prefix.note, start, end) : start + skipped, end - u32(isBracketed));
  } else if (length) {
    space();
  }
}

/** True if a link is a reference to a note, or leads back from one: the brackets around it belong to it. */
function isBracketedMark(link: u32): bool {
  if (nodeAt(link).tag != Tag.A || !(marksOf(link) & KEPT)) return false;
  if (note && isBackLink(link)) return true;
  readAttributes(link);
  return referenceOf(link) != 0;
}

/** Writes the reference to the note with a number; false for 0. */
function putReference(number: u32): bool {
  if (!number) return false;
  drop(Format.SUPERSCRIPT);
  settle(PUNCTUATION);
  escapeBang();
  putNoteLabel(number);
  return true;
}

/** Separates an element from the words next to it, if it needs that. */
function keepApart(node: u32): bool {
  if (has(nodeAt(node).tag, Trait.APART)) space();
  return true;
}

/** Requests emphasis, unless the element's style cancels it, as editors do around pasted text. */
function enterFormat(node: u32, format: u32, property: string = ''): bool {
  const isStyled = property.length != 0 && readAttributes(node);
  if (isStyled && (hasStyle(property, 'normal') || hasStyle(property, '400'))) return true;
  want(format, node);
  return true;
}

/** Writes inline code as a whole, unless it contains other elements. */
function enterCode(node: u32): bool {
  if (!code && Line.block == Line.PARAGRAPH && !Line.open && isCodeOfLines(node)) return writeCodeBlock(node);
  if (!code && holdsMore(node)) code = node;
  else if (!code && collectCode(node)) writeSpan(Code.start, Code.end);
  return code != 0;
}

function leaveCode(node: u32): bool {
  if (node == code) code = 0;
  return true;
}

/** Writes a quotation mark by its last byte. */
function putQuote(last: u32): bool {
  settle(PUNCTUATION);
  put(0xe2);
  put(0x80);
  put(last);
  return true;
}

function enterRubyText(_: u32): bool {
  settle(PUNCTUATION);
  put(0x28);
  return true;
}

function leaveRubyText(_: u32): bool {
  if (Line.open) put(0x29);
  return true;
}

function enterLink(node: u32): bool {
  // Adjacent links are shown apart.
  if (here() == linkEnd) space();
  if (!Options.links || isWanted(Format.LINK)) return true;
  readAttributes(node);
  if (!readAddress(AttributeId.HREF)) return true;
  linkAnchor = linkAnchorIn(node);
  const isHeading = Line.block == Line.HEADING || (linkAnchor && roleOf(nodeAt(linkAnchor).tag) == Role.HEADING);
  if (isHeading && leadsToItself(linkAnchor || node)) linkAnchor = 0;
  else if (linkAnchor) anchoredLink = node;
  else want(Format.LINK, node, node);
  return true;
}

function leaveLink(_: u32): bool {
  linkEnd = here();
  return true;
}

/** A checkbox that begins an item makes it a task. One in a block of the item does not. */
function enterInput(node: u32): bool {
  if (!isInItem()) return false;
  let above = nodeAt(node).parent;
  for (; has(nodeAt(above).tag, Trait.INLINE) || nodeAt(above).tag == Tag.P; above = nodeAt(above).parent) spend(1);
  if (nodeAt(above).tag != Tag.LI) return false;
  readAttributes(node);
  if (valueIs(AttributeId.TYPE, 'checkbox')) Prefix.box = hasValue(AttributeId.CHECKED) ? 0x78 : 0x20;
  return false;
}

function writeRule(_: u32): bool {
  endBlock();
  // Above a document it separates nothing.
  if (Line.block != Line.PARAGRAPH || (Options.isMain && here() == titleEnd) || !need(0)) return false;
  // Dashes after the dash of an item would be one rule; in the first line they would begin front matter.
  const isStars = pendingMarker() == 0x2d || !here();
  beginLine();
  putText(isStars ? '***' : '---');
  return false;
}

function enterHeading(node: u32): bool {
  endBlock();
  if (Line.block != Line.PARAGRAPH) return true;
  Line.block = Line.HEADING;
  Line.level = levelOfHeading(node);
  endSection(Line.level);
  heading = node;
  Line.plain = isWanted(Format.STRONG) || isAllStrong(node);
  return true;
}

function enterBlock(node: u32): bool {
  if (nodeAt(node).tag == Tag.DIV && isCodeBox(node)) return writeCodeBlock(node);
  if (Line.block == Line.PARAGRAPH && isLanguageBar(node)) return false;
  if (isHeadlineText(node)) return enterHeading(node);
  endBlock();
  return true;
}

/** Ends a block, or the current heading. */
function leaveBlock(node: u32): bool {
  if (node == heading) {
    finishHeading(node);
    Line.block = Line.PARAGRAPH;
    heading = 0;
    Line.plain = false;
  } else {
    endBlock();
    Line.bullet = false;
  }
  return true;
}

/** A list, an item or a quote; in a heading or a cell it is a block. */
function enterContainer(node: u32): bool {
  const role = roleOf(nodeAt(node).tag);
  if (Line.block != Line.PARAGRAPH || holdsPost(node)) endBlock();
  else if (role == Role.QUOTE && isWholePost(node)) endBlock();
  else if (role == Role.LIST) enterList(node);
  else if (role == Role.ITEM) enterItem(node);
  else enterQuote(node);
  if (role == Role.ITEM && Line.block == Line.CELL) Line.bullet = true;
  return true;
}

function enterCodeBlock(node: u32): bool {
  return !isLineNumber(node) && !isGutter(node) && writeCodeBlock(node);
}

function writeBreak(_: u32): bool {
  lineBreak();
  return false;
}

function enterTerm(node: u32): bool {
  endBlock();
  if (isPlainTerm(node)) want(Format.STRONG, node);
  return true;
}

/** A table of data, one that lays out code, or one that lays out other content. */
function enterAnyTable(node: u32): bool {
  endBlock();
  if (Line.block != Line.PARAGRAPH || Table.node || holdsPost(node)) return true;
  if (isCodeTable(node)) return findBelow(node, Role.CODE_BLOCK, KEPT) != 0 || writeCodeBlock(node);
  if (!isLayout(node)) enterTable(node);
  else if (isWords) words = node;
  return true;
}

function leaveAnyTable(node: u32): bool {
  if (node == words) words = 0;
  if (node != Table.node) return leaveBlock(node);
  Table.node = 0;
  return true;
}

/** A row of the current table, or of one that only lays out the page. */
function enterAnyRow(node: u32): bool {
  const above = nodeAt(node).parent;
  const isOfTable = above == Table.node || nodeAt(above).parent == Table.node;
  if (Table.node && Line.block == Line.PARAGRAPH && isOfTable) return enterRow(node);
  if (!words) endBlock();
  else if (Line.open && marksOf(node) & KEPT) lineBreak();
  return true;
}

function leaveAnyRow(node: u32): bool {
  if (node == Table.row) leaveRow(node);
  else if (!words) endBlock();
  return true;
}

/** A cell of a table that only lays out the page. */
function enterLooseCell(node: u32): bool {
  if (Line.block == Line.PARAGRAPH && !words) endBlock();
  else space();
  return !isLineNumber(node);
}

function leaveAnyCell(node: u32): bool {
  if (node == Table.cell) leaveCell();
  else if (Line.block == Line.PARAGRAPH && !words) endBlock();
  else space();
  return true;
}

function passOver(_: u32): bool {
  return false;
}

function goOn(_: u32): bool {
  return true;
}

/** Writes the start or the end of an element. At the start, true continues the walk below it; at the end the result is unused. */
type Write = (node: u32) => bool;

/** For each role the writers of start and end. */
// biome-ignore format: a row for each role
const ROLES: StaticArray<Write> = [
  /* inline */ keepApart, keepApart,
  /* block */ enterBlock, leaveBlock,
  /* strong */ (node: u32): bool => enterFormat(node, Format.STRONG, 'font-weight'), goOn,
  /* emphasis */ (node: u32): bool => enterFormat(node, Format.EMPHASIS, 'font-style'), goOn,
  /* deleted */ (node: u32): bool => enterFormat(node, Format.DELETED), goOn,
  /* subscript */ (node: u32): bool => enterFormat(node, Format.SUBSCRIPT), goOn,
  /* superscript */ (node: u32): bool => enterFormat(node, Format.SUPERSCRIPT), goOn,
  /* code */ enterCode, leaveCode,
  /* quotation */ (_: u32): bool => putQuote(0x9c), (_: u32): bool => Line.open && putQuote(0x9d),
  /* link */ enterLink, leaveLink,
  /* image */ writeImage, goOn,
  /* break */ writeBreak, goOn,
  /* rule */ writeRule, goOn,
  /* heading */ enterHeading, leaveBlock,
  /* list */ enterContainer, leaveBlock,
  /* item */ enterContainer, leaveBlock,
  /* quote */ enterContainer, leaveBlock,
  /* code block */ enterCodeBlock, leaveBlock,
  /* table */ enterAnyTable, leaveAnyTable,
  /* row */ enterAnyRow, leaveAnyRow,
  /* cell */ enterLooseCell, leaveAnyCell,
  /* term */ enterTerm, leaveBlock,
  /* input */ enterInput, leaveBlock,
  /* ruby text */ enterRubyText, leaveRubyText,
  /* math */ writeMath, leaveBlock,
  /* nothing */ passOver, leaveBlock,
];

const ENTER: u32 = 0;
const LEAVE: u32 = 1;

function write(node: u32, role: Role, which: u32): bool {
  return unchecked(ROLES[((<u32>role) << 1) + which])(node);
}

function leave(node: u32): void {
  if (node == adjacent) adjacent = 0;
  if (node == note) note = 0;
  unwant(node);
  write(node, roleOf(nodeAt(node).tag), LEAVE);
  leaveContainers(node);
}

/** Writes what replaces an element that is not kept; true if its descendants are skipped. */
function passes(node: u32, tag: u32, role: Role, marks: u32): bool {
  if (tag == Tag.SCRIPT && hasAttributes(node)) {
    writeMathScript(node);
    return true;
  }
  if (tag == Tag.NOSCRIPT) {
    if (Options.images) writeFallback(node);
    endBlock();
    return true;
  }
  if (marks & DROPPED) {
    if (role != Role.BLOCK && role < Role.BREAK) space();
    else if (role != Role.NOTHING) endBlock();
    return true;
  }
  if (!(marks & ADJACENT) && !adjacent && role != Role.BREAK && role != Role.BLOCK && !Table.row) return true;
  if (
    has(tag, Trait.UNSEEN) ||
    (tag == Tag.BUTTON && !isPictureButton(node)) ||
    (!Options.hidden && role != Role.IMAGE && hasAttributes(node) && isHiddenByTag(node))
  )
    return true;
  if (role == Role.CODE || role == Role.CODE_BLOCK || role == Role.QUOTATION || role == Role.RUBY_TEXT) return true;
  if (marks & ADJACENT && !adjacent && nodeAt(node).firstChild) adjacent = node;
  return false;
}

/** Writes the TeX of an element that draws a formula; false for any other element. */
function isDrawn(node: u32, tag: u32, marks: u32): bool {
  // A drawing with a title is hidden, because the title is not text of the page.
  if (tag == Tag.SVG) return (marks & (KEPT | ADJACENT | HIDDEN) || adjacent != 0) && writeDrawn(node, false);
  if (!hasDrawn || !hasAttributes(node) || tag == Tag.MATH || marks & HIDDEN) return false;
  return (marks & (KEPT | ADJACENT) || adjacent != 0) && writeDrawn(node, (marks & KEPT) != 0);
}

/** Begins a note at an element; false if it is left for the end of the document. */
function beginNote(node: u32): bool {
  const number = numberOfNote(node);
  const at = footnoteAt(number);
  // A note in another is part of it.
  if (note && note != at.block) return true;
  if (Line.block != Line.PARAGRAPH || (!at.block && has(nodeAt(node).tag, Trait.INLINE))) return false;
  const holder = at.block ? at.block : node;
  if (!enterNote(holder, number)) return false;
  note = holder;
  at.node = 0;
  return true;
}

/** Visits a node; true continues the walk below it. */
function visit(node: u32): bool {
  const at = nodeAt(node);
  const kind = <u32>at.kind;
  if (node >= nextPost) beginPost(node);
  if (linkAnchor == node) want(Format.LINK, node, anchoredLink);
  if (kind == NodeKind.TEXT) {
    visitText(node);
    unwant(node);
    return false;
  }
  if (kind != NodeKind.ELEMENT) return false;
  const tag = <u32>at.tag;
  const role = isOtherImage(node) ? Role.IMAGE : roleOf(tag);
  const marks = marksOf(node);
  // A cell that is not kept has a column.
  if (role == Role.CELL && Table.row && at.parent == Table.row && !(marks & HIDDEN)) {
    return enterCell(node) && at.firstChild != 0;
  }
  if (tag == Tag.VIDEO || tag == Tag.AUDIO || tag == Tag.IFRAME || isNamed(node, 'amp-video amp-audio amp-iframe')) {
    // Hidden media are replaced by links if they would be kept.
    space();
    if (Options.links && (marks & (HIDDEN | ADJACENT) || adjacent)) writeMedia(node);
    space();
    return false;
  }
  if (tag == Tag.SPAN && !(marks & NOTE) && isInlineNote(node)) {
    putReference(numberOfInline(node));
    return false;
  }
  if (tag == Tag.SPAN && at.next && nodeAt(at.next).tag == Tag.PRE && isLanguageBar(node)) return false;
  if (isDrawn(node, tag, marks) || marks & HIDDEN) return false;
  if (marks & NOTE && !beginNote(node)) return false;
  if (!(marks & KEPT)) {
    if (passes(node, tag, role, marks)) return false;
  } else if (role == Role.LINK) {
    if (note && isBackLink(node)) return false;
    readAttributes(node);
    if (isPlaceMark(node, note != 0) || putReference(referenceOf(node))) return false;
  } else if (note == node) {
    return true;
  } else if (role == Role.SUPERSCRIPT && at.next && isInlineNote(at.next) && isLabel(node)) {
    // The inline note after it has its own number.
    return false;
  } else if (note && role == Role.INLINE && readAttributes(node)) {
    // It repeats the label of the note, or leads back.
    if (hasClass('mw-cite-backlink label fn-b* spip_note_ref')) return false;
  }
  if (!write(node, role, ENTER)) unwant(node);
  else if (at.firstChild) return true;
  else leave(node);
  return false;
}

/** True if a node begins another line whose note is written already: the current notes end there. */
function isWrittenLine(node: u32): bool {
  if (!firstLine || nodeAt(node).parent != nodeAt(firstLine).parent || !(marksOf(node) & NOTE)) return false;
  return !footnoteAt(numberOfNote(node)).node;
}

@unmanaged
class Writer extends Visitor {
  enter(node: u32): Step {
    if (Out.failed || isWrittenLine(node)) return Step.END;
    spend(NODE_STEPS);
    if (isSpent() || !need(64)) return Step.END;
    return visit(node) ? Step.ENTER : Step.PASS;
  }

  leave(node: u32): bool {
    if (!need(64)) return false;
    leave(node);
    return true;
  }
}

export function writeTree(): void {
  walk(nodeAt(0).firstChild, 0, changetype<Writer>(0));
}

/** Writes the remaining notes with a reference: those that were not reached, or are lines, with the lines after them. */
export function writeNotes(): void {
  for (let number: u32 = 1; number <= footnoteCount && !Out.failed; number++) {
    const at = footnoteAt(number);
    const first = at.node;
    if (!first) continue;
    note = at.block ? at.block : first;
    enterNote(note, number);
    firstLine = at.block ? first : 0;
    if (!firstLine) at.node = 0;
    walk(firstLine ? first : nodeAt(first).firstChild, rootOf(first, at.block), changetype<Writer>(0));
    at.node = 0;
    leaveContainers(note);
    note = 0;
  }
}
