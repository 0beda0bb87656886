/**
 * The playground: installs its dependencies where they are missing or out of date, copies the sample site, and starts Vite's
 * server, or builds the static site to playground/dist.
 *
 * Run: npm run playground [-- --build] [-- VITE'S OWN FLAGS]
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { copySample } from './sample.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Time of the last change of a file; 0 where the file is missing. */
const writtenAt = (path: string): number => statSync(`${here}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: here, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
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
