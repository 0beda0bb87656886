import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** URLs of single pages by name, from `index.tsv` in the same folder. */
export const readUrls = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(join(folder, 'index.tsv'), 'utf8')
      .split('\n')
      .map((line) => [line.split('\t')[0] ?? '', line.split('\t')[2] ?? '']),
  );
