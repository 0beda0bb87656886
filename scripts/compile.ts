/** Compiles targets of asconfig.json that are not in dist/: for measurements, tests and generators. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const MODULES = {
  bench: { entry: 'assembly/bench.ts', target: 'bench', file: 'build/core.bench.wasm' },
  debug: { entry: 'assembly/bench.ts', target: 'debug', file: 'build/core.debug.wasm' },
} as const;

/** Replaces the import `abort`, so that modules need no host. */
const ABORT = ['--use', 'abort=assembly/bench/abort'];

const readIfPresent = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

export async function compile(
  entry: string,
  target: 'bench' | 'debug',
  settings: readonly string[] = [],
): Promise<{ binary: Uint8Array<ArrayBuffer>; declarations: string }> {
  // Imported on demand, because loading the compiler takes seconds.
  const { default: asc } = await import('assemblyscript/asc');
  let binary = new Uint8Array();
  let declarations = '';
  const { error, stderr } = await asc.main([entry, '--baseDir', ROOT, '--target', target, ...settings], {
    readFile: (name, folder) => readIfPresent(join(folder, name)),
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) binary = Uint8Array.from(contents as Uint8Array);
      if (name.endsWith('.d.ts')) declarations = String(contents);
    },
  });
  if (error !== null) throw new Error(`${entry} does not compile: ${error.message}\n${stderr.toString()}`);
  return { binary, declarations };
}

/** True if a file is newer than every source. */
function isCurrent(file: string): boolean {
  if (!existsSync(file)) return false;
  const sources = readdirSync(join(ROOT, 'assembly'), { recursive: true, encoding: 'utf8' });
  const written = statSync(file).mtimeMs;
  return ['asconfig.json', ...sources.map((name) => join('assembly', name))].every(
    (name) => statSync(join(ROOT, name)).mtimeMs < written,
  );
}

/** The module for measurements, with a constant that is set on the compiler's command line. */
export async function moduleWith(name: string, value: number): Promise<WebAssembly.Module> {
  const { entry, target } = MODULES.bench;
  const { binary } = await compile(entry, target, [...ABORT, '--use', `${name}=${value}`]);
  return WebAssembly.compile(binary);
}

/** A module, compiled first if it is missing or older than its sources. */
export async function moduleOf(name: keyof typeof MODULES): Promise<WebAssembly.Module> {
  const { entry, target, file: path } = MODULES[name];
  const file = join(ROOT, path);
  if (!isCurrent(file)) {
    const { binary } = await compile(entry, target, ABORT);
    mkdirSync(join(ROOT, 'build'), { recursive: true });
    // Renamed when complete, so that other processes do not read an incomplete file.
    const part = `${file}.${process.pid}`;
    writeFileSync(part, binary);
    renameSync(part, file);
  }
  return WebAssembly.compile(Uint8Array.from(readFileSync(file)));
}
