/**
 * Compares every generated file with what its generator writes now.
 *
 * Run: npm run check generated
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runTool } from './program.ts';

/** A generator is a file scripts/generate-*.ts that writes without arguments, and with `--check` compares and exits with 1. */
const generators = readdirSync(new URL('.', import.meta.url))
  .filter((name) => /^generate-.*\.ts$/.test(name))
  .sort();

for (const name of generators) {
  const file = fileURLToPath(new URL(name, import.meta.url));
  if (runTool([process.execPath, '--import', 'tsx', file, '--check']) !== 0) process.exitCode = 1;
}
if (process.exitCode === undefined) process.stdout.write(`up to date: the output of ${generators.join(', ')}\n`);
