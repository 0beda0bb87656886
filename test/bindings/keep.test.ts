import { parse } from 'parse5';
import { Detector, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownCode } from '../support/errors.ts';
import { REPETITION } from '../support/repetition.ts';

const MENU = '<div id=menu><a href=/>Home</a> <a href=/a>About us</a></div>';
const FOOT = '<div id=foot>© 2008 The site</div>';

const html = (story: string): string =>
  `<!doctype html><title>t</title>${MENU}<div id=story><h1>${story}</h1><p>Text of ${story}.</div>${FOOT}`;

const known = async (): Promise<Detector> => {
  const detector = await Detector.create({ ...REPETITION, seed: 5 });
  for (let number = 1; number <= 5; number += 1) detector.learn(html(`story ${number}`));
  return detector;
};

const keep = <N>(page: Page<N>, index: number): void => {
  const block = page.blocks[index];
  if (block === undefined) throw new Error(`no block ${index}`);
  page.keep(block);
};

test('a kept block is in text and html; its kind and ratio do not change', async () => {
  const page = (await known()).learn(html('tale'));
  const { lengths } = page;
  keep(page, 0);
  assert.is(page.text('content'), 'Home About us\ntale\nText of tale.');
  assert.is(page.text('template'), '© 2008 The site');
  assert.is(page.text('all'), 'Home About us\ntale\nText of tale.\n© 2008 The site');
  assert.is(page.html('content', { mode: 'cut' }), html('tale').replace(FOOT, ''));
  assert.is(page.html('template', { mode: 'cut' }), `<!doctype html><title>t</title>${FOOT}`);
  assert.equal(page.lengths, lengths);
  assert.equal(
    page.blocks.map(({ verdict, kept, ratio, text }) => ({ verdict, kept, ratio, text })),
    [
      { verdict: 'template', kept: true, ratio: 1, text: 'Home About us' },
      { verdict: 'content', kept: false, ratio: 0, text: 'tale\nText of tale.' },
      { verdict: 'template', kept: false, ratio: 1, text: '© 2008 The site' },
    ],
  );
  const { blocks, text } = page.toJSON();
  assert.equal(
    blocks.map((block) => ('kept' in block ? block.kept : 'absent')),
    [true, 'absent', 'absent'],
  );
  assert.is(text, page.text('content'));
});

test('keep applies to a block without the blocks inside it or around it', async () => {
  const nested = (story: string): string =>
    `<div>Outer menu <div>Inner menu</div></div><div id=story>The ${story} of ${story}</div>`;
  const detector = await Detector.create({ ...REPETITION, seed: 5 });
  for (let number = 1; number <= 5; number += 1) detector.learn(nested(`story ${number}`));
  const outer = detector.label(nested('tale'));
  keep(outer, 0);
  assert.is(outer.html('content', { mode: 'cut' }), '<div>Outer menu </div><div id=story>The tale of tale</div>');
  const inner = detector.label(nested('tale'));
  keep(inner, 1);
  assert.is(
    inner.html('content', { mode: 'cut' }),
    '<div><div>Inner menu</div></div><div id=story>The tale of tale</div>',
  );
  assert.is(inner.text(), 'Inner menu\nThe tale of tale');
});

test('keepAll keeps the whole page', async () => {
  const page = (await known()).label(html('tale'));
  page.keepAll();
  assert.is(page.text('content'), page.text('all'));
  assert.is(page.text('template'), '');
  assert.is(page.html('content', { mode: 'cut' }), html('tale'));
  assert.equal(
    page.blocks.map(({ verdict, kept }) => [verdict, kept]),
    [
      ['template', true],
      ['content', false],
      ['template', true],
    ],
  );
});

test('keep does not change a content block, the table or the next page', async () => {
  const detector = await known();
  const page = detector.learn(html('tale'));
  keep(page, 1);
  keep(page, 2);
  assert.equal([page.blocks[1]?.verdict, page.blocks[1]?.kept], ['content', false]);
  const reference = await known();
  reference.learn(html('tale'));
  assert.equal(detector.snapshot(), reference.snapshot());
  assert.equal(
    detector.learn(html('end')).blocks.map(({ kept }) => kept),
    [false, false, false],
  );
});

test('keep throws PAGE_STALE for a stale page and for the block of another page', async () => {
  const detector = await known();
  const old = detector.label(html('tale'));
  const block = old.blocks[0];
  const page = detector.label(html('tale'));
  assert.is(
    thrownCode(() => block && old.keep(block)),
    'PAGE_STALE',
  );
  assert.is(
    thrownCode(() => block && page.keep(block)),
    'PAGE_STALE',
  );
  assert.is(
    thrownCode(() => old.keepAll()),
    'PAGE_STALE',
  );
  assert.not(page.blocks[0]?.kept);
});

test('keeps blocks of a page given as a tree', async () => {
  const page = (await known()).labelTree(parse(html('tale')));
  keep(page, 0);
  assert.is(page.text(), 'Home About us\ntale\nText of tale.');
});

test('the fingerprint of a block depends only on its text, its DOM path and the seed', async () => {
  const detector = await known();
  const prints = detector.label(html('tale')).blocks.map(({ fingerprint }) => fingerprint);
  const other = await Detector.create({ ...REPETITION, seed: 5 });
  const again = other.label(`<p>More</p>${html('end')}`).blocks.map(({ fingerprint }) => fingerprint);
  assert.is(prints[0], again[1]);
  assert.is.not(prints[1], again[2]);
  assert.is(prints[2], again[3]);
  assert.is(new Set([...prints, ...again]).size, 5);
  assert.ok([...prints, ...again].every(Number.isSafeInteger));
  const elsewhere = other.label(`<section>${MENU}</section>`);
  assert.is.not(elsewhere.blocks[0]?.fingerprint, prints[0]);
  const unseeded = await Detector.create(REPETITION);
  assert.is.not(unseeded.label(html('tale')).blocks[0]?.fingerprint, prints[0]);
});

test.run();

test('a picture is kept with the caption of its figure, and next to a removed button', async () => {
  const page = (inner: string, story: string): string =>
    `<div>Story ${story}.</div>${inner}<div>End of ${story}.</div>`;
  const textOf = async (inner: (story: string) => string): Promise<string> => {
    const detector = await Detector.create({ ...REPETITION, seed: 5 });
    for (let number = 1; number <= 5; number += 1) detector.learn(page(inner(`${number}`), `${number}`));
    return detector.label(page(inner('tale'), 'tale')).markdown('content', { images: true });
  };
  const picture = '<div><img src=a.png></div>';
  const credit = '<div>Photo: the agency</div>';
  const captioned = (story: string): string =>
    `<figure><div>${picture}${credit}</div><figcaption>The ${story}.</figcaption></figure>`;
  assert.is(await textOf(captioned), 'Story tale.\n\n![](a.png)\n\nThe tale.\n\nEnd of tale.\n');
  assert.is(
    await textOf(() => `<figure>${picture}${credit}<div>At the agency</div></figure>`),
    'Story tale.\n\nEnd of tale.\n',
  );
  const button = '<button>Larger</button>';
  assert.is(await textOf(() => `<div>${picture}${button}</div>`), 'Story tale.\n\n![](a.png)\n\nEnd of tale.\n');
  assert.is(await textOf(() => `<div><a href=/>${picture}</a>${button}</div>`), 'Story tale.\n\nEnd of tale.\n');
  assert.is(await textOf(() => `<div>${picture}${credit}${button}</div>`), 'Story tale.\n\nEnd of tale.\n');
});
