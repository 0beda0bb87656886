/** The text of a page, module against twin: on real pages, and on random ones with hidden parts and kept lines. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readableText } from '../reference/text.ts';
import { type Random, seeded } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

const TAGS = [
  ...[
    'div',
    'p',
    'span',
    'b',
    'a',
    'a',
    'button',
    'label',
    'img',
    'input',
    'br',
    'br',
    'ul',
    'li',
    'table',
    'tr',
    'td',
  ],
  ...['pre', 'pre', 'pre', 'code', 'ruby', 'rt', 'rp', 'svg', 'dialog', 'section', 'h2', 'x-card'],
];
const ATTRIBUTES = [
  ...['', '', '', '', '', '', '', '', ' hidden', ' hidden=until-found', ' aria-hidden=true', ' aria-hidden="false"'],
  ...[' style="display:none"', ' style="color:red; display : none !important"', ' style="visibility:hidden"'],
  ...[' style="display:block"', ' open', ' class=none'],
];
const TEXTS = [
  'word',
  ' two words ',
  '\n',
  '\n\n',
  '\t',
  '    ',
  '\n    x',
  'y\n',
  ' &nbsp; ',
  'é日😀',
  '  z\n\t\tq  ',
  '&nbsp;n',
];

const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T;

function grow(random: Random, depth: number): string {
  return Array.from({ length: 1 + random.below(5) }, () => {
    if (depth === 0 || random.below(5) < 2) return pick(random, TEXTS);
    const tag = pick(random, TAGS);
    return `<${tag}${pick(random, ATTRIBUTES)}>${grow(random, depth - 1)}</${tag}>`;
  }).join('');
}

test('agrees with the twin on random pages', async () => {
  const detector = await Detector.create();
  const random = seeded(21);
  for (let round = 0; round < 4000; round += 1) {
    const html = `<body>${grow(random, 1 + random.below(4))}`;
    assert.is(detector.label(html).text('all'), readableText(html), html);
  }
});

test('agrees with the twin on all pages of real sites', async () => {
  for (const { pages } of realSites()) {
    const detector = await Detector.create();
    for (const { name, html } of pages) {
      const page = detector.label(html);
      assert.is(page.text('all'), readableText(html), name);
    }
  }
});

test.run();
