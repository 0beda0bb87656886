/** A list in a folder of pages, beside their index. */
import { escaped } from './file-name.ts';
import { withoutFormulas } from './formulas.ts';
import { writeWhole } from './whole-file.ts';

/** What `others.tsv` has of an address that is no page: it, the reason and what says so; of a file its bytes, and where it was kept. */
export type OtherLine = readonly string[];

/** Writes `others.tsv`, in the order of the lines; without a line there is no such file. */
export const writeOthers = (folder: string, lines: Iterable<OtherLine>): Promise<void> =>
  writeWhole(folder, 'others.tsv', async (write) => {
    let isEmpty = true;
    for (const line of lines) {
      write(`${line.map((field) => withoutFormulas(escaped(field), '\\')).join('\t')}\n`);
      isEmpty = false;
    }
    return !isEmpty;
  });
