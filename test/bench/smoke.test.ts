/** Benches that no other test runs: each works on a small site, and its figures are numbers. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Files, inFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a bench on files; gives its standard output. */
const outputOf = (file: string, files: Files, words: (folder: string) => readonly string[]): Promise<string> =>
  inFolder(files, (folder) => {
    const all = ['--import', 'tsx', `bench/${file}.ts`, ...words(folder)];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: root, encoding: 'utf8' });
    assert.is(status, 0, stderr);
    return stdout;
  });

const page = (number: number): string =>
  `<title>Story ${number}</title><header>River Post</header><nav class="menu"><a>Town</a><a>Nature</a></nav>
<article><h1>Story ${number}</h1><p>Heron number ${number * 7} was seen at the mill by ${number} people of the valley.</p></article>
<footer>Imprint of the post</footer>`;

const site = (name: string, pages: number): Files =>
  Object.fromEntries(Array.from({ length: pages }, (_, at) => [`${name}/${at}.html`, page(at)]));

const SITE = site('post', 12);

test('observe says what a template costs, in time and bytes', async () => {
  const output = await outputOf('observe', SITE, (folder) => [folder, '--rounds', '2', '--json']);
  const { sites } = JSON.parse(output) as { sites: Record<string, number | string>[] };
  assert.equal(
    sites.map((one) => [one['site'], one['pages']]),
    [['post', 12]],
  );
  for (const name of ['learn', 'added', 'bytes']) assert.ok(Number.isFinite(sites[0]?.[name]), name);
});

test('digests prints sizes and times of a site', async () => {
  const output = await outputOf('digests', SITE, (folder) => ['--sites', folder, '--rounds', '2']);
  assert.match(output, /post +12 +\d+ +[\d.]+ %/);
});

test('simulate draws pages of sites', async () => {
  const output = await outputOf('simulate', SITE, (folder) => ['--sites', folder, '--pages', '200', '--json']);
  const { pages, sites, costGrowth } = JSON.parse(output) as Record<string, number>;
  assert.ok((pages ?? 0) >= 200 && sites === 1 && Number.isFinite(costGrowth));
});

test('one-site times one thread, two threads and two processes', async () => {
  const words = ['--copies', '2', '--rounds', '1', '--json'];
  const output = await outputOf('crawl/one-site', SITE, (folder) => ['--sites', folder, ...words]);
  const { pages, speeds } = JSON.parse(output) as { pages: number; speeds: { pagesPerSecond: number }[] };
  assert.is(pages, 24);
  assert.is(speeds.length, 3);
  for (const { pagesPerSecond } of speeds) assert.ok(pagesPerSecond > 0);
});

test('smoothing times trees of three sizes', async () => {
  const output = await outputOf('smoothing', {}, () => ['--json']);
  const { timings } = JSON.parse(output) as { timings: { milliseconds: number }[] };
  assert.is(timings.length, 6);
  for (const { milliseconds } of timings) assert.ok(milliseconds > 0);
});

test('train-kind judges kinds by folds', async () => {
  const kinds = ['article', 'forum'];
  const index = Array.from({ length: 12 }, (_, at) => `${at}\t${kinds[at % 2]}\thttps://h${at}.example/${at}\n`);
  const files = { ...site('.', 12), 'index.tsv': index.join('') };
  const output = await outputOf('train-kind', files, (folder) => [folder, '--trial', '2', '--clues', '20', '--json']);
  const { pages, trials } = JSON.parse(output) as { pages: number; trials: { accuracy: number }[] };
  assert.is(pages, 12);
  assert.ok(Number.isFinite(trials[0]?.accuracy));
});

test('metadata compares headlines of sites', async () => {
  // A page whose headline is known: see bench/metadata/headlines.tsv.
  const files = { ...site('brpc', 5), 'brpc/00025.html': page(25) };
  const output = await outputOf('metadata', files, (folder) => [folder, '--json']);
  const { sites } = JSON.parse(output) as { sites: { site: string; pages: number }[] };
  assert.equal(
    sites.map(({ site: name }) => name),
    ['brpc'],
  );
  assert.ok((sites[0]?.pages ?? 0) > 0);
});

test.run();
