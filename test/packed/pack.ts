/** What would be published: which files, how large, and whether all that they point to is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { extract } from 'tar';
import * as assert from 'uvu/assert';
import { type PackedTests, ROOT, run } from './project.ts';

export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

export interface Packed {
  readonly tarball: string;
  /** Where it lies unpacked, and nothing beside it. */
  readonly unpacked: string;
  readonly files: readonly PackedFile[];
  /** Bytes of the tarball, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
}

/** What may be in the package. */
const ALLOWED = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|docs\/[a-z-]+\.md|dist\/.+\.(js|js\.map|d\.ts|css))$/;
/** What is in dist/ and has no source in bindings/. */
const ASSETS = ['dist/core.wasm', 'dist/indexing.wasm', 'dist/model.bin'];
/** Files that may have more bytes than `LARGE`, and how many. */
const LARGE = 100_000;
const LARGE_FILES: Readonly<Record<string, number>> = {
  'dist/core.wasm': 160_000,
  'dist/indexing.wasm': 180_000,
  'dist/inline/index.js': 700_000,
};
/** Bytes that an installation may download for the package itself. */
const SIZE_MAX = 1_000_000;

/** Packs the package as it lies here, without building it again. */
export async function pack(folder: string): Promise<Packed> {
  const words = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder];
  const [{ filename, files, size, unpackedSize }] = JSON.parse(await run(ROOT, 'npm', words));
  const tarball = join(folder, filename);
  await extract({ file: tarball, cwd: folder });
  return { tarball, unpacked: join(folder, 'package'), files, size, unpackedSize };
}

/** All strings in a value that are paths of files, whatever the conditions that lead to them. */
const targetsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targetsOf);

const readManifest = ({ unpacked }: Packed): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));

/** Names of entries that programs import, `refrain/html` for example. */
export function entriesOf(packed: Packed): string[] {
  const names = Object.entries(readManifest(packed)['exports'] ?? {});
  return names.filter(([, target]) => typeof target === 'object').map(([name]) => posix.join('refrain', name));
}

/** The source of a file of dist/ that is code or style. */
const sourceOf = (path: string): string =>
  path
    .replace(/^dist\/report\/assets\//, 'dist/report/client/')
    .replace(/^dist\//, 'bindings/')
    .replace(/(\.d\.ts|\.js\.map|\.js)$/, '.ts');

export const packTests: PackedTests = {
  'only what belongs there is packed'({ packed }) {
    const strange = packed.files
      .map(({ path }) => path)
      .filter((path) => !ALLOWED.test(path) && !ASSETS.includes(path));
    assert.equal(strange, []);
    const stale = packed.files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('dist/') && !ASSETS.includes(path) && !existsSync(join(ROOT, sourceOf(path))));
    assert.equal(stale, [], 'these were built from what is no more');
  },
  'nothing is larger than it has to be'({ packed }) {
    const large = packed.files.filter(({ path, size }) => size > (LARGE_FILES[path] ?? LARGE));
    assert.equal(large, []);
    assert.ok(packed.size <= SIZE_MAX, `the package has ${packed.size} bytes`);
  },
  'all that package.json points to is there'({ packed }) {
    const manifest = readManifest(packed);
    const targets = targetsOf([manifest['exports'], manifest['imports'], manifest['bin']]);
    assert.ok(targets.length > 20);
    assert.equal(
      targets.filter((target) => !existsSync(join(packed.unpacked, target))),
      [],
    );
    for (const target of targetsOf(manifest['bin'])) {
      assert.match(readFileSync(join(packed.unpacked, target), 'utf8'), /^#!\/usr\/bin\/env node\n/);
    }
  },
  'every source map is there, and so are its sources'({ packed }) {
    const read = (path: string): string => readFileSync(join(packed.unpacked, path), 'utf8');
    const names = packed.files.map(({ path }) => path);
    const pointers = names
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => {
        const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(read(path)) ?? [];
        return map === undefined || map.startsWith('data:') ? [] : [posix.join(posix.dirname(path), map)];
      });
    const maps = names.filter((path) => path.endsWith('.map'));
    assert.equal([...pointers].sort(), [...maps].sort(), 'code and maps do not belong together');
    const lost = maps.flatMap((path) => {
      const { sources, sourcesContent = [] }: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(
        read(path),
      );
      return sources
        .filter((_, at) => typeof sourcesContent[at] !== 'string')
        .map((source) => posix.join(posix.dirname(path), source))
        .filter((source) => !names.includes(source));
    });
    assert.is(lost.length, 0, `${lost.length} sources are missing, ${lost[0]} for one`);
  },
};
