import { OptionError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeepOne } from '../../src/policy/keep-one.ts';
import { limitRemoved } from '../../src/policy/max-removed.ts';
import { html, keptTexts, known, MENU } from './pages.ts';

const SHARE = 28 / 48;

test('keeps a page whole that would lose more than the given ratio', async () => {
  const detector = await known();
  const page = detector.label(html('a tale'));
  assert.equal(page.lengths, { template: 28, content: 20 });
  assert.not(limitRemoved(page, SHARE));
  assert.not(limitRemoved(page, 1));
  assert.is(page.text(), page.blocks[1]?.text);
  assert.ok(limitRemoved(page, SHARE - 0.001));
  assert.is(page.text(), page.text('all'));
  assert.not(limitRemoved(page, 0));
  assert.not(limitRemoved(detector.label(''), 0));
  assert.not(limitRemoved(detector.label('<p>All of it new'), 0));
});

test('does not count blocks that another policy keeps', async () => {
  const detector = await known();
  const keepOne = new KeepOne();
  const first = detector.label(html('a tale'));
  keepOne.apply('a', first);
  assert.not(limitRemoved(first, 0.2));
  const second = detector.label(html('an end'));
  keepOne.apply('a', second);
  assert.equal(keptTexts(second), []);
  assert.ok(limitRemoved(second, 0.2));
  // One of two template blocks is kept: 15 of 48 code points are removed.
  const third = detector.label(html('a tale'));
  for (const block of third.blocks) if (block.text === MENU) third.keep(block);
  assert.not(limitRemoved(third, 15 / 48));
  assert.ok(limitRemoved(third, 0.3));
});

test('rejects ratios outside 0 to 1', async () => {
  const page = (await known()).label(html('a tale'));
  for (const ratio of [-0.1, 1.1, Number.NaN]) {
    assert.throws(
      () => limitRemoved(page, ratio),
      (error: unknown) => error instanceof OptionError,
    );
  }
});

test.run();
