import assert from 'node:assert/strict';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { RulesError, SiteTemplate } from '@refrain/rules';
import { Detector, SnapshotError } from 'refrain';
import { suite } from 'uvu';
import { pageOf } from './support/site.ts';

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

test('takes the heading for the title where microdata names another element', async () => {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  for (let number = 1; number <= 20; number += 1) {
    const html = pageOf(number)
      .replace(/ id="post-\d+" class="[^"]*"/, '')
      .replace(/<(\/?)h1/g, '<$1h2')
      .replace(' class="headline"', '')
      .replace('<time', `<label itemprop="name">Boat ${number * 7}</label><time`);
    template.observe(detector.learn(html), `${number}`);
  }
  const [layout] = template.rules('site').layouts;
  assert.deepEqual(
    layout?.title.map(({ selector }) => selector),
    ['article h2'],
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

/** A template of another version or content with the right checksum: FNV-1a. */
function sealed(version: number, body: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from([version, ...body, 0, 0, 0, 0]);
  const end = bytes.length - 4;
  const hash = bytes.subarray(0, end).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  new DataView(bytes.buffer).setUint32(end, hash >>> 0, true);
  return bytes;
}

/** Copies of JSON in each of which one value, or one list, is another one. */
function* alteredJson(json: unknown): Generator<unknown> {
  const others = [null, -1, 2 ** 40, 'x', [], {}];
  yield* others;
  if (!Array.isArray(json)) return;
  for (const [index, member] of json.entries()) {
    for (const other of alteredJson(member)) yield json.with(index, other);
  }
}

test('rejects altered content with the right checksum, or reads a template that can be used', async () => {
  const saved = (await observed(14)).save();
  const detector = await Detector.create({ seed: 1 });
  const page = detector.learn(pageOf(1), { id: '1.html' });
  const use = (body: Uint8Array): boolean => {
    let template: SiteTemplate;
    try {
      template = SiteTemplate.load(sealed(4, body));
    } catch (error) {
      assert.ok(isDamaged(error), `${error}`);
      return false;
    }
    template.observe(page, '1.html');
    template.layouts();
    SiteTemplate.load(template.save());
    return true;
  };
  const body = saved.subarray(1, -4);
  assert.ok(use(body));
  for (let at = 0; at < body.length; at += 1) {
    for (const flip of [0x01, 0x80]) use(body.map((byte, index) => (index === at ? byte ^ flip : byte)));
    use(body.subarray(0, at));
  }
  const json = JSON.parse(`${inflateRawSync(body)}`) as unknown;
  let [read, all] = [0, 0];
  for (const altered of alteredJson(json)) {
    all += 1;
    if (use(deflateRawSync(JSON.stringify(altered), { level: 1 }))) read += 1;
  }
  assert.ok(read > all / 20 && read < all / 2, `${read} of ${all}`);
});

test('rejects saved bytes of another version', async () => {
  const saved = (await observed(10)).save();
  assert.throws(
    () => SiteTemplate.load(sealed(3, saved.subarray(1, -4))),
    (error) => error instanceof SnapshotError && error.code === 'SNAPSHOT_VERSION' && /format 3;/.test(error.message),
  );
});

test.run();
