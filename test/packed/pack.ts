/** The published files of each package. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import * as assert from 'uvu/assert';
import { PUBLISHED, pack, writePublished } from '../../scripts/packages.ts';
import { EXPECTED, type ExpectedPackage } from './packages.ts';
import { createProject, install, type PackageTests, ROOT, type Tarball } from './project.ts';

/** Files that a package may contain, in addition to its `assets`. */
const ALLOWED = /^(package\.json|README\.md|LICENSE|dist\/.+\.(js|js\.map|d\.ts|css))$/;
const ALLOWED_IN_CORE = /^(CHANGELOG\.md|docs\/[a-z-]+\.md|docs\/example-site\/[\d-]+\.html)$/;
/** Maximum bytes of a file, and of some larger ones. */
const FILE_MAX = 100_000;
const LARGE_FILES: Readonly<Record<string, number>> = {
  'dist/core.wasm': 224_000,
  'dist/model.bin': 110_000,
  'dist/browser/index.js': 133_000,
  'dist/inline/index.js': 572_000,
  'dist/platform/encodings.cjs': 185_000,
  'dist/inline.js': 905_000,
};
/** Maximum bytes of a part of the bundled command, which includes other packages. */
const BUNDLE_MAX = 600_000;

const maxOf = (path: string): number =>
  LARGE_FILES[path] ?? (/^dist\/(?:bin|shared)\//.test(path) ? BUNDLE_MAX : FILE_MAX);
/** Maximum bytes of the installed `refrain` and its dependency, without source maps. */
const INSTALLED_MAX = 1_870_000;

export async function packAll(to: string): Promise<Tarball[]> {
  const packages: Tarball[] = [];
  for (const one of PUBLISHED) {
    const unpacked = await writePublished(one, to);
    packages.push({ name: one.name, source: join(ROOT, one.folder), unpacked, ...pack(unpacked, to) });
  }
  return packages;
}

const targetsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targetsOf);

const readManifest = ({ unpacked }: Tarball): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));

function entriesOf(packed: Tarball): string[] {
  const names = Object.entries(readManifest(packed)['exports'] ?? {});
  return names.filter(([, target]) => typeof target === 'object').map(([name]) => posix.join(packed.name, name));
}

/** The source of code or style in dist/. */
const sourceOf = ({ name }: Tarball, path: string): string =>
  path
    .replace(/^dist\/report\//, 'dist/write/report/client/')
    .replace(/^dist\//, name === 'refrain' ? 'bindings/' : 'src/')
    .replace(/(\.d\.ts|\.js\.map|\.js)$/, '.ts');

const expectedOf = ({ name }: Tarball): ExpectedPackage => {
  const expected = EXPECTED[name];
  if (expected === undefined) throw new Error(`test/packed/packages.ts does not know the package ${name}`);
  return expected;
};

function noticesOf(packed: Tarball): string[] {
  const path = join(packed.unpacked, 'dist/THIRD_PARTY_NOTICES.txt');
  if (!existsSync(path)) return [];
  const titles = [...readFileSync(path, 'utf8').matchAll(/^== (.+)$/gm)].map(([, title = '']) => title);
  return titles.map((title) => title.replace(/( \d[\w.-]*)? \([\w.-]+\)$/, '')).sort();
}

function checkFiles(packed: Tarball): void {
  const { assets } = expectedOf(packed);
  const paths = packed.files.map(({ path }) => path);
  const isAllowed = (path: string): boolean =>
    ALLOWED.test(path) || assets.includes(path) || (packed.name === 'refrain' && ALLOWED_IN_CORE.test(path));
  assert.equal(
    paths.filter((path) => !isAllowed(path)),
    [],
    `unexpected files in ${packed.name}`,
  );
  for (const path of ['LICENSE', 'README.md', ...assets]) {
    assert.ok(paths.includes(path), `${packed.name} has no ${path}`);
  }
  // Files that bundles share have no source.
  const built = paths.filter((path) => /^dist\/(?!(?:bin|shared)\/)/.test(path) && !assets.includes(path));
  const stale = built.filter((path) => !existsSync(join(packed.source, sourceOf(packed, path))));
  assert.equal(stale, [], `files in dist/ of ${packed.name} without a source`);
}

function checkSourceMaps({ name, unpacked, files }: Tarball): void {
  const read = (path: string): string => readFileSync(join(unpacked, path), 'utf8');
  const paths = files.map(({ path }) => path);
  const pointers = paths
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => {
      const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(read(path)) ?? [];
      return map === undefined || map.startsWith('data:') ? [] : [posix.join(posix.dirname(path), map)];
    });
  const maps = paths.filter((path) => path.endsWith('.map'));
  assert.equal([...pointers].sort(), [...maps].sort(), `code and source maps of ${name} do not match`);
  const missing = maps.flatMap((path) => {
    const { sources, sourcesContent = [] }: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(
      read(path),
    );
    return sources
      .filter((_, at) => typeof sourcesContent[at] !== 'string')
      .map((source) => posix.join(posix.dirname(path), source))
      .filter((source) => !paths.includes(source));
  });
  assert.equal(missing, [], `sources that maps of ${name} refer to`);
}

const filesBelow = (folder: string): { path: string; size: number }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, size: statSync(path).size }));

const forAll =
  (check: (packed: Tarball) => void): PackageTests[string] =>
  ({ packages }) => {
    for (const packed of packages) check(packed);
  };

export const packTests: PackageTests = {
  'packs only expected files, with licence and README': forAll(checkFiles),
  'keeps files and tarballs below their maximum sizes': forAll((packed) => {
    const large = packed.files.filter(({ path, size }) => size > maxOf(path));
    assert.equal(large, []);
    const { sizeMax } = expectedOf(packed);
    assert.ok(packed.size <= sizeMax, `the tarball of ${packed.name} has ${packed.size} bytes, more than ${sizeMax}`);
  }),
  'packs every file that package.json refers to': forAll((packed) => {
    const manifest = readManifest(packed);
    const targets = targetsOf([manifest['exports'], manifest['imports'], manifest['bin']]);
    assert.ok(targets.length > 2);
    assert.equal(
      targets.filter((target) => !existsSync(join(packed.unpacked, target))),
      [],
    );
    for (const target of targetsOf(manifest['bin'])) {
      assert.match(readFileSync(join(packed.unpacked, target), 'utf8'), /^#!\/usr\/bin\/env node\n/);
    }
  }),
  'packs neither scripts nor development dependencies': forAll((packed) => {
    const { scripts, devDependencies, workspaces } = readManifest(packed);
    assert.equal([scripts, devDependencies, workspaces], [undefined, undefined, undefined]);
  }),
  'packs every source map with its sources': forAll(checkSourceMaps),
  'names the third-party code and data of every package': forAll((packed) => {
    assert.equal(noticesOf(packed), [...expectedOf(packed).notices].sort(), packed.name);
  }),
  'has the expected entries': forAll((packed) => {
    const { anywhere, nodeOnly } = expectedOf(packed);
    assert.equal(entriesOf(packed).sort(), [...anywhere, ...nodeOnly].sort());
  }),
  async 'installs refrain alone, without dependencies, in 1.87 MB'({ folder, packages }) {
    const [core] = packages;
    const alone = createProject(join(folder, '..'), 'alone');
    await install(alone, [core?.tarball ?? '']);
    const files = filesBelow(join(alone, 'node_modules'));
    const manifests = files
      .map(({ path }) => path.slice(alone.length + 1))
      .flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? []);
    assert.equal(manifests, ['refrain']);
    const sum = (some: readonly { size: number }[]): number => some.reduce((total, { size }) => total + size, 0);
    const bytes = sum(files.filter(({ path }) => !path.endsWith('.map')));
    const kilobytes = (count: number): string => `${Math.round(count / 1000)} kB`;
    process.stdout.write(
      `     refrain installed: ${kilobytes(bytes)}; source maps: ${kilobytes(sum(files) - bytes)}\n`,
    );
    assert.ok(bytes <= INSTALLED_MAX, `${bytes} bytes are installed, more than ${INSTALLED_MAX}`);
  },
};
