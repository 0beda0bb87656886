/**
 * Collects the text of code as browsers show it: with a line feed where a line ends, without line numbers. It is collected in scratch,
 * because the delimiters of code depend on all of its text.
 */
import { NodeKind, Step, Visitor, following, nodeAt, walk } from '../html/nodes';
import { Out } from './out';
import { Tag } from '../html/names';
import { findByte, findSpace, isDigit, isSpace, skipSpace, numberBetween } from '../html/scan';
import { reserveScratch, scratch } from '../page/arena';
import { Trait, has } from '../elements';
import { isSourceText } from '../page/element-text';
import { hasStyle } from '../page/hidden';
import { putLines } from '../output/render';
import { DROPPED, HIDDEN, KEPT, marksOf, nextNode } from '../output/visible-nodes';
import { hasClass, tagIs } from '../page/match';
import {
  AttributeId,
  hasAttributes,
  hasValue,
  mayHold,
  rawEnd,
  rawStart,
  readAttributes,
  tagStart,
} from '../page/attribute-values';
import { isCell, nextRow } from './grid';
import { Text, beginningOf, partAfter, partBefore, readText } from './inside';
import { spend } from '../work';

/** The text that was collected last. */
export namespace Code {
  export let start: usize = 0;
  export let end: usize = 0;
}

let to: usize = 0;
/** True after the end of a line: a line feed is written before the next text, unless the text begins with one. */
let breaks: bool = false;
/** Address at which the current row of a table began, or the code after the last line number. */
let rowStart: usize = 0;

/** Maximum bytes of the texts and line breaks below an element. */
function capacityFor(root: u32): usize {
  let bytes: usize = 64;
  for (let node = nextNode(root, root, true, 0); node; node = nextNode(node, root, true, 0)) {
    bytes += nodeAt(node).kind == NodeKind.TEXT ? <usize>nodeAt(node).textLength + 1 : 3;
  }
  return bytes;
}

function copy(text: u32): void {
  const at = nodeAt(text).text;
  const end = nodeAt(text).textEnd;
  if (breaks && at < end) {
    breaks = false;
    if (load<u8>(at) != 0x0a && load<u8>(at) != 0x0d && to > Code.start) store<u8>(to++, 0x0a);
  }
  to = putLines(to, at, end, isSourceText(text));
}

/** Classes of line numbers. */
const NUMBERS =
  'ln lnt gutter rouge-gutter lineno* linenr* linenu* line-n* line_n* blob-num* hljs-ln-n* src-line-n* source-line-n* js-line-n*';

/** True if an element contains line numbers: it has one of these classes, or only digits that a reader cannot select. */
export function isLineNumber(node: u32): bool {
  if (!hasAttributes(node)) return false;
  const text = beginningOf(node);
  if (readText(text) && !isDigit(load<u8>(Text.start))) return false;
  readAttributes(node);
  // Highlighters give short classes to tokens, such as `n1`.
  const isShort = hasValue(AttributeId.CLASS) && rawEnd(AttributeId.CLASS) - rawStart(AttributeId.CLASS) < 4;
  if (hasClass(isShort ? 'ln lnt' : NUMBERS)) return true;
  if (!text) return hasValue(AttributeId.DATA_LINE_NUMBER);
  return (hasStyle('user-select', 'none') || hasStyle('-webkit-user-select', 'none')) && isDigits(text);
}

function isDigits(text: u32): bool {
  let at = nodeAt(text).text;
  const end = nodeAt(text).textEnd;
  while (at < end && (isDigit(load<u8>(at)) || isSpace(load<u8>(at)))) at++;
  return at == end;
}

/** The number that is the first text of a node; -1 for any other text. */
function numberIn(node: u32): i32 {
  const text = beginningOf(node);
  return text && isDigits(text) ? numberBetween(nodeAt(text).text, nodeAt(text).textEnd) : -1;
}

/**
 * True if an element begins a line, a block, with its number: one more than that of the previous line, or one less than that of the next
 * line.
 */
function isCounted(node: u32): bool {
  const line = nodeAt(node).parent;
  if (nodeAt(line).firstChild != node || has(nodeAt(line).tag, Trait.INLINE)) return false;
  const number = numberIn(nodeAt(node).firstChild);
  if (number < 0) return false;
  const before = partBefore(line);
  const after = partAfter(line);
  // A line with only a number may be empty, if the lines next to it contain more.
  if (!nodeAt(node).next && !hasMore(before) && !hasMore(after)) return false;
  return (before != 0 && numberIn(before) + 1 == number) || (after != 0 && numberIn(after) - 1 == number);
}

function hasMore(line: u32): bool {
  return nodeAt(line).firstChild != nodeAt(line).lastChild;
}

/** True if a code block contains only ascending numbers, and the next text is in another `pre`, whose lines they number. */
export function isGutter(block: u32): bool {
  const text = beginningOf(block);
  if (!text || !isDigits(text) || nodeAt(text).next) return false;
  let next = following(block, 0, false);
  while (next && nodeAt(next).kind != NodeKind.TEXT && nodeAt(next).tag != Tag.PRE) next = nextNode(next, 0, true, 0);
  if (nodeAt(next).tag != Tag.PRE || nodeAt(next).kind != NodeKind.ELEMENT) return false;
  const end = nodeAt(text).textEnd;
  let last: u32 = 0;
  let lines: u32 = 0;
  for (let at = skipSpace(nodeAt(text).text, end); at < end; lines++) {
    const number = numberBetween(at, end);
    if (lines && number != last + 1) return false;
    last = number;
    at = skipSpace(findSpace(at, end), end);
  }
  return lines > 1;
}

/** `line` in memory order. */
const LINE: u32 = 0x656e696c;

/** True if an inline element is a whole line: one of its classes is `line`, or ends with `-line` or `_line`. */
function isLine(node: u32): bool {
  const tag = <u32>nodeAt(node).tag;
  if ((tag != Tag.SPAN && tag != Tag.CODE) || !mayHold(node, LINE)) return false;
  readAttributes(node);
  if (!hasValue(AttributeId.CLASS)) return false;
  let at = rawStart(AttributeId.CLASS);
  const end = rawEnd(AttributeId.CLASS);
  while (at < end) {
    const start = skipSpace(at, end);
    at = findSpace(start, end);
    if (at - start < 4 || load<u32>(at - 4) != LINE) continue;
    if (at - start == 4 || load<u8>(at - 5) == 0x2d || load<u8>(at - 5) == 0x5f) return true;
  }
  return false;
}

/** True if an element of code breaks the line before and after it. */
function breaksLine(node: u32): bool {
  const tag = <u32>nodeAt(node).tag;
  if (has(tag, Trait.INLINE)) return isLine(node);
  return !tagIs(tag, 'td th tbody table pre');
}

function breakLine(): void {
  if (breaks || (to > Code.start && load<u8>(to - 1) != 0x0a)) store<u8>(to++, 0x0a);
  breaks = false;
}

/** Enters an element of code; true if its descendants are code. */
function enter(node: u32): bool {
  const marks = marksOf(node);
  const tag = <u32>nodeAt(node).tag;
  if (tag == Tag.BR) {
    if (breaks) breakLine();
    store<u8>(to++, 0x0a);
    return false;
  }
  if (marks & HIDDEN || (marks & (KEPT | DROPPED)) == DROPPED || isLineNumber(node)) return false;
  if (isCounted(node)) {
    rowStart = to;
    return false;
  }
  if (tag == Tag.SCRIPT || tag == Tag.STYLE || tag == Tag.TEMPLATE) return false;
  if ((tag == Tag.UL || tag == Tag.OL) && isNumberList(node)) return false;
  if (!breaksLine(node)) return nodeAt(node).firstChild != 0;
  breakLine();
  if (tag == Tag.TR) rowStart = to;
  if (nodeAt(node).firstChild) return true;
  breaks = true;
  return false;
}

/** True if each item of a list in code is a number of a line. */
function isNumberList(list: u32): bool {
  let items: u32 = 0;
  for (let item = nodeAt(list).firstChild; item; item = nodeAt(item).next, ++items) {
    spend(1);
    if (numberIn(item) < 0) return false;
  }
  return items > 1;
}

/** True if an element for inline code begins with a text of several lines, which its style keeps. */
export function isCodeOfLines(node: u32): bool {
  if (!readAttributes(node)) return false;
  if (!hasStyle('white-space', 'pre') && !hasStyle('white-space', 'pre-wrap')) return false;
  const text = nodeAt(beginningOf(node));
  return findByte(0x0a, text.text, text.textEnd) < text.textEnd;
}

/** True if a text is code: white space between the parts of a table is not. */
function isCode(node: u32): bool {
  const marks = marksOf(node);
  if (marks) return (marks & KEPT) != 0;
  return !tagIs(nodeAt(nodeAt(node).parent).tag, 'table tbody tr thead');
}

@unmanaged
class Collector extends Visitor {
  enter(node: u32): Step {
    const kind = <u32>nodeAt(node).kind;
    if (kind == NodeKind.TEXT && isCode(node)) copy(node);
    return kind == NodeKind.ELEMENT && enter(node) ? Step.ENTER : Step.PASS;
  }

  leave(node: u32): bool {
    // A row or a line without text is an empty line.
    if (breaksLine(node) && (to == rowStart || to == Code.start || load<u8>(to - 1) != 0x0a)) breaks = true;
    return true;
  }
}

/** Collects the code below an element; false if memory is unavailable. */
export function collectCode(root: u32): bool {
  if (!reserveScratch(capacityFor(root))) {
    Out.failed = true;
    return false;
  }
  Code.start = scratch;
  to = scratch;
  rowStart = 0;
  breaks = false;
  walk(nodeAt(root).firstChild, root, changetype<Collector>(0));
  Code.end = to;
  return true;
}

// Code outside of elements for code: tables with line numbers, and boxes of lines.

/** `fragment` in memory order. */
const FRAGMENT: u64 = 0x746e656d67617266;

/** True if a table contains code next to its line numbers. */
export function isCodeTable(table: u32): bool {
  const row = nextRow(table, 0);
  let cell = row ? nodeAt(row).firstChild : 0;
  while (cell && !isCell(cell)) cell = nodeAt(cell).next;
  return cell != 0 && isLineNumber(cell);
}

/** True if an element is a box of lines of code written by Doxygen: `<div class="fragment">`. */
export function isCodeBox(node: u32): bool {
  return hasAttributes(node) && load<u64>(tagStart(node), 12) == FRAGMENT;
}
