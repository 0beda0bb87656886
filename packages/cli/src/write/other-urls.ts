import { escapeField } from './file-name.ts';
import { withoutFormulas } from './formulas.ts';
import { writeWhole } from './whole-file.ts';

/** Columns: a URL that is not a page, the reason, the evidence, and the length of a file in bytes. */
export type OtherLine = readonly string[];

const HEADER: OtherLine = ['url', 'reason', 'evidence', 'bytes'];

/** Writes `others.tsv` in the order of the lines. Removes it if it would be empty. */
export const writeOthers = (folder: string, lines: Iterable<OtherLine>): Promise<void> =>
  writeWhole(folder, 'others.tsv', async (write) => {
    const rows = [...lines];
    for (const row of [HEADER, ...rows])
      write(`${row.map((field) => withoutFormulas(escapeField(field), '\\')).join('\t')}\n`);
    return rows.length > 0;
  });
