/** Context features of small pages, computed by hand. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../support/cpu.ts';
import { type Features, ReferenceEvidence } from './evidence.ts';
import { readTree } from './tree.ts';

const separators = new Set(
  'table div p li ul section article main nav footer h1 h2 h3 h4 h5 h6 figure figcaption blockquote td'.split(' '),
);

function featuresOf(html: string, mainLexicon: ReadonlyMap<string, number> = new Map()): Features[] {
  const law = { separators, baseLifetime: 10, lifetimeGrowth: 5, templateShare: 0.5, templateDf: 5 };
  return new ReferenceEvidence({ ...law, lexicon: new Map(), mainLexicon }).learn(readTree(html, 'auto'));
}

/** A text of so many code points that is prose: six words and the end of a sentence. */
const prose = (length: number): string => `a b c d e ${'x'.repeat(length - 11)}.`;

function expect(blocks: readonly Features[], order: number, expected: Features): void {
  for (const [name, value] of Object.entries(expected))
    assert.is(blocks[order]?.[name], value, `${name} of block ${order}`);
}

const each = (blocks: readonly Features[], name: string): (number | undefined)[] => blocks.map((block) => block[name]);

test('the core is the deepest block with more than half of the prose, the wide core with more than three quarters', () => {
  const blocks = featuresOf(
    `<nav><a>Home</a></nav><div><section><p>${prose(150)}</p><p>${prose(100)}</p></section><p>${prose(100)}</p></div>
    <footer>End</footer>`,
  );
  assert.is(blocks.length, 5);
  const ofPage = { coreShare: 178, coreProse: 182, coreDepth: 2, proseOfPage: 250, prosePage: 50, proseBlocks: 3 };
  for (const order of blocks.keys()) expect(blocks, order, ofPage);
  assert.equal(each(blocks, 'coreIn'), [0, 1, 1, 0, 0]);
  assert.equal(each(blocks, 'coreUp'), [1, 1, 1, 1, 1]);
  assert.equal(each(blocks, 'coreOver'), [2, 0, 0, 1, 2]);
  assert.equal(each(blocks, 'coreOff'), [127, 128, 128, 129, 130]);
  assert.equal(each(blocks, 'coreAt'), [0, 0, 255, 255, 255]);
  assert.equal(each(blocks, 'wideIn'), [0, 1, 1, 1, 0]);
  assert.equal(each(blocks, 'wideOver'), [1, 0, 0, 0, 1]);
  assert.equal(each(blocks, 'wideAt'), [0, 0, 127, 255, 255]);
  assert.equal(each(blocks, 'proseBefore'), [0, 0, 109, 182, 255]);
  assert.equal(each(blocks, 'proseAfter'), [255, 145, 72, 0, 0]);
});

test('without much prose, the core has most of the text outside of links', () => {
  const blocks = featuresOf('<ul><li><a>aaaaaaaaaa</a></ul><div><p>bbbbb</p><p>cc</p></div>');
  expect(blocks, 0, { coreShare: 75, coreProse: 182, coreDepth: 2, coreIn: 0, coreUp: 2, coreOver: 2, wideOver: 1 });
  assert.equal(each(blocks, 'coreIn'), [0, 1, 0]);
  assert.equal(each(blocks, 'wideIn'), [0, 1, 1]);
});

test('the core of a page with links alone is the root', () => {
  const blocks = featuresOf('<ul><li><a>one</a><li><a>two</a></ul>');
  expect(blocks, 1, { coreIn: 1, coreUp: 2, coreOver: 0, coreDepth: 0, coreProse: 0, coreAt: 255, coreOff: 128 });
});

test('prose is text outside of links, with six words and the end of a sentence', () => {
  const texts = ['a b c d e f', 'a b c d e.', 'a b c d e f.', 'a b c <a>d e</a> f.', 'a b c<p>d e f.</p>'];
  const blocks = featuresOf(texts.map((text) => `<div>${text}</div>`).join(''));
  assert.is(blocks.length, 6);
  expect(blocks, 0, { proseBlocks: 2, prosePage: 17, near1: 0, near3: 17, near10: 17 });
  expect(blocks, 2, { near1: 17, proseAfter: 93, proseBefore: 0 });
  expect(blocks, 3, { linked1: 28, chars1: 21, prose1: 17, proseBefore: 161 });
});

test('a heading that is like the title is the title block, and h1 is preferred', () => {
  const blocks = featuresOf(`<title>The river OTTER – wild</title><h2>Otter news</h2>
    <div><h1>River otter</h1></div><p>Wild river otter, the –</p>`);
  assert.equal(each(blocks, 'titleLike'), [42, 102, 255]);
  assert.equal(each(blocks, 'titleOff'), [127, 128, 129]);
  assert.equal(each(blocks, 'titleUp'), [1, 0, 1]);
  assert.equal(each(blocks, 'titleOver'), [2, 0, 2]);
  assert.equal(each(blocks, 'titleShare'), [255, 63, 255]);
  assert.equal(each(blocks, 'titleBest'), [102, 102, 102]);
  assert.equal(each(blocks, 'coreTitle'), [0, 0, 0]);
});

test('the first of two headings that are as like the title is the title block', () => {
  const blocks = featuresOf('<title>otter</title><h2>Otter</h2><h3>otter</h3>');
  assert.equal(each(blocks, 'titleOff'), [128, 129]);
  const preferred = featuresOf('<title>a b c d e f g h i j</title><h2>a b c d e</h2><h1>a b c d</h1>');
  assert.equal(each(preferred, 'titleLike'), [127, 102]);
  assert.equal(each(preferred, 'titleOff'), [127, 128], '102 + 26 is more than 127');
});

test('without such a heading, a block that is much like the title is the title block', () => {
  const title = '<title>a b c d e</title>';
  const blocks = featuresOf(`${title}<h1>x</h1><p>a b</p><p>A, B: c</p><p>a b c</p>`);
  assert.equal(each(blocks, 'titleLike'), [0, 102, 153, 153]);
  assert.equal(each(blocks, 'titleOff'), [126, 127, 128, 129]);
  const none = featuresOf(`${title}<p>a</p>`);
  expect(none, 0, { titleLike: 51, titleBest: 0, titleOff: 128, titleUp: 255, titleOver: 255, titleShare: 0 });
  expect(none, 0, { coreTitle: 0 });
});

test('words of the title are letters, digits and characters above ASCII, of the first title of HTML', () => {
  const source = `<svg><title>one</title></svg><template><title>two</title></template><title>naïve-3D_x \u6587\u5b57</title>
    <title>three</title><p>3d x<b>naïve</b></p><p>3 D_</p><p>NAÏVE</p><p>\u6587\u5b57</p><p>!</p><p>one</p>`;
  // The words of the title are naïve, 3d, x and 文字. A capital above ASCII stays one. Titles in body are texts of its block.
  assert.equal(each(featuresOf(source), 'titleLike'), [170, 191, 0, 0, 63, 0, 0]);
});

test('a text of more than 16 words is not compared with the title', () => {
  const title = `<title>a ${'b '.repeat(30)}</title>`;
  assert.equal(
    each(featuresOf(`${title}<p>a ${'b '.repeat(15)}</p><p>a ${'b '.repeat(16)}</p>`), 'titleLike'),
    [255, 0],
  );
  const many = Array.from({ length: 30 }, (_, at) => `w${at}`).join(' ');
  assert.equal(each(featuresOf(`<title>${many}</title><p>w0 w23</p><p>w24</p>`), 'titleLike'), [21, 0]);
});

test('cards are the most blocks at one position that have 20 characters, the nearest among equals', () => {
  const card = `<div class="c"><h3>${'h'.repeat(10)}</h3><p>${'p'.repeat(20)}</p></div>`;
  const blocks = featuresOf(`<section>${card.repeat(3)}</section>`);
  assert.equal(each(blocks, 'cards'), [3, 3, 3, 3, 3, 3]);
  assert.equal(each(blocks, 'cardsShare'), [255, 170, 255, 170, 255, 170]);
  expect(blocks, 1, { alikeShare0: 170, alikeShare1: 255, alikeShare2: 255, alike1: 3, alike2: 1, alikeLinked1: 0 });
  assert.equal(each(featuresOf(`<section>${card.repeat(2)}</section>`), 'cards'), [0, 0, 0, 0]);
  const more = featuresOf(`<section>${card.repeat(3)}<div class=c><p>x</p><p>y</p></div></section>`);
  expect(more, 1, { cards: 5, cardsShare: 171 });
  expect(more, 0, { cards: 4, cardsShare: 255 });
  expect(more, 6, { cards: 0, cardsShare: 0 });
});

test('blocks alike without text do not count', () => {
  const blocks = featuresOf('<ul><li><a>aaaa</a><li>bb<li> <li><img></ul>');
  expect(blocks, 0, { alikeShare0: 255, alikeLinked0: 170, alikeProse0: 0, alike1: 1, cards: 0 });
});

test('elements of articles and of the main element count with and without text', () => {
  const blocks = featuresOf('<main><article>aaaa</article><article>bb<p>cc</p></article><article></article></main>dd');
  for (const order of blocks.keys()) expect(blocks, order, { articles: 3, articleMost: 102, mainElementMost: 204 });
  assert.equal(each(blocks, 'articleShare'), [102, 102, 102, 0]);
});

test('headings: level, distance and the words of the last one', () => {
  const lexicon = new Map([
    ['#related', -40],
    ['#posts', 10],
    ['related', 5],
  ]);
  const long = `<h4>related ${'word '.repeat(16)}</h4>`;
  const blocks = featuresOf(`<p>x</p><h2>Related Posts</h2><h3></h3><p>related</p><p>y</p>${long}<p>z</p>`, lexicon);
  assert.equal(each(blocks, 'level'), [0, 2, 0, 0, 4, 0]);
  assert.equal(each(blocks, 'headOff'), [255, 0, 1, 2, 0, 1]);
  assert.equal(each(blocks, 'headLevel'), [0, 2, 2, 2, 4, 4]);
  assert.equal(each(blocks, 'headings'), [3, 3, 3, 3, 3, 3]);
  assert.equal(each(blocks, 'mainHead'), [128, 128, 98, 98, 128, 128]);
  assert.equal(each(blocks, 'mainHeadMost'), [128, 128, 138, 138, 128, 128]);
  assert.equal(each(blocks, 'mainHeadLeast'), [128, 128, 88, 88, 128, 128]);
  assert.equal(each(blocks, 'mainSays'), [128, 133, 133, 128, 128, 128]);
});

test('main odds of names, of the block and of all around it', () => {
  const lexicon = new Map([
    ['.post', 20],
    ['.side', -30],
    ['.wide', -7],
    ['.root', 40],
    ['side', 3],
  ]);
  const [outer, inner] = featuresOf(
    '<body class=root><div class="wide"><div class="post side" id="post">a b c d e f g h side<p>side</p></div></div>',
    lexicon,
  );
  const names = { mainNames: 118, mainBest: 148, mainWorst: 98, mainNames1: 121, mainNames2: 128, mainNames3: 128 };
  expect([outer ?? {}], 0, { ...names, mainMost: 128, mainLeast: 118, mainAll: 128 - 9, mainSays: 128 });
  const above = { mainNames: 128, mainNames1: 118, mainNames2: 121, mainNames3: 128, mainAll: 119 };
  expect([inner ?? {}], 0, { ...above, mainSays: 131, mainSaysMost: 131, mainSaysLeast: 128 });
});

test('images and inputs belong to the block of a text at their place', () => {
  const blocks = featuresOf(`<div>a<img><p><img>b<button>c</button></p><p>d</p></div><section><input><select></select>
    <textarea></textarea><template><img></template><noscript><img></noscript><p>e</p></section>`);
  assert.equal(each(blocks, 'images'), [2, 2, 2, 2]);
  assert.equal(each(blocks, 'inputs'), [4, 4, 4, 4]);
  assert.equal(each(blocks, 'images0'), [1, 1, 0, 0]);
  assert.equal(each(blocks, 'images1'), [2, 2, 2, 0]);
  assert.equal(each(blocks, 'images2'), [2, 2, 2, 2]);
  assert.equal(each(blocks, 'inputs2'), [4, 4, 4, 4]);
});

test('flags of figures, captions and quotes hold for the blocks inside', () => {
  const blocks = featuresOf('<figure>a<figcaption>b<p>c</p></figcaption></figure><blockquote><p>d</p></blockquote>');
  assert.equal(each(blocks, 'inFigure'), [1, 1, 1, 0]);
  assert.equal(each(blocks, 'inCaption'), [0, 1, 1, 0]);
  assert.equal(each(blocks, 'inQuote'), [0, 0, 0, 1]);
});

test('text in noscript is read on a page with next to no other text', () => {
  const thread = `<h1>Otters</h1><p>${prose(200)}</p><p>${prose(400)}</p>`;
  const page = (text: string, noscript: string): string =>
    `<title>Otters</title>${text}<noscript>${noscript}</noscript>`;
  const read = featuresOf(page('<p>App</p>', thread));
  assert.equal(each(read, 'titleOff'), [127, 128, 129, 130]);
  assert.is(featuresOf(page(`<p>${'x'.repeat(80)}</p>`, thread)).length, 1);
  assert.is(featuresOf(page('<p>App</p>', '<p>Turn scripts on.</p>')).length, 1);
  assert.is(featuresOf(page(`<p>${'x'.repeat(2048)}</p>`, thread.repeat(20))).length, 1);
  assert.is(featuresOf(page(`<p>${'x'.repeat(2047)}</p>`, thread.repeat(20))).length, 1 + 3 * 20);
});

test('a page of thousands of blocks takes linear time', async () => {
  const card = `<div class=c><h3>Otter</h3><p>${prose(60)}</p></div>`;
  await assertLinear('blocks', 6400, (blocks) => {
    const html = `<title>Otter</title><section>${card.repeat(blocks / 2)}</section>`;
    assert.is(featuresOf(html).length, blocks);
  });
});

test.run();
