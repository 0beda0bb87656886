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

const isDamaged = (error: unknown) => error instanceof SnapshotError && error.code === 'SNAPSHOT_DAMAGED';

test('rejects saved bytes that are cut off or altered', async () => {
  const saved = (await observed(10)).save();
  for (let length = 0; length < saved.length; length += 1) {
    assert.throws(() => SiteTemplate.load(saved.subarray(0, length)), isDamaged);
  }
  for (let at = 0; at < saved.length; at += 1) {
    const altered = saved.slice();
    altered[at] = (altered[at] ?? 0) ^ 0x11;
    assert.throws(() => SiteTemplate.load(altered), isDamaged);
  }
});

/** FNV-1a, as behind saved templates. */
function sealed(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - 4;
  const hash = bytes.subarray(0, end).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(end, hash >>> 0, true);
  return bytes;
}

test('rejects altered bytes with the right checksum, or reads a template that can be used', async () => {
  const saved = (await observed(30)).save();
  const detector = await Detector.create({ seed: 1 });
  const page = detector.learn(pageOf(1), { id: '1.html' });
  const use = (bytes: Uint8Array): void => {
    let template: SiteTemplate;
    try {
      template = SiteTemplate.load(bytes);
    } catch (error) {
      assert.ok(isDamaged(error), `${error}`);
      return;
    }
    template.observe(page, '1.html');
    template.layouts();
    SiteTemplate.load(template.save());
  };
  for (let at = 1; at < saved.length - 4; at += 1) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const altered = saved.slice();
      altered[at] = (altered[at] ?? 0) ^ flip;
      use(sealed(altered));
    }
    use(sealed(saved.slice(0, at + 4)));
  }
});

test('rejects saved bytes of another version', async () => {
  const saved = (await observed(10)).save();
  saved[0] = 2;
  assert.throws(
    () => SiteTemplate.load(sealed(saved)),
    (error) => error instanceof SnapshotError && error.code === 'SNAPSHOT_VERSION' && /format 2;/.test(error.message),
  );
});

test.run();
