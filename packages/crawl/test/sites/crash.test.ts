/** A crawl whose process is killed again and again ends as if nobody had killed it; `npm run crash` does it 200 times. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runCampaign } from '../../../../scripts/crash/campaign.ts';

test('killed eight times, every site is what it is undisturbed, byte for byte', async () => {
  const report = await runCampaign({
    kills: 8,
    seed: 20_260_101,
    size: { pages: 2500, sites: 100, longSites: 2, paragraphs: 40 },
  });
  assert.is(report.kills, 8);
  assert.equal(report.differences, []);
});

test.run();
