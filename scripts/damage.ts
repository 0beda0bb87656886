/**
 * Damages one file of a store at a time: removed, emptied, cut, flipped, swapped, appended to. The check of the store must find it, unless
 * the store gives exactly what it held; a repair must save every site whose record is whole, and change nothing in the store; and no
 * damaged store is opened as a new one.
 *
 * Run: npm run check damage -- [--cases N] [--seed S] [--json]
 * Without --seed, positions depend on the clock.
 */
import { parseArgs } from 'node:util';
import { runDamage } from './damage/campaign.ts';
import { formatRows, readCount, seedOfNow } from './program.ts';

/** Maximum number of failures to print. */
const SHOWN = 20;

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '500' },
    seed: { type: 'string', default: seedOfNow() },
    json: { type: 'boolean', default: false },
  },
});
const report = await runDamage({ cases: readCount('cases', values.cases), seed: readCount('seed', values.seed) });
if (values.json) {
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
} else {
  const { seed, cases, found, harmless, refused, opened, aborted, newest, older, lost, failures, seconds } = report;
  const rows = formatRows([
    ['seed', seed],
    ['cases', `${cases}: ${found} found, ${harmless} harmless, ${failures.length} failures`],
    ['opened all the same', `${refused} refused, ${opened} opened, ${aborted} ended by LevelDB`],
    ['sites of damaged stores', `${newest} saved, ${older} saved with an older record, ${lost} lost`],
    ['seconds', seconds.toFixed(0)],
  ]);
  process.stdout.write(
    `${rows}${failures
      .slice(0, SHOWN)
      .map((failure) => `${failure}\n`)
      .join('')}`,
  );
}
if (report.failures.length > 0) process.exitCode = 1;
