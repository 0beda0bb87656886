/** Damage to any file of a store is reported or harmless; `npm run check damage` tries 500 cases. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runDamage } from '../../../../scripts/damage/campaign.ts';
import { testSize } from '../../../../test/support/effort.ts';

const SEED = 20_260_102;
const CASES = testSize(16, 40);

test('damage to one file of a store is reported or harmless, other sites continue, and undamaged sites are saved', async () => {
  process.stdout.write(`seed ${SEED}\n`);
  const report = await runDamage({ cases: CASES, seed: SEED });
  assert.equal(report.failures, []);
  assert.ok(
    report.named >= CASES / 2 && report.harmless >= CASES / 20,
    `${report.named} named, ${report.harmless} harmless`,
  );
});

test.run();
