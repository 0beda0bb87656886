/** The second verdict: scores of main content and parts of every block, module against twin. */
import { readFile } from 'node:fs/promises';
import { type Evidence, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import { type Forest, LEAF_SCALE, type Model, readModel } from '../../bench/twin/model.ts';
import { Core } from '../../bindings/core.ts';
import { FEATURE_NAMES } from '../../bindings/evidence/features.ts';
import { loadCore } from '../../bindings/load.ts';
import { KINDS, withKinds, writeKinds } from '../../research/training/kinds.ts';
import { writeModel } from '../../research/training/model.ts';
import { type Features, ReferenceEvidence } from '../reference/evidence.ts';
import { wholeFeatures } from '../reference/page-scores.ts';
import type { SureKind } from '../reference/page-text.ts';
import { oddsOf, partsOf, type ReferencePart, scoreOf, templateScoreOf } from '../reference/parts.ts';
import { proseOf, WordLexicon } from '../reference/prose.ts';
import { type ReferenceElement, readTree } from '../reference/tree.ts';
import { sized } from '../support/effort.ts';
import { type Random, seeded } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

const module = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));
const shipped = new Uint8Array(await readFile(new URL(import.meta.resolve('refrain/default.model'))));
const decoder = new TextDecoder();

interface Verdict {
  readonly template: number;
  readonly score: number;
  readonly part: ReferencePart;
}

interface Pair {
  readonly core: Core;
  readonly table: number;
  readonly model: Model;
  /** A twin that knows nothing of the site. */
  readonly open: () => ReferenceEvidence;
  readonly separators: ReadonlySet<string>;
  readonly evidence: Evidence;
  readonly recall: number;
}

async function createPair(
  evidence: Evidence,
  bytesOf: (core: Core) => Uint8Array = () => shipped,
  recall = 1,
): Promise<Pair> {
  const options = resolveOptions({ evidence, recall });
  const core = new Core(await loadCore(module), options);
  const bytes = bytesOf(core);
  core.loadModel(bytes);
  const model = readModel(bytes, core.layout);
  const { baseLifetime, lifetimeGrowth, templateShare, templateDf } = options;
  const separators = new Set(options.separators);
  const law = {
    ...{ baseLifetime, lifetimeGrowth, templateShare, templateDf, separators },
    lexicon: new WordLexicon(model.lexicon, ({ template }) => template),
    mainLexicon: new WordLexicon(model.lexicon, ({ main }) => main),
    scoreOf: (block: Features) => templateScoreOf(model, FEATURE_NAMES, block) - model.threshold,
  };
  return {
    core,
    table: core.createTable(),
    model,
    open: () => new ReferenceEvidence(law),
    separators,
    evidence,
    recall,
  };
}

const cut = (odds: number): number => Math.trunc(odds * 1000) / 1000 || 0;

/** The features of the site as they are on its first page: main content is judged by the page alone. */
const firstPage = ({ layout }: Core): Features =>
  Object.fromEntries(FEATURE_NAMES.slice(0, layout.Features.SITE).map((name) => [name, ODDS.has(name) ? 128 : 0]));
const ODDS = new Set(['dfOfPlace', 'foldedOfPlace', 'dfOfPages']);

function expectedOf(
  pair: Pair,
  tree: ReferenceElement,
  features: readonly Features[],
  { followed, known, repeated }: Pick<ReferenceEvidence, 'followed' | 'known' | 'repeated'>,
): Verdict[] {
  const { core, model, separators, evidence, recall } = pair;
  const byBlock = features.map((block) => scoreOf(model.main, FEATURE_NAMES, { ...block, ...firstPage(core) }));
  const whole = wholeFeatures(
    tree,
    separators,
    byBlock.map((score) => score * 1024),
  );
  const last = (bytes: readonly number[]): number =>
    scoreOf(model.whole, [...bytes.keys()].map(String), Object.fromEntries(bytes.entries()));
  const odds = model.whole.trees.length === 0 ? byBlock : whole.map(last);
  const template = features.map((block, order) => {
    if (evidence === 'page') return scoreOf(model.prior, FEATURE_NAMES, block);
    const score = templateScoreOf(model, FEATURE_NAMES, block) + (followed[order] ?? 0);
    return repeated[order] ? Math.max(score, model.threshold + 6) : score;
  });
  const scored = odds.map((main, order) => {
    const score = template[order] ?? 0;
    const isRepeated = repeated[order] === true;
    const isNew = !isRepeated && (features[order]?.['known'] ?? 0) === 0;
    const like = features[order]?.['titleLike'] ?? 0;
    const isTemplate = known > 0 && score > model.threshold;
    const own = oddsOf({ template: score, main, isNew }, model, known);
    return { isTemplate, isRepeated, template: score, main, like, odds: own };
  });
  const parts = partsOf(tree, separators, (text) => proseOf(text).words, scored, {
    ...{ kind: kindOf(core, 600), likely: kindOf(core, 0), recall },
  });
  assert.is(parts.length, odds.length, 'blocks of both twins');
  return odds.map((score, order) => ({
    template: cut(template[order] ?? 0),
    score: cut(score),
    part: parts[order] ?? 'rest',
  }));
}

/** What the module's page is, from a confidence in 1/1000 on; the kind has a test of its own. */
function kindOf(core: Core, least: number): SureKind {
  const { Page } = core.layout;
  core.text((exports) => exports.judgeKind());
  const kind = core.result(Page.KIND);
  const confidence = core.result(Page.KIND_CONFIDENCE);
  if (kind === 0 || confidence < least) return undefined;
  return KINDS[kind - 1];
}

const PARTS: readonly ReferencePart[] = ['rest', 'main', 'comments', 'caption', 'item'];

/** Verdicts of the module on the blocks with text, in the order of their first texts. */
function foundOf(core: Core): Verdict[] {
  const { Block, Page, Part } = core.layout;
  const found: Verdict[] = [];
  core.divideItems();
  for (let block = 0; block < core.result(Page.BLOCK_COUNT) * Block.BYTES; block += Block.BYTES) {
    if (core.block(block, Block.LENGTH) === 0) continue;
    const code = core.partOf(block);
    const part = PARTS[code ?? Part.REST] ?? 'rest';
    const order = core.orderOf(block);
    found[order] = { template: core.scoreOf(block), score: core.mainScoreOf(block), part };
  }
  return found;
}

interface TestPage {
  readonly name: string;
  readonly html: string;
}

/** Compares pages of a site; returns how many blocks have each part. */
async function compareJoint(pages: readonly TestPage[]): Promise<Record<ReferencePart, number>> {
  const counts = { main: 0, comments: 0, caption: 0, item: 0, rest: 0 };
  const pair = await createPair('joint');
  const { core, table } = pair;
  const twin = pair.open();
  for (const { name, html } of pages) {
    const tree = readTree(html, 'auto');
    core.readHtml(table, html, { learn: true, id: undefined });
    const expected = expectedOf(pair, tree, twin.learn(tree), twin);
    assert.equal(foundOf(core), expected, name);
    for (const { part } of expected) counts[part] += 1;
    core.readHtml(table, html, { learn: false, id: undefined, isCounted: true });
    const again = expectedOf(pair, tree, twin.labelCounted(tree), twin);
    assert.equal(foundOf(core), again, `${name} without its own sight`);
  }
  return counts;
}

const ALONE = { followed: [], repeated: [], known: 0 };

/** With `evidence: 'page'` every page is judged as the first one of its site, whatever was counted. */
async function compareAlone(pages: readonly TestPage[]): Promise<void> {
  const pair = await createPair('page');
  const { core, table } = pair;
  for (const { name, html } of pages) {
    const tree = readTree(html, 'auto');
    core.readHtml(table, html, { learn: true, id: undefined });
    assert.equal(foundOf(core), expectedOf(pair, tree, pair.open().learn(tree), ALONE), `${name} alone`);
  }
}

for (const site of realSites()) {
  test(`${site.name}: scores and parts of every block agree`, async () => {
    const { main, rest } = await compareJoint(site.pages.slice(0, sized(2, 10)));
    assert.ok(main > 0 && rest > 0, `${main} blocks of main content, ${rest} others`);
    await compareAlone(site.pages.slice(0, sized(1, 5)));
  });
}

const NAMES = [
  ...[
    'comments',
    'comment',
    'commentList',
    'comment_list-2',
    'entry-comments',
    'COMMENTS',
    'disqus_thread',
    'kommentare',
  ],
  ...['comments-link', 'comment-count', 'recent-comments', 'no-comments', 'uncommented', 'comme nts', 'commentx', 'x'],
  ...['comment-form', 'respond', 'comment-respond', 'addComment', 'form', 'post', 'entry', 'sidebar', 'c-o-m-m-e-n-t'],
  ...['reviews', 'review-list', 'customerReviews', 'write-review', 'review-count', 'reviews-and-comments', 'yotpo'],
  ...['category-comment', 'tag-replies', 'kategorie-kommentare', 'type-reviews'],
];
const ELEMENTS = [
  'div',
  'div',
  'div',
  'ul',
  'li',
  'ol',
  'section',
  'article',
  'aside',
  'p',
  'form',
  'td',
  'span',
  'main',
  'dl',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
];
const WORDS = [
  'Nice',
  'post',
  'thanks',
  'for',
  'the',
  'long',
  'story,',
  'reply',
  '3',
  'comments',
  'I agree.',
  '日本語の文章。',
  'Читайте ТАКЖЕ:',
  '«Да…»',
  'ΔΕΊΤΕ όλους',
  'ŁÓDŹ, İlgili',
  'ข่าว ล่าสุด',
  'هل؟ نعم،',
  'मुख्य।',
  '“Yes.”',
  '댓글 😀',
];

const some = (random: Random, from: readonly string[]): string => from[random.below(from.length)] ?? '';

function randomText(random: Random): string {
  const text = Array.from({ length: random.below(7) }, () => some(random, WORDS)).join(' ');
  if (random.below(6) === 0) return `<img alt="">${text}`;
  return random.below(3) === 0 ? `<a href="#">${text}</a>` : text;
}

function randomTree(random: Random, depth: number): string {
  const inner = Array.from({ length: random.below(4) }, () =>
    depth === 0 || random.below(3) === 0 ? randomText(random) : randomTree(random, depth - 1),
  ).join('');
  const name = some(random, ELEMENTS);
  const attributes = [
    random.below(2) === 0 ? ` class="${some(random, NAMES)} ${some(random, NAMES)}"` : '',
    random.below(4) === 0 ? ` id=${some(random, NAMES).replace(/ /g, '')}` : '',
  ];
  return `<${name}${attributes.join('')}>${inner}</${name}>`;
}

/** A list or a table, most of whose parts have one short text. */
function randomRows(random: Random): string {
  const [list, part] = some(random, ['ul li', 'ol li', 'dl dd', 'table td', 'tbody th', 'tbody td']).split(' ');
  const isPairs = random.below(2) === 0;
  const parts = Array.from({ length: 2 + random.below(14) }, (_, at) => {
    const text = random.below(4) === 0 ? `<a href=a>${randomText(random)}</a>` : randomText(random);
    const row = list !== 'tbody' || (isPairs && at % 2 === 1) ? '' : '<tr>';
    return `${row}<${part}>${random.below(4) === 0 ? `<p>${text}</p>` : text}</${part}>`;
  });
  return list === 'tbody' ? `<table>${parts.join('')}</table>` : `<${list}>${parts.join('')}</${list}>`;
}

/** A picture with a caption, and what may stand around it. */
function randomFigure(random: Random): string {
  const inner = [
    randomText(random),
    `<figcaption>${randomText(random)}</figcaption>`,
    '<p><img src=a.png></p>',
    '<h3>Oak</h3>',
  ];
  const chosen = inner.filter(() => random.below(3) > 0).join('');
  const gap = `<div>${randomText(random)}</div>`.repeat(random.below(5));
  return `${random.below(2) === 0 ? PARAGRAPH : ''}${gap}<figure><div>${chosen}</div></figure>${gap}`;
}

const PROSE = 'It rained for eleven days, and the river rose. Nobody had seen that before.';
const PARAGRAPH = `<p>${PROSE}</p>`;
/** Prose that is clearly main content, so that what is named as comments beside it is none. */
const ARTICLE = `<article><h1>An article</h1>${PARAGRAPH.repeat(6)}`;

test('parts of random pages with headings, images and names of comments agree', async () => {
  const random = seeded(17);
  const pages = Array.from({ length: sized(20, 400) }, (_, at) => ({
    name: `page ${at}`,
    html: `<!DOCTYPE html><title>An article</title><body class=comments>${ARTICLE}${Array.from({ length: 4 }, () => randomFigure(random)).join(PARAGRAPH + randomRows(random) + PARAGRAPH)}${PARAGRAPH}</article>${Array.from({ length: 4 }, () => randomTree(random, 5) + randomRows(random)).join('')}`,
  }));
  const counts = await compareJoint(pages);
  // Kinds of made pages are not sure, and items need one.
  const { item: _, ...others } = counts;
  assert.ok(Math.min(...Object.values(others)) > pages.length / 4, JSON.stringify(counts));
  await compareAlone(pages.slice(0, sized(5, 60)));
});

test('articles in layers over feeds agree', async () => {
  const random = seeded(29);
  const card = (at: number): string =>
    `<article><a href=/${at}><h3>Story ${at} of the town</h3></a>${PARAGRAPH}</article>`;
  const layers = [
    'class=modal',
    'role=dialog',
    'id=newsOverlay',
    'class=modal hidden',
    'class="cookie-modal"',
    'class=page',
  ];
  const pages = Array.from({ length: sized(12, 60) }, (_, at) => {
    const feed = Array.from({ length: 4 + random.below(8) }, (_, story) => card(story)).join('');
    const heading = some(random, [
      '<h1>Old bridge opens</h1>',
      '<h2>Old bridge opens</h2>',
      '<h4>Old bridge opens</h4>',
    ]);
    const inner = `<div><h2>News</h2>${heading}<div>${PARAGRAPH.replace('</p>', ` ${PROSE}</p>`).repeat(1 + random.below(5))}</div></div>`;
    const layer = `<div ${some(random, layers)}>${inner}</div>`;
    return {
      name: `page ${at}`,
      html: `<title>Town News</title>${random.below(2) === 0 ? feed + layer : layer + feed}`,
    };
  });
  await compareAlone(pages);
});

test('galleries in articles agree', async () => {
  const random = seeded(31);
  const items = [
    '<figure><img src=a><figcaption><p>Boat N</p><p>Credit</p></figcaption></figure>',
    '<div><figure><img src=a><p>Boat N of the fleet</p></figure></div>',
    '<li><img src=a><div>Boat N</div></li>',
    '<dl><dt><img src=a></dt><dd>Boat N</dd></dl>',
    '<figure><img src=a><h3>Boat N</h3></figure>',
  ];
  const pages = Array.from({ length: sized(12, 60) }, (_, at) => {
    const item = some(random, items);
    const inner = Array.from({ length: 26 + random.below(8) }, (__, picture) => item.replace('N', String(picture)));
    const gallery = `<div class="${some(random, ['gallery', 'photoSlides', 'x'])}">${inner.join('')}</div>`;
    const prose = (): string => PARAGRAPH.repeat(3 + random.below(10));
    return { name: `page ${at}`, html: `<title>Town News</title><h1>Town News</h1>${prose()}${gallery}${prose()}` };
  });
  await compareAlone(pages);
});

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Learns a page by both, whose verdicts are the same: these. */
function learnsAlike(pair: Pair, twin: ReferenceEvidence, html: string): readonly Verdict[] {
  const tree = readTree(html, 'auto');
  pair.core.readHtml(pair.table, html, { learn: true, id: undefined });
  const expected = expectedOf(pair, tree, twin.learn(tree), twin);
  assert.equal(foundOf(pair.core), expected, html);
  return expected;
}

/** All is template by the site. By the page alone, texts with digits speak for it, and others hardly. */
function modelOfTemplate(core: Core): Uint8Array {
  const { DEPTH } = core.layout.Tree;
  const leaves = Array.from({ length: 2 ** DEPTH }, (_, leaf) => (leaf === 0 ? -64 : 127) / LEAF_SCALE);
  const features = Array.from({ length: DEPTH }, () => FEATURE_NAMES.indexOf('digits'));
  const tree = { features, limits: features.map(() => 0), leaves };
  const always = (base: number): Forest => ({ base, trees: [] });
  const forests = { prior: { base: 0.75, trees: [tree] }, joint: always(2), main: always(0), whole: always(0) };
  return writeModel(core, { lexicon: new Map(), ...forests, threshold: 0.125, mainThreshold: 0.5 });
}

test('values at known places agree, where the site has all for template', async () => {
  const random = seeded(23);
  const pair = await createPair('joint', modelOfTemplate);
  const twin = pair.open();
  const shape = Array.from({ length: 40 }, () => random.below(5));
  const found = new Map<number, number>();
  for (let page = 0; page < sized(20, 60); page += 1) {
    const parts = shape.map((choices, at) => {
      const word = choices < 2 ? 'Size' : Array.from({ length: choices }, () => some(random, LETTERS)).join('');
      const text = at % 3 === 0 ? `${word} <b>${at}</b>` : word;
      const item = `<li class=${LETTERS[at % 26]}>${choices === 1 ? `<a href=/x>${text}</a>` : text}</li>`;
      return at % 9 === 8 ? `${item}</ul></section><section><ul>` : item;
    });
    const html = `<!DOCTYPE html><title>A page</title><section><ul>${parts.join('')}</ul></section>`;
    for (const { template } of learnsAlike(pair, twin, html)) found.set(template, (found.get(template) ?? 0) + 1);
  }
  // Values have the threshold or what the page says, the others what the site says.
  assert.ok((found.get(0.125) ?? 0) > 100 && (found.get(2) ?? 0) > 100, JSON.stringify([...found]));
});

/** Parts of amounts and labels, and what is nearly one. */
const AMOUNTS = [
  ...[
    '$',
    '€',
    '£',
    '¥',
    '₿',
    '₭',
    '⃐',
    '元',
    '円',
    '원',
    '￥',
    '7',
    '12',
    '1,5',
    '3.',
    ' ',
    '\u00a0',
    ' \n ',
    '¢',
    '원래',
  ],
  ...[
    'kg',
    'KG',
    'kgs',
    'g',
    'gb',
    'mm',
    'oz',
    'lb',
    'LBS',
    'lbx',
    'EUR',
    'eur1',
    'kr',
    'Size',
    ':',
    '：',
    ': ',
    ' : ',
  ],
];

test('amounts and values behind labels agree, where the site has all for template', async () => {
  const random = seeded(29);
  const pair = await createPair('joint', modelOfTemplate);
  const twin = pair.open();
  const shape = Array.from({ length: 60 }, (_, at) => {
    const label = some(random, ['', `Size ${at}:`, `Of the site ${at}： `, 'Size']);
    return { label, way: random.below(4) };
  });
  const found = new Map<number, number>();
  for (let page = 0; page < sized(20, 100); page += 1) {
    const hasPrice = random.below(2) === 0;
    const parts = shape.map(({ label: often, way }, at) => {
      const label = random.below(2 + (at % 3)) === 0 ? 'Other' : often;
      const joined = Array.from({ length: 1 + random.below(5) }, () => some(random, AMOUNTS)).join('');
      const pieces = hasPrice ? joined : joined.replace(/\d[\d.,]*/g, '7');
      const text = way === 3 ? `${'Long '.repeat(6 + random.below(3))}${pieces}Size` : pieces;
      const value = way === 0 ? text : `<a href=/x>${text}</a>`;
      return `<li class=a${LETTERS[at % 26]}>${way === 1 ? `<p>${label}</p>` : label}${value}</li>`;
    });
    const html = `<!DOCTYPE html><title>A page</title><ul>${parts.join('')}</ul>`;
    for (const { template } of learnsAlike(pair, twin, html)) found.set(template, (found.get(template) ?? 0) + 1);
  }
  assert.ok((found.get(0.125) ?? 0) > 100 && (found.get(2) ?? 0) > 100, JSON.stringify([...found]));
});

/** All is content by the site, and main content. */
function modelOfContent(core: Core): Uint8Array {
  const always = (base: number): Forest => ({ base, trees: [] });
  const forests = { prior: always(-3), joint: always(-3), main: always(2), whole: always(0) };
  return writeModel(core, { lexicon: new Map(), ...forests, threshold: 0.5, mainThreshold: 0 });
}

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
  'p',
  'div',
  'ul li',
  'ul li p',
  'table td',
  'table td p',
  'dl dd',
  'section h2',
  'div h3',
  'p a',
  'aside p',
  'menu li',
];

test('what most pages of a site have agrees, where the site has all for content', async () => {
  const random = seeded(37);
  const counts = { repeated: 0, content: 0 };
  for (const shares of [[1], [2, 3], [1, 2, 6]]) {
    const pair = await createPair('joint', modelOfContent);
    const twin = pair.open();
    for (let page = 0; page < sized(30, 90); page += 1) {
      const parts = Array.from({ length: 14 }, (_, at) => {
        const sentence = some(
          random,
          random.below(some(random, shares.map(String)).length + 1) === 0 ? MONTHS : SENTENCES,
        );
        const isThere = random.below(shares[at % shares.length] ?? 1) === 0;
        const text = isThere ? (SENTENCES[at % SENTENCES.length] ?? '') : `${sentence} ${random.below(1000)} ${page}`;
        const said = text.replace('WORD', some(random, MONTHS)).replace('12', String(random.below(1000)));
        const around = (SURROUNDINGS[(at + (random.below(3) === 0 ? page : 0)) % SURROUNDINGS.length] ?? '').split(' ');
        const before = random.below(4) === 0 ? '<b>Or</b> ' : '';
        const open = around.map((name) => `<${name}>`).join('');
        const close = around
          .toReversed()
          .map((name) => `</${name}>`)
          .join('');
        const other = random.below(2) === 0 ? `<${around.at(-1)}>New on page ${page}</${around.at(-1)}>` : '';
        return `${open}${before}${said}${other}${close}`;
      });
      const lang = some(random, ['', ' lang=en', ' lang="EN-gb"', ' lang=de', ' lang=" de"']);
      const html = `<!DOCTYPE html><html${lang}><title>Page ${page}</title><body>${parts.join('')}`;
      for (const { template } of learnsAlike(pair, twin, html)) {
        if (template > 6) counts.repeated += 1;
        else counts.content += 1;
      }
    }
  }
  assert.ok(counts.repeated > 100 && counts.content > 100, JSON.stringify(counts));
});

/** Prose is surely main content; parts of tables and lists are now a little above even, now below. All pages are of one kind. */
function modelOfRows(core: Core, kind: (typeof KINDS)[number]): Uint8Array {
  const random = seeded(31);
  const { DEPTH } = core.layout.Tree;
  const leafOf = (leaf: number): number => (leaf === 0 ? -64 : random.below(256) - 128) / LEAF_SCALE;
  const trees = Array.from({ length: 12 }, () => {
    const features = ['words', 'wordLength', 'text', 'digits', 'order', 'linked'].map((name) =>
      FEATURE_NAMES.indexOf(name),
    );
    const limits = [5, 40, 30, random.below(20), random.below(100), 0].slice(0, DEPTH);
    // Long texts have the last leaves.
    const leaves = Array.from({ length: 2 ** DEPTH }, (_, leaf) =>
      leaf < 2 ** (DEPTH - 1) ? leafOf(leaf) : 100 / LEAF_SCALE,
    );
    return { features, limits, leaves };
  });
  const always = (base: number): Forest => ({ base, trees: [] });
  const forests = { prior: always(-1), joint: always(-1), main: { base: -0.25, trees }, whole: always(0) };
  const model = writeModel(core, { lexicon: new Map(), ...forests, threshold: 0.5, mainThreshold: 0 });
  const bases = KINDS.map((name) => (name === kind ? 1 : -1));
  const sure = Array.from({ length: 32 }, () => 999);
  // A model without features knows no kinds.
  const kinds = { bases, features: [256], weights: new Float64Array(KINDS.length) };
  return withKinds(core, model, writeKinds(core.layout, kinds, sure));
}

/** Rows of two cells or three. */
function randomCells(random: Random): string {
  const length = random.below(3) === 0 ? 3 : 2;
  const row = (): string => `<tr>${Array.from({ length }, () => `<td>${randomText(random)}`).join('')}`;
  return `<table>${Array.from({ length: 3 + random.below(5) }, row).join('')}</table>`;
}

/** Cards of a few, so that the same stand on a page again: in part, one after another, as quotations and as code. */
function randomCards(random: Random): string {
  const cards = Array.from(
    { length: 4 },
    (_, at) => `<h3>${WORDS[at]}</h3><p>${WORDS[at]} and ${PROSE}</p><p>${at} euros</p>`,
  );
  const chosen = Array.from({ length: 6 }, () => {
    const card = some(random, cards).replace(/<h3>.*<\/h3>/, (title) => (random.below(3) === 0 ? '' : title));
    return some(random, [card, card, `<blockquote>${card}</blockquote>`, `<pre>${PROSE} ${card}</pre>`]);
  });
  return chosen.join('');
}

/** What stands at one place in every post or item: names, dates and prices, and what is nearly one. */
const SAID = [
  ...[
    'Ann Lee',
    'Ann Lee writes',
    '<a href=/Users/7>Ann</a>',
    '<a href=/Users/7>12</a>',
    '<a href=/x>Ann</a>',
    'one two three four five',
  ],
  ...['5 May 2024', '2024', 'in 1979, 5 days', '20240506 2024', '1234567892024', '<time>5 days</time>', 'May'],
  ...['$12', '$1', '12 EUR', '€ 9,50 each', 'from $12 to $15 for all of the ten words of this text'],
];
const CLASSES = ['postAuthor', 'DATE', 'user', 'update', 'x', 'byline meta', 'p'];

function randomPosts(random: Random): string {
  const parts = Array.from({ length: 3 }, () => ({
    ...{ name: some(random, ['div', 'p', 'h3', 'h1', 'li']), class: some(random, CLASSES) },
    texts: Array.from({ length: 1 + random.below(2) }, () => some(random, SAID)),
  }));
  const post = (): string => {
    const said = parts.map(({ name, class: names, texts }) => {
      const text = random.below(6) === 0 ? some(random, WORDS) : texts.join(random.below(2) === 0 ? ' ' : '<br>');
      return random.below(9) === 0 ? '' : `<${name}><span class="${names}">${text}</span></${name}>`;
    });
    return `<div class=post>${said.join(random.below(5) === 0 ? '' : PARAGRAPH.replace('days', some(random, WORDS)))}</div>`;
  };
  return Array.from({ length: 2 + random.below(7) }, post).join('');
}

const KINDS_AND_RECALL = [
  ...(['article', 'product', 'documentation', 'forum', 'listing'] as const).map((kind) => [kind, 1] as const),
  ...([0.3, 3] as const).map((recall) => ['article', recall] as const),
] as const;

for (const [kind, recall] of KINDS_AND_RECALL) {
  test(`tables, specifications and what is said twice agree: kind ${kind}, recall ${recall}`, async () => {
    const random = seeded(37);
    const pair = await createPair('joint', (core) => modelOfRows(core, kind), recall);
    let joined = 0;
    let items = 0;
    for (let page = 0; page < sized(40, 400); page += 1) {
      const rows = (): string =>
        (random.below(2) === 0 ? randomRows : randomCells)(random) + some(random, ['', PARAGRAPH]);
      const html = `<!DOCTYPE html><title>An article</title>${ARTICLE}${Array.from({ length: 4 }, rows).join('')}${randomCards(random)}${randomPosts(random)}`;
      const named = Array.from(
        { length: 3 },
        () => randomTree(random, 4) + PARAGRAPH.replace('days', some(random, WORDS)),
      );
      const whole =
        html +
        some(random, ['<div class=reviews>', '<div class=reviews><form>', '<div class=comments>', '']) +
        named.join('');
      const tree = readTree(whole, 'auto');
      pair.core.readHtml(pair.table, whole, { learn: false, id: undefined });
      const expected = expectedOf(pair, tree, pair.open().learn(tree), ALONE);
      assert.equal(foundOf(pair.core), expected, `page ${page}`);
      joined += expected.filter(({ score, part }) => score < 0 && part === 'main').length;
      items += expected.filter(({ part }) => part === 'item').length;
    }
    assert.ok(joined > 50, `${joined} parts`);
    assert.is(items > 8, kind !== 'article' && kind !== 'documentation', `${items} items`);
  });
}

const folder = process.env['REFRAIN_SITES'];
for (const site of folder ? findSites(folder) : []) {
  test(`${site.name}: scores and parts of every block agree`, async () => {
    const pages = (await site.read()).slice(0, sized(2, 8));
    await compareJoint(pages.map(({ name, bytes }) => ({ name, html: decoder.decode(bytes) })));
  });
}

test.run();
