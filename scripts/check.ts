/**
 * What CI checks besides build, types, format and tests.
 *
 * Run: npm run check                       all quick checks
 *      npm run check NAME [-- options]     one check, with its own options
 */
import { runCommand } from '../bench/command.ts';
import { listEntries } from '../bench/dispatch.ts';
import { Problem } from '../bench/problem.ts';
import { CHECKS, type Check } from './checks/table.ts';
import { runTool } from './tools.ts';

const isQuick = ({ isSlow }: Check): boolean => !isSlow;

const lists = `Without a name, all of these run:
${listEntries(CHECKS.filter(isQuick))}

These take minutes or install packages, and run only by name:
${listEntries(CHECKS.filter(({ isSlow }) => isSlow))}
`;

const HELP = `usage: npm run check [NAME] [-- options]

${lists}`;

const passes = ({ commands }: Check, words: readonly string[]): boolean =>
  commands.every((command) => runTool([...command, ...words]) === 0);

await runCommand('check', async ([name, ...words]) => {
  if (name === '--help') {
    process.stdout.write(HELP);
    return;
  }
  if (name !== undefined) {
    const check = CHECKS.find((one) => one.name === name);
    if (check === undefined) throw new Problem(`there is no check ${name}.\n${lists.trimEnd()}`);
    if (!passes(check, words)) process.exitCode = 1;
    return;
  }
  const failed: string[] = [];
  for (const check of CHECKS.filter(isQuick)) {
    process.stdout.write(`── ${check.name}\n`);
    if (!passes(check, [])) failed.push(check.name);
  }
  process.stdout.write(failed.length === 0 ? 'all checks passed\n' : `failed: ${failed.join(', ')}\n`);
  if (failed.length > 0) process.exitCode = 1;
});
