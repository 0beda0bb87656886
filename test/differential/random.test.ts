/** Compares module and reference on seeded random sites with frequent, rare, evicted and repeated segments. */

import { Detector, type DetectorOptions } from 'refrain';
import { test } from 'uvu';
import { ReferenceDetector } from '../reference/detector.ts';
import { separatorPresets } from '../reference/options.ts';
import { comparePage, compareTables } from '../support/compare.ts';
import { testSize } from '../support/effort.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { REPETITION } from '../support/repetition.ts';

const NAMES = ['div', 'p', 'table', 'td', 'ul', 'li', 'a', 'section', 'x-card', 'script', 'span'];
const CLASSES = [null, null, '', 'nav', ' nav\t main ', 'é\u00a0b'];

/** Most words repeat; some are evicted before they return. */
const word = (random: Random, page: number): string => {
  const kind = random.below(10);
  if (kind < 4) return `hot ${random.below(12)}`;
  if (kind < 7) return `season ${Math.floor(page / 7) % 5} ${random.below(8)}`;
  if (kind < 8)
    return ['a', 'längere  Wörter\n', '日本語のテキスト', '😀 smile', '\u3000wide\u2003', '  '][random.below(6)] ?? '';
  return `new ${page} ${random.below(1000)} ${'x'.repeat(random.below(90))}`;
};

const grow = (random: Random, page: number, depth: number): string =>
  Array.from({ length: 1 + random.below(4) }, (): string => {
    if (depth === 0 || random.below(3) === 0) return word(random, page);
    const name = NAMES[random.below(NAMES.length)] ?? 'div';
    const className = CLASSES[random.below(CLASSES.length)] ?? null;
    const start = className === null ? `<${name}>` : `<${name} class="${className}">`;
    return `${start}${grow(random, page, depth - 1)}</${name}>`;
  }).join('');

const site = async (
  seed: number,
  pages: number,
  options: DetectorOptions & { baseLifetime: number; lifetimeGrowth: number },
  separators: 'paper' | 'html5',
): Promise<void> => {
  const random = seededRandom(seed);
  const detector = await Detector.create({ ...REPETITION, ...options, separators });
  const { baseLifetime, lifetimeGrowth, templateDf, templateRatio } = detector.options;
  const reference = new ReferenceDetector({
    ...{ baseLifetime, lifetimeGrowth, templateDf, templateRatio },
    separators: separatorPresets[separators],
  });
  for (let page = 1; page <= pages; page += 1) {
    const name = `seed ${seed}, page ${page}`;
    const html = `<!doctype html><body>${grow(random, page, 3)}`;
    const how = random.below(20);
    if (how === 0) {
      const id = `page ${page % 400}`;
      comparePage(detector.label(html, { id }), reference.label(html, id), name, 1);
    } else if (how < 4) {
      const id = `page ${random.below(400)}`;
      comparePage(detector.learn(html, { id }), reference.learn(html, id), name, 1);
    } else {
      comparePage(detector.learn(html), reference.learn(html), name);
    }
    compareTables(detector, reference, name);
  }
};

test('pages and tables agree on random pages of all laws', async () => {
  const laws = [
    { baseLifetime: 5, lifetimeGrowth: 8 },
    { baseLifetime: 1, lifetimeGrowth: 1 },
    { baseLifetime: 2, lifetimeGrowth: 3 },
    { baseLifetime: 0.5, lifetimeGrowth: 30 },
    { baseLifetime: 3.7, lifetimeGrowth: 2.9 },
  ];
  for (const [index, law] of laws.entries()) {
    await site(index, testSize(500, 10_000), law, 'paper');
    await site(10 + index, testSize(250, 5000), { ...law, templateDf: 2, templateRatio: 0.35 }, 'html5');
  }
});

test('pages and tables agree for expiries of one byte and of two', async () => {
  await site(79, testSize(400, 2000), { baseLifetime: 8, lifetimeGrowth: 8 }, 'paper');
  await site(80, testSize(200, 1000), { baseLifetime: 13, lifetimeGrowth: 5 }, 'paper');
});

test('pages and tables agree for infinite lifetimes, and where DFs reach their maximum', async () => {
  await site(32, 400, { baseLifetime: Number.POSITIVE_INFINITY, lifetimeGrowth: 1 }, 'paper');
  await site(33, 1000, { templateDf: 255, baseLifetime: 2, lifetimeGrowth: 9 }, 'paper');
});

test.run();
