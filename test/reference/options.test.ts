import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resolveOptions, separatorPresets } from './options.ts';

const lifetime = { baseLifetime: 10, lifetimeGrowth: 5 };

test('defaults are the values that the paper publishes', () => {
  const options = resolveOptions(lifetime);
  assert.is(options.templateDf, 5);
  assert.is(options.templateRatio, 0.7);
  assert.is(options.lifetimeBoundary, 'reached');
  assert.is(options.path, 'tags');
  assert.equal([...options.separators], ['table', 'div']);
});

test('html5 adds elements that are used like div', () => {
  const added = 'section article nav aside header footer main form ul ol dl fieldset'.split(' ');
  assert.equal([...separatorPresets.html5], ['table', 'div', ...added]);
});

test('accepts an infinite lifetime', () => {
  assert.is(resolveOptions({ ...lifetime, baseLifetime: Number.POSITIVE_INFINITY }).templateDf, 5);
});

for (const wrong of [
  { templateDf: 0 },
  { templateDf: 2.5 },
  { templateRatio: -0.1 },
  { templateRatio: Number.NaN },
  { baseLifetime: 0 },
  { lifetimeGrowth: 0.5 },
  { lifetimeGrowth: Number.POSITIVE_INFINITY },
  { separators: new Set(['div', 'body']) },
]) {
  test(`rejects ${Object.keys(wrong).join()} ${Object.values(wrong).map(String).join()}`, () => {
    assert.throws(() => resolveOptions({ ...lifetime, ...wrong }), RangeError);
  });
}

test.run();
