/** A table as aligned text or as Markdown: numbers right-aligned, the first column and other texts left-aligned. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  as: 'text' | 'markdown' = 'text',
): string {
  const lines = [head, ...rows];
  const isNumeric = head.map((_, column) => column > 0 && rows.every((row) => /^([\d.]+|–|)$/.test(row[column] ?? '')));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const padded = lines.map((line) =>
    line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
  if (as === 'text') return padded.map((line) => line.join('  ').trimEnd()).join('\n');
  const rule = widths.map((width, column) => (isNumeric[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return padded
    .toSpliced(1, 0, rule)
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}
