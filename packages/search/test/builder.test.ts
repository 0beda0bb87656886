import { IndexBuilder, type IndexOptions } from '@refrain/search';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownCode } from '../../../test/support/errors.ts';
import { realSites } from '../../../test/support/real-sites.ts';

const MENU = '<ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul>';
const page = (text: string, title = ''): string =>
  `<title>${title}</title><body>${MENU}<div><p>${text}</p></div><div id=footer>Copyright Example and friends</div>`;

const TEXTS = ['apples and pears', 'pears, plums', 'a plum is no apple', 'grapes', 'figs and grapes', 'nuts', 'apples'];

async function builderOf(options: IndexOptions = {}, texts: readonly string[] = TEXTS): Promise<IndexBuilder> {
  const builder = await IndexBuilder.create({ template: 'two-stage', ...options });
  for (const [at, text] of texts.entries()) builder.add(`https://a.example/${at}`, page(text, `Page ${at}`));
  return builder;
}

const build = async (...given: Parameters<typeof builderOf>) => (await builderOf(...given)).build();

type Index = ReturnType<IndexBuilder['build']>;

const found = (index: Index, query: string): number[] => index.search(query).map((result) => result.page);

test('finds content and not template', async () => {
  const whole = await build({ template: 'none' });
  assert.is(whole.df('copyright'), 7);
  const index = await build();
  assert.is(index.df('copyright'), 0);
  assert.is(index.df('news'), 0);
  assert.equal(found(index, 'apples').sort(), [0, 6]);
  assert.equal(found(index, 'APPLE'), [2]);
  assert.equal(index.search('nuts')[0]?.title, 'Page 5');
  assert.is(index.search('nuts')[0]?.url, 'https://a.example/5');
  assert.equal(index.search('nuts', { limit: 0 }), []);
  // Titles are indexed by default.
  assert.is(index.df('page'), 7);
  assert.is((await build({ titles: false })).df('page'), 0);
});

test('words end at punctuation of two and of three bytes', async () => {
  const index = await build({ template: 'none' }, ['rain—snow “hail” fog…mist«sleet»dew']);
  for (const word of ['rain', 'snow', 'hail', 'fog', 'mist', 'sleet', 'dew']) assert.is(index.df(word), 1, word);
});

test('a phrase does not match across two blocks', async () => {
  const index = await build();
  assert.equal(found(index, '"apples and pears"'), [0]);
  assert.equal(found(index, '"and grapes" figs'), [4]);
  assert.equal(found(index, '"grapes and"'), []);
  const two = await build({ template: 'none' }, ['one</p><p>two']);
  assert.equal(found(two, '"one two"'), []);
  assert.equal(found(two, 'one two'), [0]);
});

test('an index has verdicts in the order of the blocks of a page', async () => {
  const detector = { separators: 'html5' } as const;
  const index = await build({ detector });
  const blocks = (await Detector.create(detector)).learn(page('figs')).blocks;
  assert.equal(
    blocks.map((block, at) => [block.text.split('\n')[0], index.isTemplate(3, at)]),
    [
      ['Home', true],
      ['figs', false],
      ['Copyright Example and friends', true],
    ],
  );
});

test('an index does not change when its builder gets more pages', async () => {
  const builder = await builderOf({}, TEXTS.slice(0, 4));
  const first = builder.build();
  assert.equal(found(first, 'news'), [0, 1, 2, 3]);
  builder.add('https://a.example/5', page('a new word'));
  const second = builder.build();
  assert.equal([first.stats.pages, second.stats.pages], [4, 5]);
  assert.equal([found(first, 'word'), found(first, '"new word"')], [[], []]);
  assert.equal([found(second, 'word'), found(second, '"new word"')], [[4], [4]]);
  // With this page, five pages have the menu.
  assert.equal([found(first, 'news').length, found(second, 'news').length], [4, 0]);
});

test('indexes the text of the document of a page by default', async () => {
  const [{ html } = { html: '' }] = realSites()[0]?.pages ?? [];
  const { text = '', title } = (await Detector.create()).learn(html).document({ fields: ['text', 'title'] });
  const [pages, texts] = [await IndexBuilder.create(), await IndexBuilder.create()];
  pages.add('https://a.example/1', html);
  texts.addText('https://a.example/1', { text, title });
  assert.equal(pages.build().stats, texts.build().stats);
});

test('indexes texts that were extracted before', async () => {
  const detector = await Detector.create();
  const builder = await IndexBuilder.create();
  for (const { name, html } of realSites()[0]?.pages ?? []) {
    builder.addText(`https://x.example/${name}`, { text: detector.learn(html).text('content'), title: name });
  }
  builder.addText('https://x.example/y', { text: 'naïveté, ΣΊΣΥΦΟΣ, hy\u00adphenated' });
  const index = builder.build();
  for (const query of ['NAÏVETÉ', 'σίσυφοσ', 'hyphenated'])
    assert.is(index.search(query)[0]?.url, 'https://x.example/y', query);
});

test('answers queries in any script', async () => {
  const builder = await IndexBuilder.create({ template: 'none' });
  builder.add('https://a.example/1', '<p>日本語のテンプレート検出 and ภาษาไทยง่ายมาก and ünïcode 😀</p>');
  builder.add('https://a.example/2', '<p>한국어 문서 و العربية</p>');
  const index = builder.build();
  assert.equal(found(index, '日本語'), [0]);
  assert.equal(found(index, 'ภาษา'), [0]);
  assert.equal(found(index, '"문서 و العربية"'), [1]);
  for (const query of [
    '',
    ' ',
    '"',
    '""',
    '"and',
    '!?',
    '\ud800',
    '\0',
    'x'.repeat(100_000),
    'кириллица',
    'constructor',
  ])
    assert.equal(found(index, query), query === '"and' ? [0] : [], query.slice(0, 9));
});

test('indexes an empty corpus and pages without words', async () => {
  for (const template of ['none', 'two-stage', 'incremental'] as const) {
    const builder = await IndexBuilder.create({ template });
    const none = builder.build();
    assert.equal(none.search('anything'), []);
    assert.is(none.stats.pages, 0);
    for (const html of ['', '<p>', '—', '<script>x</script>', new Uint8Array([0xff, 0xfe])])
      builder.add('https://a.b/', html);
    const empty = builder.build();
    assert.is(empty.stats.pages, 5);
    assert.equal(empty.search('anything "at all"'), []);
  }
});

test('a rejected page does not change the index', async () => {
  const builder = await IndexBuilder.create({ template: 'two-stage', detector: { maxPageBytes: 1000 } });
  builder.add('https://a.b/1', '<p>one');
  for (const [add, code] of [
    [() => builder.add('no url', 'x'), 'URL_INVALID'],
    [() => builder.add('https://a.b/2', 7 as never), 'INPUT_INVALID'],
    [() => builder.add('https://a.b/2', 'x'.repeat(1001)), 'PAGE_TOO_LARGE'],
    [() => builder.addText('https://a.b/2', { text: 'x'.repeat(1001) }), 'PAGE_TOO_LARGE'],
    [() => builder.addText('https://a.b/2', { text: 7 as never }), 'INPUT_INVALID'],
  ] as const)
    assert.is(thrownCode(add), code);
  assert.is(builder.add('https://a.b/3', '<p>three'), 1);
  const index = builder.build();
  assert.equal([found(index, 'one'), found(index, 'three'), index.stats.pages], [[0], [1], 2]);
});

test('refuses a page when the index has maxWords words', async () => {
  const builder = await IndexBuilder.create({ template: 'none', maxWords: 4, titles: false });
  builder.add('https://a.b/1', '<p>one two three');
  builder.add('https://a.b/2', '<p>four five six');
  for (const add of [() => builder.add('https://a.b/3', 'x'), () => builder.addText('https://a.b/3', { text: 'x' })])
    assert.is(thrownCode(add), 'OUT_OF_MEMORY');
  assert.equal(
    [builder.stats, builder.build().stats],
    [
      { pages: 2, sites: 1, words: 6, terms: 6 },
      { pages: 2, words: 6, terms: 6 },
    ],
  );
});

test.run();
