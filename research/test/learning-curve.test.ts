/** Learning curves: means by hand, scores of small sites, and the command on real sites. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import { curveOf } from '../learning/curve.ts';
import { nameOf, RANGES, rangeOf } from '../learning/ranges.ts';
import { type Mark, measureSite } from '../learning/site.ts';
import { run } from './run.ts';

test('divides page numbers into ranges that leave none out', () => {
  const named = [1, 2, 3, 5, 6, 10, 11, 50, 51, 100, 400, 401, 1e6].map((page) => {
    const range = RANGES[rangeOf(page)];
    assert.ok(range);
    return nameOf(range);
  });
  assert.equal(named, [
    ...['1', '2', '3 to 5', '3 to 5', '6 to 10', '6 to 10', '11 to 20'],
    ...['21 to 50', '51 to 100', '51 to 100', '201 to 400', 'from 401', 'from 401'],
  ]);
});

test('a point is the mean over orders of the mean over sites, with the deviation between orders and the worst site', () => {
  const mark = (site: string, seed: number, f1: number) => ({ site, method: 'm', seed, range: 2, pages: 3, f1 });
  const other = { site: 'a', method: 'n', seed: 1, range: 2, pages: 3, f1: 0 };
  const [point, ...more] = curveOf(
    [mark('a', 1, 0.5), mark('b', 1, 1), mark('a', 2, 0.25), mark('b', 2, 0.75), other],
    'm',
  );
  assert.equal(more, []);
  assert.equal(point, {
    ...{ from: 3, to: 5, sites: 2, f1: (0.75 + 0.5) / 2, spread: Math.sqrt(2 * 0.125 ** 2) },
    worst: { site: 'a', f1: 0.375 },
  });
  const [single] = curveOf([{ ...mark('a', 1, 0.5), gain: -0.25 }], 'm');
  assert.equal([single?.spread, single?.gain], [0, -0.25]);
});

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-curve-'));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rounded = (marks: readonly Mark[]): Mark[] =>
  JSON.parse(JSON.stringify(marks), (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(3)) : value,
  );

test('scores pages in the order in which they are read, and leaves out pages without labels', () =>
  withFolder(async (folder) => {
    mkdirSync(join(folder, 'blog'));
    const page = (text: string) => `<nav>Home</nav><p data-main="main">${text}</p>`;
    const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (const [at, text] of texts.entries()) writeFileSync(join(folder, 'blog', `${at}.html`), page(text));
    const [site] = findSites(folder);
    assert.ok(site);
    const options = { methods: ['lines', 'none'], pages: 6, seeds: 2 };
    const marks = rounded(await measureSite(site, options));
    // A line that was seen before is left out: the menu is kept on the first page only.
    const expected = [1, 2].flatMap((seed) => [
      { site: 'blog', method: 'lines', seed, range: 0, pages: 1, f1: 0.667, gain: 0 },
      ...[1, 2, 3].map((range) => ({
        site: 'blog',
        method: 'lines',
        seed,
        range,
        pages: [1, 1, 3, 1][range],
        f1: 1,
        gain: 0.333,
      })),
    ]);
    assert.equal(
      marks.filter(({ method }) => method === 'lines'),
      expected,
    );
    for (const { f1 } of marks.filter(({ method }) => method === 'none')) assert.is(f1, 0.667);
    writeFileSync(join(folder, 'blog', '0.html'), '<p>a page without labels</p>');
    const pages = (await measureSite(site, { ...options, methods: ['none'], seeds: 1 })).map((mark) => mark.pages);
    assert.is(
      pages.reduce((sum, count) => sum + count, 0),
      5,
    );
  }));

test('a method that reads pages alone has the same score for a page in every order', () =>
  withFolder(async (folder) => {
    mkdirSync(join(folder, 'blog'));
    for (let at = 0; at < 3; at += 1) {
      const text =
        `<p>${`Number ${at} rains for a long time, and nobody knows when it ends. `.repeat(4 + at)}</p>`.repeat(4);
      writeFileSync(join(folder, 'blog', `${at}.html`), `<nav>Home</nav><article data-main="main">${text}</article>`);
    }
    const [site] = findSites(folder);
    assert.ok(site);
    const marks = await measureSite(site, { methods: ['readability'], pages: 3, seeds: 4 });
    const sums = [1, 2, 3, 4].map((seed) =>
      marks.filter((mark) => mark.seed === seed).reduce((sum, { f1, pages }) => sum + f1 * pages, 0),
    );
    for (const sum of sums) assert.ok(Math.abs(sum - (sums[0] ?? 0)) < 1e-12 && sum > 2, sums.join(' '));
  }));

test('the commands of research/benchmark.md run on the sites in the repository', () =>
  withFolder(async (folder) => {
    const labelled = await run('label-sites', 'research/corpus/selector-sites.tsv', 'test/fixtures/sites', folder);
    assert.is(labelled.stderr, '');
    const rows = labelled.stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/\s{2,}/));
    assert.equal(
      rows.map(([site]) => site),
      ['cassandra', 'brpc'],
    );
    for (const [site, , , content, main, , mainInTemplate] of rows) {
      assert.ok(Number(main) > 0.5 && Number(main) <= Number(content), site);
      assert.is(mainInTemplate, '0.000');
    }
    const words = [folder, '--pages', '6', '--seeds', '1', '--methods', 'main,default,default-readability,none'];
    const { stdout, stderr } = await run('learning-curve', ...words, '--json');
    assert.is(stderr, '');
    const { curves, sites } = JSON.parse(stdout);
    assert.equal(sites, ['brpc', 'cassandra']);
    for (const { method, points } of curves) {
      assert.equal(
        points.map(({ from }: { from: number }) => from),
        [1, 2, 3, 6],
        method,
      );
      for (const { f1 } of points) assert.ok(f1 > 0.3 && f1 <= 1, `${method} ${f1}`);
    }
    const text = await run('learning-curve', folder, '--pages', '2', '--seeds', '1', '--methods', 'none');
    assert.match(text.stdout, /^pages +sites +none\n1 +2 +0\.\d{3} ±0\.000 \(\+0\.000\)\n2 +2 /);
  }));

test('reports bad input in one line', () =>
  withFolder(async (folder) => {
    mkdirSync(join(folder, 'blog'));
    writeFileSync(join(folder, 'blog', '1.html'), '<p data-gold="content">text');
    for (const [words, message] of [
      [[], /give (one or more )?(SITES_DIR|folders?)/],
      [[folder, '--methods', 'none'], /blog: no element of its pages has a data-main label/],
      [[folder, '--methods', 'shingle'], /shingle needs a batch of pages/],
      [[folder, '--methods', 'magic'], /there is no method magic/],
      [[folder, '--seeds', '0'], /--seeds must be a whole number above 0/],
      [[folder, '--model', join(folder, 'none')], /none: cannot be read/],
    ] as const) {
      const { stderr, status } = await run('learning-curve', ...words);
      assert.is(status, 1);
      assert.match(stderr, message);
      assert.is(stderr.trimEnd().split('\n').length, 1);
    }
  }));

test.run();
