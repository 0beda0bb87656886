/** Files next to the pages of a folder. */
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkReplaceable } from '../files/output-target.ts';
import { partialPath } from '../files/partial-file.ts';

/**
 * Writes a file completely or not at all; without content, removes an existing one.
 *
 * @param fill writes its text; resolves with true if the file has content
 * @throws {CommandError} if something else has its name
 */
export async function writeWhole(
  folder: string,
  name: string,
  fill: (write: (text: string) => void) => Promise<boolean>,
): Promise<void> {
  const path = join(folder, name);
  checkReplaceable(path);
  const partial = partialPath(folder, name.replaceAll('-', '_'));
  rmSync(partial, { force: true });
  const file = openSync(partial, 'wx');
  let isFile = false;
  try {
    isFile = await fill((text) => writeFileSync(file, text));
  } finally {
    closeSync(file);
    if (!isFile) rmSync(partial);
  }
  if (isFile) renameSync(partial, path);
  else rmSync(path, { force: true });
}
