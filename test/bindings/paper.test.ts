/** Vectors and traces of the lifetime law (Wang et al., WWW 2008, shrinkage), computed by the module. */
import { Detector, type DetectorOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { entriesOf } from '../support/compare.ts';
import { REPETITION } from '../support/repetition.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];

const tracePage = (index: number): string =>
  `<div><a>Home</a><a>About</a>${MONTHS[index]}</div><div>b${index + 1}</div>`;

test('expands and shrinks the table over six pages with Tb = 2 and N = 3', async () => {
  const [expanded, kept] = [
    [4, 6, 8, 8, 8, 8],
    [4, 6, 6, 6, 6, 6],
  ];
  const detector = await Detector.create({ ...REPETITION, baseLifetime: 2, lifetimeGrowth: 3 });
  let before = 0;
  for (const index of MONTHS.keys()) {
    const page = detector.learn(tracePage(index));
    assert.is(before + page.fresh, expanded[index], `entries after the expansion of page ${index + 1}`);
    assert.is(detector.stats.entries, kept[index], `entries after page ${index + 1}`);
    before = detector.stats.entries;
    const [menu, other] = detector.label(tracePage(index)).blocks;
    assert.equal([menu?.templateLength, menu?.length], [index < 4 ? 0 : 9, 12]);
    assert.is(menu?.verdict, index < 4 ? 'content' : 'template');
    assert.is(other?.verdict, 'content');
  }
});

for (const [baseLifetime, lifetimeGrowth, df] of [
  [1, 4, 1],
  [2, 3, 5],
] as const) {
  test(`a segment absent for five pages has DF ${df} with Tb = ${baseLifetime}, N = ${lifetimeGrowth}`, async () => {
    const detector = await Detector.create({ ...REPETITION, baseLifetime, lifetimeGrowth });
    for (let page = 1; page <= 9; page += 1) detector.learn(page <= 4 ? '<p>X' : '<p>');
    const page = detector.learn('<p>X');
    assert.is(page.number, 10);
    assert.is(page.blocks[0]?.segments[0]?.df, df);
  });
}

/** For DF 1 to 10. Ages are whole pages, so lifetimes are rounded up. */
const LIVES = [
  [10, 5, [10, 20.2305, 32.4393, 41.6963, 46.5869, 48.6878, 49.5091, 49.8183, 49.933, 49.9753]],
  [4, 25, [4, 10.1739, 23.5402, 45.5604, 69.4649, 86.0799, 94.385, 97.8584, 99.2013, 99.7047]],
] as const;

for (const [baseLifetime, lifetimeGrowth, lives] of LIVES) {
  test(`evicts segments of DF 1 to 10 after their lifetime with Tb = ${baseLifetime}, N = ${lifetimeGrowth}`, async () => {
    for (const [index, life] of lives.entries()) {
      const detector = await Detector.create({ ...REPETITION, baseLifetime, lifetimeGrowth });
      for (let df = 0; df <= index; df += 1) detector.learn('<p>X');
      for (let age = 1; age < Math.ceil(life); age += 1) detector.learn('');
      assert.equal(
        entriesOf(detector).map(({ df }) => df),
        [index + 1],
        `DF ${index + 1} lives until the page before`,
      );
      detector.learn('');
      assert.is(detector.stats.entries, 0, `DF ${index + 1} is evicted at age ${Math.ceil(life)}`);
    }
  });
}

test('a template ratio of 7/10 is not template; no block is template before the fifth page', async () => {
  const detector = await Detector.create(REPETITION);
  for (let page = 1; page <= 6; page += 1) {
    const blocks = detector.learn(
      `<div><b>sevench</b><i>p${page}x</i></div><div><b>eightchr</b><i>p${page}</i></div>`,
    ).blocks;
    assert.equal(
      blocks.map(({ verdict, templateLength, length }) => [verdict, templateLength, length]),
      page < 5
        ? [
            ['content', 0, 10],
            ['content', 0, 10],
          ]
        : [
            ['content', 7, 10],
            ['template', 8, 10],
          ],
    );
  }
});

// Evicted segments are not restored, although expiries are kept modulo 2^8 or 2^16.

const list = (word: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `<p>${word} ${at}`).join('');

/** Segments that are evicted early share groups with segments of every page; their slots are not reused. */
async function keepCounting(options: DetectorOptions, pages: number): Promise<void> {
  const detector = await Detector.create({ ...REPETITION, ...options });
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

test('no evicted segment reappears when a clock of eight bits wraps around', () =>
  keepCounting({ baseLifetime: 1, lifetimeGrowth: 16 }, 600));

test.run();
