/**
 * What CI checks besides build, types, format and tests.
 *
 * Run: npm run check                       all quick checks
 *      npm run check NAME [-- options]     one check, with its own options
 */
import { CHECKS, type Check } from './checks.ts';
import { formatRows, runTool } from './program.ts';

const quick = CHECKS.filter(({ isSlow }) => !isSlow);
const slow = CHECKS.filter(({ isSlow }) => isSlow);
const list = (checks: readonly Check[]): string =>
  formatRows(checks.map(({ name, summary }) => [`  ${name}`, summary]));

const HELP = `usage: npm run check [NAME] [-- options]

Without a name, all of these run:
${list(quick)}
These take minutes or install packages, and run only by name:
${list(slow)}`;

const passes = ({ commands }: Check, words: readonly string[] = []): boolean =>
  commands.every((command) => runTool([...command, ...words]) === 0);

const [name, ...words] = process.argv.slice(2);
const check = CHECKS.find((one) => one.name === name);
if (check !== undefined) {
  process.exitCode = passes(check, words) ? 0 : 1;
} else if (name === '--help') {
  process.stdout.write(HELP);
} else if (name !== undefined) {
  process.stderr.write(`there is no check ${name}\n\n${HELP}`);
  process.exitCode = 1;
} else {
  const failed: string[] = [];
  for (const one of quick) {
    process.stdout.write(`── ${one.name}\n`);
    if (!passes(one)) failed.push(one.name);
  }
  process.stdout.write(failed.length === 0 ? 'all checks passed\n' : `failed: ${failed.join(', ')}\n`);
  if (failed.length > 0) process.exitCode = 1;
}
