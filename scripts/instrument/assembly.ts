/** Copies of assembly/ with changed sources, compiled to a module. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A source of assembly/, by its path below that folder. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

export function readSources(): Source[] {
  const folder = join(ROOT, 'assembly');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** The import of names of a file at the root of assembly/, to be put before the first line of a source. */
export const importFor = ({ path }: Source, names: string, file: string): string => {
  const from = relative(dirname(path), file).replaceAll('\\', '/');
  return `import { ${names} } from '${from.startsWith('.') ? from : `./${from}`}'; `;
};

/** Writes sources to a folder below build/ and compiles an entry as the target `release` of asconfig.json. */
export async function compileSources(
  sources: readonly Source[],
  folder: string,
  entry = 'index.ts',
): Promise<Uint8Array<ArrayBuffer>> {
  const target = join(ROOT, 'build', folder);
  rmSync(target, { recursive: true, force: true });
  for (const { path, text } of sources) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
  let binary = new Uint8Array();
  const { error, stderr } = await asc.main(
    [join('build', folder, entry), '--baseDir', ROOT, '--target', 'release', '--outFile', `build/${folder}.wasm`],
    {
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) binary = Uint8Array.from(contents as Uint8Array);
      },
    },
  );
  if (error !== null) throw new Error(`build/${folder} does not compile: ${error.message}\n${stderr.toString()}`);
  return binary;
}
