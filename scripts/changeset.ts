/**
 * Runs changesets, which do not include the root package. After `version`, this script sets the version of the root to
 * that of the packages, and adds the texts of .changeset to CHANGELOG.md.
 *
 * Run: npm run changeset            prompts for the effect of a change on users, and writes a file
 *      npm run changeset version    raises the version of all packages
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED } from './packages.ts';
import { runTool } from './program.ts';

const FOLDER = '.changeset';

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
}

function edit(folder: string, change: (manifest: Manifest) => void): string {
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  change(manifest);
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest.version;
}

const texts = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) =>
    readFileSync(join(FOLDER, name), 'utf8')
      .replace(/^---\n.*?\n---\n/s, '')
      .trim(),
  );

const words = process.argv.slice(2);
process.exitCode = runTool(['changeset', ...words]);
if (words[0] === 'version' && process.exitCode === 0 && texts.length > 0) {
  const [root, ...others] = PUBLISHED.map(({ folder }) => folder);
  let version = '';
  for (const folder of others) {
    version = edit(folder, (manifest) => {
      if (manifest.dependencies?.['refrain'] !== undefined) manifest.dependencies['refrain'] = `^${manifest.version}`;
    });
  }
  let before = '';
  edit(root ?? '.', (manifest) => {
    before = manifest.version;
    manifest.version = version;
  });
  for (const file of ['Containerfile', 'server.json'])
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, version));
  const log = readFileSync('CHANGELOG.md', 'utf8');
  const section = `## ${version}\n\n${texts.map((text) => `- ${text.replaceAll('\n', '\n  ')}\n`).join('')}\n`;
  writeFileSync('CHANGELOG.md', log.replace(/^## /m, `${section}## `));
  execFileSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { stdio: 'inherit' });
}
