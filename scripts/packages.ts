/** The published packages of this repository, and their published files. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { extract } from 'tar';

export interface PublishedPackage {
  readonly name: string;
  readonly folder: string;
}

/** In order: each package depends only on earlier ones. */
export const PUBLISHED: readonly PublishedPackage[] = [
  { name: 'refrain', folder: '.' },
  ...['rules', 'crawl', 'search', 'cli', 'restate'].map((name) => ({
    name: `@refrain/${name}`,
    folder: `packages/${name}`,
  })),
];

const ROOT = resolve(import.meta.dirname, '..');
/**
 * Members of package.json that only this repository needs. npm would warn of scripts, and list development
 * dependencies.
 */
const REPOSITORY_ALONE: readonly string[] = ['scripts', 'devDependencies', 'overrides', 'workspaces'];

/** Runs `npm pack` with dist/ as it is. Returns the tarball, its files and sizes. */
export function pack(folder: string, to: string) {
  mkdirSync(to, { recursive: true });
  const words = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', resolve(to)];
  const [{ filename, files, size, unpackedSize }] = JSON.parse(execFileSync('npm', words, { cwd: folder }).toString());
  return { tarball: join(to, filename), files, size, unpackedSize };
}

/** Writes the files of a package below `to`, with a package.json for users. Returns their folder. */
export async function writePublished({ name, folder }: PublishedPackage, to: string): Promise<string> {
  const into = join(to, name.replace('/', '-'));
  rmSync(into, { recursive: true, force: true });
  await extract({ file: pack(join(ROOT, folder), into).tarball, cwd: into });
  const path = join(into, 'package/package.json');
  const manifest = Object.entries(JSON.parse(readFileSync(path, 'utf8')));
  const kept = Object.fromEntries(manifest.filter(([key]) => !REPOSITORY_ALONE.includes(key)));
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
  return join(into, 'package');
}
