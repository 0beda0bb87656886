/** The search experiment: its figures, and a site whose template contains the title of every page. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/corpus/sites.ts';
import type { KnownItem } from '../../bench/search/known-items.ts';
import { measureKnownItems, measureSearch, readSearched, TOGETHER, together } from '../../bench/search/measure.ts';
import { distinctQueries, sampleQueries, searchText } from '../../bench/search/queries.ts';
import { figuresOf, movesOf } from '../../bench/search/ranks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('computes the mean reciprocal rank and the share of the first ten', () => {
  const { queries, mrr, hits } = figuresOf([1, 2, 10, 11, undefined]);
  assert.is(queries, 5);
  assert.ok(Math.abs(mrr - (1 + 1 / 2 + 1 / 10 + 1 / 11) / 5) < 1e-12);
  assert.is(hits, 3 / 5);
  assert.equal(figuresOf([]), { queries: 0, mrr: 0, hits: 0 });
});

test('counts a page that was not found before as better', () => {
  assert.equal(movesOf([1, 2, undefined, 4, undefined, 6], [1, 3, 50, 2, undefined, undefined]), {
    better: 2,
    worse: 2,
  });
});

const item = (query: string, url: string): KnownItem => ({ query, url, kind: 'title' });

test('samples queries in their order, removes quotes, and leaves out queries of two sites', () => {
  const items = Array.from({ length: 40 }, (_, at) => item(`query ${at}`, `/${at}`));
  const some = sampleQueries(items, 10, 1);
  assert.is(some.length, 10);
  assert.equal(some, sampleQueries(items, 10, 1));
  assert.not.equal(some, sampleQueries(items, 10, 2));
  assert.equal(
    some,
    items.filter((one) => some.includes(one)),
  );
  assert.equal(sampleQueries(items, 100, 1), items);
  assert.is(searchText({ query: 'the "right" one' }), 'the  right  one');
  const [one, other] = [
    [item('Help', '/a'), item('Cats', '/b')],
    [item('HELP', '/c'), item('Dogs', '/d')],
  ];
  assert.equal(distinctQueries([one, other]), [item('Cats', '/b'), item('Dogs', '/d')]);
});

const TOPICS = 'amber basalt cedar dune ember fern grove harbour'.split(' ');
const BIRDS = 'auk bittern crane dunlin eider finch grebe heron'.split(' ');

/** Every page of a site has a menu of all titles, and says its own topic once more. */
function withSites(run: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'refrain-known-items-'));
    try {
      for (const [site, topics] of [
        ['field', TOPICS],
        ['shore', BIRDS],
      ] as const) {
        mkdirSync(join(folder, site));
        const menu = `<ul data-gold="template">${topics.map((topic) => `<li>The ${topic}</li>`).join('')}</ul>`;
        for (const [at, topic] of topics.entries()) {
          const body = `<p data-gold="content">${topic} ${topics.map((one) => `${one}${at}`).join(' ')}</p>`;
          writeFileSync(join(folder, site, `${at}.html`), `<title>The ${topic} - ${site}</title>${menu}${body}`);
        }
      }
      await run(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

test(
  'ranks pages first without a menu of all titles, and not with it',
  withSites(async (folder) => {
    const [site] = findSites(folder);
    assert.ok(site);
    const searched = await readSearched(site, { pages: 'all', shuffle: 'none' });
    assert.equal(searched.items.map(({ query }) => query).sort(), TOPICS.map((topic) => `The ${topic}`).sort());
    const figures = await measureSearch(searched);
    assert.equal(
      figures.map(({ template, ranking }) => `${template} ${ranking}`),
      ['none', 'two-stage', 'incremental'].flatMap((template) => [`${template} bm25`, `${template} pivoted`]),
    );
    const [none, , twoStage] = figures;
    // Each word of the queries is on every page, so BM25 has nothing to go by: pages come in their order.
    const harmonic = TOPICS.reduce((sum, _, at) => sum + 1 / (at + 1), 0);
    assert.ok(Math.abs((none?.mrr ?? 0) - harmonic / TOPICS.length) < 1e-12);
    assert.equal([none?.hits, none?.wordsKept, none?.better, none?.worse], [1, 1, 0, 0]);
    assert.equal([twoStage?.mrr, twoStage?.hits, twoStage?.better, twoStage?.worse], [1, 1, TOPICS.length - 1, 0]);
    // A page has sixteen words of menu and nine of its own.
    assert.is(twoStage?.wordsKept, 9 / 25);
  }),
);

test(
  'joins pages and queries of all sites in one index',
  withSites(async (folder) => {
    const selection = { pages: 'all', shuffle: 1 } as const;
    const sites = await Promise.all(findSites(folder).map((site) => readSearched(site, selection)));
    const all = together(sites);
    assert.equal([all.scope, all.pages.length, all.items.length], [TOGETHER, 16, 16]);
    const figures = await measureKnownItems(sites, 3);
    assert.equal([...new Set(figures.map(({ scope }) => scope))], ['field', 'shore', TOGETHER]);
    assert.equal([...new Set(figures.map(({ queries }) => queries))], [3, 6]);
    assert.ok(figures.every(({ mrr, hits, template }) => template !== 'two-stage' || (mrr === 1 && hits === 1)));
  }),
);

const run = (...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/known-items.ts', ...words], { cwd: root, encoding: 'utf8' });

test(
  'known-items --json prints one object and nothing else',
  withSites(async (folder) => {
    const { stdout, stderr, status } = run(folder, '--json', '--queries', '5');
    assert.is(stderr, '');
    assert.is(status, 0);
    const { pages, shuffle, queries, figures } = JSON.parse(stdout);
    assert.equal([pages, shuffle, queries, figures.length], ['all', 1, 5, 3 * 3 * 2]);
    assert.equal(Object.keys(figures[0]), [
      ...['scope', 'pages', 'template', 'ranking', 'queries', 'mrr', 'hits', 'wordsKept', 'better', 'worse'],
    ]);
  }),
);

test(
  'known-items prints a line for each index and ranking',
  withSites(async (folder) => {
    const { stdout, status } = run(join(folder, 'field'));
    assert.is(status, 0);
    const lines = stdout.trimEnd().split('\n');
    assert.is(lines.length, 1 + 3 * 2);
    assert.match(lines[2] ?? '', /^field +8 +bm25 +two-stage +0\.360 +8 +1\.000 +1\.000 +7 +0$/);
  }),
);

test('reports wrong arguments in one line', () => {
  for (const [words, message] of [
    [[], /give one SITES_DIR/],
    [['no/such'], /there is no such folder/],
    [['test/fixtures/labelled', '--queries', '0'], /--queries must be a whole number above 0/],
    [['test/fixtures/labelled', '--pages', 'few'], /--pages must be all or a whole number above 0/],
  ] as const) {
    const { stderr, stdout, status } = run(...words);
    assert.is(status, 1);
    assert.is(stdout, '');
    assert.match(stderr, message);
    assert.is(stderr.trimEnd().split('\n').length, 1);
  }
});

test.run();
