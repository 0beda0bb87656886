import { OptionError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeepOne } from '../../src/policy/keep-one.ts';
import { FOOT, html, keptTexts, known, MENU } from './pages.ts';

test('keeps the first copy of a template block per site', async () => {
  const detector = await known();
  const keepOne = new KeepOne();
  const read = (site: string, source: string): string[] => {
    const page = detector.label(source);
    keepOne.apply(site, page);
    return keptTexts(page);
  };
  assert.equal(read('a', html('one')), [MENU, FOOT]);
  assert.equal(read('a', html('two')), []);
  assert.equal(read('b', html('two')), [MENU, FOOT]);
  assert.equal(read('a', html('three')), []);
  assert.equal(read('b', html('three')), []);
  assert.equal(read('c', `<div>${MENU}</div><div>${MENU}</div><div>${FOOT}</div>`), [MENU, FOOT]);
});

test('does not affect blocks that are still content', async () => {
  const detector = await known();
  const keepOne = new KeepOne();
  for (let number = 1; number <= 6; number += 1) {
    const page = detector.learn(html('same').replaceAll('div', 'section'));
    keepOne.apply('a', page);
    assert.is(page.text(), number <= 5 ? page.text('all') : '', `page ${number}`);
  }
});

test('keeps a block again after it was evicted', async () => {
  const detector = await known();
  const keepOne = new KeepOne({ maxBlocks: 4 });
  const read = (site: string): number => {
    const page = detector.label(html('one'));
    keepOne.apply(site, page);
    return keptTexts(page).length;
  };
  assert.equal(['a', 'a', 'b', 'b', 'c', 'a'].map(read), [2, 0, 2, 0, 2, 2]);
});

for (const most of [1, 2.5, Number.NaN, 2 ** 29]) {
  test(`rejects maxBlocks of ${most}`, () => {
    assert.throws(
      () => new KeepOne({ maxBlocks: most }),
      (error: unknown) => error instanceof OptionError,
    );
  });
}

test.run();
