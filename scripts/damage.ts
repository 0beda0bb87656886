/**
 * Damages one file of a store at a time: removed, emptied, cut, flipped, swapped, appended to. Opening the store must refuse it and
 * change nothing, or give exactly what it held; a repair must save every site whose record is whole.
 *
 * Run: npm run check damage -- [--cases N] [--seed S] [--json]
 */
import { printJson, readCommandLine, readCount, runCommand } from '../bench/command.ts';
import { formatTable } from '../bench/table.ts';
import { type DamageReport, runDamage } from './damage/campaign.ts';

const HELP = `usage: npm run check damage -- [options]

Options
  --cases N   default: 500
  --seed S    seed of positions; default: from the clock
  --json      one JSON object
`;

/** Maximum number of failures to print. */
const SHOWN = 20;

function format({ seed, cases, found, harmless, newest, older, lost, failures, seconds }: DamageReport): string {
  const table = formatTable(
    ['', ''],
    [
      ['seed', String(seed)],
      ['cases', `${cases}: ${found} found, ${harmless} harmless, ${failures.length} failures`],
      ['sites of stores that were refused', `${newest} saved, ${older} saved with an older record, ${lost} lost`],
      ['seconds', seconds.toFixed(0)],
    ],
  );
  return [table, ...failures.slice(0, SHOWN)].join('\n');
}

await runCommand('damage', async (words) => {
  const line = readCommandLine(words, {
    cases: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const report = await runDamage({
    cases: readCount(line, 'cases', 500),
    seed: readCount(line, 'seed', 1 + (Date.now() % 1_000_000)),
  });
  if (line.has('json')) printJson(report);
  else process.stdout.write(`${format(report)}\n`);
  if (report.failures.length > 0) process.exitCode = 1;
});
