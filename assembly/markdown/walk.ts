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
/** The node that becomes the text of a link around blocks (`linkAnchorIn`), or 0. */
let linkAnchor: u32 = 0;
/** The link of `linkAnchor`. */
let anchoredLink: u32 = 0;
/** The current element for inline code with other elements in it: each of its texts is one code span. */
let code: u32 = 0;
/** Offset after the last link. */
let linkEnd: u32 = 0;
/** The current footnote. */
let note: u32 = 0;
/** While notes are written after the document: the element that begins the first line of a note. Otherwise 0. */
let firstLine: u32 = 0;
/** The current table that forms one block (`isWords`). */
let words: u32 = 0;
/** True if the opening bracket before a reference to a note was omitted, so that the closing one is too. */
let isBracketed: bool = false;
/** The current outermost element with the mark ADJACENT: its descendants have no marks. */
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

/** True if a link is a reference to a note, or leads back from one. Brackets around these links are not written. */
function isBracketedMark(link: u32): bool {
  if (nodeAt(link).tag != Tag.A || !(marksOf(link) & KEPT)) return false;
  if (note && isBackLink(link)) return true;
  readAttributes(link);
  return referenceOf(link) != 0;
}

/** Writes a reference to the note with this number; false for number 0. */
function putReference(number: u32): bool {
  if (!number) return false;
  drop(Format.SUPERSCRIPT);
  settle(PUNCTUATION);
  escapeBang();
  putNoteLabel(number);
  return true;
}

/** Writes a space at the start and the end of elements that do not touch the words next to them. */
function keepApart(node: u32): bool {
  if (has(nodeAt(node).tag, Trait.APART)) space();
  return true;
}

/** Requests a format, unless the style of the element sets `property` to normal: editors write such elements around pasted text. */
function enterFormat(node: u32, format: u32, property: string = ''): bool {
  const isStyled = property.length != 0 && readAttributes(node);
  if (isStyled && (hasStyle(property, 'normal') || hasStyle(property, '400'))) return true;
  want(format, node);
  return true;
}

/** Writes inline code as one span. If it contains other elements, its texts are written as spans later. */
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

/** Writes the quotation mark whose UTF-8 ends with this byte. */
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
  // Browsers show adjacent links with a distance.
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

/** A checkbox at the start of an item makes it a task, but not a checkbox in a block of the item. */
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
  // A rule at the start of the document separates nothing.
  if (Line.block != Line.PARAGRAPH || (Options.isMain && here() == titleEnd) || !need(0)) return false;
  // In an item, dashes would form one rule with its marker; in the first line of the output they would begin front matter.
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

/** A list, an item or a quote. In a heading or a cell, and around a post, it is only a block. */
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

/** A table: it contains data, or code next to line numbers, or it only lays out its content. */
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

/** A row of the current table of data, or of a table that only lays out its content. */
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

/** Writes the start or the end of an element. At the start, the result is true if its descendants are visited; at the end it is unused. */
type Write = (node: u32) => bool;

/** The writers of the start and of the end of an element, for each role in the order of `Role`. */
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

/** Handles an element without the mark KEPT: writes the break or formula in its place. True if its descendants are skipped. */
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

/** Writes the TeX of an element that draws a formula; false if it draws none. */
function isDrawn(node: u32, tag: u32, marks: u32): bool {
  // A drawing has the mark HIDDEN if it contains a title, because titles of drawings are not text of the page.
  if (tag == Tag.SVG) return (marks & (KEPT | ADJACENT | HIDDEN) || adjacent != 0) && writeDrawn(node, false);
  if (!hasDrawn || !hasAttributes(node) || tag == Tag.MATH || marks & HIDDEN) return false;
  return (marks & (KEPT | ADJACENT) || adjacent != 0) && writeDrawn(node, (marks & KEPT) != 0);
}

/** Begins the note at an element with the mark NOTE. False if it cannot begin here: it is written after the document. */
function beginNote(node: u32): bool {
  const number = numberOfNote(node);
  const at = footnoteAt(number);
  // A note in another note is written as part of it.
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
  // Cells without kept text are written too, because they take a column.
  if (role == Role.CELL && Table.row && at.parent == Table.row && !(marks & HIDDEN)) {
    return enterCell(node) && at.firstChild != 0;
  }
  if (tag == Tag.VIDEO || tag == Tag.AUDIO || tag == Tag.IFRAME || isNamed(node, 'amp-video amp-audio amp-iframe')) {
    // Media with kept text in them are marked HIDDEN, because they are UNSEEN. Links replace them.
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
    // The label before an inline note, which gets its own number.
    return false;
  } else if (note && role == Role.INLINE && readAttributes(node)) {
    // An element that repeats the label of the note, or leads back to the reference.
    if (hasClass('mw-cite-backlink label fn-b* spip_note_ref')) return false;
  }
  if (!write(node, role, ENTER)) unwant(node);
  else if (at.firstChild) return true;
  else leave(node);
  return false;
}

/** True if a node begins a line whose note is written already: the notes that are written now end before it. */
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

/** Writes the notes with a reference that are not written yet. After a note that is a line, the lines that follow are written too. */
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
