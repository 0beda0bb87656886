import assert from 'node:assert/strict';
import { RulesError, SiteTemplate } from '@refrain/rules';
import { Detector, SnapshotError } from 'refrain';
import { suite } from 'uvu';
import { pageOf } from './support/made-site.ts';

const test = suite('site template');

async function observed(pages: number): Promise<SiteTemplate> {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  for (let number = 1; number <= pages; number += 1) {
    template.observe(detector.learn(pageOf(number), { id: `${number}.html` }), `${number}.html`);
  }
  return template;
}

test('says which layouts a site has, and which page is representative', async () => {
  const [layout, ...others] = (await observed(20)).layouts();
  assert.equal(others.length, 0);
  assert.equal(layout?.pages, 20);
  assert.equal(layout?.share, 1);
  assert.match(layout?.representative ?? '', /^\d+\.html$/);
  assert.equal(layout?.examples[0], layout?.representative);
});

test('makes the same rules after it was saved and loaded', async () => {
  const template = await observed(40);
  const again = SiteTemplate.load(template.save());
  assert.deepEqual(again.rules('site'), template.rules('site'));
  assert.deepEqual(again.save(), template.save());
});

test('says how many pages rules need', async () => {
  const template = await observed(3);
  assert.throws(
    () => template.rules('site'),
    (error) => error instanceof RulesError && error.code === 'TOO_FEW_PAGES' && /8/.test(error.message),
  );
});

test('rejects saved bytes that are cut off, altered, or of another version', async () => {
  const saved = (await observed(10)).save();
  const isDamaged = (error: unknown) => error instanceof SnapshotError && error.code === 'SNAPSHOT_DAMAGED';
  for (let length = 0; length < saved.length; length += 7) {
    assert.throws(() => SiteTemplate.load(saved.subarray(0, length)), isDamaged);
  }
  for (let at = 0; at < saved.length; at += 7) {
    const altered = saved.slice();
    altered[at] = (altered[at] ?? 0) ^ 0x11;
    assert.throws(() => SiteTemplate.load(altered), isDamaged);
  }
});

test.run();
