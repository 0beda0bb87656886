/** Data tables of a parsed page: which tables are data, and where their cells stand. */
import { attribute, childElements, type Element, elementsOf } from './dom.ts';
import { keyOf, readText } from './words.ts';

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

const ROW_PARENTS = new Set(['thead', 'tbody', 'tfoot']);
const BLOCKS = new Set(['p', 'ul', 'ol', 'pre', 'blockquote']);
/** The largest colspan and rowspan that HTML has. */
const MAX_SPAN = 1000;

const isTable = ({ tagName }: Element): boolean => tagName === 'table';
const isCell = ({ tagName }: Element): boolean => tagName === 'td' || tagName === 'th';

const isRow = ({ tagName }: Element): boolean => tagName === 'tr';

/** The rows of a table by section, not those of tables inside. */
function sectionsOf(table: Element): Element[][] {
  const sections: Element[][] = [];
  for (const child of childElements(table)) {
    if (ROW_PARENTS.has(child.tagName)) sections.push(childElements(child).filter(isRow));
    else if (isRow(child)) sections.push([child]);
  }
  return sections;
}

const cellsOf = (row: Element): Element[] => childElements(row).filter(isCell);

/** Boxes in a cell lay out the page where the cell has more text than this. */
const MAX_CELL_TEXT = 300;

function hasBlocks(cell: Element): boolean {
  let [blocks, boxes] = [0, 0];
  for (const element of elementsOf(cell)) {
    if (readText(element).trim() === '') continue;
    if (isTable(element) || /^h[1-6]$/.test(element.tagName)) return true;
    if (BLOCKS.has(element.tagName)) blocks += 1;
    if (element.tagName === 'div') boxes += 1;
  }
  return blocks > 1 || (blocks + boxes > 1 && Buffer.byteLength(readText(cell)) > MAX_CELL_TEXT);
}

const hasContent = (cell: Element): boolean =>
  readText(cell).trim() !== '' || [...elementsOf(cell)].some(({ tagName }) => tagName === 'img');

/** Whether a table only lays out the page. */
export function isLayout(table: Element): boolean {
  const role = attribute(table, 'role')?.toLowerCase();
  if (role === 'presentation' || role === 'none') return true;
  const rows = sectionsOf(table).flat();
  const cells = rows.flatMap(cellsOf);
  if (cells.some(({ tagName }) => tagName === 'th')) return false;
  // Cells with nothing in them make no row and no column.
  const full = rows.map((row) => cellsOf(row).filter(hasContent).length).filter((count) => count > 0);
  if (full.length <= 1 || full.every((count) => count <= 1)) return true;
  const hasParts = childElements(table).some(({ tagName }) => tagName === 'thead' || tagName === 'caption');
  return !hasParts && cells.some(hasBlocks);
}

/** How many rows or columns a cell spans. A `rowspan` of 0 reaches to the end of the section. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(attribute(cell, name) ?? '', 10);
  if (value === 0 && name === 'rowspan') return Number.POSITIVE_INFINITY;
  return value >= 1 ? Math.min(value, MAX_SPAN) : 1;
}

/** The cells with text. Rows and columns without any text are not counted. */
export function readCells(table: Element): Cell[] {
  const cells: Cell[] = [];
  let row = 0;
  for (const section of sectionsOf(table)) {
    /** First row below a cell of the section, by column. */
    const taken = new Map<number, number>();
    const end = row + section.length;
    for (const tr of section) {
      let column = 0;
      for (const cell of cellsOf(tr)) {
        while ((taken.get(column) ?? 0) > row) column += 1;
        const columns = spanOf(cell, 'colspan');
        const below = Math.min(row + spanOf(cell, 'rowspan'), end);
        for (let beside = 0; beside < columns; beside += 1) taken.set(column + beside, below);
        const text = keyOf(readText(cell));
        if (text !== '') cells.push({ row, column, text });
        column += columns;
      }
      row += 1;
    }
  }
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
