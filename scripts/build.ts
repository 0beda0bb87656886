/**
 * Builds dist/, unless it is what these sources make already: most commands build first, and most of the time nothing has
 * changed since the last of them.
 *
 * Run: npm run build [-- --force]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** All that dist/ depends on; the lock file says which compilers. */
const SOURCES = ['assembly', 'bindings', 'model', 'asconfig.json', 'package.json', 'package-lock.json'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'scripts/build.ts', 'scripts/bundle.ts'];
const STEPS = ['clean', 'build:wasm', 'build:ts', 'build:model', 'build:bundles'];
const STAMP = 'build/stamp';

/** Files of a folder and below, or the file itself, in one order. */
function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesOf(join(path, name)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

/** A hash of names and contents. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) {
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** What was built, and what came of it: either may have been changed by hand. */
const stamp = (): string => `${hashOf([...SOURCES, ...SETTINGS])} ${hashOf(['dist'])}\n`;

const isBuilt = existsSync(STAMP) && existsSync('dist') && readFileSync(STAMP, 'utf8') === stamp();

if (!isBuilt || process.argv.includes('--force')) {
  rmSync(STAMP, { force: true });
  for (const step of STEPS) {
    try {
      execFileSync('npm', ['run', '--silent', step], { stdio: 'inherit' });
    } catch {
      // The compiler has said what is wrong.
      process.exit(1);
    }
  }
  mkdirSync('build', { recursive: true });
  writeFileSync(STAMP, stamp());
}
