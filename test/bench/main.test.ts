/** Main content by labels: figures of small sites, and the command. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/corpus/sites.ts';
import { evaluateMain, macroMain } from '../../bench/evaluation/main.ts';
import { findMethod } from '../../bench/methods/registry.ts';
import { withFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const selection = { pages: 'all', shuffle: 'none' } as const;

const page = (main: string, other = ''): string =>
  `<nav>Home</nav><p data-gold="content" data-main="main">${main}</p><p data-gold="content">${other}</p>`;

/** The second page has no labels of main content: the method reads it, and it is not scored. */
const files = {
  'blog/1.html': page('one two', 'by Ann'),
  'blog/2.html': '<nav>Home</nav><p data-gold="content">all words of a page without labels</p>',
  'blog/3.html': page('three'),
  'shop/1.html': page('four'),
};

test(
  'scores the words of main content on the pages that have labels of it',
  withFolder(files, async (folder) => {
    const [blog, shop] = findSites(folder);
    assert.ok(blog && shop);
    const how = { options: resolveOptions(), selection };
    const figures = await evaluateMain(blog, findMethod('none'), how);
    assert.is(figures.pages, 2);
    // "Home", "by" and "Ann" are kept beside "one two", "Home" beside "three".
    assert.is(figures.precision, (2 / 5 + 1 / 2) / 2);
    assert.is(figures.recall, 1);
    assert.is(figures.mainF1, (4 / 7 + 2 / 3) / 2);
    assert.is(figures.firstF1, figures.mainF1);
    const other = await evaluateMain(shop, findMethod('none'), how);
    const macro = macroMain([figures, other]);
    assert.is(macro.mainF1, (figures.mainF1 + 2 / 3) / 2);
    assert.equal(macro.worst, { name: 'blog', mainF1: figures.mainF1 });
  }),
);

test(
  'reads pages as the first page of their site for the score of first pages',
  withFolder(files, async (folder) => {
    const [blog] = findSites(folder);
    assert.ok(blog);
    // A method that calls a text template from its second page on has lost the menu on page 3.
    const options = resolveOptions({ templateDf: 2 });
    const figures = await evaluateMain(blog, findMethod('repetition'), { options, selection });
    assert.is(figures.mainF1, (4 / 7 + 1) / 2);
    assert.is(figures.firstF1, (4 / 7 + 2 / 3) / 2);
  }),
);

test(
  'reports kinds of pages where an index has them',
  withFolder({ ...files, 'blog/index.tsv': '1\tarticle\t\n3\tlisting\t\n' }, async (folder) => {
    const [blog] = findSites(folder);
    assert.ok(blog);
    const figures = await evaluateMain(blog, findMethod('none'), { options: resolveOptions(), selection });
    assert.equal(figures.kinds, { article: { pages: 1, f1: 4 / 7 }, listing: { pages: 1, f1: 2 / 3 } });
  }),
);

const evaluate = (...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/evaluate.ts', ...words], { cwd: root, encoding: 'utf8' });

test(
  'the command prints a line for each site, the mean and the worst site, or JSON',
  withFolder(files, async (folder) => {
    const words = [folder, '--gold', 'main', '--method', 'none', '--shuffle', 'none'];
    const { stdout, stderr } = evaluate(...words);
    assert.is(stderr, '');
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines[0]?.split(/\s{2,}/), [
      'site',
      'pages',
      'precision',
      'recall',
      'main F1',
      'first page',
      'ms/page',
    ]);
    assert.is(lines.at(-1), 'worst site: blog, 0.619');
    const json = JSON.parse(evaluate(...words, '--json').stdout);
    assert.equal([json.gold, json.method, json.sites.length], ['main', 'none', 2]);
    assert.is(json.macro.mainF1, (json.sites[0].mainF1 + json.sites[1].mainF1) / 2);
  }),
);

test(
  'rejects a site without labels of main content',
  withFolder({ 'blog/1.html': '<p data-gold="content">text' }, async (folder) => {
    const { stderr, status } = evaluate(folder, '--gold', 'main');
    assert.is(status, 1);
    assert.is(stderr, 'evaluate: blog: no element of its pages has a data-main label\n');
  }),
);

test.run();
