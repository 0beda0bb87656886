/**
 * The kind of a page: features, scores against plain sums, the front page, and refused models.
 *
 * Compiles the module: with exports for training.
 */
import { parse } from 'parse5';
import { Detector, type ModelError, resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readShippedModel } from '../../bench/reference/model.ts';
import { layout } from '../../bindings/core-exports.ts';
import { confidencesOf, kindFigures } from '../../research/training/kind-trial.ts';
import {
  judgeKind,
  KINDS,
  type KindPage,
  type LinearKinds,
  trainKinds,
  withKinds,
  writeKinds,
} from '../../research/training/kinds.ts';
import { kindFeaturesOf } from '../../research/training/module.ts';
import { moduleOf } from '../../scripts/compile.ts';
import { seededRandom } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

// This module has the exports of the measurements, and other tests need it too.
const module = await moduleOf('debug');
const core = await Core.open(resolveOptions(), { wasm: module });
const shipped = await readShippedModel();
const CONFIDENCES = Array.from({ length: 32 }, (_, step) => 300 + step * 20);

const featuresIn = (html: string): ReadonlySet<number> => {
  core.readHtml(core.createTable(), html, { learn: false, id: undefined });
  return kindFeaturesOf(core);
};

/** The hash of a feature, as in assembly/evidence/model/kind-feature.ts. */
const mix = (state: number, value: number): number => Math.imul(state ^ value, 0x01000193);
const end = (state: number): number => Math.imul(state ^ (state >>> 15), 0x9e3779b1);
const SEED = 0x6b1d6f2b;
const feature = (source: number, value: number): number => (end(mix(mix(SEED, source), value)) & 0xffffff00) >>> 0;
const word = (letters: string, isName: boolean): number =>
  end([...letters].reduce((state, letter) => mix(state, letter.charCodeAt(0)), isName ? 0x811c9dc5 : 0x2f0b4a37));
const key = (name: string): number =>
  end([...name].reduce((state, letter) => mix(state, letter.charCodeAt(0) | 0x20), SEED));

const PAGE = `<html class=single><head><title>Blue bridge</title><meta property=og:type content=article>
<link rel=canonical href="https://x.example/news/bridge-opens?a=b"><script type=application/ld+json>{"@type": "NewsArticle"}</script>
<body class=post><h1>Opening</h1><h2>Later</h2><p class=byLine>Reply now</p><p>Nobody had expected that so many people would come.</p>`;

test('words are features by their position', () => {
  const features = featuresIn(PAGE);
  const names = { single: 1, post: 1, by: 2, line: 2, news: 7, article: 7, bridge: 9, opens: 9 };
  for (const [name, source] of Object.entries(names)) assert.ok(features.has(feature(source, word(name, true))), name);
  assert.ok(features.has(feature(key('og:type') >>> 0, word('article', true))));
  const texts = { blue: 6, opening: 5, later: 4, reply: 3, example: 8 };
  for (const [text, source] of Object.entries(texts)) assert.ok(features.has(feature(source, word(text, false))), text);
  assert.not.ok(features.has(feature(3, word('people', false))), 'words of long texts are no features');
  assert.not.ok(features.has(feature(9, word('a', true))), 'a query is no path');
});

test('a number is a feature for each step up to its own', () => {
  const items = (count: number): ReadonlySet<number> => featuresIn(`<ul>${'<li>One more of them'.repeat(count)}</ul>`);
  const steps = (features: ReadonlySet<number>): number =>
    Array.from({ length: 40 }, (_, step) => feature(512 + 3, step + 1)).findIndex((step) => !features.has(step));
  assert.equal(
    [1, 2, 3, 4, 6, 8, 64].map((count) => steps(items(count))),
    [1, 2, 3, 4, 5, 6, 12],
  );
});

function pagesOf(count: number): KindPage[] {
  const random = seededRandom(4);
  return Array.from({ length: count }, (_, page) => {
    const kind = page % 2 === 0 ? 0 : 2;
    const features = [(kind + 1) * 256, ...Array.from({ length: 6 }, () => (100 + random.below(30)) * 256)];
    return { host: `${page % 9}.example`, kind, features: new Set(features) };
  });
}

test('training finds the features of a kind, and is repeatable', () => {
  const pages = pagesOf(60);
  const model = trainKinds(pages, 4);
  assert.is(model.features.length, 4);
  for (const page of pages) assert.is(judgeKind(model, page.features).kind, page.kind);
  assert.equal(trainKinds(pages, 4), model);
});

const modelOf = (
  features: readonly number[],
  confidences = CONFIDENCES,
): { linear: LinearKinds; bytes: Uint8Array<ArrayBuffer> } => {
  const random = seededRandom(7);
  const sorted = [...features].sort((one, other) => one - other);
  const weights = Float64Array.from({ length: sorted.length * KINDS.length }, () => (random.below(255) - 127) / 16);
  const linear = { bases: KINDS.map((_, kind) => kind / 16), features: sorted, weights };
  return { linear, bytes: withKinds(core, shipped, writeKinds(linear, confidences)) };
};

function judgedBy(core: Core): { code: number; confidence: number; address: string } {
  const address = core.text((exports) => exports.judgeKind());
  const { Page } = layout;
  return { code: core.result(Page.KIND), confidence: core.result(Page.KIND_CONFIDENCE), address };
}

test('the module has the kind and the confidence of plain sums, on real pages', async () => {
  const pages = realSites().flatMap(({ pages: own }) => own.slice(0, 8).map(({ html }) => html));
  const all = pages.map(featuresIn);
  const counts = new Map<number, number>();
  for (const features of all) for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  const { linear, bytes } = modelOf(
    [...counts]
      .filter(([, count]) => count < pages.length)
      .slice(0, 900)
      .map(([one]) => one),
  );
  const other = await Core.open(resolveOptions(), { wasm: module });
  other.loadModel(bytes);
  const seen = new Set<number>();
  for (const [index, html] of pages.entries()) {
    other.readHtml(other.createTable(), html, { learn: false, id: undefined });
    const judged = judgedBy(other);
    const expected = judgeKind(linear, all[index] ?? new Set());
    assert.is(judged.code, expected.kind + 1);
    assert.is(judged.confidence, CONFIDENCES[Math.min(31, Math.floor(expected.margin * 4))]);
    assert.equal(judgedBy(other), judged, 'again the same');
    seen.add(expected.kind);
  }
  assert.ok(seen.size > 2, 'several kinds');
});

test('a front page is recognised by its URL, or by its own declarations', async () => {
  const detector = await Detector.create({}, { model: modelOf([256]).bytes });
  const kindOf = (id: string, html = ''): unknown[] => {
    const page = detector.label(`${html}<p>Hello`, { id });
    return [page.kind, page.kindConfidence];
  };
  for (const path of ['', '/', '/?q=1', '/index.html', '/default.aspx#top', '/en/', '/pt-br'])
    assert.equal(kindOf(`https://a.example${path}`), ['home', 1], path);
  for (const path of ['/about', '/news/', '/index', '/a.html'])
    assert.is.not(kindOf(`https://a.example${path}`)[0], 'home', path);
  const own = '<link rel=canonical href="https://a.example/">';
  assert.equal(kindOf('', own), ['home', 0.89]);
  assert.equal(kindOf('page-1', '<meta property=og:url content="https://a.example/">'), ['home', 0.89]);
  assert.is.not(kindOf('https://a.example/about', own)[0], 'home', 'the URL is surer');
  assert.is.not(kindOf('', `<link rel=canonical href="https://a.example/b">${own}`)[0], 'home', 'the first one counts');
  detector.label(`${own}<p>Hello`, { id: 'https://a.example/' });
  assert.equal(
    kindOf(''),
    [KINDS[6], detector.label('<p>Hello').kindConfidence],
    'the id of the page before is forgotten',
  );
});

test('a tree has a kind too, but no page without a model or without its part for kinds', async () => {
  const { bytes } = modelOf([256]);
  const tree = (await Detector.create({}, { model: bytes })).learnTree(parse('<p>Hello'));
  assert.is(tree.kind, KINDS[6]);
  assert.is(tree.toJSON().kind, KINDS[6]);
  const without = await Detector.create({}, { model: withKinds(core, shipped, new Uint8Array()) });
  const paper = await Detector.create({ preset: 'paper' });
  for (const page of [without.learn('<p>Hello'), paper.learn('<p>Hello')]) {
    assert.is(page.kind, undefined);
    assert.is(page.kindConfidence, undefined);
  }
});

test('a part whose features are not in order, or of another size, is refused', () => {
  const good = writeKinds(modelOf([256, 512]).linear, CONFIDENCES);
  const swapped = good.slice();
  swapped.set(good.subarray(layout.Kinds.HEADER_BYTES, layout.Kinds.HEADER_BYTES + 4), layout.Kinds.HEADER_BYTES + 4);
  const many = good.slice();
  new DataView(many.buffer).setUint32(layout.Kinds.FEATURES_AT, 0xffffffff, true);
  core.loadModel(withKinds(core, shipped, good));
  for (const part of [swapped, many, good.subarray(0, 8), good.subarray(0, -4), Uint8Array.of(...good, 0, 0, 0, 0)])
    assert.throws(
      () => core.loadModel(withKinds(core, shipped, part)),
      (error: unknown) => (error as ModelError).code === 'MODEL_INVALID',
    );
});

test('confidences do not fall, and figures count right kinds', () => {
  const random = seededRandom(9);
  const judged = Array.from({ length: 400 }, (_, page) => {
    const margin = random.below(60) / 8;
    return { fold: page % 4, kind: 0, judged: random.below(8) < 2 + margin ? 0 : 1, margin };
  });
  const confidences = confidencesOf(judged);
  assert.is(confidences.length, 32);
  for (const [step, confidence] of confidences.entries()) assert.ok(confidence >= (confidences[step - 1] ?? 0));
  assert.ok((confidences[0] ?? 0) < 600 && (confidences[28] ?? 0) > 850);
  const figures = kindFigures(judged);
  const right = judged.filter((page) => page.judged === 0).length;
  assert.is(figures.accuracy, right / 400);
  assert.is(figures.macroF1, (2 * right) / (right + 400));
});

test('posts below an article are comments, and posts without an article the main content', async () => {
  const post = (guest: number): string =>
    `<div class="comment"><p>I have walked there too, said guest ${guest}, and the bridge is as old as they say. The river was high then.</p></div>`;
  const posts = [1, 2, 3, 4, 5].map(post).join('');
  const news = ['Monday', 'Friday'].map(
    (day) =>
      `<p>The old bridge over the river was closed on ${day}, the council said, after a survey had found cracks in two of its arches. It will be closed for a month.</p>`,
  );
  const textsOf = async (body: string): Promise<[main: boolean, comments: boolean]> => {
    const detector = await Detector.create();
    const page = detector.learn(`<title>The old bridge - Valley News</title><h1>The old bridge</h1>${body}`);
    assert.is.not(page.kind, 'forum');
    return [page.text('main').includes('guest 3'), page.text('comments').includes('guest 3')];
  };
  assert.equal(await textsOf(`<article>${news.join('')}</article>${posts}`), [false, true]);
  assert.equal(await textsOf(posts), [true, false]);
});

test.run();
