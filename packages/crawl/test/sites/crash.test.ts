/** A crawl whose process is killed several times ends with the state of an undisturbed one; `npm run check crash` kills 200 times. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runSubject } from '../../../../scripts/crash/run-subject.ts';
import { SUBJECTS } from '../../../../scripts/crash/subjects.ts';
import { sized } from '../../../../test/support/effort.ts';

// The seed fixes the moments of the kills.
const SEED = 20_260_101;
const KILLS = sized(2, 4);

for (const subject of SUBJECTS.filter(({ name }) => name.startsWith('store'))) {
  test(`${subject.name}: every site has the snapshot of an undisturbed crawl after kills`, async () => {
    const report = await runSubject(subject, { kills: KILLS, seed: SEED });
    assert.is(report.kills, KILLS);
    assert.equal(report.differences, []);
  });
}

test.run();
