/** The model: the shipped one, rejected ones, scores and explanations. */
import { readFile } from 'node:fs/promises';
import { type Block, Detector, ModelError, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FEATURE_NAMES } from '../../bench/reference/feature-names.ts';
import { leafOf, type Tree } from '../../bench/reference/model.ts';
import { Core } from '../../bindings/core.ts';
import { layout } from '../../bindings/core-exports.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { writeModel } from '../../research/training/model.ts';
import { seededRandom } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

const module = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));
const shipped = new Uint8Array(await readFile(new URL(import.meta.resolve('refrain/default.model'))));
const open = async (): Promise<Core> => new Core(await loadCore(module), resolveOptions());
/** A page without blocks whose score does not depend on the model. */
const html = (realSites()[1]?.pages[3]?.html ?? '').replace(/crumb|&copy;|modified|reserved/gi, '');

const NOTHING = { base: 0, trees: [] };
const EMPTY = { lexicon: new Map(), prior: NOTHING, joint: NOTHING, main: NOTHING, whole: NOTHING };
/** A model that is empty except for the given parts. */
const modelOf = (core: Core, parts: Partial<Parameters<typeof writeModel>[1]>): Uint8Array =>
  writeModel(core, { ...EMPTY, threshold: 0, mainThreshold: 0, ...parts });

const refused = (run: () => void): void => {
  try {
    run();
  } catch (error) {
    assert.is((error as ModelError).code, 'MODEL_INVALID');
    return;
  }
  assert.unreachable('the model was accepted');
};

test('rejects the shipped model when a byte is altered, missing or added', async () => {
  const core = await open();
  core.loadModel(shipped);
  const random = seededRandom(3);
  for (let trial = 0; trial < 400; trial += 1) {
    const altered = shipped.slice();
    const at = random.below(altered.length);
    altered[at] = (altered[at] ?? 0) ^ (1 + random.below(255));
    refused(() => core.loadModel(altered));
  }
  for (const length of [0, 1, 55, 56, 63, 64, shipped.length - 1])
    refused(() => core.loadModel(shipped.slice(0, length)));
  refused(() => core.loadModel(Uint8Array.of(...shipped, 0)));
});

test('a rejected model leaves the loaded one in use', async () => {
  const scores = (core: Core): number[] => {
    core.readHtml(core.createTable(), html, { learn: true, id: undefined });
    return Array.from({ length: core.result(layout.Page.BLOCK_COUNT) }, (_, at) =>
      core.scoreOf(at * layout.Block.BYTES),
    );
  };
  const core = await open();
  core.loadModel(shipped);
  const before = scores(core);
  refused(() => core.loadModel(shipped.slice(1)));
  assert.equal(scores(core), before);
  assert.ok(before.some((score) => score !== 0));
});

test('rejects trees with unknown features, and site features in only the prior', async () => {
  const core = await open();
  const tree = (feature: number): Tree => ({
    features: [feature, 40, 40, 40, 40, 40],
    limits: [0, 0, 0, 0, 0, 0],
    leaves: Array<number>(64).fill(0.25),
  });
  const write = (part: 'prior' | 'joint' | 'main' | 'whole', feature: number): Uint8Array =>
    modelOf(core, { [part]: { base: 0, trees: [tree(feature)] } });
  core.loadModel(write('joint', 0));
  refused(() => core.loadModel(write('joint', layout.Features.COUNT)));
  refused(() => core.loadModel(write('prior', 0)));
  core.loadModel(write('main', 0));
  refused(() => core.loadModel(write('main', layout.Features.COUNT)));
  core.loadModel(write('whole', 40));
  refused(() => core.loadModel(write('whole', layout.Features.WHOLE)));
});

test('rejects a header with one wrong word and a valid checksum', async () => {
  const core = await open();
  const model = modelOf(core, {});
  const sealedWith = (at: number, value: number): Uint8Array => {
    const altered = model.slice();
    const view = new DataView(altered.buffer);
    view.setUint32(at, value, true);
    const end = altered.length - layout.Model.HASH_BYTES;
    view.setBigUint64(end, core.checksum(altered.subarray(0, end)), true);
    return altered;
  };
  core.loadModel(sealedWith(layout.Model.THRESHOLD, 7));
  const { PRIOR_TREES, JOINT_TREES, MAIN_TREES, WHOLE_TREES } = layout.Model;
  const counts = [layout.Model.LEXICON, PRIOR_TREES, JOINT_TREES, MAIN_TREES, WHOLE_TREES];
  for (const at of [0, 4, layout.Model.VERSION, layout.Model.FEATURES, ...counts]) {
    for (const value of [1, 65_537, 0xffff_ffff]) {
      if (at === layout.Model.VERSION && value === layout.Model.KNOWN_VERSION) continue;
      refused(() => core.loadModel(sealedWith(at, value)));
    }
  }
});

test('scores are the sums of the leaves that the features of a block select', async () => {
  const core = await open();
  const random = seededRandom(11);
  const { Features } = layout;
  const { Block, Page } = layout;
  const grow = (from: number, to: number): Tree => ({
    features: Array.from({ length: 6 }, () => from + random.below(to - from)),
    limits: Array.from({ length: 6 }, () => random.below(256)),
    leaves: Array.from({ length: 64 }, () => (random.below(256) - 128) / 256),
  });
  const prior = { base: 0.25, trees: Array.from({ length: 30 }, () => grow(Features.SITE, Features.TEMPLATE)) };
  const joint = { base: -0.5, trees: Array.from({ length: 30 }, () => grow(0, Features.TEMPLATE)) };
  const main = { base: 0.75, trees: Array.from({ length: 30 }, () => grow(Features.SITE, Features.COUNT)) };
  const thresholds = { threshold: 0.1, mainThreshold: -0.3 };
  core.loadModel(modelOf(core, { prior, joint, main, ...thresholds }));
  const table = core.createTable();
  for (let page = 0; page < 3; page += 1) core.readHtml(table, html, { learn: true, id: undefined });
  let compared = 0;
  let mainLength = 0;
  for (let block = 0; block < core.result(Page.BLOCK_COUNT) * Block.BYTES; block += Block.BYTES) {
    if (core.block(block, Block.LENGTH) === 0) continue;
    const order = core.orderOf(block);
    core.divideParts();
    const tile = core.tile(order - (order % Features.TILE_BLOCKS));
    const row = Uint8Array.from(
      { length: Features.COUNT },
      (_, at) => tile[at * Features.TILE_BLOCKS + (order % Features.TILE_BLOCKS)] ?? 0,
    );
    const sum = (part: typeof prior): number =>
      part.trees.reduce((all, tree) => all + (tree.leaves[leafOf(tree, row, 0)] ?? 0), part.base);
    const cut = (odds: number): number => Math.trunc(odds * 1000) / 1000 || 0;
    assert.is(core.scoreOf(block), cut(sum(joint)));
    assert.is(core.priorOf(block), cut(sum(prior)));
    assert.is(core.mainScoreOf(block), cut(sum(main)));
    const isMain = core.partOf(block) === layout.Part.MAIN;
    const isTemplate = core.block(block, layout.Block.VERDICT) === layout.Verdict.TEMPLATE;
    assert.is(isMain, !isTemplate && sum(main) * 1024 > Math.round(-0.3 * 1024));
    if (isMain) mainLength += core.block(block, Block.LENGTH);
    assert.is(isTemplate, sum(joint) * 1024 > Math.round(0.1 * 1024));
    compared += 1;
  }
  assert.ok(compared > 20);
  assert.is(core.result(layout.Page.MAIN_LENGTH), mainLength);
});

test('a detector accepts another model and rejects an invalid one', async () => {
  const model = modelOf(await open(), { joint: { base: 1, trees: [] }, main: { base: -1, trees: [] } });
  const detector = await Detector.create({}, { model });
  assert.is(detector.learn(html).text('content'), '');
  try {
    await Detector.create({}, { model: new Uint8Array(3) });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, ModelError);
  }
  const repetition = await Detector.create({ evidence: 'repetition' }, { model: new Uint8Array(3) });
  assert.ok(repetition.learn(html).text('content').length > 0, 'evidence by repetition reads no model');
});

test('explain returns the terms of the sum', async () => {
  const { Model } = layout;
  const threshold = new DataView(shipped.buffer).getInt32(Model.THRESHOLD, true) / 1024;
  const pages = realSites()[1]?.pages.slice(0, 12) ?? [];
  const detector = await Detector.create();
  for (const { html: source } of pages) {
    const page = detector.learn(source);
    for (const block of page.blocks) {
      const { page: own, site, score, reason } = block.explain();
      assert.ok(Math.abs(own + site - score) < 0.002);
      assert.is(score, block.score);
      assert.is(block.verdict === 'template', score > threshold);
      assert.match(reason, new RegExp(`^${block.verdict}: (?:log odds|its text is on) `));
    }
  }
});

test('explain reads the features of its block', async () => {
  const detector = await Detector.create();
  const textOf = (day: number, at: number): string =>
    `<p>block ${at} has words${at % 3 === 0 ? ` of day ${day}` : ''}</p>`;
  const learn = (day: number) => detector.learn(Array.from({ length: 45 }, (_, at) => textOf(day, at)).join(''));
  for (let day = 0; day < 6; day += 1) learn(day);
  const { blocks } = learn(6);
  assert.is(blocks.length, 45);
  const orders = [...blocks.keys()];
  for (const at of [...orders.toReversed(), ...orders]) {
    const { known, often, placeSeen, score, page, site, reason } = blocks[at]?.explain() ?? {};
    const seen = at % 3 === 0 ? 0 : 1;
    assert.equal([known, often, placeSeen], [seen, seen, 1], `block ${at}`);
    const odds = [score, page, site].map((value = 0) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`);
    for (const shown of odds) assert.ok(reason?.includes(shown), `${shown} in ${reason}`);
  }
});

test('a weak score follows the verdicts of other pages at its path, a strong one does not, and no block follows the root', async () => {
  const words = FEATURE_NAMES.indexOf('words');
  // Scores of the model: 1 for template for short text; 1 for content for more than two words, 3 for more than 27.
  const limits = [2, 20];
  const tree = (limit: number, less: number): Tree => ({
    features: Array<number>(6).fill(words),
    limits: Array<number>(6).fill(limit),
    leaves: Array.from({ length: 64 }, (_, leaf) => (leaf === 63 ? -less : 0)),
  });
  const trees = limits.flatMap((limit) => Array.from({ length: 4 }, () => tree(limit, 0.5)));
  const model = modelOf(await open(), { joint: { base: 1, trees } });
  const detector = await Detector.create({}, { model });
  const site = (box: string): string => `<body>here<main><p>some</p></main><div class=box>${box}</div>`;
  const boxOf = (page: { blocks: readonly Block[] }) => page.blocks.find(({ path }) => path.endsWith('div')) as Block;
  // Verdicts at a path are counted from the second page with it.
  for (let page = 0; page < 8; page += 1) detector.learn(site(`text${page}`));
  const [weak, strong] = ['one two three four', 'word '.repeat(60)].map(site) as [string, string];
  assert.is(boxOf(detector.label(weak)).score, -1);
  detector.learn(site('last'));
  const box = boxOf(detector.label(weak));
  assert.equal([box.verdict, box.score], ['template', 1]);
  const { placePages, placeTemplate, reason } = box.explain();
  assert.equal([placePages, placeTemplate], [8, 1]);
  assert.match(reason, 'its place is template on 100 % of 8 pages');
  assert.equal([boxOf(detector.label(strong)).verdict, boxOf(detector.label(strong)).score], ['content', -1]);
  const root = detector.label(weak).blocks[0]?.explain();
  assert.equal([root?.placePages, root?.score], [0, 1]);
});

test('a page has the same scores labelled and learned, as source and as parse5 tree', async () => {
  const { parse } = await import('parse5');
  for (const { pages } of realSites()) {
    const [source, tree] = [await Detector.create({ seed: 5 }), await Detector.create({ seed: 5 })];
    for (const { name, html: page } of pages.slice(0, 12)) {
      const verdict = ({ score, mainScore, comments }: Block): unknown[] => [score, mainScore, comments];
      const labelled = source.label(page).blocks.map(verdict);
      const scores = source.learn(page).blocks.map(verdict);
      assert.equal(scores, labelled, name);
      const ofTree = tree.learnTree(parse(page)).blocks.map(verdict);
      assert.equal(ofTree, scores, name);
    }
    assert.equal(tree.snapshot(), source.snapshot(), 'tables');
  }
});

test('by repetition, blocks have no score and explain returns the ratio', async () => {
  const detector = await Detector.create({ preset: 'paper' });
  const [block] = detector.learn('<p>text</p>').blocks;
  assert.is(block?.score, undefined);
  assert.is(block?.explain().reason, 'content: 0 % template text');
});

test('scores are finite for empty pages, one giant node and deep trees', async () => {
  const detector = await Detector.create({ maxDepth: 0 });
  const deep = `${'<div>'.repeat(50_000)}text${'</div>'.repeat(50_000)}`;
  for (const source of ['', '<p></p>', 'x', deep, `<p>${'word '.repeat(300_000)}</p>`, '<a>'.repeat(2000)]) {
    for (let time = 0; time < 3; time += 1) {
      for (const { score } of detector.learn(source).blocks) assert.ok(Number.isFinite(score));
    }
  }
});

test.run();
