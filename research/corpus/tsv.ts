import { Problem } from '../../bench/command-line.ts';

/** Cells by column. Missing cells are empty. */
export type Row = (column: string) => string;

/** @throws {Problem} if the table lacks one of the columns */
export function readRows(file: string, text: string, columns: readonly string[]): Row[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const names = head.split('\t');
  const missing = columns.find((column) => !names.includes(column));
  if (missing !== undefined) throw new Problem(`${file}: there is no column ${missing}`);
  return lines.map((line) => {
    const cells = line.split('\t');
    return (column) => cells[names.indexOf(column)] ?? '';
  });
}
