/** Compares the text of pages with the reference: real pages, and random ones with hidden parts and kept lines. */
import { Detector, type Page } from 'refrain';
import { contextOf } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { layout } from '../../bindings/core-exports.ts';
import { readableText } from '../reference/text.ts';
import { testSample, testSize } from '../support/effort.ts';
import { type Random, seededRandom } from '../support/random.ts';
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
  ...[
    ' class=faqAnswer hidden',
    ' id=modal-tabs hidden',
    ' role=button',
    ' role=region style="display:none"',
    ' id=S:1 hidden',
  ],
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
  '&#8203;',
  '&#8205; &#8288;',
  ' Why? ',
];

const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T;

function grow(random: Random, depth: number): string {
  return Array.from({ length: 1 + random.below(5) }, () => {
    if (depth === 0 || random.below(5) < 2) return pick(random, TEXTS);
    const tag = pick(random, TAGS);
    return `<${tag}${pick(random, ATTRIBUTES)}>${grow(random, depth - 1)}</${tag}>`;
  }).join('');
}

/** Returns true for the number, in document order, of a text in a content block. */
function contentOf(page: Page<never>): (text: number) => boolean {
  const { core } = contextOf(page);
  const { Block, Verdict, Page, Segment } = layout;
  const texts: { at: number; isContent: boolean }[] = [];
  for (let block = 0; block < core.result(Page.BLOCK_COUNT); block += 1) {
    const isContent = core.block(block * Block.BYTES, Block.VERDICT) === Verdict.CONTENT;
    let at = core.block(block * Block.BYTES, Block.FIRST_SEGMENT);
    for (; at !== Segment.NONE; at = core.segment(at, Segment.NEXT)) texts.push({ at, isContent });
  }
  texts.sort((one, other) => one.at - other.at);
  return (text) => texts[text]?.isContent === true;
}

const PARTS = ['content', 'template', 'main', 'comments'] as const;

function compare(page: Page<never>, html: string, name: string): void {
  const all = page.text('all');
  assert.is(all, readableText(html, contentOf(page)), name);
  for (const part of PARTS) {
    const more =
      page
        .text(part)
        .match(/\S+/g)
        ?.filter((word) => !all.includes(word)) ?? [];
    assert.equal(more, [], `${name}: words of ${part} that the whole page has not`);
  }
}

test('agrees with the reference on random pages', async () => {
  const detector = await Detector.create();
  const random = seededRandom(21);
  for (let round = 0; round < testSize(1000, 4000); round += 1) {
    const html = `<body>${grow(random, 1 + random.below(4))}`;
    compare(detector.label(html), html, html);
  }
});

test('agrees with the reference on all pages of real sites', async () => {
  for (const { pages } of realSites()) {
    const detector = await Detector.create();
    for (const { name, html } of testSample(pages, 4)) {
      compare(detector.learn(html), html, name);
    }
  }
});

test.run();
