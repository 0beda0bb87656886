/** A run with events that is killed several times ends with the events of an undisturbed one; `npm run check crash` kills more often. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runSubject } from '../../../scripts/crash/run-subject.ts';
import { SUBJECTS } from '../../../scripts/crash/subjects.ts';
import { sized } from '../../../test/support/effort.ts';

// The seed fixes the moments of the kills.
const SEED = 20_261_123;

test('no event of a template is lost after kills, and its pages count once', async () => {
  const subject = SUBJECTS.find(({ name }) => name === 'events on one thread');
  assert.ok(subject);
  const kills = sized(2, 5);
  const report = await runSubject(subject, { kills, seed: SEED });
  assert.is(report.kills, kills);
  assert.equal(report.differences, []);
});

test.run();
