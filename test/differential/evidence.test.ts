/** The features that the module passes to the model against those of the twin, on real sites, block by block. */
import { readFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import type { WordOdds } from '../../bench/twin/model.ts';
import { Core } from '../../bindings/core.ts';
import { FEATURE_NAMES } from '../../bindings/evidence/features.ts';
import { loadCore } from '../../bindings/load.ts';
import { writeModel } from '../../research/training/model.ts';
import { type Features, ReferenceEvidence } from '../reference/evidence.ts';
import { hashWord, LEXICON_BITS } from '../reference/prose.ts';
import { readTree } from '../reference/tree.ts';
import { sized } from '../support/effort.ts';
import { type Random, seeded } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

const module = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));
const options = resolveOptions();
const nothing = { base: 0, trees: [] };
const decoder = new TextDecoder();

/** Log odds of template and of main content. */
const LEXICON = new Map<string, WordOdds>([
  ['.nav', { template: 40, main: -48 }],
  ['.menu', { template: 33, main: -20 }],
  ['.footer', { template: 48, main: -31 }],
  ['.content', { template: -44, main: 40 }],
  ['.main', { template: -20, main: 0 }],
  ['.sidebar', { template: 45, main: -45 }],
  ['.page', { template: -3, main: 2 }],
  ['.body', { template: -12, main: 17 }],
  ['.item', { template: 7, main: -1 }],
  ['.post', { template: 0, main: 29 }],
  ['copyright', { template: 48, main: -48 }],
  ['next', { template: 21, main: -11 }],
  ['the', { template: -17, main: 14 }],
  ['to', { template: -2, main: -5 }],
  ['#related', { template: 0, main: -40 }],
  ['#the', { template: 0, main: 9 }],
  ['#in', { template: 0, main: -4 }],
  ['#of', { template: 0, main: 6 }],
  ['#comments', { template: 0, main: -33 }],
]);
const oddsOf = (of: keyof WordOdds): Map<string, number> =>
  new Map([...LEXICON].map(([word, odds]) => [word, odds[of]]));

async function open(): Promise<{ core: Core; table: number; twin: ReferenceEvidence }> {
  const core = new Core(await loadCore(module), options);
  const hashed = new Map([...LEXICON].map(([word, score]) => [hashWord(word) & LEXICON_BITS, score]));
  const forests = { prior: nothing, joint: nothing, main: nothing, whole: nothing };
  core.loadModel(writeModel(core, { lexicon: hashed, ...forests, threshold: 0, mainThreshold: 0 }));
  const { baseLifetime, lifetimeGrowth, separators, templateShare, templateDf } = options;
  const law = { baseLifetime, lifetimeGrowth, templateShare, templateDf, separators: new Set(separators) };
  return {
    core,
    table: core.createTable('1'),
    twin: new ReferenceEvidence({ ...law, lexicon: oddsOf('template'), mainLexicon: oddsOf('main') }),
  };
}

function featuresOf(core: Core, order: number): Record<string, number> {
  const { Features } = core.layout;
  const first = order - (order % Features.TILE_BLOCKS);
  const tile = core.tile(first);
  return Object.fromEntries(
    FEATURE_NAMES.map((name, at) => [name, tile[at * Features.TILE_BLOCKS + order - first] ?? -1]),
  );
}

function countTextBlocks(core: Core): number {
  const { Block, Page } = core.layout;
  const lengths = Array.from({ length: core.result(Page.BLOCK_COUNT) }, (_, at) =>
    core.block(at * Block.BYTES, Block.LENGTH),
  );
  return lengths.filter((length) => length > 0).length;
}

function compareFeatures(core: Core, expected: readonly Features[], name: string): void {
  // The context is measured when main content is asked for.
  core.divideParts();
  for (const [order, features] of expected.entries()) {
    const found = featuresOf(core, order);
    for (const feature of FEATURE_NAMES) {
      if (found[feature] === features[feature]) continue;
      assert.unreachable(`${name}, block ${order}: ${feature} is ${found[feature]}, not ${features[feature]}`);
    }
  }
  assert.is(countTextBlocks(core), expected.length, `${name}: number of blocks with text`);
}

const layoutOf = (core: Core): number[] => [
  core.result(core.layout.Page.LAYOUT),
  core.result(core.layout.Page.IS_NEW_LAYOUT),
];

async function compare(pages: readonly { readonly name: string; readonly html: string }[]): Promise<void> {
  const { core, table, twin } = await open();
  for (const { name, html } of pages) {
    const tree = readTree(html, 'auto');
    const expected = twin.learn(tree);
    core.readHtml(table, html, { learn: true, id: undefined });
    compareFeatures(core, expected, name);
    const { layout, isNew } = twin.layout;
    assert.equal(layoutOf(core), [layout, Number(isNew)], `${name}: layout`);
    core.readHtml(table, html, { learn: false, id: undefined, isCounted: true });
    compareFeatures(core, twin.labelCounted(tree), `${name} without its own sight`);
    assert.is(core.tableState(table).entries, twin.entries, `${name}: number of entries`);
    assert.equal(layoutOf(core), [twin.layoutOf(tree) ?? 0, 0], `${name}: layout of the labelled page`);
  }
}

const WORDS = 'otter river menu next the to copyright related comments 3 Pond. a, of in'.split(' ');
const NAMES = ['nav', 'menu', 'content', 'post', 'item', 'footer', 'navMenu item-3', 'sidebar page', 'x'];
const ELEMENTS = [
  ...[
    'div',
    'div',
    'div',
    'p',
    'p',
    'ul',
    'li',
    'li',
    'article',
    'main',
    'section',
    'figure',
    'figcaption',
    'blockquote',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'table', 'td', 'span', 'a', 'nav', 'aside', 'caption', 'form', 'button', 'label'],
];
const EMPTY = [
  '<img>',
  '<input>',
  '<br>',
  '<textarea>x</textarea>',
  '<noscript><img>y</noscript>',
  '<svg><image/><a/></svg>',
];

const some = (random: Random, from: readonly string[]): string => from[random.below(from.length)] ?? '';
const randomWords = (random: Random, most: number): string =>
  Array.from({ length: random.below(most + 1) }, () => some(random, WORDS)).join(' ');

function randomTree(random: Random, depth: number): string {
  const inner = (): string => {
    const choice = random.below(8);
    if (choice === 0) return some(random, EMPTY);
    if (choice === 1) return `<a>${randomWords(random, 4)}</a>`;
    if (depth === 0 || choice === 2) return randomWords(random, random.below(4) === 0 ? 40 : 9);
    return randomTree(random, depth - 1);
  };
  const name = some(random, ELEMENTS);
  const names = random.below(2) === 0 ? ` class="${some(random, NAMES)}"` : '';
  const element = (): string => `<${name}${names}>${Array.from({ length: random.below(4) }, inner).join('')}</${name}>`;
  return Array.from({ length: random.below(5) === 0 ? 4 : 1 }, element).join('');
}

const randomPage = (random: Random): string =>
  `<!DOCTYPE html><title>${randomWords(random, 5)}</title><body class=post>${Array.from({ length: 4 }, () => randomTree(random, 6)).join('')}`;

test('features agree on numbers, names, scripts without spaces and ends of sentences', async () => {
  const page = (body: string): string => `<html><body class="any">${body}</body></html>`;
  await compare(
    [
      '<div id="navMenu" class="post-12 &amp;x"><a href=x>Home</a> <a>2 comments</a></div><p>One, two; three. Four?</p>',
      '<div id="navMenu" class="post-7 &amp;x"><a href=x>Home</a> <a>31 comments</a></div><p>これは、文です。次！</p>',
      '<ul class="menu"><li>a1</li><li>b22</li></ul><p>He said "so." (Yes!)</p><pre>x\n\n  y:</pre><nav></nav>',
      'bare text<div><div></div>inner</div>after<table><tr><td>1.5</td><td>No</td></tr></table>',
      '',
      '<p> ends in space. </p><p>3.14</p><p>a\u00a0b…</p><footer>Copyright 2011 the next to</footer>',
      '<svg><a><text>in svg</text></a></svg><a><div>linked <p>twice</p></div></a><div>   </div>',
    ].map((body, index) => ({ name: `page ${index}`, html: page(body) })),
  );
});

test('characters outside of the basic plane are no words of a script without spaces', async () => {
  const bodies = [
    '<p>Five \u{1f468}\u200d\u{1f469}\u{1f467}\u{1f466}\u{1f437} 文字</p>',
    '<p>\u{20000}\u{20001}\u{20002}</p>',
  ];
  await compare(bodies.map((html, at) => ({ name: `page ${at}`, html })));
});

test('the first 24 words of class and id are taken in the order of the attributes', async () => {
  const words = Array.from({ length: 23 }, (_, at) => `w${String.fromCharCode(97 + at)}`).join(' ');
  const pages = [`class="${words} nav" id=menu`, `id=menu class="${words} nav"`, `id="${words} nav" class=menu`];
  await compare(pages.map((names, at) => ({ name: `page ${at}`, html: `<body><div ${names}><p>text</p></div>` })));
});

test('characters next to letters and digits are neither', async () => {
  const names = [
    'a0',
    'a5',
    'a:',
    'a/',
    'a1',
    'a12',
    'a9b0',
    'A{',
    'nav{menu',
    'nav@menu',
    'nav[menu',
    'navMenu',
    'Z`z',
  ];
  const pages = names.map((name, index) => ({
    name: `class ${name}, page ${index}`,
    html: `<!DOCTYPE html><body><div class="${name}"><p id="x${name}">copyright{the to[next @the z\`to</p></div><p>${name} 0:9/ is</p>`,
  }));
  await compare([...pages, ...pages.toReversed()]);
});

test('the context agrees on pages with titles, headings, cards, images and prose', async () => {
  const random = seeded(23);
  for (let site = 0; site < sized(2, 12); site += 1) {
    const pages = Array.from({ length: sized(15, 25) }, (_, at) => ({
      name: `random page ${site}/${at}`,
      html: randomPage(random),
    }));
    await compare(pages);
  }
});

test('the context agrees on titles at the edge of what counts', async () => {
  const words = (count: number, from = 0): string =>
    Array.from({ length: count }, (_, at) => `w${from + at}`).join(' ');
  const bodies = [
    `<title>${words(30)}</title><h1>${words(4)}</h1><h2>${words(3)}</h2><p>${words(16)}</p><p>${words(17)}</p>`,
    `<title>${words(24)}</title><p>${words(10)}</p><p>${words(9)}</p><h3>${words(8, 20)}</h3>`,
    `<title>${words(5)}</title><h2>${words(5)}</h2><h1>${words(4)}</h1><div>${words(2)}<b>${words(3, 2)}</b></div>`,
    '<svg><title>one two</title></svg><title>a\u00a0b na\u00efve-3D_x \u6587\u5b57</title><p>a b</p><p>3d x</p><p>NA\u00cfVE</p>',
    '<title></title><title>one</title><h1>one</h1>',
    '<template><title>one</title></template><h1>one</h1><title>one</title>',
    '<h1>!</h1><title>!</title><p>?</p>',
    `<title>one</title>${'<h1>one</h1><h2>one</h2>'.repeat(20)}<p>one`,
  ];
  await compare(bodies.map((body, index) => ({ name: `title ${index}`, html: `<!DOCTYPE html>${body}` })));
});

for (const site of realSites()) {
  test(`${site.name}: every feature of every block agrees`, async () => {
    await compare(site.pages.slice(0, sized(3, 12)));
  });
}

const folder = process.env['REFRAIN_SITES'];
for (const site of folder ? findSites(folder) : []) {
  test(`${site.name}: every feature of every block agrees`, async () => {
    const pages = (await site.read()).slice(0, sized(3, 8));
    await compare(pages.map(({ name, bytes }) => ({ name: `${site.name}/${name}`, html: decoder.decode(bytes) })));
  });
}

test.run();
