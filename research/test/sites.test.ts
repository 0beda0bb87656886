import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Problem } from '../../bench/command-line.ts';
import { findSites, type SiteSource } from '../../bench/pages/sites.ts';
import { writeFiles } from '../../test/support/folder.ts';
import { selectPages } from '../corpus/selection.ts';

const sites = suite('sites');

let folder = '';

sites.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-sites-'));
  writeFiles(folder, {
    'sites/beta/b.html': 'beta b',
    'sites/beta/a/é.html': 'beta é',
    'sites/beta/a/z.html': 'beta z',
    'sites/beta/manifest.tsv': 'b.html\t2011/bees/index.html\t1\n',
    'sites/empty/readme.txt': 'no page in it',
    'packed/B.html': 'upper B',
    'packed/a.html': 'lower a',
    'packed/deep/c.html': 'deep c',
    'packed/style.css': 'not a page',
  });
  await create({ gzip: true, cwd: join(folder, 'packed'), file: join(folder, 'sites/alpha.tar.gz') }, ['.']);
});

sites.after(() => rmSync(folder, { recursive: true, force: true }));

sites('reads addresses of pages from the manifest', async () => {
  const [, beta] = findSites(join(folder, 'sites'));
  const pages = (await beta?.read()) ?? [];
  assert.equal(
    pages.map(({ name, address }) => [name, address]),
    [
      ['a/z.html', undefined],
      ['a/é.html', undefined],
      ['b.html', '2011/bees/index.html'],
    ],
  );
});

const contents = async (site: SiteSource | undefined): Promise<string[]> =>
  ((await site?.read()) ?? []).map(({ name, bytes }) => `${name}: ${new TextDecoder().decode(bytes)}`);

sites('finds folders and archives sorted by name, with pages sorted by path', async () => {
  const found = findSites(join(folder, 'sites'));
  assert.equal(
    found.map(({ name }) => name),
    ['alpha', 'beta'],
  );
  assert.equal(await contents(found[0]), ['B.html: upper B', 'a.html: lower a', 'deep/c.html: deep c']);
  assert.equal(await contents(found[1]), ['a/z.html: beta z', 'a/é.html: beta é', 'b.html: beta b']);
});

sites('takes a folder with pages, or an archive, as one site', async () => {
  const [beta, ...others] = findSites(join(folder, 'sites/beta/'));
  assert.is(beta?.name, 'beta');
  assert.is(others.length, 0);
  assert.is((await contents(beta)).length, 3);
  assert.equal(
    findSites(join(folder, 'sites/alpha.tar.gz')).map(({ name }) => name),
    ['alpha'],
  );
});

const message = (path: string): string => {
  try {
    findSites(join(folder, path));
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  return '';
};

sites('rejects paths that are not sites, with their names', () => {
  assert.match(message('nowhere'), /nowhere: there is no such folder$/);
  assert.match(message('sites/empty'), /empty: no \.html page/);
  assert.match(message('packed/style.css'), /style\.css: neither a folder nor/);
});

sites('shuffles pages by a seed, then selects the first ones', () => {
  const pages = Array.from({ length: 50 }, (_, number) => number);
  const one = selectPages(pages, { pages: 'all', shuffle: 1 });
  assert.equal(
    one.toSorted((a, b) => a - b),
    pages,
  );
  assert.not.equal(one, pages);
  assert.equal(selectPages(pages, { pages: 10, shuffle: 1 }), one.slice(0, 10));
  assert.not.equal(selectPages(pages, { pages: 'all', shuffle: 2 }), one);
  assert.equal(selectPages(pages, { pages: 3, shuffle: 'none' }), [0, 1, 2]);
});

sites.run();
