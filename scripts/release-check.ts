/**
 * Checks that the published packages can be released together: one version, dependencies on each other from this
 * version on, the same licence file, complete package.json files, and this version in lock file and changelog.
 *
 * Run: node --import tsx scripts/release-check.ts [--tag v1.2.3
 * --folders]
 * --tag: the version must be that of the tag. --folders writes the packages to build/published, and prints their
 * folders in the order to publish them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENGINE, ENTRIES, type Entry, namesOf } from './docs/entries.ts';
import { PUBLISHED, writePublished } from './packages.ts';

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly keywords?: readonly string[];
  readonly repository?: { readonly url?: string; readonly directory?: string };
  readonly bugs?: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages?: Readonly<Record<string, Manifest>>;
}

const { values } = parseArgs({ options: { tag: { type: 'string' }, folders: { type: 'boolean' } } });
const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const manifests = PUBLISHED.map((one) => ({ ...one, manifest: readJson<Manifest>(join(one.folder, 'package.json')) }));
const root = readJson<Manifest>('package.json');
const { version = '' } = root;

const problems: string[] = [];

function expectEqual(where: string, what: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  problems.push(`${where}: ${what} is ${JSON.stringify(actual)} and must be ${JSON.stringify(expected)}`);
}

const lock = readJson<Lock>('package-lock.json');
for (const [at, { name, folder, manifest }] of manifests.entries()) {
  const where = join(folder, 'package.json');
  expectEqual(where, 'name', manifest.name, name);
  expectEqual(where, 'version', manifest.version, version);
  expectEqual(where, 'license', manifest.license, root.license);
  expectEqual(where, 'engines.node', manifest.engines?.node, root.engines?.node);
  expectEqual(where, 'repository.url', manifest.repository?.url, root.repository?.url);
  expectEqual(where, 'repository.directory', manifest.repository?.directory, folder === '.' ? undefined : folder);
  expectEqual(where, 'bugs', manifest.bugs, root.bugs);
  if (manifest.private === true) problems.push(`${where}: a published package must not be private`);
  if ((manifest.keywords ?? []).length === 0) problems.push(`${where}: keywords are missing`);
  if ((manifest.description ?? '') === '') problems.push(`${where}: description is missing`);
  expectEqual(
    'package-lock.json',
    `version of ${name}`,
    lock.packages?.[folder === '.' ? '' : folder]?.version,
    version,
  );
  const before = PUBLISHED.slice(0, at).map((one) => one.name);
  for (const [dependency, range] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    if (!PUBLISHED.some((one) => one.name === dependency)) continue;
    expectEqual(where, `version of the dependency ${dependency}`, range, `^${version}`);
    if (!before.includes(dependency)) problems.push(`scripts/packages.ts: ${dependency} must stand before ${name}`);
  }
}
const [core] = manifests;
expectEqual('package.json', 'number of dependencies', Object.keys(core?.manifest.dependencies ?? {}).length, 0);
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version}`)) {
  problems.push(`CHANGELOG.md has no section "## ${version}"`);
}

/** Maximum number of public names, including types. */
const PUBLIC_NAMES = 246;
/** Maximum number of names of `engine` entry points. */
const ENGINE_NAMES = 61;
function countNames(what: string, entries: readonly Entry[], max: number): string {
  const count = entries.reduce((sum, entry) => sum + namesOf(entry).length, 0);
  if (count > max) problems.push(`scripts/docs/entries.ts: ${count} ${what} names, more than ${max}`);
  return `${count} ${what} names`;
}
const counts = [countNames('public', ENTRIES, PUBLIC_NAMES), countNames('engine', ENGINE, ENGINE_NAMES)].join(', ');

const server = readJson<Manifest & { readonly packages: readonly { readonly identifier: string }[] }>('server.json');
expectEqual('server.json', 'version', server.version, version);
for (const { identifier } of server.packages) expectEqual('server.json', 'tag', identifier.split(':')[1], version);

if (values.tag !== undefined) expectEqual('tag', 'version', values.tag, `v${version}`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
} else if (values.folders === true) {
  for (const one of PUBLISHED) process.stdout.write(`${await writePublished(one, 'build/published')}\n`);
} else {
  process.stdout.write(`${PUBLISHED.length} packages can be released as ${version}; ${counts}\n`);
}
