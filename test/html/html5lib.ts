/**
 * The folder of html5lib's tests: HTML5LIB_TESTS where it is set, else the checked-in archive, unpacked once to
 * `build/html5lib-tests-HASH`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extract } from 'tar';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ARCHIVE = join(root, 'test/fixtures/html5lib/html5lib-tests.tar.gz');

/** The folder that holds `tokenizer` and `tree-construction`. */
export function html5libFolder(): string {
  const own = process.env['HTML5LIB_TESTS'];
  if (own) return own;
  // A changed archive gets another folder, so that no test reads files of the archive before it.
  const hash = createHash('sha256').update(readFileSync(ARCHIVE)).digest('hex').slice(0, 8);
  const folder = join(root, `build/html5lib-tests-${hash}`);
  if (!existsSync(folder)) unpack(folder);
  return folder;
}

/** Unpacks beside the folder and renames: test files run at the same time and must not see half of it. */
function unpack(folder: string): void {
  mkdirSync(join(root, 'build'), { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  extract({ file: ARCHIVE, cwd: own, sync: true, strict: true });
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}
