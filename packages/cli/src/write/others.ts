/** A list in a folder of pages, beside their index. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { checkReplaceable } from '../files/output-target.ts';
import { partialPath } from '../files/partial-file.ts';
import { escaped } from './file-name.ts';
import { withoutFormulas } from './formulas.ts';

/** What `others.tsv` has of an address that is no page: it, the reason and what says so; of a file its bytes, and where it was kept. */
export type OtherLine = readonly string[];

/**
 * Writes `others.tsv` whole or not at all, in the order of the lines; without a line there is no such file.
 *
 * @throws {CommandError} where something else has its name
 */
export async function writeOthers(folder: string, lines: AsyncIterable<OtherLine>): Promise<void> {
  const path = join(folder, 'others.tsv');
  checkReplaceable(path);
  const partial = partialPath(folder, 'others');
  rmSync(partial, { force: true });
  const file = openSync(partial, 'wx');
  let count = 0;
  try {
    for await (const line of lines) {
      writeSync(file, `${line.map((field) => withoutFormulas(escaped(field), '\\')).join('\t')}\n`);
      count += 1;
    }
  } finally {
    closeSync(file);
  }
  if (count > 0) return renameSync(partial, path);
  rmSync(partial);
  rmSync(path, { force: true });
}
