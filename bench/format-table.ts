/** A table as aligned text: numbers right-aligned, the first column and other texts left-aligned. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const isNumeric = head.map((_, column) => column > 0 && rows.every((row) => /^([\d.]+|–|)$/.test(row[column] ?? '')));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
