/**
 * Small experiments: sites made of a product page, planted sentences, pieces for retrieval, labels and captions, Markdown of
 * pages.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../../bench/random.ts';
import { inFolder, withFolder } from '../../test/support/folder.ts';
import { paragraphsOf, plant, sentenceOf } from '../planted.ts';
import type { Report as RetrievalReport } from '../retrieval.ts';
import { Shop } from '../shops.ts';
import { beginsWith, emptyHeading, isFound } from '../units.ts';
import { run } from './run.ts';

const HTML = `<title>Lamp</title><nav><a href=/>Price: all</a></nav><script>var a = '<p>12 kg</p>';</script>
<h1>Lamp</h1><p>A lamp for the desk and the evening.</p><p>Weight: 2.5 kg</p>
<dl><dt>Colour<dd>dark green</dl><b>$18.00</b><footer>Shipping to all countries of the world</footer>`;
const MAIN = 'Lamp A lamp for the desk and the evening. Weight: 2.5 kg Colour dark green $18.00';
const WORDS = ['oak', 'river', 'stone'];

test('values are what the main content has beside labels, and prices', () => {
  const { values } = new Shop(HTML, MAIN);
  assert.equal(
    values.map(({ kind, label, text }) => [kind, label, text]),
    [
      ['line', 'Weight: ', '2.5 kg'],
      ['pair', '', 'dark green'],
      ['price', '', '$18.00'],
    ],
  );
});

test('pages have other values and texts, and the same menus; the same seed gives the same pages', () => {
  const shop = new Shop(HTML, MAIN);
  const pages = [...shop.pages(3, seeded(1), WORDS)];
  assert.equal(pages, [...shop.pages(3, seeded(1), WORDS)]);
  for (const { html, values } of pages) {
    assert.match(
      values.join('|'),
      /^Weight: [1-9]\.[1-9] kg\|(oak|river|stone) (oak|river|stone)\|\$[1-9]{2}\.[1-9]{2}$/,
    );
    for (const value of values) assert.ok(html.includes(`<span data-gold="content">${value}</span>`), value);
    assert.match(html, /<nav><a href=\/>Price: all<\/a><\/nav>\n?<h1><span/);
    assert.match(html, /<footer>Shipping to all countries of the world<\/footer>/);
    assert.not.match(html, /desk|12 kg/);
  }
  assert.ok(new Set(pages.map(({ html }) => html)).size > 1);
});

// A sentence that is put amid articles.

interface PlantedReport {
  readonly sites: readonly { readonly pages: number }[];
  readonly forms: readonly object[];
  readonly macro: { readonly content: number; readonly main: number };
}

const PAGE =
  '<nav><p>Home</p></nav><main data-main="main"><p>One</p><div data-main="rest"><p>By</p></div><p>Two</p><p>End</p></main>';

test('a sentence stands before the first paragraph, amid them, and behind the last', () => {
  const paragraphs = paragraphsOf(PAGE);
  assert.equal(
    paragraphs.map(({ start, end }) => PAGE.slice(start, end)),
    ['<p>One</p>', '<p>Two</p>', '<p>End</p>'],
  );
  assert.match(plant(PAGE, paragraphs, 'Say', 'p', 'head'), '<main data-main="main"><p>Say</p><p>One');
  assert.match(plant(PAGE, paragraphs, 'Say', 'div', 'amid'), '<div class="promo-box">Say</div><p>Two');
  assert.match(
    plant(PAGE, paragraphs, 'Say', 'aside', 'end'),
    'End</p><aside class="newsletter-box"><p>Say</p></aside></main>',
  );
});

test('main content without paragraphs has it too; a page without labels has none', () => {
  const page = '<div data-main="main">Bare text</div>';
  assert.match(plant(page, paragraphsOf(page), 'Say', 'p', 'end'), 'Bare text<p>Say</p></div>');
  assert.equal(paragraphsOf('<main><p>One</p></main>'), []);
});

test('one word changes from page to page, or none', () => {
  const words = (index: number, vary: 'none' | 'number' | 'month'): string[] => sentenceOf(index, vary).split(' ');
  for (const vary of ['number', 'month'] as const) {
    const changed = words(1, vary).filter((word, at) => word !== words(2, vary)[at]);
    assert.is(changed.length, 1, vary);
  }
  assert.is(sentenceOf(1, 'none'), sentenceOf(2, 'none'));
});

const STORIES = Object.fromEntries(
  Array.from({ length: 12 }, (_, page) => {
    const story = `<p>Otter ${page} swam down the river, and nobody but heron ${page * 7} saw it go.</p>`.repeat(3);
    return [`river/${page}.html`, `<nav><a>Home</a> <a>Town</a></nav><main data-main="main">${story}</main>`];
  }),
);

test(
  'the shares of pages that keep it are printed by site and by form',
  withFolder(STORIES, async (folder) => {
    const report = async (...flags: string[]): Promise<PlantedReport> =>
      JSON.parse((await run('planted', folder, '--after', '6', '--json', ...flags)).stdout) as PlantedReport;
    const { sites, forms, macro } = await report();
    assert.equal([forms.length, sites.length, sites[0]?.pages], [9, 1, 6]);
    assert.equal(macro, { content: 0, main: 0 });
    assert.ok((await report('--template-share', 'Infinity')).macro.content > 0.4);
    const { stderr } = await run('planted', folder, '--share', '2');
    assert.match(stderr, '--share must be above 0 and at most 1, not 2');
  }),
);

// Pieces for retrieval: what repeats, what is template, and what is found.

const TOPICS = ['rivers', 'bridges', 'markets', 'trains', 'gardens', 'otters'];
const NOTE =
  '<h2>Note</h2><p data-gold="content">All that is said of the town here is said by people who live there.</p>';

const pageOf = (topic: string): string =>
  `<title>On ${topic}</title><h2>Menu</h2><ul>${TOPICS.map((one) => `<li><a href="/${one}">${one}</a>`).join('')}</ul>
<h1 data-gold="content">On ${topic}</h1>
${Array.from({ length: 4 }, (_, at) => `<p data-gold="content">What the ${topic} of the town have seen, in part ${at} of ${topic}, is told at length.</p>`).join('')}
${NOTE}`;

test('a piece counts where two pages have it, and as template where it is not labelled as content', () =>
  inFolder({}, async (folder) => {
    mkdirSync(join(folder, 'site'));
    for (const topic of TOPICS) writeFileSync(join(folder, 'site', `${topic}.html`), pageOf(topic));
    const { status, stdout, stderr } = await run('retrieval', folder, '--json');
    assert.is(status, 0, stderr);
    const { sites, means } = JSON.parse(stdout) as RetrievalReport;
    assert.is(sites, 1);
    const whole = means['no cleaning'];
    // Of three pieces of a page, the menu and the note are those of all others.
    assert.equal([whole?.repeated?.toFixed(3), whole?.template?.toFixed(3)], ['0.667', '0.333']);
    assert.equal([whole?.headline, whole?.sentence], [1, 1]);
    assert.ok((means['refrain main']?.template ?? 1) < (whole?.template ?? 0));
  }));

// Labels with values, captions with pictures: when they count as found.

const rowOf =
  (cells: Readonly<Record<string, string>>) =>
  (column: string): string =>
    cells[column] ?? '';
const value = rowOf({ what: 'value', label: 'Cook time', text: '1 hour' });
const caption = rowOf({ what: 'caption', text: 'The bridge in' });

test('a value is found shortly after its label, whatever stands between', () => {
  assert.ok(isFound('| **Cook Time:** | 1 hour |', value));
  assert.ok(isFound('Cook time is long.\n\n- cook time\n- [1 Hour](https://a.example/)', value));
  assert.not.ok(isFound('1 hour\n\nCook time', value));
  assert.not.ok(isFound(`Cook time ${'and so on '.repeat(5)} 1 hour`, value));
  assert.not.ok(isFound('Cook time: 11 hours', value));
});

test('a caption is found with a picture beside it', () => {
  assert.ok(isFound('![](a.png)\n\nThe *bridge* in May', caption));
  assert.ok(isFound('The bridge in May ![](a.png)', caption));
  assert.not.ok(isFound('The bridge in May', caption));
  assert.not.ok(isFound('![](a.png)\n\nOne.\n\nTwo.\n\nThe bridge in May', caption));
});

test('a headline is the first text, below pictures alone', () => {
  const all = '# The Times\n\n# The river rises\n\nIt rained.';
  assert.is(beginsWith('The River Rises', '![](a.png)\n\n# The *river* rises\n\nIt rained.', all), true);
  assert.is(beginsWith('The River Rises', '# The Times\n\n# The river rises', all), false);
  assert.is(beginsWith('The River Rises', 'The river rises', all), false);
  assert.is(beginsWith('The river falls', '# The river rises', all), undefined);
});

test('a heading is empty where the next one of its level, or one above, follows', () => {
  const empty: readonly (readonly [markdown: string, heading: string | undefined])[] = [
    ['# A\n\ntext\n', undefined],
    ['# A\n\n## B\n\ntext\n', undefined],
    ['# A\n\n## B\n\n## C\n\ntext\n', '## B'],
    ['# A\n\ntext\n\n## B\n', '## B'],
    ['## A\n\n# B\n\ntext\n', '## A'],
    ['# A\n\n```\n# b\n# c\n```\n', undefined],
    ['# A\n\n#hashtag\n', undefined],
  ];
  for (const [markdown, heading] of empty) assert.is(emptyHeading(markdown), heading, markdown);
});

// Markdown that is rendered and written again, over the sites of a folder.

const site = {
  'site/1.html':
    '<title>A</title><h1>Rain</h1><p>One <b>two</b> three, and a <a href=/four>link</a>.</p><ul><li>five</ul>',
};

test(
  'gives the share of pages that are the same, for each writer',
  withFolder(site, async (folder) => {
    const { status, stdout } = await run('markdown', folder, '--json');
    assert.is(status, 0);
    const { pages, writers } = JSON.parse(stdout);
    assert.is(pages, 1);
    assert.is(writers.length, 4);
    assert.equal(writers[0], { name: 'refrain', again: 1 });
  }),
);

test(
  'a folder without pages is said',
  withFolder({}, async (folder) => {
    assert.is((await run('markdown', folder)).status, 1);
  }),
);

test.run();
