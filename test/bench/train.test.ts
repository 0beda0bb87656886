/** Training: trees learn a known rule, training is reproducible, and trials report figures. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Detector, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCore, readShippedModel } from '../../bench/core.ts';
import { compileBench } from '../../bench/module.ts';
import { boost, type Examples, leafOf } from '../../bench/training/boost.ts';
import { figuresOf } from '../../bench/training/figures.ts';
import { countWords, LexiconMaker } from '../../bench/training/lexicon.ts';
import { shareOf } from '../../bench/training/main-content.ts';
import { readModel, writeModel } from '../../bench/training/model.ts';
import { groupOf, type Rows } from '../../bench/training/rows.ts';
import { seeded } from '../support/random.ts';

const labelled = fileURLToPath(new URL('../fixtures/labelled', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

const train = (...words: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/train.ts', ...words], { cwd: root, encoding: 'utf8' });

const GROWTH = { depth: 3, rate: 0.3, lambda: 1, minWeight: 1, rows: 1, columns: 1, seed: 1 };

function examplesOf(count: number, target: (row: Uint8Array) => number): Examples {
  const random = seeded(2);
  const features = 4;
  const bytes = Uint8Array.from({ length: count * features }, () => random.below(256));
  return {
    ...{ count, features, bytes },
    target: Float32Array.from({ length: count }, (_, row) =>
      target(bytes.subarray(row * features, (row + 1) * features)),
    ),
    weight: new Float32Array(count).fill(1),
  };
}

test('trees learn a rule of two features and use allowed features only', () => {
  const isTemplate = (row: Uint8Array): boolean => (row[1] ?? 0) > 100 !== (row[2] ?? 0) > 200;
  const examples = examplesOf(2000, (row) => Number(isTemplate(row)));
  const trees = boost(examples, new Float64Array(2000), { ...GROWTH, trees: 40, allowed: [0, 1, 2] });
  let right = 0;
  for (let row = 0; row < 2000; row += 1) {
    const odds = trees.reduce((sum, tree) => sum + (tree.leaves[leafOf(tree, examples.bytes, row * 4)] ?? 0), 0);
    if (odds > 0 === isTemplate(examples.bytes.subarray(row * 4, row * 4 + 4))) right += 1;
  }
  assert.ok(right > 1980, `${right} of 2000`);
  for (const { features, leaves } of trees) {
    assert.ok(features.every((feature) => feature < 3));
    assert.ok(leaves.every((leaf) => Number.isInteger(leaf * 256) && leaf * 256 >= -128 && leaf * 256 <= 127));
  }
});

test('leaves are 0 where the examples have no signal', () => {
  const examples = examplesOf(100, () => 0.5);
  const trees = boost(examples, new Float64Array(100), { ...GROWTH, trees: 3, allowed: [0, 1, 2, 3] });
  for (const { leaves } of trees) assert.ok(leaves.every((leaf) => leaf === 0));
});

test('matches main content by runs of words, and short blocks as a whole', () => {
  const share = shareOf('The otter came down to the river, and the heron left. Read more');
  assert.is(share('the otter came down to the river'), 1);
  assert.is(share('Read more'), 1);
  assert.is(share('Read less'), 0);
  assert.is(share('…'), 0);
  assert.is(share('Home news about came down to the river'), 5 / 8);
});

test('groups sites by the part of their name before the hyphen', () => {
  assert.equal(['lilypond-de', 'lilypond', 'apache2-fr'].map(groupOf), ['lilypond', 'lilypond', 'apache2']);
});

const rowsOf = (
  group: string,
  blocks: readonly { words: readonly number[]; template: number; content: number }[],
): Rows => ({
  ...{ site: group, group, from: 'labels', part: 'run', count: blocks.length, features: 1 },
  bytes: new Uint8Array(blocks.length),
  template: Float32Array.from(blocks, ({ template }) => template),
  content: Float32Array.from(blocks, ({ content }) => content),
  page: new Uint32Array(blocks.length),
  words: Uint32Array.from(blocks.flatMap(({ words }) => words)),
  wordsEnd: Uint32Array.from(blocks, (_, at) =>
    blocks.slice(0, at + 1).reduce((sum, { words }) => sum + words.length, 0),
  ),
});

test('a lexicon has words of many groups, and excludes the weights of the given group', () => {
  const [menu, story, rare] = [0x100, 0x200, 0x300];
  const groups = Array.from({ length: 12 }, (_, at) =>
    rowsOf(`g${at}`, [
      { words: at === 0 ? [menu, rare] : [menu], template: 50, content: 0 },
      { words: [story], template: 0, content: 50 },
    ]),
  );
  const maker = new LexiconMaker(countWords(groups));
  const lexicon = maker.without(undefined);
  assert.equal(
    [...lexicon.keys()].sort((one, other) => one - other),
    [menu, story],
  );
  assert.ok((lexicon.get(menu) ?? 0) > 20 && (lexicon.get(story) ?? 0) < -20);
  const odd = new LexiconMaker(
    countWords([...groups.slice(0, 8), rowsOf('odd', [{ words: [story], template: 90, content: 0 }])]),
  );
  assert.ok((odd.without('odd').get(story) ?? 0) < (odd.without(undefined).get(story) ?? 0));
});

test('computes figures by characters, for pages and sites', () => {
  const rows: Rows = {
    ...rowsOf('a', [
      { words: [], template: 30, content: 0 },
      { words: [], template: 10, content: 0 },
      { words: [], template: 0, content: 60 },
    ]),
    page: Uint32Array.of(0, 4, 4),
  };
  const { precision, recall, contentLost, firstPage, fifthPage } = figuresOf(
    [{ rows, scores: Float64Array.of(1, -1, 1) }],
    0,
  );
  assert.equal([precision, recall, contentLost], [30 / 90, 30 / 40, 1]);
  assert.equal([firstPage, fifthPage], [1, 0]);
});

test('the command trains the same model twice, and a detector uses it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-train-'));
  try {
    const grow = (name: string): Uint8Array => {
      const few = ['--prior-trees', '4', '--joint-trees', '8', '--json', '--out', join(folder, name)];
      const { status, stdout, stderr } = train(labelled, ...few);
      assert.is(stderr, '');
      assert.is(status, 0);
      const bytes = readFileSync(join(folder, name));
      assert.is(JSON.parse(stdout).bytes, bytes.length);
      return new Uint8Array(bytes);
    };
    const model = grow('one');
    assert.equal(grow('other'), model);
    const page = (await Detector.create({}, { model })).learn('<ul><li>Home</ul><p>Text of the page itself.</p>');
    assert.ok(page.blocks.every(({ score }) => score !== undefined));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the shipped model that is read and written again has the same bytes', async () => {
  const core = await createCore(await compileBench(), resolveOptions());
  const shipped = await readShippedModel();
  assert.equal(writeModel(core, readModel(shipped, core.layout)), shipped);
});

test('a trial reports the accuracy of models on unseen groups', () => {
  const words = ['--trial', '2', '--prior-trees', '2', '--joint-trees', '4', '--without', '^place', '--json'];
  const { status, stdout, stderr } = train(labelled, ...words);
  assert.is(stderr, '');
  assert.is(status, 0);
  const { joint, page, bytes } = JSON.parse(stdout);
  assert.is(bytes, 0);
  for (const figures of [joint, page]) {
    assert.ok(figures.sites.length > 1);
    for (const name of ['precision', 'recall', 'contentLost', 'firstPage'])
      assert.ok(figures[name] >= 0 && figures[name] <= 1);
  }
});

test('reports wrong arguments in one line', () => {
  for (const [words, message] of [
    [[], /give one or more SITES_DIR/],
    [[labelled], /give --out FILE or --trial FOLDS/],
    [['no/such/folder', '--out', 'x'], /there is no such folder/],
    [[labelled, '--trial', '0'], /--trial must be/],
    [[labelled, '--out', 'x', '--joint-trees', '257'], /--joint-trees must be/],
    [[labelled, '--out', '/no/such/folder/model'], /no\/such\/folder/],
  ] as const) {
    const { status, stderr } = train(...words);
    assert.is(status, 1);
    assert.match(stderr, message);
    assert.is(stderr.trim().split('\n').length, 1);
  }
});

test.run();
