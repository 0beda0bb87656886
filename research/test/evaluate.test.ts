import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import { partsOf } from '../corpus/selection.ts';
import { evaluateSite, macroOf, type SiteFigures } from '../evaluation/labels.ts';
import { methods } from '../methods/all.ts';
import { labelledSites, run } from './run.ts';

const labelled = labelledSites();

const options = resolveOptions({ preset: 'paper', baseLifetime: 5, lifetimeGrowth: 8 });

const evaluateAll = async (name: string): Promise<SiteFigures[]> => {
  const kind = methods[name];
  assert.ok(kind);
  const selection = { pages: 'all', shuffle: 'none' } as const;
  return Promise.all(findSites(labelled).map((site) => evaluateSite(site, kind, { options, selection })));
};

/** The figures that are equal on every machine, without bytes and times. */
const exact = (site: SiteFigures): unknown => {
  const { name, pages, precision, recall, f1, contentLost, contentF1, blocks, ...rest } = site;
  const { entries, entriesKept, finalEntries } = rest;
  const figures = {
    name,
    pages,
    precision,
    recall,
    f1,
    contentLost,
    contentF1,
    blocks,
    entries,
    entriesKept,
    finalEntries,
  };
  return rounded(figures);
};

const rounded = (figures: unknown): unknown =>
  JSON.parse(JSON.stringify(figures), (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(12)) : value,
  );

/**
 * Six pages, with numbers of characters. "Home Plants" (11) and "About us" (8) are template, and found on pages 5 and
 * 6. "Posted by Ann" (13) is content that repeats, and judged template on the same pages. The sentence (20) is content
 * that never repeats.
 */
const garden = rounded({
  name: 'garden',
  pages: 6,
  precision: (2 * 19) / (2 * 32),
  recall: 2 / 6,
  f1: (2 * 38) / (2 * 38 + 4 * 19 + 2 * 13),
  contentLost: (2 * 13) / (6 * 33),
  contentF1: (4 * (14 / 18) + 2 * (8 / 11)) / 6,
  blocks: { precision: 4 / 6, recall: 4 / 12, f1: 8 / (8 + 8 + 2) },
  // Three texts that recur, and the sentences of five pages.
  entries: (4 + 5 + 6 + 7 + 8 + 9) / 6,
  entriesKept: (4 + 5 + 6 + 7 + 8 + 8) / 6,
  finalEntries: 8,
});

/** "Quay" is template in a block whose other text is content, and is not found. */
const harbour = rounded({
  name: 'harbour',
  pages: 5,
  ...{ precision: 1, recall: 0, f1: 0, contentLost: 0 },
  contentF1: 10 / 11,
  blocks: { precision: 1, recall: 1, f1: 1 },
  entries: (3 + 5 + 7 + 9 + 11) / 5,
  entriesKept: (3 + 5 + 7 + 9 + 11) / 5,
  finalEntries: 11,
});

test('paper: has the figures computed by hand', async () => {
  const sites = await evaluateAll('paper');
  assert.equal(sites.map(exact), [garden, harbour]);
  for (const { tableBytes, bytesPerEntry, entriesKept, millisecondsPerPage } of sites) {
    assert.ok(tableBytes > 0 && millisecondsPerPage > 0);
    assert.is(bytesPerEntry, tableBytes / entriesKept);
  }
  const macro = macroOf(sites);
  assert.is(macro.recall, 1 / 6);
  assert.is(macro.blocks.recall, (1 / 3 + 1) / 2);
  assert.is(macro.entries, (6.5 + 7) / 2);
});

test('none: finds nothing, loses nothing and stores nothing', async () => {
  const [first] = await evaluateAll('none');
  assert.ok(first);
  const { precision, recall, f1, contentLost, contentF1, entries, tableBytes, bytesPerEntry } = first;
  assert.equal([precision, recall, f1, contentLost, entries, tableBytes, bytesPerEntry], [1, 0, 0, 0, 0, 0, 0]);
  assert.is(contentF1, 14 / 18);
});

test('shingle: finds the template in a batch of six pages, and not on the last page in batches of five', async () => {
  const kind = methods['shingle'];
  assert.ok(kind);
  const [site] = findSites(labelled);
  assert.ok(site);
  const selection = { pages: 'all', shuffle: 'none' } as const;
  const whole = await evaluateSite(site, kind, { options, selection, batch: 'all' });
  const five = await evaluateSite(site, kind, { options, selection, batch: 5 });
  assert.is(whole.blocks.recall, 1);
  assert.is(five.blocks.recall, 10 / 12);
  assert.ok(five.keptBytes < whole.keptBytes && five.keptBytes > 0);
  assert.is(five.bytesPerEntry, 12);
});

test('two-stage: finds template from five pages of a batch on', async () => {
  const kind = methods['two-stage'];
  assert.ok(kind);
  const [site] = findSites(labelled);
  assert.ok(site);
  const selection = { pages: 'all', shuffle: 'none' } as const;
  const whole = await evaluateSite(site, kind, { options, selection, batch: 'all' });
  const five = await evaluateSite(site, kind, { options, selection, batch: 5 });
  const four = await evaluateSite(site, kind, { options, selection, batch: 4 });
  // "Posted by Ann" is content, at the same position in the same block on every page.
  assert.equal([whole.blocks.recall, whole.blocks.precision], [1, 12 / 18]);
  assert.is(five.blocks.recall, 10 / 12);
  assert.is(four.blocks.recall, 0);
  assert.is(whole.keptBytes, 0);
  assert.ok(whole.tableBytes > 0);
});

test('first pages that are learned before they are labelled get the template of the last', async () => {
  const [site] = findSites(labelled);
  const kind = methods['paper'];
  assert.ok(site && kind);
  const selection = { pages: 'all', shuffle: 'none' } as const;
  const recall = async (settle: number | 'all'): Promise<number> => {
    const figures = await evaluateSite(site, kind, { options, selection, settle, first: 4 });
    assert.is(figures.pages, 4);
    return figures.recall;
  };
  assert.is(await recall(0), 0);
  assert.is(await recall(5), 0);
  assert.is(await recall('all'), 1);
});

test('every method has verdicts for all pages', async () => {
  const figures = await Promise.all(Object.keys(methods).map(evaluateAll));
  for (const sites of figures) {
    assert.equal(
      sites.map(({ name, pages }) => [name, pages]),
      [
        ['garden', 6],
        ['harbour', 5],
      ],
    );
    for (const { precision, recall, contentLost } of sites) {
      for (const share of [precision, recall, contentLost]) assert.ok(share >= 0 && share <= 1);
    }
  }
});

test('evaluate --json prints one object and nothing else', async () => {
  const flags = [
    '--method',
    'paper',
    '--base-lifetime',
    '5',
    '--lifetime-growth=8',
    '--shuffle',
    'none',
    '--pages',
    'all',
  ];
  const { stdout, stderr, status } = await run('evaluate', labelled, '--json', ...flags);
  assert.is(stderr, '');
  assert.is(status, 0);
  const printed = JSON.parse(stdout);
  assert.equal(Object.keys(printed).sort(), ['gold', 'macro', 'method', 'options', 'pages', 'shuffle', 'sites']);
  assert.is(printed.method, 'paper');
  assert.equal([printed.pages, printed.shuffle], ['all', 'none']);
  assert.equal([printed.options.baseLifetime, printed.options.separators], [5, 'paper']);
  assert.equal(printed.sites.map(exact), [garden, harbour]);
  assert.is(printed.macro.recall, 1 / 6);
});

test('evaluate prints a line for each site and one for the mean, or one for each method', async () => {
  const { stdout, status } = await run('evaluate', labelled, '--separators', 'html5');
  assert.is(status, 0);
  assert.equal(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
    ['site', 'garden', 'harbour', 'macro'],
  );
  const methods = await run('evaluate', labelled, '--method', 'repetition,none');
  const [, repetition = '', none = ''] = methods.stdout.split('\n');
  assert.match(repetition, /^repetition +0\.\d{3} +0\.167 /);
  assert.match(none, /^none +1\.000 +0\.000 /);
});

test('each site is in one fold', async () => {
  const judged = async (fold: string): Promise<string[]> => {
    const { stdout, status } = await run('evaluate', labelled, '--method', 'none', '--fold', fold, '--json');
    assert.is(status, 0);
    return (JSON.parse(stdout) as { sites: { name: string }[] }).sites.map(({ name }) => name);
  };
  const folds = await Promise.all([1, 2, 3, 4].map((fold) => judged(`${fold}/4`)));
  assert.equal(folds.flat().toSorted(), ['garden', 'harbour']);
});

test('a fold with pages that have no reference is an error', async () => {
  const folds = [1, 2, 3, 4].map((fold) => run('evaluate', labelled, '--gold', 'text', '--fold', `${fold}/4`));
  const errors = (await Promise.all(folds)).filter(({ status }) => status === 1).map(({ stderr }) => stderr);
  assert.ok(errors.length > 0);
  for (const error of errors) assert.match(error, /no page has a \.txt file/);
});

test('reports wrong arguments in one line and exits with code 1', async () => {
  const cases: [words: string[], message: RegExp][] = [
    [[], /give one folder or more/],
    [['no/such/folder'], /no\/such\/folder: there is no such folder/],
    [['research'], /no \.html page/],
    [['examples', '--method', 'magic'], /there is no method magic/],
    [[labelled, '--base-lifetime', '-1'], /base-?lifetime/i],
    [[labelled, '--base-lifetime=0'], /baseLifetime/],
    [[labelled, '--frobnicate'], /frobnicate/],
    [[labelled, '--fold', '3/2'], /--fold must be K\/N/],
    [[labelled, '--method', 'shingle', '--batch', '0'], /--batch must be all or a whole number above 0/],
    [[labelled, '--method', 'paper', '--batch', '5'], /paper takes pages one by one/],
    [[labelled, '--method', 'shingle', '--batch', 'some'], /--batch must be all or a whole number above 0/],
    [[labelled, '--method', 'paper', '--preset', 'default'], /contradict each other/],
  ];
  for (const [words, message] of cases) {
    const { stdout, stderr, status } = await run('evaluate', ...words);
    assert.is(status, 1, words.join(' '));
    assert.is(stdout, '');
    assert.match(stderr, message);
    assert.is(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('names a site without labels', async () => {
  const { stderr, status } = await run('evaluate', 'test/fixtures/sites/admin-lte.tar.gz', '--pages', '3');
  assert.is(status, 1);
  assert.is(stderr, 'npm run research --: admin-lte: no element of its pages has a data-gold label\n');
});

test('each part of a divided site is judged by itself', async () => {
  const kind = methods['paper'];
  const [site] = findSites(labelled);
  assert.ok(kind && site);
  const selection = { pages: 'all', shuffle: 'none' } as const;
  const figures = (parts: number): Promise<SiteFigures> => evaluateSite(site, kind, { options, selection, parts });
  const [whole, halves] = [await figures(1), await figures(2)];
  assert.is(halves.pages, whole.pages);
  // Each part begins with an unknown page.
  assert.ok(halves.recall < whole.recall, `${halves.recall} ${whole.recall}`);
  assert.equal(partsOf([1, 2, 3, 4, 5, 6, 7], 3), [
    [1, 2],
    [3, 4, 5],
    [6, 7],
  ]);
});

test.run();
