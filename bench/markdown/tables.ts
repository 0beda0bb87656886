/** Data tables of a parsed page: which tables are data, and where their cells stand. */
import { attribute, type Element, elementsOf } from './dom.ts';
import { keyOf, readText } from './words.ts';

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

const ROW_PARENTS = new Set(['thead', 'tbody', 'tfoot']);
const BLOCKS = new Set(['p', 'ul', 'ol', 'pre', 'blockquote']);
const DIV_BLOCKS = new Set(['p', 'ul', 'ol', 'pre', 'blockquote', 'div', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** The largest colspan and rowspan that HTML has. */
const MAX_SPAN = 1000;

const isTable = ({ tagName }: Element): boolean => tagName === 'table';
const isCell = ({ tagName }: Element): boolean => tagName === 'td' || tagName === 'th';

/** The rows of a table, not those of tables inside. */
export function rowsOf(table: Element): Element[] {
  const sections = table.childNodes.filter((node): node is Element => 'tagName' in node);
  return sections.flatMap((section) =>
    ROW_PARENTS.has(section.tagName)
      ? section.childNodes.filter((node): node is Element => 'tagName' in node && node.tagName === 'tr')
      : section.tagName === 'tr'
        ? [section]
        : [],
  );
}

const cellsOf = (row: Element): Element[] =>
  row.childNodes.filter((node): node is Element => 'tagName' in node).filter(isCell);

function hasBlocks(cell: Element): boolean {
  let blocks = 0;
  for (const element of elementsOf(cell, (one) => !BLOCKS.has(one.tagName))) {
    if (isTable(element) || /^h[1-6]$/.test(element.tagName)) return true;
    const isDiv = element.tagName === 'div' && [...elementsOf(element)].some(({ tagName }) => DIV_BLOCKS.has(tagName));
    if (BLOCKS.has(element.tagName) || isDiv) blocks += 1;
  }
  return blocks > 1;
}

/** Whether a table only lays out the page. */
export function isLayout(table: Element): boolean {
  const role = attribute(table, 'role')?.toLowerCase();
  if (role === 'presentation' || role === 'none') return true;
  const rows = rowsOf(table);
  const cells = rows.flatMap(cellsOf);
  if (cells.some(({ tagName }) => tagName === 'th')) return false;
  if (rows.length <= 1 || rows.every((row) => cellsOf(row).length <= 1)) return true;
  const hasParts = table.childNodes.some(
    (node) => 'tagName' in node && (node.tagName === 'thead' || node.tagName === 'caption'),
  );
  return !hasParts && cells.some(hasBlocks);
}

const spanOf = (cell: Element, name: string): number => {
  const value = Number.parseInt(attribute(cell, name) ?? '', 10);
  return value >= 1 ? Math.min(value, MAX_SPAN) : 1;
};

/** The cells with text. Rows and columns without any text are not counted. */
export function readCells(table: Element): Cell[] {
  const cells: Cell[] = [];
  const taken = new Map<number, Set<number>>();
  rowsOf(table).forEach((tr, row) => {
    let column = 0;
    for (const cell of cellsOf(tr)) {
      while (taken.get(row)?.has(column)) column += 1;
      const [columns, rows] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (let below = 1; below < rows; below += 1) {
        const reserved = taken.get(row + below) ?? new Set();
        for (let beside = 0; beside < columns; beside += 1) reserved.add(column + beside);
        taken.set(row + below, reserved);
      }
      const text = keyOf(readText(cell));
      if (text !== '') cells.push({ row, column, text });
      column += columns;
    }
  });
  const order = (values: readonly number[]): ReadonlyMap<number, number> =>
    new Map([...new Set(values)].sort((one, other) => one - other).map((value, index) => [value, index]));
  const rows = order(cells.map(({ row }) => row));
  const columns = order(cells.map(({ column }) => column));
  return cells.map(({ row, column, text }) => ({
    row: rows.get(row) ?? row,
    column: columns.get(column) ?? column,
    text,
  }));
}
