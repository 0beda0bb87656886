/** Pieces of Markdown by headings, with stable ids, whole if they fit. */
import { type Chunk, chunksOf } from '@refrain/cli/formats';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../../test/support/cpu.ts';
import { testSample } from '../../../../test/support/effort.ts';
import { thrownCode } from '../../../../test/support/errors.ts';
import { realSites } from '../../../../test/support/real-sites.ts';

const SOURCE = { id: 'https://a.example/', url: 'https://a.example/', site: 'a.example', title: 'A' };

const chunks = (markdown: string, maxWords = 300): Chunk[] => chunksOf(markdown, SOURCE, { maxWords });
const texts = (markdown: string, maxWords?: number): string[] => chunks(markdown, maxWords).map(({ text }) => text);

test('a piece has one path of headings; a heading without text joins the next one', () => {
  const markdown = '# A\n\n## B *c* [d](e)\n\none\n\ntwo\n\n### F\n\nthree\n\n## G\n\n## H\n\nfour\n';
  assert.equal(
    chunks(`zero\n\n${markdown}`).map(({ headings, text }) => [headings, text]),
    [
      [[], 'zero'],
      [['A', 'B c d'], '# A\n\n## B *c* [d](e)\n\none\n\ntwo'],
      [['A', 'B c d', 'F'], '### F\n\nthree'],
      [['A', 'H'], '## G\n\n## H\n\nfour'],
    ],
  );
});

test('every piece has page, URL, site, title, number and words', () => {
  const [chunk] = chunks('one two-three don’t [four](https://a.example/five) 日本\n');
  const { id, ...rest } = chunk as Chunk;
  assert.match(id, /^[0-9a-f]{32}$/);
  const text = 'one two-three don’t [four](https://a.example/five) 日本';
  assert.equal(rest, {
    pageId: SOURCE.id,
    url: SOURCE.url,
    site: 'a.example',
    title: 'A',
    index: 0,
    headings: [],
    text,
    words: 6,
  });
  assert.equal(Object.keys(chunksOf('x', { id: 'b', title: '' })[0] ?? {}), [
    'id',
    'pageId',
    'title',
    'index',
    'headings',
    'text',
    'words',
  ]);
  assert.equal(chunks(''), []);
});

test('ids depend on page, headings and text: equal in every run, different for repeated text', () => {
  const markdown = 'x\n\n# A\n\none\n\n# A\n\none\n';
  const ids = chunks(markdown).map(({ id }) => id);
  assert.is(new Set(ids).size, 3);
  assert.equal(
    chunks(markdown).map(({ id }) => id),
    ids,
  );
  assert.equal(
    chunks(`y\n\n${markdown.slice(3)}`)
      .map(({ id }) => id)
      .slice(1),
    ids.slice(1),
    'text elsewhere does not count',
  );
  assert.is.not(chunksOf(markdown, { ...SOURCE, id: 'b' })[0]?.id, ids[0]);
});

test('code blocks and tables are whole, unless they alone have more words', () => {
  const code = '```js\nlet a = 1\n\nlet b = 2\n```';
  const table = '| a | b |\n| --- | --- |\n| c | d |\n| e | f |';
  assert.equal(texts(`one two three\n\n${code}\n\n${table}\n`, 6), ['one two three', code, table]);
  assert.equal(texts(code, 3), ['```js\nlet a = 1\n\n```', '```js\nlet b = 2\n```']);
  assert.equal(texts(table, 4), ['| a | b |\n| --- | --- |\n| c | d |', '| a | b |\n| --- | --- |\n| e | f |']);
  const nested = '- item\n\n  ```\n  # no heading\n\n  x\n  ```';
  assert.equal(texts(nested), [nested]);
});

test('lists are cut between items, paragraphs between sentences, long sentences between words', () => {
  assert.equal(texts('- one two\n- three four\n- five', 3), ['- one two', '- three four\n- five']);
  assert.equal(texts('One two three. Four five! Six seven eight nine.', 5), [
    'One two three. Four five!',
    'Six seven eight nine.',
  ]);
  assert.equal(texts('a b c d [e f](g "h i") j', 2), ['a b', 'c d', '[e f](g "h i")', 'j']);
  assert.equal(texts('今日。明日。', 2), ['今日。', '明日。']);
  assert.equal(texts(`${'x'.repeat(9000)} y`, 1), ['x'.repeat(9000), 'y']);
});

test('pieces contain all Markdown of real pages, and at most the given number of words', async () => {
  const detector = await Detector.create();
  for (const { pages } of realSites()) {
    for (const { name, html } of testSample(pages, 5)) {
      const markdown = detector.label(html).markdown('all');
      assert.is(texts(markdown, 100_000).join('\n\n'), markdown.replace(/\n$/, ''), name);
      const small = chunks(markdown, 60);
      const visible = (text: string): string => text.replace(/\s+/g, '');
      if (!/^(?:```|\|)/m.test(markdown))
        assert.is(visible(small.map(({ text }) => text).join('')), visible(markdown), name);
      assert.is(new Set(small.map(({ id }) => id)).size, small.length, name);
    }
  }
});

test('dividing a page takes linear time', async () => {
  const parts = '# a\n\n|a |- a\n|](|`|```\n|\\|[|a. |-|_|[a](|  - |\n\n'.split('|');
  for (const part of [...parts, '| a |\n'])
    await assertLinear(JSON.stringify(part), 100_000, (size) => chunks(part.repeat(size), 10));
});

test('all pieces together are bounded by the size of the page', () => {
  const long = `# ${'w '.repeat(20_000)}\n\n${'x\n\n## y\n\n'.repeat(4000)}`;
  const pieces = chunks(long, 10);
  assert.ok(JSON.stringify(pieces).length < 64 * long.length);
  assert.ok(pieces.every(({ headings }) => (headings[0]?.length ?? 0) <= 256));
  const wide = `|${' a |'.repeat(2000)}\n|${' --- |'.repeat(2000)}\n${'| b |\n'.repeat(2000)}`;
  assert.ok(JSON.stringify(chunks(wide, 10)).length < 2 * wide.length + 10_000);
  const fence = '`'.repeat(3000);
  assert.is(chunks(`${fence}\n${'a\n'.repeat(3000)}${fence}`, 10).length, 1);
  const title = 't'.repeat(100_000);
  assert.is(
    thrownCode(() => chunksOf(long, { id: 'x', title })),
    'PAGE_TOO_COMPLEX',
  );
  // Brackets of code in a heading need only linear time.
  chunks(`# \`${'![a]('.repeat(100_000)}\``, 10);
});

test('refuses impossible numbers of words', () => {
  for (const maxWords of [0, Number.NaN, 1e9])
    assert.is(
      thrownCode(() => chunks('a', maxWords)),
      'OPTION_INVALID',
    );
});

test.run();
