/** The page-level method: it learns from repetition, finds template that never repeats, and works on other sites. */

import { PageLevelDetector, smoothTree } from '@refrain/page-level';
import { ModelError, OptionError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectedCode, thrownCode } from '../../../test/support/errors.ts';
import { type Calls, testWrongValues } from '../../../test/support/wrong-values.ts';

const sentence = (page: number, at: number): string =>
  `On day ${page} the ${['heron', 'otter', 'badger'][at % 3]} came down to the river number ${page * 7 + at}, and it stayed for a while.`;

const links = (page: number, isNew: boolean): string =>
  Array.from(
    { length: isNew ? 4 : 8 },
    (_, at) => `<li><a href="${at}">${isNew ? `Place ${page} of ${at}` : `Section ${at}`}</a></li>`,
  ).join('');

/** A list of links, five paragraphs, and a second list whose links are new on every page. */
const pageOf = (page: number): string =>
  `<body><ul>${links(page, false)}</ul><div>${Array.from({ length: 5 }, (_, at) => `<p>${sentence(page, at)}</p>`).join('')}</div><ul>${links(page, true)}</ul></body>`;

const open = (regression?: Uint8Array): Promise<PageLevelDetector> =>
  PageLevelDetector.create({ separators: 'blocks' }, regression === undefined ? {} : { regression });

test('labels links that never repeat as template because they look like links that do; keeps sentences', async () => {
  const detector = await open();
  let page = detector.learn(pageOf(1));
  assert.is(page.text('template'), '', 'nothing is template on the first page');
  for (let number = 2; number <= 60; number += 1) page = detector.learn(pageOf(number));
  assert.match(page.text('template'), 'Section 3');
  assert.match(page.text('template'), 'Place 60 of 3', 'no text of this list occurred before');
  assert.match(page.text('content'), 'the heron came down');
  assert.not.match(page.text('content'), 'Place 60');
  const { template, content } = page.lengths;
  assert.is(
    template + content,
    page.blocks.reduce((sum, { length }) => sum + length, 0),
  );
});

test('a saved regression labels the first page of another site', async () => {
  const first = await open();
  for (let number = 1; number <= 60; number += 1) first.learn(pageOf(number));
  const saved = first.save();
  const page = (await open(saved)).learn(pageOf(900));
  assert.match(page.text('template'), 'Place 900 of 3');
  assert.match(page.text('content'), 'On day 900');
  assert.equal((await open(saved)).save(), saved, 'the saved bytes are unchanged');
});

test('a known page id is not counted', async () => {
  const detector = await open();
  detector.learn(pageOf(1), { id: 'a' });
  assert.is(detector.learn(pageOf(1), { id: 'a' }).counted, false);
  assert.is(detector.stats.pages, 1);
});

test('has no main content: no model is loaded', async () => {
  const page = (await open()).learn(pageOf(1));
  for (const part of ['main', 'comments', 'main+comments'] as const) {
    assert.is(
      thrownCode(() => page.text(part)),
      'NO_MAIN',
    );
  }
  for (const { main, mainScore, comments } of page.blocks) {
    assert.equal([main, mainScore, comments], [false, undefined, false]);
  }
});

test('scores are finite for empty pages and one giant node', async () => {
  const detector = await open();
  for (const html of ['', '<body></body>', '<p>x</p>', `<div>${'word '.repeat(200_000)}</div>`, '<a></a>']) {
    const page = detector.learn(html);
    for (const { score } of page.blocks) assert.ok(Number.isFinite(score));
  }
});

test('rejects a regression that is invalid or has another shape', async () => {
  const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const good = JSON.parse(new TextDecoder().decode((await open()).save())) as { bands: { weights: number[] }[] };
  const worse = structuredClone(good);
  worse.bands[0]?.weights.push(1);
  for (const bad of [
    new Uint8Array(),
    new TextEncoder().encode('{'),
    bytes(null),
    bytes({ ...good, version: 2 }),
    bytes({ ...good, bands: [] }),
    bytes({ ...good, bands: good.bands.map(() => null) }),
    bytes(worse),
    bytes({ ...good, bands: good.bands.map((band) => ({ ...band, weights: band.weights.map(() => 'x') })) }),
  ]) {
    try {
      await open(bad);
      assert.unreachable('it was accepted');
    } catch (error) {
      assert.instance(error, ModelError);
      assert.is((error as ModelError).code, 'MODEL_INVALID');
    }
  }
});

test('rejects a penalty or threshold out of range', async () => {
  for (const options of [{ penalty: -1 }, { penalty: Number.NaN }, { threshold: 2 }]) {
    try {
      await PageLevelDetector.create(options);
      assert.unreachable('it was accepted');
    } catch (error) {
      assert.instance(error, OptionError);
    }
  }
});

// ── Wrong arguments of the public functions, as a caller without TypeScript may pass them ──

const detector = await PageLevelDetector.create();

/** Functions with the number of their arguments, and arguments that are right. */
const FUNCTIONS: Calls = {
  'PageLevelDetector.create': [(...values) => PageLevelDetector.create(...(values as [])), [{}, {}]],
  'regression of PageLevelDetector.create': [
    (regression) => PageLevelDetector.create({}, { regression }),
    [detector.save()],
  ],
  'PageLevelDetector.learn': [(...values) => detector.learn(...(values as unknown as [never])), ['<p>one', {}]],
  smoothTree: [(...values) => smoothTree(...(values as unknown as [never, never])), [{ parents: [0], scores: [1] }, 1]],
  'lists of smoothTree': [(parents, scores, weights) => smoothTree({ parents, scores, weights }, 1), [[0], [1], [1]]],
};

testWrongValues(FUNCTIONS);

test('detector and smoother refuse unknown options and wrong values', async () => {
  assert.is(await rejectedCode(() => PageLevelDetector.create({ penality: 1 } as never)), 'OPTION_INVALID');
  assert.is(await rejectedCode(() => PageLevelDetector.create({ penalty: -1 })), 'OPTION_INVALID');
  assert.is(
    thrownCode(() => smoothTree(7 as never, 1)),
    'OPTION_INVALID',
  );
  assert.is(
    thrownCode(() => smoothTree({ parents: [0], scores: [] }, 1)),
    'INPUT_INVALID',
  );
  assert.is(
    thrownCode(() => smoothTree({ parents: [0], scores: [1] }, '1' as never)),
    'INPUT_INVALID',
  );
});

test.run();
