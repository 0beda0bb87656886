/** A crawl whose process is killed several times ends with the state of an undisturbed one; `npm run crash` kills 200 times. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runCampaign } from '../../../../scripts/crash/campaign.ts';

// The seed fixes the moments of the kills.
const SEED = 20_260_101;

test('every site has the snapshot of an undisturbed crawl after eight kills', async () => {
  process.stdout.write(`seed ${SEED}\n`);
  const report = await runCampaign({
    kills: 8,
    seed: SEED,
    size: { pages: 2500, sites: 100, longSites: 2, paragraphs: 40 },
  });
  assert.is(report.kills, 8);
  assert.equal(report.differences, []);
});

test.run();
