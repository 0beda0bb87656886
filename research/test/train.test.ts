/**
 * Trees learn a known rule, and training is reproducible.
 *
 * Compiles the module: with what training reads.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector, resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leafOf, readModel, readShippedModel } from '../../bench/reference/model.ts';
import { withFolder } from '../../test/support/folder.ts';
import { seededRandom } from '../../test/support/random.ts';
import { domainOf } from '../corpus/selection.ts';
import { shareOf } from '../evaluation/words.ts';
import { boost, type Examples } from '../training/boost.ts';
import { withKinds } from '../training/kinds.ts';
import { countWords, LexiconMaker } from '../training/lexicon.ts';
import { writeModel } from '../training/model.ts';
import { compileBench } from '../training/module.ts';
import type { Rows } from '../training/rows.ts';
import { type CommandResult, labelledSites, run } from './run.ts';

const labelled = labelledSites();

const train = (...words: string[]): Promise<CommandResult> => run('train', ...words);

const GROWTH = { depth: 3, rate: 0.3, lambda: 1, minWeight: 1, rows: 1, columns: 1, seed: 1 };

function examplesOf(count: number, target: (row: Uint8Array) => number): Examples {
  const random = seededRandom(2);
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

test('matches main content by runs of words, and short blocks as a whole', () => {
  const share = shareOf('The otter came down to the river, and the heron left. Read more');
  assert.is(share('the otter came down to the river'), 1);
  assert.is(share('Read more'), 1);
  assert.is(share('Read less'), 0);
  assert.is(share('…'), 0);
  assert.is(share('Home news about came down to the river'), 5 / 8);
});

const rowsOf = (
  group: string,
  blocks: readonly { words: readonly number[]; template: number; content: number }[],
): Rows => ({
  ...{ site: group, group, from: 'labels', part: 'run', kind: undefined, count: blocks.length, features: 1 },
  bytes: new Uint8Array(blocks.length),
  whole: new Uint8Array(),
  template: Float32Array.from(blocks, ({ template }) => template),
  content: Float32Array.from(blocks, ({ content }) => content),
  main: new Float32Array(blocks.length).fill(Number.NaN),
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
  assert.ok((lexicon.get(menu)?.template ?? 0) > 20 && (lexicon.get(story)?.template ?? 0) < -20);
  assert.is(lexicon.get(menu)?.main, 0, 'nobody has said what is main content');
  const odd = new LexiconMaker(
    countWords([...groups.slice(0, 8), rowsOf('odd', [{ words: [story], template: 90, content: 0 }])]),
  );
  const oddsOf = (group?: string): number => odd.without(group).get(story)?.template ?? 0;
  assert.ok(oddsOf('odd') < oddsOf());
});

test('hosts of one registered domain are one group', () => {
  const hosts = ['www.example.com', 'example.com', 'a.b.example.com:8080', 'news.bbc.co.uk', 'x.de', '10.0.0.1'];
  assert.equal(hosts.map(domainOf), [
    ...['example.com', 'example.com', 'example.com', 'bbc.co.uk', 'x.de', '10.0.0.1'],
  ]);
});

test(
  'the command trains the same model twice, and a detector uses it',
  withFolder({}, async (folder) => {
    const grow = async (name: string): Promise<Uint8Array> => {
      const few = ['--prior-trees', '4', '--joint-trees', '8', '--main-trees', '8'];
      const { status, stdout, stderr } = await train(labelled, ...few, '--json', '--out', join(folder, name));
      assert.is(stderr, '');
      assert.is(status, 0);
      const bytes = readFileSync(join(folder, name));
      assert.is(JSON.parse(stdout).bytes, bytes.length);
      return new Uint8Array(bytes);
    };
    const model = await grow('one');
    assert.equal(await grow('other'), model);
    const page = (await Detector.create({}, { model })).learn('<ul><li>Home</ul><p>Text of the page itself.</p>');
    assert.ok(page.blocks.every(({ score }) => score !== undefined));
  }),
);

test('the shipped model that is read and written again has the same bytes', async () => {
  const core = await Core.open(resolveOptions(), { wasm: await compileBench() });
  const shipped = await readShippedModel();
  // Another program writes the part about kinds.
  const nothing = new Uint8Array();
  assert.equal(writeModel(core, readModel(shipped)), withKinds(core, shipped, nothing));
});

test('reports wrong arguments in one line', async () => {
  for (const [words, message] of [
    [[], /give one folder or more/],
    [[labelled], /give --out FILE/],
    [['no/such/folder', '--out', 'x'], /there is no such folder/],
    [[labelled, '--out', 'x', '--joint-trees', '257'], /--joint-trees must be/],
    [[labelled, '--out', '/no/such/folder/model'], /no\/such\/folder/],
  ] as const) {
    const { status, stderr } = await train(...words);
    assert.is(status, 1);
    assert.match(stderr, message);
    assert.is(stderr.trim().split('\n').length, 1);
  }
});

test.run();
