/**
 * Builds dist/. Does nothing where dist/ is already the result of these sources: almost every npm script builds first.
 *
 * Run: npm run build [-- --force | --debug]
 * --force builds in any case. --debug writes build/core.debug.wasm instead: the module with names, assertions and a source
 * map.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that dist/ depends on. The lock file has the versions of the compilers. */
const SOURCES = ['assembly', 'bindings', 'model', 'asconfig.json', 'package.json', 'package-lock.json'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'scripts/build.ts', 'scripts/bundle.ts'];
const STAMP = 'build/stamp';

/** The files below a folder, or the file itself, sorted by name. */
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

/** Hashes of the sources and of the result, since either may have changed since the last build. */
const stamp = (): string => `${hashOf([...SOURCES, ...SETTINGS])} ${hashOf(['dist'])}\n`;

const isBuilt = existsSync(STAMP) && existsSync('dist') && readFileSync(STAMP, 'utf8') === stamp();

/** Runs a program of node_modules with Node. */
function run(program: string, ...words: readonly string[]): void {
  try {
    execFileSync(process.execPath, [join('node_modules', program), ...words], { stdio: 'inherit' });
  } catch {
    // The compiler has printed the error.
    process.exit(1);
  }
}

const compileModule = (entry: string, target: string): void =>
  run('assemblyscript/bin/asc.js', `assembly/${entry}.ts`, '--target', target);

if (process.argv.includes('--debug')) {
  compileModule('index', 'debug');
} else if (!isBuilt || process.argv.includes('--force')) {
  rmSync(STAMP, { force: true });
  rmSync('dist', { recursive: true, force: true });
  compileModule('index', 'release');
  compileModule('indexing', 'indexing');
  run('typescript/bin/tsc', '-p', 'tsconfig.build.json');
  copyFileSync('model/default.model', 'dist/model.bin');
  run('tsx/dist/cli.mjs', 'scripts/bundle.ts');
  mkdirSync('build', { recursive: true });
  writeFileSync(STAMP, stamp());
}
