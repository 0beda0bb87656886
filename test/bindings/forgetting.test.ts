/** Evicted segments stay evicted for as long as the clock runs: expiries are kept modulo 2^8 or 2^16. */
import { Detector, type DetectorOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REPETITION } from '../support/repetition.ts';

const list = (word: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `<p>${word} ${at}`).join('');

/** Segments that die early fill groups together with those that are on every page; then nothing new takes their slots. */
async function keepCounting(options: DetectorOptions, pages: number): Promise<void> {
  // A known seed: with 23 bits, one of these texts is taken for another with one seed in six.
  const detector = await Detector.create({ ...REPETITION, ...options, seed: 1 });
  const lasting = 3000;
  const [always, once] = [list('always', lasting), list('once', 450)];
  detector.learn(`<body>${always}${once}`);
  let isEvicted = false;
  for (let page = 2; page <= pages; page += 1) {
    detector.learn(`<body>${always}`);
    const { entries } = detector.stats;
    isEvicted ||= entries === lasting;
    if (isEvicted) assert.is(entries, lasting, `page ${page}`);
    if (isEvicted && page % 16 === 0) {
      const dfs = detector.label(`<body>${once}`).blocks.flatMap(({ segments }) => segments.map(({ df }) => df));
      assert.is(Math.max(...dfs), 0, `page ${page}`);
    }
  }
  assert.ok(isEvicted);
}

test('no segment comes back when a clock of eight bits wraps around', () =>
  keepCounting({ baseLifetime: 1, lifetimeGrowth: 16, fingerprintBits: 39 }, 600));

test('no segment comes back when a clock of eight bits wraps around, with the narrowest entries', () =>
  keepCounting({ baseLifetime: 4, lifetimeGrowth: 16, fingerprintBits: 23 }, 600));

test.run();
