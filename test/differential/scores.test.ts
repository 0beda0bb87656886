/**
 * Compares features, layouts and scores of every block with the reference implementation: template by the site,
 * template by the page only, and main content. test/markdown/cases/main-content.md has examples of decisions.
 */
import { readFile } from 'node:fs/promises';
import { type Evidence, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import { FEATURE_NAMES } from '../../bench/reference/feature-names.ts';
import { type Forest, LEAF_SCALE, type Model, readModel } from '../../bench/reference/model.ts';
import { Core } from '../../bindings/core.ts';
import { layout } from '../../bindings/core-exports.ts';
import { SEPARATORS } from '../../bindings/options.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { writeModel } from '../../research/training/model.ts';
import { type Features, ReferenceEvidence } from '../reference/evidence.ts';
import { wholeFeatures } from '../reference/page-scores.ts';
import { WordLexicon } from '../reference/prose.ts';
import { raised, scoreOf, templateScoreOf, valuesOf } from '../reference/scores.ts';
import { type ReferenceElement, readTree } from '../reference/tree.ts';
import { testSize } from '../support/effort.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

const module = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));
const shipped = new Uint8Array(await readFile(new URL(import.meta.resolve('refrain/default.model'))));

interface Scores {
  readonly template: number;
  readonly main: number;
}

interface TestPage {
  readonly name: string;
  readonly html: string;
}

class Pair {
  readonly #core: Core;
  readonly #table: number;
  readonly #model: Model;
  readonly #evidence: Evidence;
  readonly #separators: ReadonlySet<string>;
  readonly #open: () => ReferenceEvidence;
  #reference: ReferenceEvidence;

  private constructor(core: Core, bytes: Uint8Array, evidence: Evidence) {
    const { baseLifetime, lifetimeGrowth, templateShare, templateDf, separators } = resolveOptions();
    const model = readModel(bytes);
    const options = {
      ...{ baseLifetime, lifetimeGrowth, templateShare, templateDf, separators: SEPARATORS[separators] },
      lexicon: new WordLexicon(model.lexicon, ({ template }) => template),
      mainLexicon: new WordLexicon(model.lexicon, ({ main }) => main),
      scoreOf: (block: Features) => templateScoreOf(model, FEATURE_NAMES, block) - model.threshold,
    };
    this.#core = core;
    this.#table = core.createTable('1');
    this.#model = model;
    this.#evidence = evidence;
    this.#separators = options.separators;
    this.#open = () => new ReferenceEvidence(options);
    this.#reference = this.#open();
  }

  static async create(
    evidence: Evidence = 'joint',
    bytesOf: (core: Core) => Uint8Array = () => shipped,
  ): Promise<Pair> {
    const core = new Core(await loadCore(module), resolveOptions({ evidence }));
    const bytes = bytesOf(core);
    core.loadModel(bytes);
    return new Pair(core, bytes, evidence);
  }

  /**
   * Learns a page twice, then labels it without its own occurrence. Returns the scores of a new page, which must be
   * equal.
   */
  learn({ name, html }: TestPage): readonly Scores[] {
    const tree = readTree(html, 'auto');
    if (this.#evidence === 'page') this.#reference = this.#open();
    this.#core.readHtml(this.#table, html, { learn: true, id: undefined });
    const scores = this.#compare(name, tree, this.#reference.learn(tree));
    if (this.#evidence === 'page') return scores;
    const { layout, isNew } = this.#reference.layout;
    assert.equal(this.#layout(), [layout, Number(isNew)], `${name}: layout`);
    this.#core.readHtml(this.#table, html, { learn: false, id: undefined, isCounted: true });
    this.#compare(`${name} without its own occurrence`, tree, this.#reference.labelCounted(tree));
    assert.is(this.#core.tableState(this.#table).entries, this.#reference.entries, `${name}: number of entries`);
    assert.equal(this.#layout(), [this.#reference.layoutOf(tree) ?? 0, 0], `${name}: layout of the labelled page`);
    return scores;
  }

  #layout(): number[] {
    const { Page } = layout;
    return [this.#core.result(Page.LAYOUT), this.#core.result(Page.IS_NEW_LAYOUT)];
  }

  #compare(name: string, tree: ReferenceElement, features: readonly Features[]): readonly Scores[] {
    // Context is measured on request of main content.
    this.#core.divideParts();
    for (const [order, block] of this.#evidence === 'joint' ? features.entries() : []) {
      const [found, expected] = [this.#features(order), valuesOf(FEATURE_NAMES, block)];
      const at = expected.findIndex((value, feature) => value !== found[feature]);
      if (at < 0) continue;
      assert.unreachable(`${name}, block ${order}: ${FEATURE_NAMES[at]} is ${found[at]}, not ${expected[at]}`);
    }
    const scores = this.#expected(tree, features);
    assert.equal(this.#scores(), scores, `${name}: scores`);
    return scores;
  }

  #features(order: number): number[] {
    const { TILE_BLOCKS } = layout.Features;
    const first = order - (order % TILE_BLOCKS);
    const tile = this.#core.tile(first);
    return FEATURE_NAMES.map((_, at) => tile[at * TILE_BLOCKS + order - first] ?? -1);
  }

  #scores(): Scores[] {
    const { Block, Page } = layout;
    const found: Scores[] = [];
    for (let block = 0; block < this.#core.result(Page.BLOCK_COUNT) * Block.BYTES; block += Block.BYTES) {
      if (this.#core.block(block, Block.LENGTH) === 0) continue;
      const scores = { template: this.#core.scoreOf(block), main: this.#core.mainScoreOf(block) };
      found[this.#core.orderOf(block)] = scores;
    }
    return found;
  }

  #expected(tree: ReferenceElement, features: readonly Features[]): Scores[] {
    const { main, whole, prior, threshold } = this.#model;
    const { followed, repeated } = this.#reference;
    // Main content is judged by the page only, as on the first page of a site.
    const ofSite = FEATURE_NAMES.slice(0, layout.Features.SITE);
    const first = ofSite.map((name) => (DIFFERENCES.has(name) ? 128 : 0));
    const byBlock = features.map((block) => {
      const values = valuesOf(FEATURE_NAMES, block);
      values.set(first);
      return scoreOf(main, values);
    });
    const inPage = wholeFeatures(
      tree,
      this.#separators,
      byBlock.map((score) => score * 1024),
    );
    const templateOf = (block: Features, order: number): number => {
      if (this.#evidence === 'page') return raised(scoreOf(prior, valuesOf(FEATURE_NAMES, block)), this.#model, block);
      const score = templateScoreOf(this.#model, FEATURE_NAMES, block) + (followed[order] ?? 0);
      return repeated[order] ? Math.max(score, threshold + 6) : score;
    };
    return (whole.trees.length === 0 ? byBlock : inPage.map((values) => scoreOf(whole, Uint8Array.from(values)))).map(
      (score, order) => ({
        template: cut(templateOf(features[order] ?? {}, order)),
        main: cut(score),
      }),
    );
  }
}

const cut = (odds: number): number => Math.trunc(odds * 1000) / 1000 || 0;
/** Signed features, whose zero is 128. */
const DIFFERENCES = new Set(['dfOfPlace', 'foldedOfPlace', 'dfOfPages']);

async function compare(pages: readonly TestPage[]): Promise<void> {
  const pair = await Pair.create();
  for (const page of pages) pair.learn(page);
  const alone = await Pair.create('page');
  for (const page of pages.slice(0, testSize(2, 20))) alone.learn(page);
}

const named = (bodies: readonly string[]): TestPage[] => bodies.map((html, at) => ({ name: `page ${at}`, html }));

const folder = process.env['REFRAIN_SITES'];
const sites = [
  ...realSites().map(({ name, pages }) => ({ name, read: async () => pages })),
  ...(folder ? findSites(folder) : []).map((site) => ({
    name: site.name,
    read: async () => (await site.read()).map(({ name, bytes }) => ({ name, html: new TextDecoder().decode(bytes) })),
  })),
];
for (const { name, read } of sites) {
  test(`${name}: features and scores of every block agree`, async () => {
    await compare((await read()).slice(0, testSize(3, 12)));
  });
}

const PAGES: Readonly<Record<string, readonly string[]>> = {
  'numbers, names, scripts without spaces, wide characters and ends of sentences': [
    '<div id="navMenu" class="post-12 &amp;x"><a href=x>Home</a> <a>2 comments</a></div><p>One, two; three. Four?</p>',
    '<div id="navMenu" class="post-7 &amp;x"><a href=x>Home</a> <a>31 comments</a></div><p>これは、文です。次！</p>',
    '<ul class="menu"><li>a1</li><li>b22</li></ul><p>He said "so." (Yes!)</p><pre>x\n\n  y:</pre><nav></nav>',
    'bare text<div><div></div>inner</div>after<table><tr><td>1.5</td><td>No</td></tr></table>',
    '',
    '<p> ends in space. </p><p>3.14</p><p>a\u00a0b…</p><footer>Copyright 2011 the next to</footer>',
    '<p>Five \u{1f468}\u200d\u{1f469}\u{1f467}\u{1f466}\u{1f437} 文字</p><p>\u{20000}\u{20001}\u{20002}</p>',
    '<svg><a><text>in svg</text></a></svg><a><div>linked <p>twice</p></div></a><div>   </div>',
  ].map((body) => `<html><body class="any">${body}</body></html>`),
  'the first 24 words of class and id, in the order of the attributes': ((words: string) =>
    [`class="${words} nav" id=menu`, `id=menu class="${words} nav"`, `id="${words} nav" class=menu`].map(
      (names) => `<body><div ${names}><p>text</p></div>`,
    ))(Array.from({ length: 23 }, (_, at) => `w${String.fromCharCode(97 + at)}`).join(' ')),
  'characters next to letters and digits': [
    ...['a0', 'a5', 'a:', 'a/', 'a1', 'a12', 'a9b0', 'A{', 'nav{menu', 'nav@menu', 'nav[menu', 'navMenu', 'Z`z'],
    ...['navMenu', 'nav[menu', 'a:', 'a0'],
  ].map(
    (name) =>
      `<!DOCTYPE html><body><div class="${name}"><p id="x${name}">copyright{the to[next @the z\`to</p></div><p>${name} 0:9/ is</p>`,
  ),
  'titles at the edge of what counts': ((words: (count: number, from?: number) => string) => [
    `<title>${words(30)}</title><h1>${words(4)}</h1><h2>${words(3)}</h2><p>${words(16)}</p><p>${words(17)}</p>`,
    `<title>${words(24)}</title><p>${words(10)}</p><p>${words(9)}</p><h3>${words(8, 20)}</h3>`,
    `<title>${words(5)}</title><h2>${words(5)}</h2><h1>${words(4)}</h1><div>${words(2)}<b>${words(3, 2)}</b></div>`,
    '<svg><title>one two</title></svg><title>a\u00a0b na\u00efve-3D_x \u6587\u5b57</title><p>a b</p><p>3d x</p><p>NA\u00cfVE</p>',
    '<title></title><title>one</title><h1>one</h1>',
    '<template><title>one</title></template><h1>one</h1><title>one</title>',
    '<h1>!</h1><title>!</title><p>?</p>',
    `<title>one</title>${'<h1>one</h1><h2>one</h2>'.repeat(20)}<p>one`,
  ])((count, from = 0) => Array.from({ length: count }, (_, at) => `w${from + at}`).join(' ')),
};

for (const [name, bodies] of Object.entries(PAGES)) test(`${name} agree`, () => compare(named(bodies)));

const some = (random: Random, from: readonly string[]): string => from[random.below(from.length)] ?? '';
const listOf = (words: string): string[] => words.split(' ');

const WORDS = [
  ...listOf('otter river menu next the to copyright related comments 3 Pond. a, of in Nice post thanks for story,'),
  ...['日本語の文章。', 'Читайте ТАКЖЕ:', '«Да…»', 'ΔΕΊΤΕ όλους', 'ŁÓDŹ, İlgili', 'ข่าว ล่าสุด', 'هل؟ نعم،', 'मुख्य।'],
  ...[
    '“Yes.”',
    '댓글 😀',
    '© 2011',
    '(C) of 1999',
    'copyright 20133',
    'It rained for eleven days, and the river rose.',
  ],
];
const NAMES = [
  ...['nav', 'menu', 'content', 'post', 'item', 'footer', 'navMenu item-3', 'sidebar page', 'x', 'author-bio'],
  ...['comments', 'commentList', 'COMMENTS', 'respond', 'reviews', 'category-comment', 'crumbs', 'comme nts'],
];
const ELEMENTS = listOf(
  'div div div p p ul li li ol dl dt dd article main section figure figcaption blockquote h1 h2 h3 h4 table td th span a nav aside caption form button label',
);
const EMPTY = [
  ...[
    '<img>',
    '<input>',
    '<br>',
    '<textarea>x</textarea>',
    '<p><select><option>x</select></p>',
    '<noscript><img>y</noscript>',
  ],
  '<svg><image/><a/></svg>',
];

const randomWords = (random: Random, most: number): string =>
  Array.from({ length: random.below(most + 1) }, () => some(random, WORDS)).join(' ');

function randomTree(random: Random, depth: number): string {
  const inner = (): string => {
    const choice = random.below(8);
    if (choice === 0) return some(random, EMPTY);
    if (choice === 1) return `<a href=x>${randomWords(random, 4)}</a>`;
    if (depth === 0 || choice === 2) return randomWords(random, random.below(4) === 0 ? 40 : 9);
    return randomTree(random, depth - 1);
  };
  const name = some(random, ELEMENTS);
  const attributes = [
    random.below(2) === 0 ? ` class="${some(random, NAMES)}"` : '',
    random.below(4) === 0 ? ` id=${some(random, NAMES).replace(/ /g, '')}` : '',
  ].join('');
  const element = (): string =>
    `<${name}${attributes}>${Array.from({ length: random.below(4) }, inner).join('')}</${name}>`;
  return Array.from({ length: random.below(5) === 0 ? 4 : 1 }, element).join('');
}

test('random pages with titles, headings, cards, images and prose agree', async () => {
  const random = seededRandom(23);
  for (let site = 0; site < testSize(2, 12); site += 1) {
    const trees = (): string => Array.from({ length: 4 }, () => randomTree(random, 6)).join('');
    const pages = Array.from(
      { length: testSize(6, 40) },
      () => `<!DOCTYPE html><title>${randomWords(random, 5)}</title><body class=post>${trees()}`,
    );
    await compare(named(pages));
  }
});

const always = (base: number): Forest => ({ base, trees: [] });

/** Judged by the site, everything is template; by the page only, texts with digits probably are. */
function modelOfTemplate(core: Core): Uint8Array {
  const { DEPTH } = layout.Tree;
  const leaves = Array.from({ length: 2 ** DEPTH }, (_, leaf) => (leaf === 0 ? -64 : 127) / LEAF_SCALE);
  const features = Array.from({ length: DEPTH }, () => FEATURE_NAMES.indexOf('digits'));
  const tree = { features, limits: features.map(() => 0), leaves };
  const forests = { prior: { base: 0.75, trees: [tree] }, joint: always(2), main: always(0), whole: always(0) };
  return writeModel(core, { lexicon: new Map(), ...forests, threshold: 0.125, mainThreshold: 0.5 });
}

/** Judged by the site, everything is content. */
function modelOfContent(core: Core): Uint8Array {
  const forests = { prior: always(-3), joint: always(-3), main: always(2), whole: always(0) };
  return writeModel(core, { lexicon: new Map(), ...forests, threshold: 0.5, mainThreshold: 0 });
}

/** Compares generated pages. More than 20 blocks have each of the two scores. */
async function compareMade(
  model: (core: Core) => Uint8Array,
  bodies: Iterable<string>,
  [one, other]: readonly [number, number],
): Promise<void> {
  const pair = await Pair.create('joint', model);
  const counts = new Map<number, number>();
  for (const html of bodies)
    for (const { template } of pair.learn({ name: html, html })) counts.set(template, (counts.get(template) ?? 0) + 1);
  assert.ok(Math.min(counts.get(one) ?? 0, counts.get(other) ?? 0) > 20, JSON.stringify([...counts]));
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

test('values at known positions agree on a site whose texts are all template', async () => {
  const random = seededRandom(23);
  const shape = Array.from({ length: 40 }, () => random.below(5));
  const pages = Array.from({ length: testSize(20, 60) }, () => {
    const parts = shape.map((choices, at) => {
      const word = choices < 2 ? 'Size' : Array.from({ length: choices }, () => some(random, LETTERS)).join('');
      const text = at % 3 === 0 ? `${word} <b>${at}</b>` : word;
      const item = `<li class=${LETTERS[at % 26]}>${choices === 1 ? `<a href=/x>${text}</a>` : text}</li>`;
      return at % 9 === 8 ? `${item}</ul></section><section><ul>` : item;
    });
    return `<!DOCTYPE html><title>A page</title><section><ul>${parts.join('')}</ul></section>`;
  });
  // Blocks with a value have the threshold or the page's score; other blocks have the site's score.
  await compareMade(modelOfTemplate, pages, [0.125, 2]);
});

/** Parts of amounts and labels, and similar texts. */
const AMOUNTS = [
  ...listOf('$ € £ ¥ ₿ ₭ ⃐ 元 円 원 ￥ 7 12 1,5 3. ¢ 원래 kg KG kgs g gb mm oz lb LBS lbx EUR eur1 kr Size : ：'),
  ...[' ', '\u00a0', ' \n ', ': ', ' : '],
];

test('amounts and values after labels agree on a site whose texts are all template', async () => {
  const random = seededRandom(29);
  const shape = Array.from({ length: 60 }, (_, at) => {
    const label = some(random, ['', `Size ${at}:`, `Of the site ${at}： `, 'Size']);
    return { label, way: random.below(4) };
  });
  const pages = Array.from({ length: testSize(12, 100) }, () => {
    const hasPrice = random.below(2) === 0;
    const parts = shape.map(({ label: often, way }, at) => {
      const label = random.below(2 + (at % 3)) === 0 ? 'Other' : often;
      const joined = Array.from({ length: 1 + random.below(5) }, () => some(random, AMOUNTS)).join('');
      const pieces = hasPrice ? joined : joined.replace(/\d[\d.,]*/g, '7');
      const text = way === 3 ? `${'Long '.repeat(6 + random.below(3))}${pieces}Size` : pieces;
      const value = way === 0 ? text : `<a href=/x>${text}</a>`;
      return `<li class=a${LETTERS[at % 26]}>${way === 1 ? `<p>${label}</p>` : label}${value}</li>`;
    });
    return `<!DOCTYPE html><title>A page</title><ul>${parts.join('')}</ul>`;
  });
  await compareMade(modelOfTemplate, pages, [0.125, 2]);
});

const SENTENCES = [
  'Ask for our letter, it has one short story and nothing else',
  'Share this story in WORD with 12 of the people that you know',
  'All of this may be copied in WORD by anybody who says where it is from',
  '本站所有文章均为原创，转载请注明出处与作者姓名，并保留本声明以及原文链接，谢谢各位读者的支持与理解，欢迎投稿',
  'Antidisestablishmentarianisms incomprehensibilities of \u0001 \u0002 \u0003 \u0004 \u0005',
  'Too short to be a sentence',
];
const MONTHS = ['May', 'June', 'July', 'August', 'September'];
const SURROUNDINGS = [
  ...['p', 'div', 'ul li', 'ul li p', 'table td', 'table td p', 'dl dd', 'section h2', 'div h3', 'p a', 'aside p'],
  'menu li',
];

/** Each sentence is on about one in `share` pages, often varied or at another position. */
function pageOfSentences(random: Random, page: number, shares: readonly number[]): string {
  const parts = Array.from({ length: 14 }, (_, at) => {
    const other = some(random, random.below(shares.length) === 0 ? MONTHS : SENTENCES);
    const isThere = random.below(shares[at % shares.length] ?? 1) === 0;
    const text = isThere ? (SENTENCES[at % SENTENCES.length] ?? '') : `${other} ${random.below(1000)} ${page}`;
    const varied = text.replace('WORD', some(random, MONTHS)).replace('12', String(random.below(1000)));
    const place = at + (random.below(3) === 0 ? page : 0);
    const around = listOf(SURROUNDINGS[place % SURROUNDINGS.length] ?? '');
    const close = around.toReversed().map((name) => `</${name}>`);
    const sibling = random.below(2) === 0 ? `<${around.at(-1)}>New on page ${page}</${around.at(-1)}>` : '';
    const before = random.below(4) === 0 ? '<b>Or</b> ' : '';
    return `${around.map((name) => `<${name}>`).join('')}${before}${varied}${sibling}${close.join('')}`;
  });
  const lang = some(random, ['', ' lang=en', ' lang="EN-gb"', ' lang=de', ' lang=" de"']);
  return `<!DOCTYPE html><html${lang}><title>Page ${page}</title><body>${parts.join('')}<p>${'new words '.repeat(random.below(3) * 90)} of page ${page}`;
}

for (const shares of [[1], [2, 3], [1, 2, 6]]) {
  test(`texts of one of ${shares} pages agree on a site whose texts are all content`, async () => {
    const random = seededRandom(37);
    const pages = Array.from({ length: testSize(30, 90) }, (_, page) => pageOfSentences(random, page, shares));
    await compareMade(modelOfContent, pages, [6.5, -3]);
  });
}

test.run();
