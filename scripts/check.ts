/**
 * What CI checks besides build, types, format and tests.
 *
 * Run: npm run check                       all quick checks
 *      npm run check NAME…                 these checks
 *      npm run check NAME -- OPTIONS       one check, with its own options
 */
import { CHECKS, type Check } from './checks.ts';
import { formatRows, runTool } from './program.ts';

const quick = CHECKS.filter(({ isSlow }) => !isSlow);
const slow = CHECKS.filter(({ isSlow }) => isSlow);
const list = (checks: readonly Check[]): string =>
  formatRows(checks.map(({ name, summary }) => [`  ${name}`, summary]));

const HELP = `usage: npm run check [NAME…] [-- options of one check]

Without a name, all of these run:
${list(quick)}
These take minutes or install packages, and run only by name:
${list(slow)}`;

const passes = ({ commands }: Check, words: readonly string[]): boolean =>
  commands.every((command) => runTool([...command, ...words]) === 0);

// The words after the names of checks are options.
const given = process.argv.slice(2);
const first = given.findIndex((word) => !CHECKS.some(({ name }) => name === word));
const names = first < 0 ? given : given.slice(0, first);
const words = given.slice(names.length);
if (words[0] === '--help' && names.length === 0) {
  process.stdout.write(HELP);
} else if (words.length > 0 && names.length !== 1) {
  process.stderr.write(
    `${names.length === 0 ? 'there is no check' : 'options need one check:'} ${words[0]}\n\n${HELP}`,
  );
  process.exitCode = 1;
} else {
  const failed: string[] = [];
  for (const one of names.length === 0 ? quick : CHECKS.filter(({ name }) => names.includes(name))) {
    process.stdout.write(`── ${one.name}\n`);
    if (!passes(one, words)) failed.push(one.name);
  }
  process.stdout.write(failed.length === 0 ? 'all checks passed\n' : `failed: ${failed.join(', ')}\n`);
  if (failed.length > 0) process.exitCode = 1;
}
