/** The package as published: its files, their sizes and their references. */
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
  /** Folder of the unpacked package. */
  readonly unpacked: string;
  readonly files: readonly PackedFile[];
  /** Bytes of the tarball, packed and unpacked. */
  readonly size: number;
  readonly unpackedSize: number;
}

/** Paths that the package may contain. */
const ALLOWED = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|docs\/[a-z-]+\.md|dist\/.+\.(js|js\.map|d\.ts|css))$/;
/** Files of dist/ without a source in bindings/. */
const ASSETS = ['dist/core.wasm', 'dist/indexing.wasm', 'dist/model.bin'];
/** Files that may be larger than `LARGE`, with their limits. */
const LARGE = 100_000;
const LARGE_FILES: Readonly<Record<string, number>> = {
  'dist/core.wasm': 160_000,
  'dist/indexing.wasm': 180_000,
  'dist/inline/index.js': 700_000,
};
/** Maximum size of the tarball in bytes. */
const SIZE_MAX = 1_000_000;

/** Packs the package without building it again. */
export async function pack(folder: string): Promise<Packed> {
  const words = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder];
  const [{ filename, files, size, unpackedSize }] = JSON.parse(await run(ROOT, 'npm', words));
  const tarball = join(folder, filename);
  await extract({ file: tarball, cwd: folder });
  return { tarball, unpacked: join(folder, 'package'), files, size, unpackedSize };
}

/** All paths in a value of package.json, for every condition. */
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
  'contains only expected files'({ packed }) {
    const strange = packed.files
      .map(({ path }) => path)
      .filter((path) => !ALLOWED.test(path) && !ASSETS.includes(path));
    assert.equal(strange, []);
    const stale = packed.files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('dist/') && !ASSETS.includes(path) && !existsSync(join(ROOT, sourceOf(path))));
    assert.equal(stale, [], 'built files without a source');
  },
  'no file is larger than its limit'({ packed }) {
    const large = packed.files.filter(({ path, size }) => size > (LARGE_FILES[path] ?? LARGE));
    assert.equal(large, []);
    assert.ok(packed.size <= SIZE_MAX, `the package has ${packed.size} bytes`);
  },
  'contains every file that package.json refers to'({ packed }) {
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
  'contains every source map and its sources'({ packed }) {
    const read = (path: string): string => readFileSync(join(packed.unpacked, path), 'utf8');
    const names = packed.files.map(({ path }) => path);
    const pointers = names
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => {
        const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(read(path)) ?? [];
        return map === undefined || map.startsWith('data:') ? [] : [posix.join(posix.dirname(path), map)];
      });
    const maps = names.filter((path) => path.endsWith('.map'));
    assert.equal([...pointers].sort(), [...maps].sort(), 'source maps');
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
