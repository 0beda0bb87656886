/**
 * The insertion modes of tables. "In table text" collects characters up to the next tag. It is unnecessary, because a run of characters
 * already contains them (characters.ts).
 */
import { Class, End, Start, endOf, startOf } from './classes';
import { endInBody, startInBody } from './body';
import { endInMode, startInMode } from './construct';
import { isHiddenInput } from './foreign';
import { clearToMarker, insertMarker } from './formatting';
import { endTemplate, startInHead } from './head';
import { insertVoid, openElement, openImplied } from './insert';
import { Tag } from './names';
import { Open, clearBackTo, closeInScope, currentName, endOrdinary, inScope, pop, popAt } from './open';
import { resetMode } from './reset';
import { Mode, Parser } from './state';
import { Token } from './tags';

function clearToTable(): void {
  clearBackTo(Tag.TABLE, Tag.TABLE, Tag.TABLE);
}

function clearToTableBody(): void {
  clearBackTo(Tag.TBODY, Tag.TFOOT, Tag.THEAD);
}

function clearToRow(): void {
  clearBackTo(Tag.TR, Tag.TR, Tag.TR);
}

/** "Anything else" in a table: the rules of "in body" with foster parenting. */
function startFostered(): void {
  Parser.fosterParenting = true;
  startInBody();
  Parser.fosterParenting = false;
}

function endFostered(): void {
  Parser.fosterParenting = true;
  endInBody();
  Parser.fosterParenting = false;
}

export function startInTable(): void {
  const tag = Token.tag;
  switch (tag) {
    case Tag.CAPTION:
      clearToTable();
      insertMarker();
      openElement(tag);
      Parser.mode = Mode.IN_CAPTION;
      break;
    case Tag.COLGROUP:
      clearToTable();
      openElement(tag);
      Parser.mode = Mode.IN_COLUMN_GROUP;
      break;
    case Tag.COL:
      clearToTable();
      openImplied(Tag.COLGROUP);
      Parser.mode = Mode.IN_COLUMN_GROUP;
      startInColumnGroup();
      break;
    case Tag.TBODY:
    case Tag.TFOOT:
    case Tag.THEAD:
      clearToTable();
      openElement(tag);
      Parser.mode = Mode.IN_TABLE_BODY;
      break;
    case Tag.TD:
    case Tag.TH:
    case Tag.TR:
      clearToTable();
      openImplied(Tag.TBODY);
      Parser.mode = Mode.IN_TABLE_BODY;
      startInTableBody();
      break;
    case Tag.TABLE:
      if (!closeInScope(Tag.TABLE, Class.TABLE_SCOPE)) break;
      resetMode();
      startInMode();
      break;
    case Tag.STYLE:
    case Tag.SCRIPT:
    case Tag.TEMPLATE:
      startInHead();
      break;
    case Tag.INPUT:
      if (isHiddenInput()) insertVoid(tag);
      else startFostered();
      break;
    case Tag.FORM:
      if (Parser.form || Open.templates) break;
      Parser.form = openElement(tag);
      popAt(Token.end);
      break;
    default:
      startFostered();
  }
}

export function endInTable(): void {
  switch (Token.tag) {
    case Tag.TABLE:
      if (closeInScope(Tag.TABLE, Class.TABLE_SCOPE)) resetMode();
      break;
    case Tag.TEMPLATE:
      endTemplate();
      break;
    default:
      if (!isIgnoredEnd(Token.tag)) endFostered();
  }
}

function isIgnoredEnd(tag: u32): bool {
  const end = endOf(tag);
  return end == End.TABLE_PART || end == End.BODY || end == End.HTML;
}

export function startInColumnGroup(): void {
  switch (Token.tag) {
    case Tag.HTML:
      startInBody();
      break;
    case Tag.COL:
      insertVoid(Tag.COL);
      break;
    case Tag.TEMPLATE:
      startInHead();
      break;
    default:
      if (leaveColumnGroup()) startInMode();
  }
}

export function endInColumnGroup(): void {
  switch (Token.tag) {
    case Tag.COLGROUP:
      leaveColumnGroup();
      break;
    case Tag.COL:
      break;
    case Tag.TEMPLATE:
      endTemplate();
      break;
    default:
      if (leaveColumnGroup()) endInMode();
  }
}

/** "Anything else" in a column group: closes it; false if the current node is not a colgroup. */
export function leaveColumnGroup(): bool {
  if (currentName() != Tag.COLGROUP) return false;
  pop();
  Parser.mode = Mode.IN_TABLE;
  return true;
}

export function startInTableBody(): void {
  switch (Token.tag) {
    case Tag.TR:
      clearToTableBody();
      openElement(Tag.TR);
      Parser.mode = Mode.IN_ROW;
      break;
    case Tag.TD:
    case Tag.TH:
      clearToTableBody();
      openImplied(Tag.TR);
      Parser.mode = Mode.IN_ROW;
      startInRow();
      break;
    default:
      if (startOf(Token.tag) != Start.TABLE_PART || leaveTableBody()) startInTable();
  }
}

export function endInTableBody(): void {
  const tag = Token.tag;
  switch (tag) {
    case Tag.TBODY:
    case Tag.TFOOT:
    case Tag.THEAD:
      if (!hasInTableScope(tag)) break;
      clearToTableBody();
      pop();
      Parser.mode = Mode.IN_TABLE;
      break;
    case Tag.TABLE:
      if (leaveTableBody()) endInTable();
      break;
    default:
      endInTable();
  }
}

function hasInTableScope(tag: u32): bool {
  return inScope(tag, Class.TABLE_SCOPE) != 0;
}

/** Closes the table body in table scope; false without one. */
function leaveTableBody(): bool {
  if (!hasInTableScope(Tag.TBODY) && !hasInTableScope(Tag.THEAD) && !hasInTableScope(Tag.TFOOT)) return false;
  clearToTableBody();
  pop();
  Parser.mode = Mode.IN_TABLE;
  return true;
}

export function startInRow(): void {
  switch (Token.tag) {
    case Tag.TD:
    case Tag.TH:
      clearToRow();
      openElement(Token.tag);
      Parser.mode = Mode.IN_CELL;
      insertMarker();
      break;
    default:
      if (startOf(Token.tag) != Start.TABLE_PART) startInTable();
      else if (leaveRow()) startInTableBody();
  }
}

export function endInRow(): void {
  const tag = Token.tag;
  switch (tag) {
    case Tag.TR:
      leaveRow();
      break;
    case Tag.TABLE:
      if (leaveRow()) endInTableBody();
      break;
    case Tag.TBODY:
    case Tag.TFOOT:
    case Tag.THEAD:
      if (hasInTableScope(tag) && leaveRow()) endInTableBody();
      break;
    default:
      endInTable();
  }
}

function leaveRow(): bool {
  if (!hasInTableScope(Tag.TR)) return false;
  clearToRow();
  pop();
  Parser.mode = Mode.IN_TABLE_BODY;
  return true;
}

/** A start tag of a table part "in body" (ignored), "in cell" or "in caption". */
export function startTablePart(): void {
  if (Parser.mode == Mode.IN_CELL) {
    if (closeAnyCell()) startInRow();
  } else if (Parser.mode == Mode.IN_CAPTION) {
    if (closeCaption()) startInTable();
  }
}

/** An end tag of a table or table part "in body", "in cell" or "in caption". */
export function endTablePart(): void {
  const tag = Token.tag;
  if (Parser.mode == Mode.IN_CELL) {
    if (tag == Tag.TD || tag == Tag.TH) {
      closeCell(tag);
    } else if (tag != Tag.CAPTION && tag != Tag.COL && tag != Tag.COLGROUP && hasInTableScope(tag)) {
      if (closeAnyCell()) endInRow();
    }
  } else if (Parser.mode == Mode.IN_CAPTION) {
    if (tag == Tag.CAPTION) closeCaption();
    else if (tag == Tag.TABLE && closeCaption()) endInTable();
  } else {
    endOrdinary();
  }
}

/** "Close the cell": closes the td or th element in table scope; false without one. */
function closeAnyCell(): bool {
  return closeCell(Tag.TD) || closeCell(Tag.TH);
}

function closeCell(tag: u32): bool {
  if (!closeInScope(tag, Class.TABLE_SCOPE)) return false;
  clearToMarker();
  Parser.mode = Mode.IN_ROW;
  return true;
}

function closeCaption(): bool {
  if (!closeInScope(Tag.CAPTION, Class.TABLE_SCOPE)) return false;
  clearToMarker();
  Parser.mode = Mode.IN_TABLE;
  return true;
}
