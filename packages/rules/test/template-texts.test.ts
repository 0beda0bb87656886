/** `TemplateTexts`: the text of a site's template, once. */
import { TemplateTexts } from '@refrain/rules';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const pageOf = (number: number): string =>
  `<title>${number}</title><header><a href=/>River Post</a></header><nav><ul><li><a href=/town>Town</a><li><a href=/about>About</a></ul></nav>
  <main><h1>Story ${number}</h1><p>Number ${number} of the stories that are told by the river when it is late and dark.</p></main>
  <aside><h2>Today</h2><p><a href=/t${number}>Teaser of day ${number}</a></p></aside><footer><p>© River Post, 4 Mill Lane. Imprint</p></footer>`;

test('has every block of the template once, in the order of the page, with its region', async () => {
  const detector = await Detector.create();
  const texts = new TemplateTexts();
  for (let number = 0; number < 40; number += 1) texts.observe(detector.learn(pageOf(number)));
  const [record, ...more] = texts.records();
  assert.is(more.length, 0);
  assert.is(record?.pages, 40);
  const found = record?.blocks.map(({ text, region }) => [text, region]) ?? [];
  assert.equal(
    found.filter(([text]) => text !== 'Today'),
    [
      ['River Post', 'header'],
      ['Town', 'navigation'],
      ['About', 'navigation'],
      ['© River Post, 4 Mill Lane. Imprint', 'footer'],
    ],
  );
  assert.is(record?.text, record?.blocks.map(({ text }) => text).join('\n'));
});

test('each link belongs to the innermost block around it', async () => {
  const detector = await Detector.create({ evidence: 'repetition', templateDf: 2 });
  const texts = new TemplateTexts();
  for (let number = 0; number < 8; number += 1) {
    const html = `<header>Paper <a href=/>River Post</a><ul><li><a href=/a>A</a> <a href=/b>B</a></ul><a href=/end>End</a></header><p>${number}`;
    const links = [...html.matchAll(/href=(\S+?)>([^<]+)/g)].map((match) => ({
      ...{ url: match[1] ?? '', text: match[2] ?? '', start: match.index - 3 },
    }));
    texts.observe(detector.learn(html), () => links);
  }
  assert.equal(
    texts.records()[0]?.blocks.map(({ text, links }) => [text, links?.map(({ url }) => url)]),
    [
      ['Paper River Post\nEnd', ['/', '/end']],
      ['A B', ['/a', '/b']],
    ],
  );
});

test('gives up what rotates, and stays bounded', async () => {
  const detector = await Detector.create();
  const texts = new TemplateTexts();
  for (let number = 0; number < 8; number += 1) {
    const menu = Array.from({ length: 400 }, (_, at) => `<li><a href=/${number}-${at}>Entry ${number} ${at}</a>`);
    texts.observe(detector.learn(pageOf(number).replace('<ul>', `<ul>${menu.join('')}`)));
  }
  const blocks = texts.records().flatMap((record) => record.blocks);
  assert.ok(blocks.length < 20, String(blocks.length));
  assert.ok(blocks.some(({ text }) => text.startsWith('© River Post')));
});

test('a single page gives all of its template', async () => {
  const texts = new TemplateTexts();
  texts.observe((await Detector.create()).learn(pageOf(1)));
  assert.ok(texts.records().some(({ text }) => text.includes('Imprint')));
  assert.equal(new TemplateTexts().records(), []);
});

test.run();
