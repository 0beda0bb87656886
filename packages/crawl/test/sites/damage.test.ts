/** Damage to any file of a store is found or harmless; `npm run check damage` tries 500 cases. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runDamage } from '../../../../scripts/damage/campaign.ts';

// The seed fixes the positions.
const SEED = 20_260_102;

test('damage to one file of a store is found or harmless, and whole sites are saved, in 40 cases', async () => {
  process.stdout.write(`seed ${SEED}\n`);
  const report = await runDamage({ cases: 40, seed: SEED });
  assert.equal(report.failures, []);
  assert.ok(report.found >= 10 && report.harmless >= 5, `${report.found} found, ${report.harmless} harmless`);
});

test.run();
