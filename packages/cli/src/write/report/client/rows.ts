/** Search fields of tables: rows without the words are hidden. */

for (const field of document.querySelectorAll<HTMLInputElement>('input[data-rows]')) {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('table.rows tbody tr')];
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
