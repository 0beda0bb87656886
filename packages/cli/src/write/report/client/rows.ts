/** Tables that a person sorts by a click on the head of a column, and whose rows a search field filters. */

/** Rows without the words are hidden. */
for (const field of document.querySelectorAll<HTMLInputElement>('input[data-rows]')) {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>(`#${field.dataset['rows']} tbody tr`)];
  const texts = rows.map((row) => (row.textContent ?? '').toLowerCase());
  const output = field.closest('p')?.querySelector('output');
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const [at, row] of rows.entries()) {
      const isFound = words.every((word) => texts[at]?.includes(word));
      row.hidden = !isFound;
      if (isFound) found += 1;
    }
    if (output) output.textContent = field.value === '' ? '' : `${found} of ${rows.length}`;
  });
}

/** What a cell is sorted by: of a page with its name and path, the name. */
const keyOf = (row: HTMLTableRowElement, column: number): string => {
  const cell = row.cells[column];
  return cell?.dataset['value'] ?? (cell?.firstElementChild ?? cell)?.textContent ?? '';
};

const compareKeys = (one: string, other: string): number => Number(one) - Number(other) || one.localeCompare(other);

for (const head of document.querySelectorAll<HTMLTableCellElement>('table.rows thead th')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => {
    const order = head.ariaSort === 'ascending' ? 'descending' : 'ascending';
    for (const each of head.parentElement?.children ?? []) each.removeAttribute('aria-sort');
    head.ariaSort = order;
    const [body] = head.closest('table')?.tBodies ?? [];
    const keyed = Array.from(body?.rows ?? [], (row) => [keyOf(row, head.cellIndex), row] as const);
    const sign = order === 'ascending' ? 1 : -1;
    keyed.sort(([one], [other]) => sign * compareKeys(one, other));
    body?.append(...keyed.map(([, row]) => row));
  });
}
