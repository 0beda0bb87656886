/** Tables that are sorted by a click on a column heading, with a search field. */
import { count } from 'refrain/engine';
import { make } from './dom.ts';

export interface Column<R> {
  readonly head: string;
  readonly key: (row: R) => string | number;
  /** Default: the key. */
  readonly cell?: (row: R) => (Node | string)[];
}

/** Minimum number of rows for a search field. */
const ROWS_SEEN = 10;

/** The first column is a heading of its row. `sorted`: heading of the column that sorts the rows. */
export function tableOf<R>(
  name: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
  sorted?: string,
): HTMLElement[] {
  const items = rows.map((row) => {
    const cells = columns.map(({ key, cell }, at) =>
      make(at === 0 ? 'th' : 'td', {}, ...(cell?.(row) ?? [String(key(row))])),
    );
    return { row, element: make('tr', {}, ...cells) };
  });
  const elements = items.map(({ element }) => element);
  const body = make('tbody', {}, ...elements);
  const heads = columns.map(({ head, key }) => {
    const button = make('button', { type: 'button' }, head);
    const cell = make('th', { scope: 'col', ariaSort: head === sorted ? 'ascending' : null }, button);
    button.addEventListener('click', () => {
      const order = cell.ariaSort === 'ascending' ? 'descending' : 'ascending';
      for (const each of heads) each.ariaSort = null;
      cell.ariaSort = order;
      const sign = order === 'ascending' ? 1 : -1;
      items.sort((one, other) => sign * compareKeys(key(one.row), key(other.row)));
      body.append(...items.map(({ element }) => element));
    });
    return cell;
  });
  const table = make('table', { id: name }, make('thead', {}, make('tr', {}, ...heads)), body);
  const box = make('div', { className: 'scroll' }, table);
  return rows.length > ROWS_SEEN ? [searchField(name, elements), box] : [box];
}

const compareKeys = (one: string | number, other: string | number): number =>
  Number(one) - Number(other) || String(one).localeCompare(String(other));

/** Hides rows without the words. */
function searchField(name: string, rows: readonly HTMLElement[]): HTMLElement {
  const texts = rows.map(({ textContent }) => textContent?.toLowerCase() ?? '');
  const field = make('input', { type: 'search' });
  const output = make('output');
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const [at, row] of rows.entries()) row.hidden = !words.every((word) => texts[at]?.includes(word));
    const found = rows.filter(({ hidden }) => !hidden).length;
    output.value = found === rows.length ? '' : `${count(found)} of ${count(rows.length)}`;
  });
  return make('p', { className: 'find' }, make('label', {}, `Find in ${name} `, field), ' ', output);
}
