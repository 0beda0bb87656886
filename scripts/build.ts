/**
 * Writes the sources that are generated, and builds the dist/ folders of core and packages that are not up to date.
 *
 * Run: npm run build [-- --force
 * --debug]
 * --force builds in any case. --debug writes build/core.debug.wasm instead: the module with names, assertions and a
 * source map.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinData } from './join-data.ts';
import { PUBLISHED } from './packages.ts';

const FOLDERS = PUBLISHED.map(({ folder }) => folder);
const OUTPUTS = FOLDERS.map((folder) => join(folder, 'dist'));
const MODULE = 'dist/core.wasm';

/** Sources of the module, which is slow to build. */
const MODULE_SOURCES = [
  ...['assembly', 'asconfig.json', 'scripts/build.ts', 'scripts/join-data.ts'],
  ...['assemblyscript', 'binaryen'].map((name) => `node_modules/${name}/package.json`),
];
/** Sources of all outputs, including the lock file, which names the compilers. */
const SOURCES = [
  ...MODULE_SOURCES,
  ...['bindings', 'model', 'package.json', 'package-lock.json', 'packages/viewer'],
  ...['tsconfig.json', 'tsconfig.build.json', 'scripts/bundle.ts'],
  ...['scripts/notices.ts', 'scripts/notices.txt', 'scripts/packages.ts'],
  ...FOLDERS.flatMap((folder) => ['src', 'package.json', 'tsconfig.build.json'].map((at) => join(folder, at))),
];
const STAMPS = 'build/stamps';

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

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) {
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** A part of the build. Hashes of its sources and outputs show if one was changed. */
class Part {
  readonly #file: string;
  readonly #paths: readonly string[];

  constructor(name: string, sources: readonly string[], outputs: readonly string[]) {
    this.#file = join(STAMPS, name);
    this.#paths = [...sources, ...outputs];
  }

  get isBuilt(): boolean {
    return existsSync(this.#file) && readFileSync(this.#file, 'utf8') === hashOf(this.#paths);
  }

  begin(): void {
    rmSync(this.#file, { force: true });
  }

  end(): void {
    mkdirSync(STAMPS, { recursive: true });
    writeFileSync(this.#file, hashOf(this.#paths));
  }
}

const children = new Set<ChildProcess>();

/** Runs a tool of node_modules/.bin, or Node. Ends the build if the tool fails; the tool reports the error. */
async function run(tool: string, ...args: readonly string[]): Promise<void> {
  const path = tool === 'node' ? process.execPath : join('node_modules', '.bin', tool);
  const child = spawn(path, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  children.add(child);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  children.delete(child);
  if (code === 0) return;
  for (const other of children) other.kill();
  process.exit(1);
}

/**
 * Options of the optimiser: features of WebAssembly; inlining of functions up to thirty instructions; sorting of
 * functions by name, and so by file. Then similar functions are adjacent, and the gzipped module is smaller.
 */
const OPTIMISED = [
  ...['simd', 'bulk-memory', 'mutable-globals', 'sign-ext', 'nontrapping-float-to-int'].map(
    (name) => `--enable-${name}`,
  ),
  ...['-O3', '--flexible-inline-max-function-size=30', '--converge', '--reorder-functions-by-name'],
];

/**
 * Inlining up to thirty instructions makes the module a twentieth smaller at the same speed. `--debug` adds names of
 * functions for sorting. The optimiser removes them.
 */
async function buildModule(): Promise<void> {
  await run('asc', 'assembly/index.ts', '--target', 'release', '--debug');
  await run('wasm-opt', MODULE, '--mvp-features', ...OPTIMISED, '-o', MODULE);
  writeFileSync(MODULE, joinData(readFileSync(MODULE)));
}

/**
 * Removes built files except the module, then compiles the packages in order: each is checked against the declarations
 * of earlier packages.
 */
async function compilePackages(): Promise<void> {
  for (const path of OUTPUTS.flatMap(filesOf)) if (path !== MODULE) rmSync(path);
  for (const folder of FOLDERS) await run('tsc', '-p', join(folder, 'tsconfig.build.json'));
}

// Exports include functions of the names.
for (const what of ['names', 'vocabulary', 'exports']) await import(`./generate-${what}.ts`);

const module = new Part('module', MODULE_SOURCES, [MODULE]);
const all = new Part('all', SOURCES, OUTPUTS);
const isForced = process.argv.includes('--force');

if (process.argv.includes('--debug')) {
  await run('asc', 'assembly/bench.ts', '--target', 'debug');
} else if (!all.isBuilt || isForced) {
  all.begin();
  const makeModule = async (): Promise<void> => {
    if (module.isBuilt && !isForced) return;
    module.begin();
    await buildModule();
    module.end();
  };
  await Promise.all([makeModule(), compilePackages()]);
  copyFileSync('model/default.model', 'dist/model.bin');
  for (const folder of FOLDERS) if (folder !== '.') copyFileSync('LICENSE', join(folder, 'LICENSE'));
  await run('node', '--import', 'tsx', 'scripts/bundle.ts');
  all.end();
}
