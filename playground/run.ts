/**
 * The playground: installs its dependencies where they are missing or out of date, copies the sample site, and starts Vite's
 * server, or builds the static site to playground/dist.
 *
 * Run: npm run playground [-- --build] [-- VITE'S OWN FLAGS]
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITES_FOLDER, siteNamed } from '../test/support/real-sites.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The sample site: the documentation of bRPC, from test/fixtures/sites. */
const SAMPLE = 'brpc';

/** Time of the last change of a file; 0 where the file is missing. */
const writtenAt = (path: string): number => statSync(`${here}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: here, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Writes the pages to `public/sample/`, with their licence and a list of their names, which the playground reads first. */
function copySample(): void {
  const folder = `${here}public/sample/`;
  const [first, ...others] = siteNamed(SAMPLE).pages.map(({ name, html }) => ({
    path: name.slice(SAMPLE.length + 1),
    html,
  }));
  // The first page of the site has next to no content, and the playground shows the page that is learned first.
  const pages = first === undefined ? [] : [...others, first];
  rmSync(folder, { recursive: true, force: true });
  for (const { path, html } of pages) {
    mkdirSync(dirname(`${folder}${path}`), { recursive: true });
    writeFileSync(`${folder}${path}`, html);
  }
  copyFileSync(join(SITES_FOLDER, 'LICENSE-Apache-2.0'), `${folder}LICENSE.txt`);
  writeFileSync(`${folder}pages.txt`, `${pages.map(({ path }) => path).join('\n')}\n`);
}

// npm writes this copy of the lock file after it has installed everything.
if (writtenAt('node_modules/.package-lock.json') < writtenAt('package-lock.json')) {
  run('npm', ['ci', '--no-audit', '--no-fund']);
}
copySample();
const flags = process.argv.slice(2);
const command = flags.includes('--build') ? ['build'] : [];
run(process.execPath, [
  fileURLToPath(new URL('node_modules/vite/bin/vite.js', import.meta.url)),
  ...command,
  ...flags.filter((flag) => flag !== '--build'),
]);
