/**
 * Main content and comments: verdicts, texts, sources and records, by a model whose main content is the paragraphs.
 * test/markdown/cases/main-content.md has rules that add to its scores.
 */
import { parse } from 'parse5';
import { Detector, type DetectorOptions, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownCode } from '../support/errors.ts';
import { paragraphModel } from '../support/paragraph-model.ts';
import { realSites } from '../support/real-sites.ts';

const create = (options: DetectorOptions = {}, main = 2, rest = -2): Promise<Detector> =>
  Detector.create(options, { model: paragraphModel(main, rest) });

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

test('the option recall adds blocks that are less likely main content', async () => {
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

test('a page without a sentence follows one with a long article', async () => {
  const detector = await create();
  detector.learn('<div>'.repeat(200) + '<p>A text of eleven words, far down in the page before this.</p>'.repeat(300));
  assert.is(detector.learn('<p>Short.</p>').text('main'), 'Short.');
});

test('html keeps only a part, and the elements around blocks', async () => {
  const page = await learn(ARTICLE + COMMENTS);
  const [menu, main] = ['<ul class=nav></ul>', '<article><p>The bridge is open.</p></article>'];
  assert.is(page.html('main', { mode: 'cut' }), `${menu}${main}<ul class="comment-list"></ul>`);
  assert.is(page.html('comments', { mode: 'cut' }), `${menu}<article></article>${COMMENTS}`);
  assert.is(page.html('main+comments', { mode: 'cut' }), menu + main + COMMENTS);
  assert.is(page.html('all', { mode: 'cut' }), ARTICLE + COMMENTS);
});

test('template is not main content, even if a policy keeps it', async () => {
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

test('records have main, mainScore and comments, and omit unknown values', async () => {
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

test('without a model, no block is main content', async () => {
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
  }
  for (const { main, mainScore, comments } of page.blocks) {
    assert.equal([main, mainScore, comments], [false, undefined, false]);
  }
});

test('the second verdict does not depend on when it is requested, nor on requests for the previous page', async () => {
  const pages = realSites()[0]?.pages.slice(0, 12) ?? [];
  const verdicts = (page: Page): unknown[] =>
    page.blocks.map(({ main, mainScore, comments }) => [main, mainScore, comments]);
  const [always, sometimes] = [await Detector.create({ seed: 3 }), await Detector.create({ seed: 3 })];
  let compared = 0;
  for (const [at, { name, html }] of pages.entries()) {
    const expected = verdicts(always.learn(html));
    const page = sometimes.learn(html);
    if (at % 3 === 0) continue;
    for (const block of page.blocks.slice(0, 20)) block.explain();
    assert.ok(sometimes.stats.pages > 0);
    page.text('content');
    assert.equal(verdicts(page), expected, name);
    compared += expected.length;
  }
  assert.ok(compared > 200, `${compared} blocks`);
});

test('authors and dates of posts, prices and captions are in documents and not in texts', async () => {
  const learnAs = async (kind: string | undefined, html: string): Promise<Page> =>
    (await Detector.create({}, { model: paragraphModel(2, -2, kind) })).learn(html);
  const unitOf = ({ blocks }: Page, text: string) => blocks.find((block) => block.text === text)?.explain().unit;
  const post = (name: string): string =>
    `<div><div class=postAuthor><img src=a.png><a href=/x>${name}</a></div><div class=date>1 May 2024</div><p>I am ${name}.</p></div>`;
  const thread = await learnAs('forum', post('Ann') + post('Bob'));
  const before = thread.markdown('content');
  assert.match(thread.markdown('main', { images: false }), '**Ann**, 1 May 2024\n\nI am Ann.\n');
  assert.is(thread.text('main'), 'I am Ann.\nI am Bob.');
  assert.is(thread.markdown('content'), before, 'content does not depend on main content');
  assert.is(unitOf(thread, 'Ann'), 'item');
  const caption = '<figcaption>An oak.</figcaption>';
  const figure = await learnAs(undefined, `<p>Before.</p><figure><img src=a.png>${caption}</figure><p>After.</p>`);
  assert.is(figure.text('main'), 'Before.\nAfter.');
  assert.match(figure.html('main'), caption);
  assert.is(unitOf(figure, 'An oak.'), 'caption');
  assert.equal(
    figure.blocks.map(({ main }) => main),
    [true, false, true],
  );
});

test('blocks explain the rule that changed their verdicts', async () => {
  const text = (of: string): string =>
    `<p>The bridge over the river is ${of} to all of us again since the last day of May.</p>`;
  const article = `<article>${['open', 'closed', 'free', 'new'].map(text).join('')}</article>`;
  const page = (await create({}, 3.6, 1.7)).learn(`<div>News</div><h1>The bridge</h1>${article}<div>A teaser</div>`);
  assert.equal(
    page.blocks.flatMap((block) => (block.main ? [] : [block.explain().unit])),
    ['above', 'tail'],
  );
  const list = `<ul>${'<li><p>Salt</p></li>'.repeat(4)}<li>Sugar</li></ul>`;
  const { blocks } = (await create({}, 2, -0.4)).learn(text('open') + list + text('closed'));
  assert.is(blocks.find((block) => block.text === 'Sugar')?.explain().unit, 'rows');
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

/** `isComments`: the words are comments. */
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

test('if most of the main content is inside comments, the rest of them is not a comment', async () => {
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
