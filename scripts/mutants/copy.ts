/** A copy of the repository whose built packages are replaced by mutants. Packages of others are links. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PUBLISHED } from '../packages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The path of the new copy. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'refrain-mutants-'));
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
  for (const file of files.split('\n').filter((name) => name !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file), { force: true });
  }
  for (const { folder } of PUBLISHED)
    cpSync(join(ROOT, folder, 'dist'), join(copy, folder, 'dist'), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  // Packages of this repository are found in the copy.
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === 'refrain') symlinkSync('..', join(copy, 'node_modules', name));
    else if (name === '@refrain')
      cpSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    else symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  return copy;
}
