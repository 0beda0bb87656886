/** Main content as text files: small pages, by folder and by host. */
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import { withFolder } from '../../test/support/folder.ts';
import { readGold } from '../evaluation/gold.ts';
import { Tally } from '../evaluation/labels.ts';
import { byHost, evaluateTexts, scoreWords } from '../evaluation/texts.ts';
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

test(
  'averages the pages that have a text file',
  withFolder(three, async (folder) => {
    const [site] = findSites(folder);
    assert.ok(site);
    const figures = await evaluateTexts(site, findMethod('none'), { options: resolveOptions(), selection });
    assert.is(figures.pages, 2);
    assert.is(figures.precision, (2 / 3 + 1 / 2) / 2);
    assert.is(figures.recall, 1);
    assert.is(figures.f1, (4 / 5 + 2 / 3) / 2);
    assert.equal(figures.kinds, {});
  }),
);

test(
  'divides pages into sites by the hosts of an index, and reports kinds',
  withFolder(
    { ...three, 'index.tsv': '1\tforum\thttps://a.example/x\n2\tarticle\thttps://b.example/y\n' },
    async (folder) => {
      const [site] = findSites(folder);
      assert.ok(site);
      const pages = await site.read();
      assert.equal([...byHost('gold', pages).keys()], ['a.example', 'b.example', 'gold']);
      // A site whose pages all stood together would have its menu known on the second page.
      const options = resolveOptions({ templateDf: 2 });
      const figures = await evaluateTexts(site, findMethod('repetition'), { options, selection });
      const alone = { pages: 1, interval: undefined };
      assert.equal(figures.kinds, { article: { ...alone, f1: 2 / 3 }, forum: { ...alone, f1: 4 / 5 } });
      assert.is(figures.scripts['Latin']?.pages, 2);
      assert.ok((figures.scripts['Latin']?.interval ?? 0) > 0.1);
    },
  ),
);

test(
  'reads each page as the first one of its site, where that is asked for',
  withFolder(three, async (folder) => {
    const [site] = findSites(folder);
    assert.ok(site);
    const how = { options: resolveOptions({ templateDf: 2 }), selection };
    const learned = await evaluateTexts(site, findMethod('repetition'), how);
    const alone = await evaluateTexts(site, findMethod('repetition'), { ...how, alone: true });
    assert.is(alone.pages, learned.pages);
    assert.ok(alone.precision < learned.precision, `${alone.precision} alone, ${learned.precision} learned`);
  }),
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
  // Two of three copies of "menu" are gone, as many as the template has, and "word" is lost.
  assert.equal([figures.precision, figures.recall, figures.contentLost], [8 / 12, 1, 4 / 8]);
  assert.is(figures.contentF1, 2 / 3);
  assert.ok(Number.isNaN(figures.blocks.f1));
});

const story = 'It rained for a long time, and nobody in the village knew when, or whether, it would ever stop again. ';

test('Readability and Defuddle keep the article and remove the menu, alone and after refrain', async () => {
  const html = `<!doctype html><html><head><title>Rain</title></head><body><nav><a href="/">Home</a> <a href="/x">Index</a></nav><article><h1>Rain</h1>${`<p>${story.repeat(3)}</p>`.repeat(6)}</article><footer>Imprint</footer></body></html>`;
  for (const name of ['readability', 'defuddle', 'default-readability', 'default-defuddle']) {
    const kind = findMethod(name);
    assert.ok('givesText' in kind);
    const text = await (await kind.create(resolveOptions())).extract(html, 'https://a.example/');
    assert.match(text, 'nobody in the village');
    assert.not.match(text, 'Imprint');
    // A space where a tag was: no word is made of two.
    assert.not.match(text, 'again.It');
  }
});

test('Readability and Defuddle get the whole page where its HTML leaves out the tags of head and body', async () => {
  const html = `<!doctype html><title>Rain</title><link rel="icon" href="/i">${`<p>${story.repeat(3)}</p>`.repeat(6)}`;
  for (const name of ['readability', 'defuddle']) {
    const kind = findMethod(name);
    assert.ok('givesText' in kind);
    const text = await (await kind.create(resolveOptions())).extract(html, 'https://a.example/');
    assert.is(text.split('nobody in the village').length, 1 + 3 * 6, name);
  }
});

test(
  'reports bad input in one line',
  withFolder({ '1.html': 'a' }, async (folder) => {
    for (const [words, message] of [
      [['--gold', 'text'], /no page has a \.txt file/],
      [['--gold', 'texts'], /--gold must be labels, text or main/],
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
