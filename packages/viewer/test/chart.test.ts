/** Charts: axes fit the data, and long series are drawn. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { drawChart, type Point, scaleOf } from '../src/chart.ts';

const points = (count: number, value: (at: number) => number): Point[] =>
  Array.from({ length: count }, (_, at) => ({ page: at + 1, value: value(at) }));

test('an axis ends at a round number just above the data', () => {
  assert.equal(scaleOf(0, 161).ticks, [0, 50, 100, 150, 200]);
  assert.equal(scaleOf(3, 905).ticks, [0, 250, 500, 750, 1000]);
  assert.equal(scaleOf(0, 3, { smallest: 1 }).ticks, [0, 1, 2, 3]);
  assert.equal(scaleOf(0.02, 0.83, { limit: 1, smallest: 0.01 }).ticks, [0, 0.25, 0.5, 0.75, 1]);
});

test('an axis begins above 0 where all values are in the upper half', () => {
  assert.equal(scaleOf(940, 990).ticks, [940, 960, 980, 1000]);
  assert.equal(scaleOf(161, 161).low, 0);
});

test('an axis keeps to the upper bound of the values', () => {
  for (const [least, greatest] of [
    [0, 1],
    [0.9, 1],
    [0.55, 0.97],
    [1, 1],
    [0, 0],
  ] as const) {
    const { low, high, ticks } = scaleOf(least, greatest, { limit: 1, smallest: 0.01 });
    assert.ok(low <= least && high >= greatest && high <= 1, `${least} to ${greatest}: ${ticks}`);
    assert.ok(ticks.length >= 2);
  }
});

test('every axis holds the data and has two to seven ticks', () => {
  for (let greatest = 1; greatest < 1e9; greatest = Math.ceil(greatest * 1.37)) {
    for (const least of [0, Math.floor(greatest / 3), Math.floor(greatest * 0.8)]) {
      const { low, high, ticks } = scaleOf(least, greatest, { smallest: 1 });
      assert.ok(low <= least && high >= greatest, `${least} to ${greatest}: ${ticks}`);
      assert.ok(ticks.length >= 2 && ticks.length <= 7, `${least} to ${greatest}: ${ticks}`);
      assert.is(new Set(ticks).size, ticks.length);
    }
  }
});

test('draws a series of 300,000 pages with a bounded number of points', () => {
  const drawing = { tone: 'neutral', points: points(300_000, (at) => at % 1000) } as const;
  const { text } = drawChart({ title: 'Entries', ...drawing, format: String });
  const [, drawn = ''] = /polyline class="[^"]*" points="([^"]*)"/.exec(text) ?? [];
  assert.ok(drawn.split(' ').length <= 240);
  assert.match(text, 'page 300,000');
  assert.match(text, 'maximum 999.');
});

test('a single high value among many does not flatten the line', () => {
  const drawing = { tone: 'neutral', points: points(100_000, (at) => (at === 5 ? 1e6 : 161)) } as const;
  const { text } = drawChart({ title: 'Entries', ...drawing, format: String });
  assert.not.match(text, '>1000000<');
});

test('says so where there are no values', () => {
  const { text } = drawChart({ title: '<T>', points: [], tone: 'template', format: String });
  assert.match(text, 'aria-label="&lt;T&gt;: unknown."');
  assert.match(text, '>unknown<');
  assert.not.match(text, '<T>');
});

test.run();
