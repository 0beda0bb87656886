/** Titles lose the parts that a site repeats, and these parts name the site. */

import { readFile } from 'node:fs/promises';
import { Detector, type DetectorOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import { readElements } from '../../bindings/metadata/elements.ts';
import { resolveOptions } from '../../bindings/options.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { partsOf } from '../reference/prose.ts';
import { seededRandom } from '../support/random.ts';

const page = (title: string, body = '<p>The meadow behind the town hall will be mown twice a year.</p>'): string =>
  `<title>${title}</title><body>${body}`;

/** The headline of the last page after the others were learned. */
async function headlineOf(pages: readonly string[], options: DetectorOptions = {}): Promise<string> {
  const detector = await Detector.create(options);
  const headlines = pages.map((html) => detector.learn(html).title);
  return headlines.at(-1) ?? '';
}

const detector = await Detector.create();

const topics = ['Meadows', 'Rivers', 'Mills', 'Bridges', 'A long walk - in the hills'];

test('leaves out a part that other pages of the site have at the end', async () => {
  assert.is(await headlineOf(topics.map((topic) => page(`${topic} - River Post`))), 'A long walk - in the hills');
});

test('leaves out a part at the beginning, and one at either end', async () => {
  assert.is(await headlineOf(topics.map((topic) => page(`River Post: ${topic}`))), 'A long walk - in the hills');
  assert.is(
    await headlineOf(topics.map((topic) => page(`Post &raquo; ${topic} &mdash; River | Valley`))),
    'A long walk - in the hills',
  );
});

test('takes the heading where all pages have the same title', async () => {
  const pages = topics.map((topic) => page('River Post', `<h1>${topic}</h1><p>About ${topic}.</p>`));
  assert.is(await headlineOf(pages), 'A long walk - in the hills');
});

test('on the first page, knows a site by its name, its host and the heading', async () => {
  const named = '<meta property="og:site_name" content="River Post">';
  assert.is(await headlineOf([named + page('Mills - River Post')]), 'Mills');
  assert.is(
    await headlineOf([page('Mills | Riverpost', '<link rel=canonical href="https://www.riverpost.example/m">')]),
    'Mills',
  );
  assert.is(await headlineOf([page('Mills - More of it', '<h1>Mills</h1>')]), 'Mills');
  assert.is(await headlineOf([page('Mills - More of it')]), 'Mills - More of it');
});

test('knows a site by its name with & in place of "and"', async () => {
  const named = '<meta property="og:site_name" content="Nuts and Bolts">';
  assert.is(await headlineOf([named + page('Mills | Nuts &amp; Bolts')]), 'Mills');
});

test('leaves out the label of a heading that the title does not have', async () => {
  const given = '<meta name="citation_title" content="Old water mills of the valley">';
  const heading = '<h1><span>Title:</span>Old water mills of the valley</h1>';
  assert.is(
    await headlineOf([given + page('[2611.00055] Old water mills of the valley', heading)]),
    'Old water mills of the valley',
  );
  // If the title has the label too, the label is kept.
  const labelled = page('Review: Old water mills of the valley', heading.replace('Title', 'Review'));
  assert.is(await headlineOf([given + labelled]), 'Review: Old water mills of the valley');
});

test('a heading is what a reader sees of it', async () => {
  const menu = '<div hidden><span>Save it in a collection</span></div><b style="display: none">Hints</b>';
  const heading = `<h1>Mills of the valley${menu}</h1>`;
  assert.is(await headlineOf([page('Mills of the valley | Guide | River', heading)]), 'Mills of the valley');
});

test('a heading with one word of a long title is not the headline, nor is that of a section', async () => {
  const text = '<p>The meadow behind the town hall will be mown twice a year, and not more often.</p>'.repeat(5);
  const long = 'How the mill was stopped by moss, ivy, ducks and hundreds of other guests';
  assert.is(await headlineOf([page(long, `${text}<h1>Ducks</h1>${text}`)]), long);
  const shown = 'Moss and ivy have stopped the mill for a year';
  const section = `<h1><a href="/w">Wheels</a></h1><article><h1>${shown}</h1>${text}</article>`;
  assert.is(await headlineOf([page('To stop a mill, moss and ivy suffice : Wheels - River : RP', section)]), shown);
});

test('takes a heading that says the same in other words', async () => {
  assert.is(
    await headlineOf([page('Old water mills: a guide of the valley', '<h1>A guide to old water mills</h1>')]),
    'A guide to old water mills',
  );
});

test('takes the heading with which the main content begins, if it has to do with the title', async () => {
  const text =
    'The meadow behind the town hall will be mown twice a year, which is what the council has decided. '.repeat(5);
  const headed = (heading: string): string =>
    page('Town news: meadow mowing', `<h1>${heading}</h1><p>${text}</p><p>${text}</p>`);
  const heading = 'What the council has decided of the meadow';
  assert.is(await headlineOf([headed(heading)]), heading);
  assert.is(await headlineOf([headed(heading)], { evidence: 'repetition' }), 'Town news: meadow mowing');
  assert.is(await headlineOf([headed('All of this week')]), 'Town news: meadow mowing');
});

const MEADOW = 'The meadow behind the town hall will be mown twice a year, which is what the council has decided. ';
const PROSE = `<p>${MEADOW.repeat(5)}</p>`.repeat(2);

test('the first heading of the Markdown is the title, whatever the page begins with', () => {
  const bodies: readonly (readonly [title: string, body: string, expected: string])[] = [
    ['Mills', PROSE, 'Mills'],
    ['Mills', `<h2>Wheels</h2>${PROSE}`, 'Mills'],
    ['Mills', `<h3>Mills</h3>${PROSE}`, 'Mills'],
    [
      'Old mills - The river book',
      `<meta property=og:site_name content="The river book"><h1>The river book</h1>${PROSE}`,
      'Old mills',
    ],
    ['Guides: old mills', `<h1>Old mills and their wheels</h1>${PROSE}`, 'Old mills and their wheels'],
    ['Old mills | River', `<h1>Thread: Old mills</h1>${PROSE}`, 'Old mills'],
    ['Mills - River', `<h1>Mills</h1>${PROSE}`, 'Mills'],
  ];
  for (const [title, body, expected] of bodies) {
    const document = detector.label(page(title, body)).document();
    assert.is(document.title, expected, title);
    const [first = '', ...others] = document.markdown.split('\n').filter((line) => /^#/.test(line));
    assert.is(first.replace('Thread: ', ''), `# ${expected}`, title);
    assert.not.ok(
      others.some((line) => line.endsWith(` ${expected}`)),
      document.markdown,
    );
  }
});

test('a title that is given is the first heading, and none where there is no text', () => {
  const title = 'On *mills*';
  const written = detector.label(page('Mills', `<h1>Mills</h1>${PROSE}`)).markdown('main', { title });
  assert.match(written, /^# On \\\*mills\\\*\n\n# Mills\n/);
  assert.match(detector.label(page('Mills', PROSE)).markdown('main', { title: '' }), /^The meadow/);
  assert.is(detector.label('<title>Mills</title>').markdown('main', { title }), '');
  assert.match(detector.label(page('Mills', PROSE)).markdown('content', { title, headingShift: 1 }), /^## On/);
});

test('repetition knows no parts of titles', async () => {
  const pages = topics.map((topic) => page(`${topic} - River Post`));
  assert.is(await headlineOf(pages, { preset: 'paper' }), 'A long walk - in the hills - River Post');
});

test('names the site by the part of its titles', async () => {
  const detector = await Detector.create();
  for (const topic of topics) detector.learn(page(`${topic} - River Post`));
  assert.is(detector.label(page('Mills - River Post')).metadata().siteName, 'River Post');
});

test('a page that was counted is no evidence of its own title', async () => {
  const detector = await Detector.create();
  for (const id of ['a', 'b', 'c']) detector.learn(page('The same - page'), { id });
  detector.learn(page('Mills - River Post'), { id: 'd' });
  assert.is(detector.label(page('Mills - River Post'), { id: 'd' }).title, 'Mills - River Post');
});

test('keeps a title with a part that is too long to be written whole', async () => {
  for (const long of ['é'.repeat(5000), `x${'é'.repeat(5000)}`, `x${'文'.repeat(3000)}`]) {
    const part = await headlineOf([page(long)]);
    assert.ok(part.length > 2700 && long.startsWith(part), 'a part of the title');
    assert.ok((await headlineOf([page(`${long} - River Post`)])) === `${long} - River Post`, 'two parts');
  }
});

test('takes the heading, else the title, where a title has control characters', async () => {
  const title = 'Mills\u0001of the valley - River Post';
  assert.is(await headlineOf([page(title, '<h1>Old mills</h1>')]), 'Old mills');
  assert.is(await headlineOf([page(title)]), title);
});

test('module and reference divide titles alike', async () => {
  const wasm = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));
  const core = new Core(await loadCore(wasm), resolveOptions({ preset: 'paper' }));
  const table = core.createTable();
  const random = seededRandom(7);
  const pieces = [
    'a',
    'B c',
    ' ',
    ' - ',
    '-',
    ': ',
    ':',
    ' :: ',
    '|',
    ' | ',
    '｜',
    '_',
    '文',
    '字典',
    '»',
    ' » ',
    '—',
    ' — ',
    '&',
    '😀',
    'é',
    '\u00a0',
    ' ... ',
  ];
  const pick = (): string => pieces[random.below(pieces.length)] ?? '';
  for (let round = 0; round < 3000; round += 1) {
    const title = Array.from({ length: 1 + random.below(14) }, pick).join('');
    core.readHtml(table, `<title>${title.replaceAll('&', '&amp;')}</title>`, { learn: false, id: undefined });
    const parts = readElements(core.text((exports) => exports.renderMetadata(0))).filter(({ name }) => name === '-');
    assert.equal(
      parts.map(({ text }) => text),
      partsOf(title.replace(/\s+/g, ' ').trim()),
      JSON.stringify(title),
    );
  }
});

test.run();
