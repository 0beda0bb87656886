import assert from 'node:assert/strict';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { RulesError, SiteTemplate, TemplateTexts } from '@refrain/rules';
import { Detector, SnapshotError } from 'refrain';
import { suite } from 'uvu';
import { testSample, testSize } from '../../../test/support/effort.ts';
import { pageOf } from './support.ts';

const test = suite('site template');

async function observed(pages: number): Promise<SiteTemplate> {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  for (let number = 1; number <= pages; number += 1) {
    template.observe(detector.learn(pageOf(number), { id: `${number}.html` }), `${number}.html`);
  }
  return template;
}

test('finds the layouts of a site', async () => {
  const [layout, ...others] = (await observed(20)).layouts();
  assert.equal(others.length, 0);
  assert.equal(layout?.pages, 20);
  assert.equal(layout?.share, 1);
  assert.deepEqual(layout?.examples, ['1.html', '2.html', '3.html']);
});

test('makes the same rules after saving and loading', async () => {
  const template = await observed(40);
  const again = SiteTemplate.load(template.save());
  assert.deepEqual(again.rules('site'), template.rules('site'));
  assert.deepEqual(again.save(), template.save());
});

test('names the number of pages that rules need', async () => {
  const template = await observed(3);
  assert.throws(
    () => template.rules('site'),
    (error) => error instanceof RulesError && error.code === 'TOO_FEW_PAGES' && /8/.test(error.message),
  );
});

test('the title is the heading if microdata names another element', async () => {
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

test('rejects truncated or altered saved bytes', async () => {
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

/** Bytes with this version and content, and a correct checksum (FNV-1a). */
function withChecksum(version: number, body: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from([version, ...body, 0, 0, 0, 0]);
  const end = bytes.length - 4;
  const hash = bytes.subarray(0, end).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  new DataView(bytes.buffer).setUint32(end, hash >>> 0, true);
  return bytes;
}

/** Copies of JSON, each with one value or list replaced. */
function* alteredJson(json: unknown): Generator<unknown> {
  const others = [null, -1, 2 ** 40, 'x', [], {}];
  yield* others;
  if (!Array.isArray(json)) return;
  for (const [index, member] of json.entries()) {
    for (const other of alteredJson(member)) yield json.with(index, other);
  }
}

test('rejects altered content with the right checksum, or reads a usable template', async () => {
  const saved = (await observed(14)).save();
  const detector = await Detector.create({ seed: 1 });
  const page = detector.learn(pageOf(1), { id: '1.html' });
  const use = (body: Uint8Array): boolean => {
    let template: SiteTemplate;
    try {
      template = SiteTemplate.load(withChecksum(5, body));
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
  for (let at = 0; at < body.length; at += testSize(4, 1)) {
    for (const flip of [0x01, 0x80]) use(body.map((byte, index) => (index === at ? byte ^ flip : byte)));
    use(body.subarray(0, at));
  }
  const json = JSON.parse(`${inflateRawSync(body)}`) as unknown;
  let [read, all] = [0, 0];
  for (const altered of testSample([...alteredJson(json)], 4)) {
    all += 1;
    if (use(deflateRawSync(JSON.stringify(altered), { level: 1 }))) read += 1;
  }
  assert.ok(read > all / 20 && read < all / 2, `${read} of ${all}`);
});

test('rejects saved bytes of another version', async () => {
  const saved = (await observed(10)).save();
  assert.throws(
    () => SiteTemplate.load(withChecksum(3, saved.subarray(1, -4))),
    (error) => error instanceof SnapshotError && error.code === 'SNAPSHOT_VERSION' && /format 3;/.test(error.message),
  );
});

// ── `TemplateTexts`: the text of a site's template, once ──

const textPageOf = (number: number): string =>
  `<title>${number}</title><header><a href=/>River Post</a></header><nav><ul><li><a href=/town>Town</a><li><a href=/about>About</a></ul></nav>
  <main><h1>Story ${number}</h1><p>Number ${number} of the stories that are told by the river when it is late and dark.</p></main>
  <aside><h2>Today</h2><p><a href=/t${number}>Teaser of day ${number}</a></p></aside><footer><p>© River Post, 4 Mill Lane. Imprint</p></footer>`;

test('has every block of the template once, in the order of the page, with its region', async () => {
  const detector = await Detector.create();
  const texts = new TemplateTexts();
  for (let number = 0; number < 40; number += 1) texts.observe(detector.learn(textPageOf(number)));
  const [record, ...more] = texts.records();
  assert.equal(more.length, 0);
  assert.equal(record?.pages, 40);
  const found = record?.blocks.map(({ text, region }) => [text, region]) ?? [];
  assert.deepEqual(
    found.filter(([text]) => text !== 'Today'),
    [
      ['River Post', 'header'],
      ['Town', 'navigation'],
      ['About', 'navigation'],
      ['© River Post, 4 Mill Lane. Imprint', 'footer'],
    ],
  );
  assert.equal(record?.text, record?.blocks.map(({ text }) => text).join('\n'));
});

test('each link belongs to the innermost block around it', async () => {
  const detector = await Detector.create({ evidence: 'repetition', templateDf: 2 });
  const texts = new TemplateTexts();
  for (let number = 0; number < 8; number += 1) {
    const html = `<header>Paper <a href=/>River Post</a><ul><li><a href=/a>A</a> <a href=/b>B</a></ul><a href=/end>End</a></header><p>${number}`;
    texts.observe(detector.learn(html), 'https://a.example/');
  }
  assert.deepEqual(
    texts
      .records()[0]
      ?.blocks.map(({ text, links }) => [text, links?.map(({ url, text }) => `${url.slice(17)} ${text}`)]),
    [
      ['Paper River Post\nEnd', ['/ River Post', '/end End']],
      ['A B', ['/a A', '/b B']],
    ],
  );
});

test('forgets rotating texts, and its size is bounded', async () => {
  const detector = await Detector.create();
  const texts = new TemplateTexts();
  for (let number = 0; number < 8; number += 1) {
    const menu = Array.from({ length: 400 }, (_, at) => `<li><a href=/${number}-${at}>Entry ${number} ${at}</a>`);
    texts.observe(detector.learn(textPageOf(number).replace('<ul>', `<ul>${menu.join('')}`)));
  }
  const blocks = texts.records().flatMap((record) => record.blocks);
  assert.ok(blocks.length < 20, String(blocks.length));
  assert.ok(blocks.some(({ text }) => text.startsWith('© River Post')));
});

test('the template of a single page is complete', async () => {
  const texts = new TemplateTexts();
  texts.observe((await Detector.create()).learn(textPageOf(1)));
  assert.ok(texts.records().some(({ text }) => text.includes('Imprint')));
  assert.deepEqual(new TemplateTexts().records(), []);
});

test.run();
