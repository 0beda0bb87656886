/** Main content as text files: small pages, by folder and by host. */
import { type DetectorOptions, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import { withFolder } from '../../test/support/folder.ts';
import { readGold } from '../evaluation/gold.ts';
import { Tally } from '../evaluation/labels.ts';
import { estimate } from '../evaluation/table.ts';
import { byHost, figuresOf, type PageScore, type Reference, scoreSite, scoreWords } from '../evaluation/texts.ts';
import { bagOfWords } from '../evaluation/words.ts';
import { findMethod } from '../methods/all.ts';
import { run } from './run.ts';

const selection = { pages: 'all', shuffle: 'none' } as const;

test('computes precision, recall and F1 of words, and 1 without words on both sides', () => {
  const score = (found: string, gold: string) => scoreWords(bagOfWords([found]), bagOfWords([gold]));
  assert.equal(score('a a b c', 'a b d'), { precision: 2 / 4, recall: 2 / 3, f1: 4 / 7 });
  assert.equal(score('', ''), { precision: 1, recall: 1, f1: 1 });
  assert.equal(score('', 'a'), { precision: 0, recall: 0, f1: 0 });
  assert.equal(score('a', ''), { precision: 0, recall: 1, f1: 0 });
});

const three = {
  '1.html': '<nav>Home</nav><p>one two</p>',
  '1.txt': 'One, two!',
  '2.html': '<nav>Home</nav><p>three</p>',
  '2.txt': 'three',
  '3.html': '<p>no text beside it</p>',
};

async function scoresOf(
  folder: string,
  method: string,
  detector: DetectorOptions = {},
  reference: Reference = 'text',
): Promise<PageScore[]> {
  const [site] = findSites(folder);
  assert.ok(site);
  return scoreSite(site, findMethod(method), { options: resolveOptions(detector), selection }, reference);
}

test(
  'averages the pages that have a text file',
  withFolder(three, async (folder) => {
    const figures = figuresOf('site', await scoresOf(folder, 'none'));
    assert.is(figures.pages, 2);
    assert.is(figures.precision, (2 / 3 + 1 / 2) / 2);
    assert.is(figures.recall, 1);
    assert.is(figures.f1, (4 / 5 + 2 / 3) / 2);
  }),
);

test(
  'scores main content by labels, and reads pages without them',
  withFolder(
    {
      '1.html': '<nav>Home</nav><p data-main="main">one',
      '2.html': '<nav>Home</nav><p>two',
      '3.html': '<nav>Home</nav><p data-main="main">three',
    },
    async (folder) => {
      // The menu is kept on the first page only.
      const scores = await scoresOf(folder, 'repetition', { templateDf: 2 }, 'main');
      assert.equal(
        scores.map(({ number, f1, first }) => [number, f1, first]),
        [
          [1, 2 / 3, 2 / 3],
          [3, 1, 2 / 3],
        ],
      );
    },
  ),
);

test(
  'divides pages into sites by the hosts of an index, with kinds and languages',
  withFolder(
    {
      ...three,
      'index.tsv':
        '1\tforum\thttps://a.example/x\n2\tsource\tMIT\tarticle\tde-at\thttps://b.example/y\tA headline\tAnn\n',
    },
    async (folder) => {
      const [site] = findSites(folder);
      assert.ok(site);
      assert.equal([...byHost('gold', await site.read()).keys()], ['a.example', 'b.example', 'gold']);
      // If both hosts were one site, the menu would be known on the second page.
      const scores = await scoresOf(folder, 'repetition', { templateDf: 2 });
      assert.equal(
        scores.map(({ site, kind, language, number, f1 }) => [site, kind, language, number, f1]),
        [
          ['a.example', 'forum', 'Latin', 1, 4 / 5],
          // The headline is missing on the page too.
          ['b.example', 'article', 'German', 1, 2 / 5],
        ],
      );
    },
  ),
);

test(
  'recognises languages by scripts and declarations, and English by its words',
  withFolder(
    {
      ...{ '1.html': '<p>one', '1.txt': 'The end of it all' },
      ...{ '2.html': '<p>one', '2.txt': 'Das Ende vom Lied' },
      ...{ '3.html': '<p>one', '3.txt': 'Конец' },
      ...{ '4.html': '<p>one', '4.txt': '記事を読む' },
      ...{ '5.html': '<html class="a" lang="de-AT"><p>one', '5.txt': 'Das Ende' },
    },
    async (folder) => {
      const scores = await scoresOf(folder, 'none');
      assert.equal(
        scores.map(({ language }) => language),
        ['English', 'Latin', 'Cyrillic', 'Japanese', 'German'],
      );
    },
  ),
);

const page = (site: string, number: number, f1: number, more: Partial<PageScore> = {}): PageScore => ({
  ...{ site, number, f1, precision: 1, recall: f1, kind: undefined, language: 'English', first: 0.5, milliseconds: 1 },
  ...more,
});

test('intervals come from the deviations of sites', () => {
  const scores = [page('a', 1, 0.4), page('a', 2, 0.4), page('b', 1, 1)];
  const f1 = (one: PageScore): number => one.f1;
  const pages = estimate(scores, f1);
  assert.ok(Math.abs(pages.mean - 0.6) < 1e-12);
  // The sums of both sites deviate by 0.4 / 3; n / (n − 1) is 2.
  assert.ok(Math.abs((pages.interval ?? 0) - 1.96 * 2 * (0.4 / 3)) < 1e-12);
  const sites = estimate(scores, f1, true);
  assert.ok(Math.abs(sites.mean - 0.7) < 1e-12);
  assert.ok(Math.abs((sites.interval ?? 0) - 1.96 * 2 * 0.15) < 1e-12);
  assert.is(estimate(scores.slice(0, 2), f1).interval, undefined);
});

test(
  'evaluate prints the methods of a set side by side, with its name',
  withFolder(
    { 'one/1.html': '<nav>Home</nav><p>a b', 'one/1.txt': 'a b', 'two/1.html': '<p>c', 'two/1.txt': 'c' },
    async (folder) => {
      const words = [`${folder}/one`, `${folder}/two`, '--gold', 'text', '--method'];
      const { stdout } = await run('evaluate', ...words, 'repetition,none');
      const [head = '', , ...rows] = stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ *\| */).slice(1, -1));
      assert.equal([head[0], head[3], head[10]], ['word F1', 'repetition: first page', 'none: first page']);
      assert.equal(
        rows.map(([name, pages, , first]) => [name, pages, first]),
        [
          ...[
            ['**one**', '1', '.800'],
            ['– mean of sites', '1', '.800'],
          ],
          ...[
            ['**two**', '1', '1.000'],
            ['– mean of sites', '1', '1.000'],
          ],
        ],
      );
      const { macro, sites, ...rest } = JSON.parse((await run('evaluate', ...words, 'none', '--json')).stdout);
      assert.equal(Object.keys(rest).sort(), ['gold', 'method', 'options', 'pages', 'rows', 'shuffle']);
      const figures = ['contentF1', 'contentLost', 'f1', 'precision', 'recall'];
      assert.equal(Object.keys(macro).sort(), figures);
      assert.equal(Object.keys(sites[0]).sort(), [...figures, 'millisecondsPerPage', 'name', 'pages'].sort());
      assert.equal([macro.f1, sites[0].contentF1, sites[1].f1], [0.9, 0.8, 1]);
      const both = JSON.parse((await run('evaluate', ...words, 'repetition,none', '--json')).stdout);
      assert.equal(
        both.methods.map(({ method }: { method: string }) => method),
        ['repetition', 'none'],
      );
    },
  ),
);

test('counts a method that only extracts text by its words, weighted by length', () => {
  const source = '<div data-gold="template">menu menu</div><div data-gold="content">word menu</div>';
  const tally = new Tally();
  const table = { peak: 0, entries: 0, bytes: 0 };
  tally.add(readGold(source, 'page'), {
    ...{ name: 'page', source, verdicts: undefined, content: ['menu'], separators: new Set<string>() },
    ...{ table, milliseconds: 1 },
  });
  const figures = tally.figures('site');
  // Two of three copies of "menu" are removed, both of the template, and "word" is lost.
  assert.equal([figures.precision, figures.recall, figures.contentLost], [8 / 12, 1, 4 / 8]);
  assert.is(figures.contentF1, 2 / 3);
  assert.ok(Number.isNaN(figures.blocks.f1));
});

const story = 'It rained for a long time, and nobody in the village knew when, or whether, it would ever stop again. ';

test('Readability and Defuddle keep the article and remove the menu', async () => {
  const html = `<!doctype html><html><head><title>Rain</title></head><body><nav><a href="/">Home</a> <a href="/x">Index</a></nav><article><h1>Rain</h1>${`<p>${story.repeat(3)}</p>`.repeat(6)}</article><footer>Imprint</footer></body></html>`;
  for (const name of ['readability', 'defuddle']) {
    const kind = findMethod(name);
    assert.ok('givesText' in kind);
    const text = await (await kind.create(resolveOptions())).extract(html, 'https://a.example/');
    assert.match(text, 'nobody in the village');
    assert.not.match(text, 'Imprint');
    // A space replaces a tag, so that two words are not joined.
    assert.not.match(text, 'again.It');
  }
});

test(
  'reports bad input in one line',
  withFolder({ '1.html': 'a' }, async (folder) => {
    for (const [words, message] of [
      [['--gold', 'text'], /no page has a \.txt file/],
      [['--gold', 'texts'], /--gold must be labels, text or main/],
      [['--gold', 'main'], /no element of its pages has a data-main label/],
      [['--method', 'readability', '--batch', '3'], /takes pages one by one/],
    ] as const) {
      const { stderr, status } = await run('evaluate', folder, ...words);
      assert.is(status, 1);
      assert.match(stderr, message);
      assert.is(stderr.trimEnd().split('\n').length, 1);
    }
  }),
);

test.run();
