/** Main content and comments: verdicts, texts, sources and records, by a model whose main content is the paragraphs. */
import { parse } from 'parse5';
import { Detector, type DetectorOptions, type Page, resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FEATURE_NAMES } from '../../bindings/evidence/features.ts';
import { KINDS, withKinds, writeKinds } from '../../research/training/kinds.ts';
import { writeModel } from '../../research/training/model.ts';
import { thrownCode } from '../support/errors.ts';
import { realSites } from '../support/real-sites.ts';

const core = await Core.open(resolveOptions());
const nothing = { base: 0, trees: [] };
/** Adds `yes` or `no`, by the question whether a feature of the block is above 0. */
const ask = (feature: string, yes: number, no: number) => ({
  features: Array<number>(6).fill(FEATURE_NAMES.indexOf(feature)),
  limits: Array<number>(6).fill(0),
  leaves: Array.from({ length: 64 }, (_, leaf) => (leaf === 63 ? yes : no)),
});
/** Log odds of main content of paragraphs and of the others. */
const modelOf = (main: number, rest: number): Uint8Array =>
  writeModel(core, {
    lexicon: new Map(),
    ...{ prior: nothing, joint: { base: 0, trees: [ask('known', 0.25, -0.25)] } },
    ...{
      main: { base: 0, trees: Array.from({ length: 8 }, () => ask('isParagraph', main / 8, rest / 8)) },
      whole: nothing,
    },
    ...{ threshold: 0, mainThreshold: 0 },
  });
const create = (options: DetectorOptions = {}, main = 2, rest = -2): Promise<Detector> =>
  Detector.create(options, { model: modelOf(main, rest) });

const SAID = '<li>Bob, 3 days ago</li><li>I have seen it too, from the other bank.</li>';
const ARTICLE = `<ul class=nav><li>Home</li></ul><article><p>The bridge is open.</p><div>Share this</div></article>`;
const COMMENTS = `<ul class="comment-list">${SAID}</ul>`;

const learn = async (html: string): Promise<Page> => (await create()).learn(html);

test('a page has its main content and its comments apart and together', async () => {
  const page = await learn(ARTICLE + COMMENTS);
  assert.is(page.text('main'), 'The bridge is open.');
  assert.is(page.text('comments'), 'Bob, 3 days ago\nI have seen it too, from the other bank.');
  assert.is(page.text('main+comments'), `${page.text('main')}\n${page.text('comments')}`);
  assert.is(page.text(), page.text('main'), 'the default');
  assert.is(page.text('content'), page.text('all'), 'the first verdict is another one');
  assert.equal(
    page.blocks.map(({ main, comments, mainScore }) => [main, comments, mainScore]),
    [
      [false, false, -2],
      [true, false, 2],
      [false, false, -2],
      [false, true, -2],
      [false, true, -2],
    ],
  );
  assert.equal([page.kind, page.kindConfidence], [undefined, undefined]);
});

test('recall weighs what is less likely main content', async () => {
  const paragraphs = '<p>The bridge is open.</p>'.repeat(6);
  const keeps = async (recall: NonNullable<DetectorOptions['recall']>, main: number, rest: number): Promise<string> =>
    (await create({ recall }, main, rest)).learn(`<div>Home</div>${paragraphs}`).text('main').slice(0, 4);
  for (const [recall, odds] of [
    ['low', 1.1],
    ['balanced', -0.1],
    ['high', -1.3],
    [1, -0.1],
    [10, -1.9],
    [0.1, 1.9],
  ] as const) {
    assert.is(await keeps(recall, 2, odds + 0.15), 'Home', `${recall}`);
    assert.is(await keeps(recall, 2, odds - 0.15), 'The ', `${recall}`);
  }
});

test('the tail of an article goes, unless recall is more important', async () => {
  const sentence = 'The bridge over the river is open to all of us again since the last day of May.';
  const html = `<h1>The bridge</h1>${`<p>${sentence}</p>`.repeat(5)}<div>More of it soon.</div>`;
  for (const [recall, text] of [
    [0.5, '.'],
    [1, '.'],
    [1.1, 'More of it soon.'],
  ] as const) {
    const page = (await create({ recall }, 2, 0.4)).learn(html);
    assert.ok(page.text('main').endsWith(text), `${recall}: ${page.text('main')}`);
    assert.is(page.text('main').endsWith('More of it soon.'), recall > 1, `${recall}`);
  }
});

test('what is outside of the element of an article goes where it is far less likely', async () => {
  const text = (of: string): string =>
    `<p>The bridge over the river is ${of} to all of us again since the last day of May.</p>`;
  const article = `<article>${['open', 'closed', 'free', 'new'].map(text).join('')}<div>Said inside.</div></article>`;
  const html = `<div>News of the day and night</div><h1>The bridge</h1>${article}<div>Teaser of the next story</div>`;
  const unitsOf = async (recall: number, rest: number): Promise<(string | undefined)[]> =>
    (await create({ recall }, 3.6, rest))
      .learn(html)
      .blocks.flatMap((block) => (block.main ? [] : [block.explain().unit]));
  assert.equal(await unitsOf(1, 1.7), ['above', 'tail']);
  assert.equal(await unitsOf(1, 1.9), []);
  assert.equal(await unitsOf(2, 1.7), []);
  const staysIn = async (page: string): Promise<boolean> =>
    (await create({}, 3.6, 1.7)).learn(page).text('main').endsWith('next story');
  assert.ok(await staysIn(html.replace(/(?:<p>[^<]*<\/p>){3}/, '')), 'one text is no article');
  for (const part of ['blockquote', 'ul']) {
    const quoted = html.replace(/<(\/?)article>/g, `<$1${part}>`);
    assert.ok(await staysIn(`<div>${quoted}</div>`), `${part} is a part of an article`);
  }
});

test('a page without a sentence follows one with a long article', async () => {
  const detector = await create();
  detector.learn('<div>'.repeat(200) + '<p>A text of eleven words, far down in the page before this.</p>'.repeat(300));
  assert.is(detector.learn('<p>Short.</p>').text('main'), 'Short.');
});

test('the last sentence of an article stays, also where it is less likely', async () => {
  const sure = '<p>The bridge over the river is open to all of us again since the last day of May.</p>';
  const endsWith = async (last: string): Promise<boolean> => {
    const page = (await create({}, 2, 0.4)).learn(
      `<article>${sure.repeat(4)}</article>`.replace('</article>', `${last}</article>`),
    );
    return page.text('main').includes('council');
  };
  assert.ok(await endsWith('<div>It was the last word of the council on it.</div>'));
  assert.not.ok(await endsWith('<div>It was the last word of the council on it</div>'), 'no sentence');
  assert.not.ok(await endsWith('<div>The word of the council.</div>'), 'too short');
  assert.not.ok(await endsWith('<div><a href=/>It was the last word of the council on it.</a></div>'), 'a link');
  assert.not.ok(
    await endsWith('<div><div>It was the last word of the council on it.</div></div>'),
    'in another element',
  );
});

test('html keeps a part alone, and the elements around blocks', async () => {
  const page = await learn(ARTICLE + COMMENTS);
  const [menu, main] = ['<ul class=nav></ul>', '<article><p>The bridge is open.</p></article>'];
  assert.is(page.html('main', { mode: 'cut' }), `${menu}${main}<ul class="comment-list"></ul>`);
  assert.is(page.html('comments', { mode: 'cut' }), `${menu}<article></article>${COMMENTS}`);
  assert.is(page.html('main+comments', { mode: 'cut' }), menu + main + COMMENTS);
  assert.is(page.html('all', { mode: 'cut' }), ARTICLE + COMMENTS);
});

test('template is not main content, also where a policy keeps it', async () => {
  for (const isKept of [false, true]) {
    const detector = await create();
    for (let times = 0; times < 3; times += 1) detector.learn(`<p>Known text.</p>`);
    const page = detector.learn('<p>Known text.</p><p>New text.</p><div>New, too.</div>');
    if (isKept) page.keepAll();
    assert.equal(
      page.blocks.map(({ verdict, main }) => [verdict, main]),
      [
        ['template', false],
        ['content', true],
        ['content', false],
      ],
    );
    assert.is(page.text('main'), 'New text.');
  }
});

test('records have main, mainScore and comments, and leave out what is not known', async () => {
  const { blocks, kind, kindConfidence } = (await learn(ARTICLE + COMMENTS)).toJSON();
  assert.equal([kind, kindConfidence], [undefined, undefined]);
  assert.equal(
    blocks.map(({ main, mainScore, comments = 'absent' }) => [main, mainScore, comments]),
    [
      [false, -2, 'absent'],
      [true, 2, 'absent'],
      [false, -2, 'absent'],
      [false, -2, true],
      [false, -2, true],
    ],
  );
  const [block] = (await Detector.create({ preset: 'paper' })).learn(ARTICLE).toJSON().blocks;
  assert.not('main' in (block ?? {}) || 'mainScore' in (block ?? {}) || 'comments' in (block ?? {}));
});

test('without a model there is no main content', async () => {
  const page = (await Detector.create({ preset: 'paper' })).learn(ARTICLE + COMMENTS);
  for (const part of ['main', 'comments', 'main+comments'] as const) {
    assert.is(
      thrownCode(() => page.text(part)),
      'NO_MAIN',
    );
    assert.is(
      thrownCode(() => page.html(part)),
      'NO_MAIN',
    );
    assert.is(
      thrownCode(() => page.toLine({ id: 1 }, part)),
      'NO_MAIN',
    );
  }
  for (const { main, mainScore, comments } of page.blocks) {
    assert.equal([main, mainScore, comments], [false, undefined, false]);
  }
});

test('the second verdict is the same whenever it is asked for, and whether that of the page before was', async () => {
  const pages = realSites()[0]?.pages.slice(0, 12) ?? [];
  const verdicts = (page: Page): unknown[] =>
    page.blocks.map(({ main, mainScore, comments }) => [main, mainScore, comments]);
  const [always, sometimes] = [await Detector.create({ seed: 3 }), await Detector.create({ seed: 3 })];
  let compared = 0;
  for (const [at, { name, html }] of pages.entries()) {
    const expected = verdicts(always.learn(html));
    const page = sometimes.learn(html);
    if (at % 3 === 0) continue;
    // What else is asked of a page and of its detector changes nothing.
    for (const block of page.blocks.slice(0, 20)) block.explain();
    assert.ok(sometimes.stats.pages > 0);
    page.text('content');
    assert.equal(verdicts(page), expected, name);
    compared += expected.length;
  }
  assert.ok(compared > 200, `${compared} blocks`);
});

/** So much that is surely main content that a block is more probable than half of the expected F1 only where it likely is. */
const LONG = `<p>${'It rained for eleven days. '.repeat(400)}</p>`;

const said = async (html: string): Promise<string[]> => {
  const page = (await create({}, 0.875, -0.5)).learn(LONG + html);
  return page.blocks.flatMap((block, at) =>
    block.main && at > 0 ? `${block.text} ${block.explain().unit ?? ''}` : [],
  );
};

test('a list and a table are main content as a whole, or not at all', async () => {
  const items = (count: number): string => '<li><p>Salt</p></li>'.repeat(count);
  const cells = (count: number): string => '<tr><td><p>Salt</p></td></tr>'.repeat(count);
  assert.equal(await said(`<ul>${items(4)}<li>Sugar</li></ul>`), ['Salt ', 'Salt ', 'Salt ', 'Salt ', 'Sugar rows']);
  assert.equal(await said(`<ul>${items(3)}<li>Sugar</li></ul>`), ['Salt ', 'Salt ', 'Salt ']);
  assert.equal(await said(`<ul>${items(4)}<li>${'Sugar '.repeat(61)}</li></ul>`), ['Salt ', 'Salt ', 'Salt ', 'Salt ']);
  assert.equal(await said(`<ul>${items(4)}<li>Sugar<div>and more</div></li></ul>`), [
    'Salt ',
    'Salt ',
    'Salt ',
    'Salt ',
  ]);
  assert.equal(await said(`<table>${cells(1)}<tr><th>A<td>B</table>`), ['Salt ', 'A rows', 'B rows']);
  assert.equal(await said(`<ul>${items(1)}${'<li>Sugar</li>'.repeat(10)}</ul>`), []);
  assert.equal(await said(`<ul>${items(1)}${'<li>Sugar</li>'.repeat(9)}</ul>`), ['Salt ']);
});

test('a question is main content with its answer', async () => {
  const asked = (inner: string): string => `<details><summary>Sugar</summary>${inner}</details>`;
  assert.equal(await said(asked('<p>Salt</p>')), ['Sugar rows', 'Salt ']);
  assert.equal(await said(asked(`${asked('<p>Salt</p>')}`)), ['Sugar rows', 'Sugar rows', 'Salt ']);
  assert.equal(await said(`${asked('<div>Salt</div>')}<p>Salt</p>`), ['Salt ']);
  assert.equal(await said(`${asked('')}<p>Salt</p>`), ['Salt ']);
});

/** Learns a page with a model to which every page is of one kind. */
async function learnAs(kind: (typeof KINDS)[number], html: string): Promise<Page> {
  const bases = KINDS.map((name) => (name === kind ? 1 : -1));
  const part = writeKinds(
    core.layout,
    { bases, features: [256], weights: new Float64Array(KINDS.length) },
    Array.from({ length: 32 }, () => 999),
  );
  return (await Detector.create({}, { model: withKinds(core, modelOf(2, -2), part) })).learn(html);
}

test('documents have authors and dates of posts, and the price of a product; text has none', async () => {
  const post = (name: string, day: number): string =>
    `<div><div class=postAuthor><img src=a.png><a href=/x>${name}</a></div><div class=date>${day} May 2024</div><div>Reply</div><p>I am ${name}.</p></div>`;
  const thread = post('Ann', 1) + post('Bob', 2) + post('Cem', 3);
  const page = await learnAs('forum', thread);
  const before = page.markdown('content');
  const posts = ['Ann', 'Bob', 'Cem'].map((name, at) => `**${name}**, ${at + 1} May 2024\n\nI am ${name}.\n`);
  assert.is(page.markdown('main'), posts.join('\n'));
  assert.is(page.text('main'), 'I am Ann.\nI am Bob.\nI am Cem.');
  assert.is(page.markdown('main', { images: false }), posts.join('\n'));
  assert.is(page.blocks.find(({ text }) => text === 'Ann')?.explain().unit, 'item');
  assert.is(page.markdown('content'), before, 'content does not depend on main content');
  assert.is((await learnAs('article', thread)).markdown('main'), 'I am Ann.\n\nI am Bob.\n\nI am Cem.\n');
  const offer = '<h1>Oak</h1><div>Share</div><div>€ 12.50</div><p>An oak.</p><div>€ 7.00</div>';
  assert.is((await learnAs('product', offer)).markdown('main'), '# Oak\n\n€ 12.50\n\nAn oak.\n');
  assert.is((await learnAs('service', offer)).markdown('main'), '# Oak\n\nAn oak.\n');
});

test('pictures of the main content have their captions, and text has none', async () => {
  const figure = (inner: string): string => `<figure><img src=a.png>${inner}</figure>`;
  const markdownOf = async (html: string): Promise<string> =>
    (await learn(html)).markdown('main').replaceAll('\n', ' ').trim();
  const captioned = `<p>Before.</p>${figure('<figcaption>An oak.</figcaption>')}<p>After.</p>`;
  assert.is(await markdownOf(captioned), 'Before.  ![](a.png)  An oak.  After.');
  const page = await learn(captioned);
  assert.is(page.text('main'), 'Before.\nAfter.');
  assert.is(page.markdown('main', { images: false }), 'Before.\n\nAfter.\n');
  assert.match(page.html('main'), '<figcaption>An oak.</figcaption>');
  assert.equal(
    page.blocks.map(({ main }) => main),
    [true, false, true],
  );
  assert.is(page.blocks.find(({ text }) => text === 'An oak.')?.explain().unit, 'caption');
  const gap = (count: number): string => '<div>Share</div>'.repeat(count);
  const caption = figure('<figcaption>An oak.</figcaption>');
  assert.match(await markdownOf(`<p>Before.</p>${gap(7)}${caption}${gap(7)}<p>After.</p>`), 'An oak.');
  const linked = figure('<figcaption><a href="/">An oak.</a></figcaption>');
  const sentence = '<p>An oak stands in front of the house.</p>';
  assert.match(await markdownOf(`${sentence}${linked}<p>After.</p>`), '[An oak.]');
  for (const html of [
    `<p>Before.</p>${caption}`,
    `<div>Before.</div>${caption}<p>After.</p>`,
    `<p>Before.</p>${gap(8)}${caption}<p>After.</p>`,
    `<p>Before.</p>${caption}${gap(8)}<p>After.</p>`,
    '<p>Before.</p><figure><figcaption>An oak.</figcaption></figure><p>After.</p>',
    `<p>Before.</p>${figure('<h2>An oak.</h2>')}<p>After.</p>`,
    `<p>Before.</p>${figure(`<figcaption>An oak.${' Leaves'.repeat(80)}</figcaption>`)}<p>After.</p>`,
    `<p>Before.</p>${linked}<p>After.</p>`,
    `${sentence.replace('oak', 'elm')}${gap(1)}${linked}<p>After.</p>`,
    `${sentence.replace('oak', 'elm')}${linked}${gap(1)}<p>After.</p>`,
  ])
    assert.not.match(await markdownOf(html), 'An oak.', html);
});

test('unknown parts are refused', async () => {
  const page = await learn(ARTICLE);
  const parts: unknown[] = ['rest', 'Main', [], ['content'], ['main', 'x'], null, 1, {}, [['main']]];
  for (const part of parts) {
    assert.is(
      thrownCode(() => page.text(part as 'main')),
      'OPTION_INVALID',
      String(part),
    );
    assert.is(
      thrownCode(() => page.html(part as 'main')),
      'OPTION_INVALID',
      String(part),
    );
  }
  for (const options of [{ keep: 'main' }, { remove: 'template' }, { mode: 'x' }, null]) {
    assert.is(
      thrownCode(() => page.html('main', options as object)),
      'OPTION_INVALID',
      JSON.stringify(options),
    );
  }
});

const words = 'I have seen it too, from the other bank, says Bob.';
const links =
  '<a href=1>Alice</a> on <a href=2>The bridge is open</a> <a href=3>Bob</a> on <a href=4>The ferry is closed</a>';

/** Whether the words of each page are comments. */
const CASES: Readonly<Record<string, readonly [html: string, isComments: boolean]>> = {
  'a container named by class': [`<div class="entry-comments">${words}</div>`, true],
  'a container named by id': [`<section id=comments>${words}</section>`, true],
  'names in capitals and in camel case': [
    `<div class="CommentList">${words}</div><div id=COMMENTS>${words}</div>`,
    true,
  ],
  'names of other languages': [`<ol class="kommentare">${words}</ol><div id=pinglun>${words}</div>`, true],
  'names of systems for comments': [`<div id="disqus_thread">${words}</div>`, true],
  'blocks deep inside': [`<div class=comments><div><table><td><h3>${words}</h3></table></div></div>`, true],
  'one comment of a list, however short': [`<ul class=comments><li>${words}</li><li>Yes!</li></ul>`, true],
  'one of several names': [`<div class="comments no-js recent-posts">${words}</div>`, true],
  'a page that is one form': [`<form><div class=comments>${words}</div></form>`, true],
  'a link in a byline': ['<div class=comments><a href=c>3 comments</a></div>', false],
  'few words': ['<div class=comments>3 comments so far. <a href=c>Read them all</a></div>', false],
  'a list of links': [`<ul class=comments><li>${links}</li></ul>`, false],
  'a paragraph, a cell and a heading of that name': [
    `<h3 class=comments>${words}</h3><table><td class=comment>${words}</table>`,
    false,
  ],
  'the names of body': [`<body class="comments"><div>${words}</div>`, false],
  'a name about comments': [`<div class="comments-open has-comments">${words}</div>`, false],
  'comments on other pages': [`<div class="widget_recent_comments">${words}</div>`, false],
  'what an article is filed under': [
    `<div class="post-7 type-post category-comment tag-replies">${words}</div><article class="rubrik-discussion topic">${words}</article>
    <div class="content-type-discussion"><div class="tone--comment">${words}</div></div>`,
    false,
  ],
  'an article of that name with the headline': [
    `<article class="story discussion"><h1>The bridge</h1><div>${words}</div></article><p>${words}</p>`,
    false,
  ],
  'a longer word': [`<div class="commentator commented">${words}</div>`, false],
  'a form inside of comments': [`<div class=comments><form>${words}</form></div>`, false],
  'a place for writing inside of comments': [
    `<div id=comments><div id=respond><h3>Leave a reply, everybody, to say what you think of it</h3></div></div>`,
    false,
  ],
  'what a form for comments has inside': [`<div class="comment-form"><div class=comment>${words}</div></div>`, false],
};

for (const [name, [html, isComments]] of Object.entries(CASES)) {
  test(`comments: ${name}`, async () => {
    const pages = [
      await learn(html),
      (await create()).learnTree(parse(html)),
      (await create({ evidence: 'page' })).learn(html),
    ];
    for (const { blocks } of pages) {
      assert.ok(blocks.length > 0);
      for (const { comments, text } of blocks) assert.is(comments, isComments, text);
    }
  });
}

test('where most of the main content is inside of comments, the rest of them is no comment', async () => {
  const posts = `<div id=comments><p>${words}</p><div>Sign in to reply to this post of the other bank</div></div>`;
  const short = (await learn(`<p>Bridge</p>${posts}`)).blocks.map(({ main, comments }) => [main, comments]);
  assert.equal(short, [
    [true, false],
    [true, false],
    [false, false],
  ]);
  const long = (await learn(`<p>${words} ${words}</p>${posts}`)).blocks.map(({ main, comments }) => [main, comments]);
  assert.equal(long, [
    [true, false],
    [true, false],
    [false, true],
  ]);
});

test.run();
