/**
 * Runs a bench by name; without a name, the throughput bench.
 *
 * Run: npm run bench [NAME] [-- options]
 */
import { BENCHES, DEFAULT_BENCH } from './benches.ts';
import { runCommand } from './command.ts';
import { listEntries, runProgram } from './dispatch.ts';
import { Problem } from './problem.ts';

const HELP = `usage: npm run bench [NAME] [-- options]

Runs the bench NAME, or ${DEFAULT_BENCH} without a name. npm run bench NAME -- --help prints its options.

${listEntries(BENCHES)}
`;

await runCommand('bench', async (words) => {
  const [first, ...rest] = words;
  if (first === '--help') {
    process.stdout.write(HELP);
    return;
  }
  const isNamed = first !== undefined && !first.startsWith('-');
  const name = isNamed ? first : DEFAULT_BENCH;
  const bench = BENCHES.find((one) => one.name === name);
  if (bench === undefined) throw new Problem(`there is no bench ${name}. The names are:\n${listEntries(BENCHES)}`);
  await runProgram(bench.file, isNamed ? rest : words);
});
