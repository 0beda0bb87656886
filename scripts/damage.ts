/**
 * Damages one file of a store at a time: removes or truncates it, flips bits, zeroes or swaps sectors, restores an
 * older copy. The check must name the file, unless the store still returns all its records. Damaged sites must be
 * refused by name; other sites must work. A repair must save all undamaged sites, and not change the store.
 *
 * Run: npm run check damage -- [--cases N] [--seed S] [--json] Without --seed, positions depend on the clock.
 */
import { parseArgs } from 'node:util';
import { runDamage } from './damage/campaign.ts';
import { formatRows, readCount, seedOfNow } from './program.ts';

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
  const { seed, cases, named, harmless, refused, met, mended, newest, older, lost, failures, seconds } = report;
  const rows = formatRows([
    ['seed', seed],
    ['cases', `${cases}: ${named} named by the check, ${harmless} harmless, ${failures.length} failures`],
    ['named when opened', `${refused} stores refused, ${met} with single sites refused, ${mended} mended without loss`],
    [
      'sites of damaged stores',
      `${newest} saved, ${older} saved with an older record or without layouts, ${lost} lost`,
    ],
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
