/** The walk over what stays: each element says what stands before, around and after its text. */
import { NodeKind } from '../html/records';
import { PUNCTUATION } from './characters';
import { writeCodeBlock, writeCodeSpan, writeSpan } from './code';
import { isGutter, isLineNumber } from './code-text';
import { holdsCodeBlock, isCodeBox, isCodeTable } from './code-table';
import { readAddress } from './destination';
import { endsFrame } from './frames';
import { endSection, finishHeading, isHeadlineText, levelOfHeading } from './headings';
import { isLanguageBar } from './language';
import { isLayout, isWords } from './grid';
import { beginImages, writeFallback, writeImage, writeMedia } from './image';
import { beginPost, holdsPost, isWholePost, nextPost } from './posts';
import {
  CELL,
  DELETED,
  EMPHASIS,
  HEADING,
  LINK,
  Line,
  PARAGRAPH,
  STRONG,
  SUBSCRIPT,
  SUPERSCRIPT,
  drop,
  endBlock,
  escapeBang,
  isWanted,
  lineBreak,
  settle,
  space,
  unwant,
  want,
} from './inline';
import { enterItem, enterList, enterNote, enterQuote, isInItem, leaveContainers } from './lists';
import { beginMath, hasDrawn, writeDrawn, writeMath, writeMathScript } from './math';
import {
  NOTE,
  Referred,
  isBackLink,
  isInlineNote,
  isLabel,
  isNoteMark,
  numberOfInline,
  numberOfNote,
  referenceOf,
  referred,
  referredAt,
  skipLabel,
} from './notes';
import { Options } from './options';
import { Out, here, need, put, putText } from './out';
import { Prefix, beginLine, pendingMarker, putNoteLabel } from './prefix';
import { Role, Trait, has, roleOf } from '../elements';
import { carrierIn, isPlaceMark, leadsToItself } from './scan-link';
import { Table, enterCell, enterRow, enterTable, leaveCell, leaveRow, leaveTable } from './table';
import { holdsMore, isAllStrong, isNamed, isPlainTerm } from './inside';
import { beginTexInText, writeTextWithTex } from './tex-text';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { hasStyle, isHiddenByTag } from '../page/hidden';
import { BESIDE, GOES, HIDDEN, STAYS, isPictureButton, marksOf } from '../shown/visible-nodes';
import { valueIs } from '../page/match';
import { Step, Visitor, walk } from '../page/tree';
import { Known, hasAttributes, hasValue, readAttributes } from '../page/attribute-values';
import { isSpent, spend } from '../work';

/** Work for a node, beside that for its text. */
const NODE_STEPS: u64 = 8;

/** The heading that is written. */
let heading: u32 = 0;
/** The node in a link that carries it. */
let carrier: u32 = 0;
/** The link that it carries. */
let carried: u32 = 0;
/** The element for code whose texts are written one by one. */
let code: u32 = 0;
/** Where the output ended with the last link. */
let linkEnd: u32 = 0;
/** The footnote that is written. */
let note: u32 = 0;
/** The mark of the line whose note is written behind the document, with those of the lines after it; 0 in the document. */
let firstLine: u32 = 0;
/** The table of words that is written. */
let words: u32 = 0;
/** The bracket before a reference to a note is left out, and so is the one behind it. */
let isBracketed: bool = false;
/** The outermost element without text, whose descendants have no marks. */
let beside: u32 = 0;

export function beginWalk(): void {
  beginImages();
  beginMath();
  beginTexInText();
  heading = 0;
  carrier = 0;
  beside = 0;
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
  if (marksOf(node) & STAYS) {
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

/** An element with text that goes. */
function passElement(role: Role): void {
  if (role == Role.NOTHING) return;
  if (role <= Role.IMAGE && role != Role.BLOCK) space();
  else endBlock();
}

/** Whether a link is a reference to a note, or in one leads back: brackets around it are its own. */
function isBracketedMark(link: u32): bool {
  if (nodeAt(link).tag != Tag.A || !(marksOf(link) & STAYS)) return false;
  if (note && isBackLink(link)) return true;
  readAttributes(link);
  return referenceOf(link) != 0;
}

/** Writes the reference to the note with a number; false for 0. */
function putReference(number: u32): bool {
  if (!number) return false;
  drop(SUPERSCRIPT);
  settle(PUNCTUATION);
  escapeBang();
  putNoteLabel(number);
  return true;
}

function enterLink(node: u32): void {
  // Links are shown apart from one another.
  if (here() == linkEnd) space();
  if (!Options.links || isWanted(LINK)) return;
  readAttributes(node);
  if (!readAddress(Known.HREF)) return;
  carrier = carrierIn(node);
  const isHeading = Line.block == HEADING || (carrier && roleOf(nodeAt(carrier).tag) == Role.HEADING);
  if (isHeading && leadsToItself(carrier || node)) carrier = 0;
  else if (carrier) carried = node;
  else want(LINK, node, node);
}

function enterHeading(node: u32, tag: u32): void {
  endBlock();
  if (Line.block != PARAGRAPH) return;
  Line.block = HEADING;
  Line.level = levelOfHeading(node, tag);
  endSection(Line.level);
  heading = node;
  Line.plain = isWanted(STRONG) || isAllStrong(node);
}

/** A line across the page. */
function writeRule(): void {
  endBlock();
  // Above a document it divides nothing.
  if (Line.block != PARAGRAPH || (Options.isMain && !here()) || !need(0)) return;
  // Dashes after the dash of an item would be one rule, and those of a first line the start of front matter.
  const isStars = pendingMarker() == 0x2d || !here();
  beginLine();
  putText(isStars ? '***' : '---');
}

/** A checkbox that begins an item makes it a task; one in a block inside is a part of something else. */
function enterInput(node: u32): void {
  if (!isInItem()) return;
  let above = nodeAt(node).parent;
  let tag = <u32>nodeAt(above).tag;
  while (has(tag, Trait.INLINE) || tag == Tag.P) {
    spend(1);
    above = nodeAt(above).parent;
    tag = nodeAt(above).tag;
  }
  if (tag != Tag.LI) return;
  readAttributes(node);
  if (valueIs(Known.TYPE, 'checkbox')) Prefix.box = hasValue(Known.CHECKED) ? 0x78 : 0x20;
}

/** A table of data, one that lays out code, or one that lays out something else. */
function enterTableOrCode(node: u32): bool {
  endBlock();
  if (Line.block != PARAGRAPH || Table.node || holdsPost(node)) return true;
  if (isCodeTable(node)) {
    if (holdsCodeBlock(node)) return true;
    writeCodeBlock(node);
    return false;
  }
  if (!isLayout(node)) enterTable(node);
  else if (isWords) words = node;
  return true;
}

/** Whether a row or cell belongs to the table that is written. */
function isOfTable(row: u32): bool {
  if (!Table.node || Line.block != PARAGRAPH) return false;
  const above = nodeAt(row).parent;
  return above == Table.node || nodeAt(above).parent == Table.node;
}

/** Whether the style of an emphasis takes it back: editors write that around pasted text. */
function isPlain(node: u32, property: string): bool {
  if (!hasAttributes(node)) return false;
  readAttributes(node);
  return hasStyle(property, 'normal') || hasStyle(property, '400');
}

/** The format of an element with a role that has one. */
function formatOf(role: Role): u32 {
  switch (role) {
    case Role.STRONG:
      return STRONG;
    case Role.EMPHASIS:
      return EMPHASIS;
    case Role.DELETED:
      return DELETED;
    case Role.SUBSCRIPT:
      return SUBSCRIPT;
  }
  return SUPERSCRIPT;
}

/** Emphasis of some kind, unless its style takes it back. */
function enterFormat(node: u32, role: Role): void {
  if (role == Role.STRONG && isPlain(node, 'font-weight')) return;
  if (role == Role.EMPHASIS && isPlain(node, 'font-style')) return;
  want(formatOf(role), node);
}

/** Code in a line, written as a whole unless something else is in it. */
function enterCode(node: u32): bool {
  if (!code && holdsMore(node)) code = node;
  else if (!code) writeCodeSpan(node);
  return code != 0;
}

/** A list, an item or a quote; in a heading or a cell it is a block. */
function enterContainer(node: u32, role: Role): void {
  if (Line.block != PARAGRAPH || holdsPost(node)) endBlock();
  else if (role == Role.QUOTE && isWholePost(node)) endBlock();
  else if (role == Role.LIST) enterList(node);
  else if (role == Role.ITEM) enterItem(node);
  else enterQuote(node);
  if (role == Role.ITEM && Line.block == CELL) Line.bullet = true;
}

/** A row: of the table that is written, or of one that only lays out the page. */
function enterAnyRow(node: u32): bool {
  if (isOfTable(node)) return enterRow(node);
  if (!words) endBlock();
  else if (Line.open && marksOf(node) & STAYS) lineBreak();
  return true;
}

/** A cell of a table that only lays out the page. */
function enterLooseCell(node: u32): bool {
  if (Line.block == PARAGRAPH && !words) endBlock();
  else space();
  return !isLineNumber(node);
}

/** Enters an element that ends the line before it: whether the walk goes on below it. */
function enterBlock(node: u32, tag: u32, role: Role): bool {
  switch (role) {
    case Role.RULE:
      writeRule();
      return false;
    case Role.HEADING:
      enterHeading(node, tag);
      return true;
    case Role.LIST:
    case Role.ITEM:
    case Role.QUOTE:
      enterContainer(node, role);
      return true;
    case Role.CODE_BLOCK:
      if (!isLineNumber(node) && !isGutter(node)) writeCodeBlock(node);
      return false;
    case Role.TABLE:
      return enterTableOrCode(node);
    case Role.ROW:
      return enterAnyRow(node);
    case Role.CELL:
      return enterLooseCell(node);
    case Role.TERM:
      endBlock();
      if (isPlainTerm(node)) want(STRONG, node);
      return true;
    case Role.NOTHING:
      return false;
  }
  if (tag == Tag.DIV && isCodeBox(node)) {
    writeCodeBlock(node);
    return false;
  }
  if (Line.block == PARAGRAPH && isLanguageBar(node)) return false;
  if (isHeadlineText(node)) enterHeading(node, Tag.H1);
  else endBlock();
  return true;
}

/** Enters an element: whether the walk goes on below it. */
function enter(node: u32, tag: u32, role: Role): bool {
  switch (role) {
    case Role.INLINE:
      if (has(tag, Trait.APART)) space();
      return true;
    case Role.STRONG:
    case Role.EMPHASIS:
    case Role.DELETED:
    case Role.SUBSCRIPT:
    case Role.SUPERSCRIPT:
      enterFormat(node, role);
      return true;
    case Role.CODE:
      return enterCode(node);
    case Role.QUOTATION:
      settle(PUNCTUATION);
      putQuote(0x9c);
      return true;
    case Role.RUBY_TEXT:
      settle(PUNCTUATION);
      put(0x28);
      return true;
    case Role.LINK:
      enterLink(node);
      return true;
    case Role.IMAGE:
      writeImage(node);
      return false;
    case Role.BREAK:
      lineBreak();
      return false;
    case Role.INPUT:
      enterInput(node);
      return false;
    case Role.MATH:
      writeMath(node);
      return false;
  }
  return enterBlock(node, tag, role);
}

/** A quotation mark, by its last byte. */
function putQuote(last: u32): void {
  put(0xe2);
  put(0x80);
  put(last);
}

/** Leaves an element that was entered. */
function leave(node: u32): void {
  if (node == beside) beside = 0;
  if (node == carrier) unwant(node);
  if (node == code) code = 0;
  if (node == note) note = 0;
  if (node == words) words = 0;
  const tag = <u32>nodeAt(node).tag;
  const role = roleOf(tag);
  if (role == Role.INLINE) {
    if (has(tag, Trait.APART)) space();
    return;
  }
  if (role == Role.LINK) linkEnd = here();
  if (role == Role.QUOTATION) {
    if (Line.open) {
      settle(PUNCTUATION);
      putQuote(0x9d);
    }
  } else if (role == Role.RUBY_TEXT) {
    if (Line.open) put(0x29);
  } else if (role == Role.CELL) {
    if (node == Table.cell) leaveCell();
    else if (Line.block == PARAGRAPH && !words) endBlock();
    else space();
  } else if (role == Role.ROW) {
    if (node == Table.row) leaveRow(node);
    else if (!words) endBlock();
  } else if (node == heading) {
    finishHeading(node);
    Line.block = PARAGRAPH;
    heading = 0;
    Line.plain = false;
  } else if (role == Role.TABLE && node == Table.node) {
    leaveTable();
  } else if (role == Role.BLOCK || role >= Role.HEADING) {
    endBlock();
    Line.bullet = false;
  }
  unwant(node);
  if (endsFrame(node)) leaveContainers(node);
}

/** What an element that does not stay leaves: whether the walk passes it, and all below it. */
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
  if (marks & GOES) {
    passElement(role);
    return true;
  }
  if (!(marks & BESIDE) && !beside && role != Role.BREAK && role != Role.BLOCK && !Table.row) return true;
  if (
    has(tag, Trait.UNSEEN) ||
    (tag == Tag.BUTTON && !isPictureButton(node)) ||
    (!Options.hidden && role != Role.IMAGE && hasAttributes(node) && isHiddenByTag(node))
  )
    return true;
  if (role == Role.CODE || role == Role.CODE_BLOCK || role == Role.QUOTATION || role == Role.RUBY_TEXT) return true;
  if (marks & BESIDE && !beside && nodeAt(node).firstChild) beside = node;
  return false;
}

/** Writes an element whose TeX is not its text; false for any other. */
function isDrawn(node: u32, tag: u32, marks: u32): bool {
  // A drawing with a title is hidden, because the title is no text of the page.
  if (tag == Tag.SVG) return (marks & (STAYS | BESIDE | HIDDEN) || beside != 0) && writeDrawn(node, false);
  if (!hasDrawn || !hasAttributes(node) || tag == Tag.MATH || marks & HIDDEN) return false;
  return (marks & (STAYS | BESIDE) || beside != 0) && writeDrawn(node, (marks & STAYS) != 0);
}

/** Begins a note at an element; false where it is left for the end of the document. */
function beginNote(node: u32): bool {
  const number = numberOfNote(node);
  const at = referredAt(number);
  // One in another stays a part of it.
  if (note && note != at.block) return true;
  if (Line.block != PARAGRAPH || (!at.block && has(nodeAt(node).tag, Trait.INLINE))) return false;
  const holder = at.block ? at.block : node;
  if (!enterNote(holder, number)) return false;
  note = holder;
  at.node = 0;
  return true;
}

/** Visits a node: whether the walk goes on below it. */
function visit(node: u32): bool {
  const at = nodeAt(node);
  const kind = <u32>at.kind;
  if (node >= nextPost) beginPost(node);
  if (carrier == node) want(LINK, node, carried);
  if (kind == NodeKind.TEXT) {
    visitText(node);
    if (carrier == node) unwant(node);
    return false;
  }
  if (kind != NodeKind.ELEMENT) return false;
  const tag = <u32>at.tag;
  const role = isNamed(node, 'amp-img amp-anim') ? Role.IMAGE : roleOf(tag);
  const marks = marksOf(node);
  // A cell that goes has its column.
  if (role == Role.CELL && Table.row && at.parent == Table.row && !(marks & HIDDEN)) {
    return enterCell(node) && at.firstChild != 0;
  }
  if (tag == Tag.VIDEO || tag == Tag.AUDIO || tag == Tag.IFRAME || isNamed(node, 'amp-video amp-audio amp-iframe')) {
    // What stands in for media is hidden where it would stay.
    space();
    if (Options.links && (marks & (HIDDEN | BESIDE) || beside)) writeMedia(node);
    space();
    return false;
  }
  if (tag == Tag.SPAN && !(marks & NOTE) && isInlineNote(node)) {
    putReference(numberOfInline(node));
    return false;
  }
  if (isDrawn(node, tag, marks) || marks & HIDDEN) return false;
  if (marks & NOTE && !beginNote(node)) return false;
  if (!(marks & STAYS)) {
    if (passes(node, tag, role, marks)) return false;
  } else if (role == Role.LINK) {
    if (note && isBackLink(node)) return false;
    readAttributes(node);
    if (isPlaceMark(node, note != 0) || putReference(referenceOf(node))) return false;
  } else if (note == node) {
    return true;
  } else if (role == Role.SUPERSCRIPT && at.next && isInlineNote(at.next) && isLabel(node)) {
    // What follows has a number of its own.
    return false;
  } else if (note && hasAttributes(node) && role == Role.INLINE) {
    readAttributes(node);
    if (isNoteMark()) return false;
  }
  if (!enter(node, tag, role)) {
    if (node == carrier) unwant(node);
    return false;
  }
  if (at.firstChild) return true;
  leave(node);
  return false;
}

/** Whether a node begins another line behind the document, whose note is written already: the notes that are written end there. */
function isWrittenLine(node: u32): bool {
  if (!firstLine || nodeAt(node).parent != nodeAt(firstLine).parent || !(marksOf(node) & NOTE)) return false;
  return !referredAt(numberOfNote(node)).node;
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

/** Writes the tree. */
export function writeTree(): void {
  walk(nodeAt(0).firstChild, 0, changetype<Writer>(0));
}

/** Writes the note of a line, and those of the lines after it up to one that is written. */
function writeLines(at: Referred): void {
  firstLine = at.node;
  walk(firstLine, nodeAt(firstLine).parent, changetype<Writer>(0));
  firstLine = 0;
  at.node = 0;
}

/** Writes the notes with a reference that were not reached, or were in a line. */
export function writeNotes(): void {
  for (let number: u32 = 1; number <= referred && !Out.failed; number++) {
    const at = referredAt(number);
    const first = at.node;
    if (!first) continue;
    note = at.block ? at.block : first;
    enterNote(note, number);
    if (at.block) {
      writeLines(at);
    } else {
      at.node = 0;
      walk(nodeAt(first).firstChild, first, changetype<Writer>(0));
    }
    leaveContainers(note);
    note = 0;
  }
}
