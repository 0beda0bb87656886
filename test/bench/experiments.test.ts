/** The report on sites small enough to know, and the arithmetic of Table 1 on curves made by hand. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Point, smallest } from '../../bench/experiments/curve.ts';
import { countFalseMatches, type FalseMatches, sumFalseMatches } from '../../bench/experiments/false-matches.ts';
import type { MethodOrder, SiteOrder } from '../../bench/experiments/order.ts';
import { preparePage } from '../../bench/experiments/pages.ts';
import { escapeHtml } from '../../bench/experiments/report/html.ts';
import { heldOf, sharesOf, spreadOf } from '../../bench/experiments/table1.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// ── Table 1 ──

const batch = (pages: number, recall: number, bytes: number): Point => ({
  ...{ setting: { pages }, recall, precision: 1, f1: 0, bytes, heldBytes: bytes / 2 },
});

const lifetimes = (baseLifetime: number, recall: number, bytes: number): Point => ({
  ...{ setting: { baseLifetime, lifetimeGrowth: 1 }, recall, precision: 1, f1: 0, bytes, heldBytes: bytes },
});

const never: MethodOrder = { curve: [], disjoint: { 0.8: null } };

function order(
  site: string,
  shuffle: number,
  table: Point[],
  shingle: Point[],
  tested?: readonly [Point, Point],
): SiteOrder {
  const apart = (at: 0 | 1) => ({ 0.8: tested === undefined ? null : { tuned: tested[at], tested: tested[at] } });
  return {
    ...{ site, selection: { pages: 'all', shuffle }, pages: 20, threshold: 0.2 },
    methods: {
      'refrain, 39 bits': { curve: table, disjoint: apart(0) },
      shingle: { curve: shingle, disjoint: apart(1) },
      ...{
        'refrain, 23 bits': never,
        'refrain, 64 bits': never,
        sst: never,
        'pagelets-local': never,
        'site-level': never,
      },
    },
  };
}

const orders = [
  order(
    'pond',
    1,
    [lifetimes(1, 0.7, 10), lifetimes(2, 0.8, 20), lifetimes(3, 0.9, 15)],
    [batch(2, 0.5, 200), batch(5, 0.85, 500)],
    [lifetimes(3, 0.75, 30), batch(5, 0.9, 600)],
  ),
  order('brook', 1, [lifetimes(1, 0.9, 8), lifetimes(2, 0.9, 12)], [batch(2, 0.9, 400), batch(5, 0.9, 800)]),
  order('rill', 1, [lifetimes(1, 0.2, 8), lifetimes(2, 0.75, 12)], [batch(2, 0.1, 400), batch(5, 0.7, 800)]),
];

const find = (protocol: string, from: readonly SiteOrder[] = orders) =>
  sharesOf(from, [0.8]).find(
    (one) => one.protocol === protocol && one.table === 'refrain, 39 bits' && one.batch === 'shingle',
  );

test('tuned: compares the smallest settings that reach the recall, on the sites where both do', () => {
  assert.is(smallest(orders[0]?.methods['refrain, 39 bits']?.curve ?? [], 0.8)?.bytes, 15);
  const share = find('tuned');
  assert.equal(share?.sites, [2, 2]);
  assert.equal(share?.ofBatch, { mean: (15 / 500 + 8 / 400) / 2, deviation: 0 });
  assert.equal(share?.ofHeld, { mean: (15 / 250 + 8 / 200) / 2, deviation: 0 });
});

test('common: uses one setting that all sites have, chosen by the mean recall', () => {
  const share = find('common');
  // Tb 2 reaches .817 in the mean, Tb 1 only .6, and Tb 3 is not there on all sites; batches of five reach .817.
  assert.equal(share?.sites, [3, 3]);
  assert.ok(Math.abs((share?.ofBatch?.mean ?? 0) - (20 / 500 + 12 / 800 + 12 / 800) / 3) < 1e-12);
});

test('disjoint: uses the figures of the test pages, even below the recall', () => {
  const share = find('disjoint');
  assert.equal(share?.sites, [1, 1]);
  assert.equal(share?.ofBatch, { mean: 30 / 600, deviation: 0 });
  assert.equal(share?.found, [0.75, 0.9]);
});

test('gives no figure for a recall that no setting reaches', () => {
  const shares = sharesOf(orders, [0.99]);
  assert.ok(shares.every(({ ofBatch, ofHeld, found }) => ofBatch === null && ofHeld === null && found === null));
  const rill = heldOf(orders, 0.8).find(({ site, method }) => site === 'rill' && method === 'shingle');
  assert.equal([rill?.bytes, rill?.reached, rill?.settings], [null, [0, 1], []]);
});

test('gives mean and deviation over the page orders', () => {
  const other = orders.map((one) => ({ ...one, selection: { pages: 'all', shuffle: 2 } as const })).slice(0, 1);
  const [first, second] = [(15 / 500 + 8 / 400) / 2, 15 / 500];
  assert.equal(find('tuned', [...orders, ...other])?.ofBatch, spreadOf([first, second]));
  assert.equal(find('tuned', [...orders, ...other])?.sites, [1, 2]);
  assert.equal(spreadOf([1, 3]), { mean: 2, deviation: Math.SQRT2 });
});

// ── Short fingerprints ──

test('finds no false match in a small table and adds counts', async () => {
  const pages = Array.from({ length: 8 }, (_, at) =>
    preparePage(
      `<div data-gold="template">menu</div><p data-gold="content">${at}<p>${at}</p>`,
      `${at}`,
      'https://a.example/',
    ),
  );
  const count = await countFalseMatches(pages, 23, 'endless');
  // The menu once and a number for each page; that the number stands twice is one look.
  assert.equal([count.lookups, count.measured, count.blocksChanged, count.blocks], [9, 0, 0, 16]);
  const entries = Array.from({ length: 7 }, (_, at) => at + 2).reduce((sum, one) => sum + one, 0);
  assert.is(count.expected, entries / 2 ** 23);
  const [sum] = sumFalseMatches([count, count]) as [FalseMatches];
  assert.equal([sum.lookups, sum.expected], [18, 2 * count.expected]);
});

// ── The command ──

const page = (at: number, body: string): string =>
  `<!doctype html><title>${at}</title><div data-gold="template"><a href="/">Home</a> <a href="/about">About us</a></div>${body}`;

const story = (at: number): string => `<div data-gold="content"><p>Story ${at} of a kind &lt;b&gt;</p></div>`;

function withSites(run: (folder: string) => void): () => void {
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'refrain-experiments-'));
    const write = (site: string, count: number, body: (at: number) => string): void => {
      mkdirSync(join(folder, 'sites', site), { recursive: true });
      for (let at = 0; at < count; at += 1) writeFileSync(join(folder, 'sites', site, `${at}.html`), body(at));
    };
    write('pond', 24, (at) => page(at, story(at)));
    write('brook', 14, (at) => page(at, story(at)));
    write('short', 4, (at) => page(at, story(at)));
    write('bare', 12, (at) => `<p>${at}`);
    try {
      run(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

const run = (...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/experiments.ts', ...words], { cwd: root, encoding: 'utf8' });

test(
  'writes a report without external files, the figures beside it, and the sites that cannot be measured',
  withSites((folder) => {
    const out = join(folder, 'new', 'report');
    const { stdout, stderr, status } = run(
      join(folder, 'sites'),
      '--out',
      out,
      '--orders',
      '2',
      '--table3-pages',
      '12',
      '--json',
    );
    assert.is(status, 0, stderr);
    const { shares, methods, found, times, searches, leftOut } = JSON.parse(stdout);
    assert.equal(
      leftOut.map(({ site }: { site: string }) => site),
      ['bare', 'short'],
    );
    assert.is(methods.filter(({ method }: { method: string }) => method === 'default').length, 2);
    assert.ok(shares.length > 0);
    const sitesOf = (figures: { site: string }[]): string[] => [...new Set(figures.map(({ site }) => site))];
    assert.equal(sitesOf(found), ['brook', 'pond']);
    assert.equal(
      times.map(({ site, pages }: { site: string; pages: number }) => [site, pages]),
      [
        ['brook', 12],
        ['pond', 12],
      ],
    );
    assert.equal(
      [...new Set(searches.map(({ scope }: { scope: string }) => scope))],
      ['brook', 'pond', 'all together'],
    );
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    assert.match(report, /Left out: bare: .*data-gold/);
    assert.match(report, 'Left out: short: it has 4 pages, fewer than 10');
    // Template is found on 20 of 24 pages, .83: a method that needs five pages cannot reach a recall of .9.
    assert.match(report, 'unreachable');
    assert.match(report, '<svg');
    assert.not.match(report, /<(script|link|img|iframe)\b|src=|url\(|https?:\/\/(?!www\.w3\.org\/)/);
    const files = readdirSync(join(out, 'data'));
    for (const [, file = ''] of report.matchAll(/href="data\/([^"]+)"/g)) {
      assert.ok(files.includes(file), file);
      const { command, figures } = JSON.parse(readFileSync(join(out, 'data', file), 'utf8'));
      assert.match(command, 'npm run bench experiments -- ');
      assert.ok(figures.length > 0, file);
    }
  }),
);

test(
  'reports bad input in one line and writes nothing',
  withSites((folder) => {
    const sites = join(folder, 'sites');
    const out = join(folder, 'out');
    for (const [words, message] of [
      [[sites], /--out DIR is missing/],
      [['no/such', '--out', out], /there is no such folder/],
      [[join(sites, 'bare'), '--out', out], /no site can be measured: bare: .*has a data-gold label/],
      [[sites, '--out', out, '--orders', '0'], /--orders must be/],
      [[sites, '--out', out, '--hard', 'no/such'], /no\/such: there is no such folder/],
      [[sites, '--out', join(sites, 'bare', '1.html')], /cannot be written/],
    ] as const) {
      const { stderr, status } = run(...words);
      assert.is(status, 1, stderr);
      assert.match(stderr, message);
      assert.is(stderr.trimEnd().split('\n').length, 1);
    }
    assert.not.ok(existsSync(out));
  }),
);

test('escapes text for HTML', () => {
  assert.is(escapeHtml('<a href="b">&'), '&lt;a href=&quot;b&quot;&gt;&amp;');
});

test.run();
