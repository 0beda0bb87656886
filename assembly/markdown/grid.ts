/** Measures a table before it is written: its columns, and whether it contains data or only lays out its content. */
import { nodeAt } from '../html/nodes';
import { Out } from './out';
import { Role, roleOf } from '../elements';
import { hasImage, isAllStrong } from './inside';
import { Tag } from '../html/names';
import { skipSpace } from '../html/scan';
import { COLUMNS } from '../page/arena';
import { styleOf } from '../page/hidden';
import { ADJACENT, DROPPED, HIDDEN, KEPT, marksOf, nextNode } from '../output/visible-nodes';
import { match, valueIs } from '../page/match';
import { AttributeId, hasValue, rawEnd, rawStart, readAttributes, wholeValue } from '../page/attribute-values';
import { spend } from '../work';

@unmanaged
export class Column {
  /** The first row without a cell above that covers the column. */
  until: u64;
  /** The column has a cell that is not empty. */
  holds: bool;
  /** One of `Align`. */
  align: u32;
}

export namespace Align {
  export const NONE: u32 = 0;
  export const LEFT: u32 = 1;
  export const RIGHT: u32 = 2;
  export const CENTER: u32 = 3;
  /** Not known yet. */
  export const UNKNOWN: u32 = 4;
}

/** Maximum columns of a cell, as in HTML. */
const COLSPAN_MAX: i32 = 1000;
/** Maximum rows of a cell, as in HTML. */
const ROWSPAN_MAX: i32 = 65534;
/** From this column on, each cell takes one column. */
const WIDE: u32 = 8192;

/** The table that is written. Set by this file and table.ts. */
export namespace Grid {
  export let columns: u32 = 0;
  /** Number of the current row. Numbers of the next group begin beyond the last row that a cell can cover. */
  export let row: u64 = 0;
  /** True if the first written row is a header. */
  export let hasHeader: bool = false;
}

export function columnAt(index: u32): Column {
  return changetype<Column>(COLUMNS.at + <usize>index * offsetof<Column>());
}

export function isCell(node: u32): bool {
  const tag = <u32>nodeAt(node).tag;
  return (tag == Tag.TD || tag == Tag.TH) && !(marksOf(node) & HIDDEN);
}

/** The row after `row` in a table, or the first one if `row` is 0; 0 after the last. */
export function nextRow(table: u32, row: u32): u32 {
  let node = nextNode(row ? row : table, table, !row, 0);
  while (node && (nodeAt(node).tag != Tag.TR || marksOf(node) & HIDDEN)) {
    const tag = <u32>nodeAt(node).tag;
    const isGroup = tag == Tag.TBODY || tag == Tag.THEAD || tag == Tag.TFOOT;
    node = nextNode(node, table, isGroup && nodeAt(node).parent == table && !(marksOf(node) & HIDDEN), 0);
  }
  return node;
}

/** True if a cell is not empty. */
export function holds(cell: u32): bool {
  const marks = marksOf(cell);
  return (marks & KEPT) != 0 || ((marks & ADJACENT) != 0 && hasImage(cell));
}

export function isWritten(row: u32): bool {
  return (marksOf(row) & KEPT) != 0;
}

/** Number of columns of the cell read last, which begins at column `at`. */
export function colspan(at: u32): u32 {
  return at >= WIDE ? 1 : <u32>max(1, wholeValue(AttributeId.COLSPAN, 1, COLSPAN_MAX));
}

/** Number of rows of the cell read last. */
export function rowspan(): u32 {
  const rows = wholeValue(AttributeId.ROWSPAN, 1, ROWSPAN_MAX);
  return <u32>(rows == 0 ? ROWSPAN_MAX : max(1, rows));
}

/** The alignment of the cell read last. */
function alignOf(): u32 {
  const styled = styleOf('text-align');
  if (!styled && !hasValue(AttributeId.ALIGN)) return Align.NONE;
  const end = rawEnd(styled ? AttributeId.STYLE : AttributeId.ALIGN);
  const at = skipSpace(styled ? styled : rawStart(AttributeId.ALIGN), end);
  if (match(at, end, 'center*')) return Align.CENTER;
  if (match(at, end, 'right*')) return Align.RIGHT;
  return match(at, end, 'left*') ? Align.LEFT : Align.NONE;
}

function addColumns(count: u32): bool {
  if (count <= Grid.columns) return true;
  if (!COLUMNS.grow(<usize>count * offsetof<Column>(), COLUMNS.bytes)) {
    Out.failed = true;
    return false;
  }
  for (let index = Grid.columns; index < count; index++) {
    const column = columnAt(index);
    column.until = 0;
    column.holds = false;
    column.align = Align.UNKNOWN;
  }
  Grid.columns = count;
  return true;
}

export function clearSpans(): void {
  Grid.row += <u64>ROWSPAN_MAX;
}

export function isCovered(index: u32): bool {
  return index < Grid.columns && columnAt(index).until > Grid.row;
}

/** Covers `wide` columns in `high` rows, from the current row on. */
export function cover(from: u32, wide: u32, high: u32): void {
  spend(wide);
  const end = min(from + wide, Grid.columns);
  for (let index = from; index < end; index++) columnAt(index).until = Grid.row + high;
}

/** Adds a cell at a column. Returns its number of columns. */
function place(cell: u32, at: u32): u32 {
  readAttributes(cell);
  const wide = colspan(at);
  const high = rowspan();
  const align = alignOf();
  if (!addColumns(at + wide)) return 0;
  cover(at, wide, high);
  const first = columnAt(at);
  const saysAlign = align != Align.NONE || nodeAt(cell).tag == Tag.TD;
  if (saysAlign && first.align == Align.UNKNOWN) first.align = align;
  if (holds(cell)) first.holds = true;
  return wide;
}

/** Maximum places (rows × columns) of a table per cell, besides `PLACES_MIN`. */
const PLACES_PER_CELL: u64 = 16;
/** Places that any table may have. */
const PLACES_MIN: u64 = 4096;
/** Maximum places that cells above cover, per cell, besides `COVERED_MIN`. They are skipped one by one. */
const COVERED_PER_CELL: u64 = 256;
/** Covered places that any table may have. */
const COVERED_MIN: u64 = 65536;

/** Finds the columns of a table. False if nearly all of its places would be empty, which a few bytes of `colspan` can cause. */
export function measureGrid(table: u32): bool {
  let rows: u64 = 0;
  let all: u64 = 0;
  let covered: u64 = 0;
  Grid.columns = 0;
  Grid.row = 0;
  Grid.hasHeader = false;
  let group: u32 = 0;
  let isFirst = true;
  for (let row = nextRow(table, 0); row; row = nextRow(table, row)) {
    const above = nodeAt(row).parent;
    if (above != group) clearSpans();
    group = above;
    Grid.row++;
    let at: u32 = 0;
    let cells: u32 = 0;
    let headers: u32 = 0;
    let bold: u32 = 0;
    for (let cell = nodeAt(row).firstChild; cell; cell = nodeAt(cell).next) {
      spend(2);
      if (!isCell(cell)) continue;
      for (; isCovered(at); at++) covered++;
      if (covered > (all + cells) * COVERED_PER_CELL + COVERED_MIN) return false;
      cells++;
      if (nodeAt(cell).tag == Tag.TH) headers++;
      else if (isFirst && isAllStrong(cell)) bold++;
      at += place(cell, at);
      if (Out.failed) return true;
    }
    if (isFirst && isWritten(row)) {
      Grid.hasHeader = nodeAt(above).tag == Tag.THEAD || cells == headers + bold;
      isFirst = false;
    }
    rows++;
    all += cells;
  }
  let kept: u64 = 0;
  spend(covered + Grid.columns);
  for (let index: u32 = 0; index < Grid.columns; index++) kept += u64(columnAt(index).holds);
  return kept * rows <= all * PLACES_PER_CELL + PLACES_MIN;
}

/** Maximum bytes of text in a cell of a table of data that contains several boxes. */
const CELL_TEXT_MAX: u32 = 300;

/** Maximum bytes of text in a short cell. */
const WORDS_MAX: u32 = 120;

/** True if the table of the last `isLayout` is one row or one column of short cells: they become one block. */
export let isWords: bool = false;

/** True if a table only lays out its content. Reads its attributes. */
export function isLayout(table: u32): bool {
  isWords = false;
  readAttributes(table);
  if (valueIs(AttributeId.ROLE, 'presentation none')) return true;
  let rows: u32 = 0;
  let most: u32 = 0;
  let cells: u32 = 0;
  let blocks: u32 = 0;
  let boxes: u32 = 0;
  let bytes: u32 = 0;
  let isPage = false;
  let isLong = false;
  let node = nextNode(table, table, true, KEPT | ADJACENT | DROPPED);
  while (node) {
    const marks = marksOf(node);
    const stays = (marks & KEPT) != 0;
    const tag = <u32>nodeAt(node).tag;
    const role = roleOf(tag);
    // A header marks a table of data, even if its text is dropped.
    if (tag == Tag.TH || tag == Tag.THEAD || tag == Tag.CAPTION) {
      if (marks & (KEPT | DROPPED)) return false;
    } else if (tag == Tag.TR) {
      if (stays) rows++;
      cells = 0;
    } else if (tag == Tag.TD) {
      if (holds(node)) most = max(most, ++cells);
      blocks = 0;
      boxes = 0;
      bytes = 0;
    } else if (role == Role.TABLE || role == Role.HEADING) {
      if (marks & (KEPT | ADJACENT)) isPage = true;
    } else if (!tag) {
      if (stays) bytes += nodeAt(node).textLength;
    } else if (stays && tag == Tag.DIV) {
      boxes++;
    } else if (stays && (tag == Tag.P || role == Role.LIST || role == Role.CODE_BLOCK || role == Role.QUOTE)) {
      blocks++;
    }
    if (blocks > 1 || (blocks + boxes > 1 && bytes > CELL_TEXT_MAX)) isPage = true;
    if (blocks + boxes || bytes > WORDS_MAX) isLong = true;
    const isRow = tag == Tag.TR || tag == Tag.TBODY || tag == Tag.TFOOT;
    node = nextNode(
      node,
      table,
      !(marks & HIDDEN) && (isRow || (stays && role != Role.TABLE)),
      KEPT | ADJACENT | DROPPED,
    );
  }
  isWords = !isPage && !isLong && (rows < 2 || most < 2);
  return isPage || rows < 2 || most < 2;
}
