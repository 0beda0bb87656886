/** Text that a page has only in its data. */
import { Detector } from 'refrain';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const detector = await Detector.create();
const structured = await StructuredReader.create();

const script = (json: unknown, type = 'application/ld+json'): string =>
  `<script type="${type}">${JSON.stringify(json).replaceAll('<', '\\u003c')}</script>`;
const pageOf = (body: string): string => `<!DOCTYPE html><title>Page</title><body>${body}`;
const textOf = (body: string): string => structured.text(detector.label(pageOf(body)), 'content');

const STORY = 'The bridge over the river opened again on Monday after a year of repairs.';
const MORE = 'Hundreds of people walked across it in the first hour, and most of them came back.';
const LONG = [
  'The council paid for the stones with money that it had saved for a new town hall since 1998.',
  'A carpenter from the next valley made the railings, and his daughter painted them green and white.',
  'Trains will follow in spring, when the rails on the northern bank have been replaced as well.',
];

test('reads the body of an article that is in JSON-LD only, its headline first', () => {
  const article = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'Bridge', articleBody: STORY };
  assert.is(textOf(`${script(article)}<p>Loading`), `Bridge\n${STORY}`);
  assert.is(textOf(`${script([article])}<p>Loading`), `Bridge\n${STORY}`, 'in a list');
  assert.is(textOf(`${script({ '@graph': [{ '@type': 'WebSite', name: 'Post' }, article] })}`), `Bridge\n${STORY}`);
});

test('does not repeat text that the page shows, whatever its case, punctuation and mark-up', () => {
  const article = script({ '@type': 'Article', headline: 'Bridge', articleBody: STORY });
  const shown = STORY.toUpperCase().replaceAll(' ', '\n<b></b>').replace('.', '!');
  assert.is(textOf(`${article}<p>${shown}</p>`), '');
  assert.is(textOf(`${article}<div hidden>${STORY}</div>`), '', 'hidden text is in the page as well');
});

test('reads no data if the page has more text', () => {
  const article = script({ '@type': 'Article', articleBody: STORY });
  assert.is(textOf(`${article}<p>${LONG.join(' ')}</p>`), '');
  assert.is(textOf(`${article}<p>Read it in the application</p>`), STORY);
});

test('reads the name and the description of a product, and no reviews, related products and organisations', () => {
  const product = {
    '@type': ['Thing', 'Product'],
    name: 'Green socks',
    description: '<p>Knitted from <b>wool</b> &amp; silk.</p><p>Washable.</p>',
    review: { '@type': 'Review', reviewBody: STORY },
    isRelatedTo: { '@type': 'Product', description: MORE },
    manufacturer: { '@type': 'Organization', description: MORE },
  };
  assert.is(textOf(script(product)), ['Green socks', 'Knitted from wool & silk.', 'Washable.'].join('\n'));
  assert.is(textOf(script({ '@type': 'Product', name: 'Green socks', sku: '1' })), '', 'a name without a description');
});

test('reads the posts of a thread, and not the comments of an article', () => {
  const comment = [{ '@type': 'Comment', text: MORE, comment: { '@type': 'Comment', text: LONG[0] } }];
  const thread = { '@type': 'DiscussionForumPosting', headline: 'Bridge', text: STORY, comment };
  assert.is(textOf(script(thread)), ['Bridge', STORY, MORE, LONG[0]].join('\n'));
  assert.is(textOf(script({ ...thread, '@type': 'NewsArticle' })), ['Bridge', STORY].join('\n'));
  assert.is(textOf(script({ ...thread, '@type': 'BlogPosting' })), ['Bridge', STORY].join('\n'));
  const question = {
    '@type': 'Question',
    name: 'When?',
    text: STORY,
    acceptedAnswer: { '@type': 'Answer', text: MORE },
  };
  assert.is(textOf(script({ '@type': 'QAPage', mainEntity: question })), ['When?', STORY, MORE].join('\n'));
});

test('reads the marked-up strings of one name from the data of an application, and no settings next to them', () => {
  const posts = LONG.concat(LONG.map((text) => `${text} Again, with other words in it.`)).map((text, number) => ({
    id: number,
    cooked: `<p>${text}</p>`,
    excerpt: `${text.slice(0, 40)}&hellip;`,
  }));
  const site = {
    notice: `<p>${MORE}</p>`,
    help: 'Please write to the staff if you cannot find what you are looking for here.',
  };
  const data = { topic: JSON.stringify({ posts }), site };
  const attribute = JSON.stringify(data).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const shell = '<p>Loading';
  assert.is(textOf(`${script(data, 'application/json')}${shell}`), LONG.join('\n'));
  assert.is(textOf(`<div data-preloaded="${attribute}"></div>${shell}`), LONG.join('\n'), 'in an attribute');
  const shows = `<p>${'A page with text of its own. '.repeat(12)}</p>`;
  assert.is(textOf(`${script(data, 'application/json')}${shows}`), '', 'the page is no shell');
});

test('reads sentences without mark-up from the data of an application, and no code, keys and labels', () => {
  const props = {
    pageProps: { body: [STORY, MORE], label: 'Show all the things', url: `https://example.org/${'x'.repeat(60)}` },
    code: 'if (a) { return the sum of all the numbers that are in the list. } ',
    cut: 'The council paid for the stones with money that it had saved for a …',
  };
  assert.is(textOf(`${script(props, '')}<div id="__next"></div>`), `${STORY}\n${MORE}`);
});

test('texts of scripts without spaces between words are compared letter by letter', () => {
  const chinese = '这座桥在经过一年的维修之后于星期一重新开放，第一个小时就有数百人走过。';
  const article = script({ '@type': 'Article', articleBody: chinese });
  assert.is(textOf(article), chinese);
  assert.is(textOf(`${article}<p>${chinese.replace('，', ' ')}</p>`), '');
});

test('skips broken JSON, and reads line breaks in strings', () => {
  const broken = '<script type="application/ld+json">{"@type": "Article", "articleBody": </script>';
  assert.is(textOf(broken), '');
  const good = script({ '@type': 'Article', articleBody: STORY });
  assert.is(textOf(broken + good), STORY);
  const unescaped = `<script>{"@type": "Article", "articleBody": "${STORY.replace(' opened', '\n\topened')}"}</script>`;
  assert.is(textOf(unescaped), STORY);
});

test('hostile data needs linear time, causes no exception and does not exceed its limit', async () => {
  const deep = `${'['.repeat(100_000)}"${STORY}"${']'.repeat(100_000)}`;
  assert.is(textOf(`<script>${deep}</script>`), STORY, 'lists in lists');
  const nested = `${'{"@graph":['.repeat(5000)}{"@type":"Article","articleBody":"${STORY}"}${']}'.repeat(5000)}`;
  assert.is(textOf(`<script>${nested}</script>`), '', 'beyond the depth of entities');
  for (const odd of [null, 7, [], {}, [null, [{}]], { '@type': 7, '@graph': 'x' }, { '@type': 'Article', text: {} }]) {
    assert.is(textOf(script(odd)), '');
  }
  assert.is(textOf(script({ '@type': 'Article', text: '<div>'.repeat(100_000) })), '');
  const polluted = '<script>{"@type":"Article","__proto__":{"text":"x"},"constructor":1}</script>';
  assert.is(textOf(polluted), '');
  const two = script([
    { '@type': 'Article', text: STORY },
    { '@type': 'Article', text: `${LONG[0]} `.repeat(20_000) },
  ]);
  assert.is(textOf(two), STORY, 'without the text beyond the limit');
});

test('the data of a page are the scripts and long attributes that begin as JSON does', () => {
  const long = `{&quot;a&quot;:&quot;${'x'.repeat(600)}&quot;}`;
  const scripts =
    '<template><script>{}</script></template><script>let a = {};</script><script> {"b": 1}</script><script></script><script src="x.js"></script>';
  const { embeddedData } = detector.label(
    pageOf(`${scripts}<div data-a="${long}" data-b="{}" class="${'c '.repeat(300)}">`),
  );
  assert.equal(embeddedData, [' {"b": 1}', `{"a":"${'x'.repeat(600)}"}`]);
});

test('reads the data of Next.js, whose rows are divided among scripts, and bounds their work', () => {
  const element = (name: string, children: unknown): unknown[] => ['$', name, null, { children }];
  const link = element('a', 'walked across it');
  const rows = [
    '1:I[57,["x.js"],"Main"]\n',
    `2:${JSON.stringify([element('p', [MORE.slice(0, 19), link, MORE.slice(35)]), element('script', STORY)])}\n`,
    `a:T${Buffer.byteLength(`«${STORY}»`).toString(16)},«${STORY}»`,
    `b:${JSON.stringify(element('div', LONG[0]))}`,
  ].join('');
  const push = (text: string): string => `<script>self.__next_f.push(${JSON.stringify([1, text])})</script>`;
  const scripts = rows
    .match(/.{1,50}/gs)
    ?.map(push)
    .join('');
  assert.is(textOf(`<script>self.__next_f=[]</script>${scripts}`), [MORE, `«${STORY}»`, LONG[0]].join('\n'));
  for (const hostile of [
    '1:T1,'.repeat(100_000),
    '1:Tfffffff,',
    ':',
    ':T',
    '1:["$","p",0,{"children":['.repeat(30_000),
  ])
    assert.is(textOf(push(hostile) + push('2:{}').replace('[1,', '[1;')), '');
});

test('a stale page is refused, and the page of the detector remains current', () => {
  const page = detector.label(pageOf(`${script({ '@type': 'Article', text: `<p>${STORY}` })}<p>Loading`));
  assert.is(structured.text(page, 'content'), STORY);
  assert.is(page.text('all'), 'Loading');
  detector.label('');
  assert.throws(
    () => structured.text(page, 'content'),
    (error: { code: string }) => error.code === 'PAGE_STALE',
  );
});

test.run();
