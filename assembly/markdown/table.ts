/** Writes tables: rows of cells, each cell one line of text. */
import {
  Align,
  Grid,
  clearSpans,
  colspan,
  columnAt,
  cover,
  holds,
  isCovered,
  isWritten,
  measureGrid,
  rowspan,
} from './grid';
import { Line, finishBlock } from './inline';
import { need, put, putText } from './out';
import { Prefix, beginLine } from './prefix';
import { nodeAt } from '../html/nodes';
import { readAttributes } from '../page/attribute-values';
import { spend } from '../work';

/** Rows of wider tables are not filled with empty cells: renderers do that. */
const FILLED_MAX: u32 = 100;

/** The table that is written; `node` is 0 outside of tables. */
export namespace Table {
  export let node: u32 = 0;
  /** The row that is written. */
  export let row: u32 = 0;
  /** The cell that is written. */
  export let cell: u32 = 0;
}

/** Column of the next cell. */
let at: u32 = 0;
/** The element that holds the row. */
let group: u32 = 0;
/** Number of rows that are written. */
let rows: u32 = 0;
/** Number of columns of the current cell after its first. */
let more: u32 = 0;

export function beginTables(): void {
  Table.node = 0;
  Table.row = 0;
  Table.cell = 0;
}

export function enterTable(table: u32): void {
  if (!measureGrid(table)) return;
  clearSpans();
  Table.node = table;
  rows = 0;
  group = 0;
}

function isKept(column: u32): bool {
  return column < Grid.columns && columnAt(column).holds;
}

/** Writes an empty cell, if its column is written. */
function putEmpty(column: u32): void {
  if (!isKept(column) || !need(3)) return;
  put(0x20);
  put(0x20);
  put(0x7c);
}

function beginRow(): void {
  Prefix.tight = Prefix.tight || rows > 0;
  beginLine();
  put(0x7c);
  rows++;
}

/** Writes the row below the header: dashes, and the alignment of each column. */
function writeDelimiters(): void {
  if (!need(<usize>Grid.columns * 8)) return;
  beginRow();
  for (let column: u32 = 0; column < Grid.columns; column++) {
    if (!isKept(column)) continue;
    const align = columnAt(column).align;
    put(0x20);
    if (align == Align.LEFT || align == Align.CENTER) put(0x3a);
    putText('---');
    if (align == Align.RIGHT || align == Align.CENTER) put(0x3a);
    put(0x20);
    put(0x7c);
  }
}

/** Begins a row. Returns true: its cells are visited. */
export function enterRow(row: u32): bool {
  const above = nodeAt(row).parent;
  if (above != group) clearSpans();
  group = above;
  Grid.row++;
  at = 0;
  Table.row = row;
  if (!isWritten(row)) return true;
  if (rows == 0 && !Grid.hasHeader) {
    beginRow();
    for (let column: u32 = 0; column < Grid.columns; column++) putEmpty(column);
    writeDelimiters();
  }
  if (need(0)) beginRow();
  return true;
}

export function leaveRow(row: u32): void {
  Table.row = 0;
  const written = isWritten(row);
  if (written && Grid.columns <= FILLED_MAX) {
    spend(Grid.columns);
    for (; at < Grid.columns; at++) putEmpty(at);
  }
  if (written && rows == 1) writeDelimiters();
}

/** Begins a cell of the row; true if it has content to write. */
export function enterCell(cell: u32): bool {
  const written = isWritten(Table.row);
  for (; isCovered(at); at++) {
    spend(1);
    if (written) putEmpty(at);
  }
  readAttributes(cell);
  more = colspan(at) - 1;
  cover(at, more + 1, rowspan());
  if (written && holds(cell) && need(4)) {
    Table.cell = cell;
    Line.block = Line.CELL;
    put(0x20);
    return true;
  }
  if (written) putEmpty(at);
  endCell(written);
  return false;
}

function endCell(written: bool): void {
  at++;
  for (; more; more--, at++) {
    if (written) putEmpty(at);
  }
}

export function leaveCell(): void {
  finishBlock();
  Table.cell = 0;
  Line.block = Line.PARAGRAPH;
  if (!need(4)) return;
  put(0x20);
  put(0x7c);
  endCell(true);
}
