/** A sentence that is put amid articles. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFolder } from '../../test/support/folder.ts';
import { paragraphsOf, plant, sentenceOf } from '../planted/plant.ts';
import { run } from './run.ts';

interface Report {
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
    const report = async (...flags: string[]): Promise<Report> =>
      JSON.parse((await run('planted', folder, '--after', '6', '--json', ...flags)).stdout) as Report;
    const { sites, forms, macro } = await report();
    assert.equal([forms.length, sites.length, sites[0]?.pages], [9, 1, 6]);
    assert.equal(macro, { content: 0, main: 0 });
    assert.ok((await report('--template-share', 'Infinity')).macro.content > 0.4);
    const { stderr } = await run('planted', folder, '--share', '2');
    assert.match(stderr, '--share must be above 0 and at most 1, not 2');
  }),
);

test.run();
