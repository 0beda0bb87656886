import { Duplicates, type DuplicatesTemplate } from '@refrain/search/duplicates';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Random, seededRandom } from '../../../../test/support/random.ts';

/** Estimates depend on the seed. */
const detector = { seed: 5 };

const words = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => `w${random.below(5000).toString(36)}`);

/** Shared runs of words / all runs of words of two texts. */
function exact(one: readonly string[], other: readonly string[], size: number): number {
  const runs = (of: readonly string[]): Set<string> =>
    of.length <= size
      ? new Set([of.join(' ')])
      : new Set(Array.from({ length: of.length - size + 1 }, (_, at) => of.slice(at, at + size).join(' ')));
  const [first, second] = [runs(one), runs(other)];
  const common = [...first].filter((run) => second.has(run)).length;
  return common / (first.size + second.size - common);
}

test('estimates resemblance within the error of the number of minima', async () => {
  const random = seededRandom(3);
  for (const [minima, off] of [
    [84, 0.25],
    [1024, 0.075],
  ] as const) {
    const duplicates = await Duplicates.create({ template: 'none', minima, detector });
    let error = 0;
    const pairs = 120;
    for (let at = 0; at < pairs; at += 1) {
      const one = words(random, 30 + random.below(300));
      const cut = random.below(one.length);
      const other = [...one.slice(cut), ...words(random, random.below(100))];
      const [first, second] = [duplicates.addText(one.join(' ')), duplicates.addText(other.join(', '))];
      const difference = duplicates.resemblance(first, second) - exact(one, other, 6);
      assert.ok(Math.abs(difference) < off, `${minima} minima: off by ${difference}`);
      error += difference;
    }
    // Without bias, the mean error is a tenth of the allowed one.
    assert.ok(Math.abs(error / pairs) < off / 10, `${minima} minima: ${error / pairs} on average`);
  }
});

test('pairs yields every pair above the threshold once', async () => {
  const random = seededRandom(4);
  for (const [resemblance, minima, shingle] of [
    [0.5, 84, 6],
    [0.2, 84, 2],
    [0.9, 16, 3],
    [1, 4, 1],
    [0.01, 128, 6],
  ] as const) {
    const duplicates = await Duplicates.create({ template: 'none', resemblance, minima, shingle, detector });
    const base = Array.from({ length: 12 }, () => words(random, 80));
    for (let at = 0; at < 150; at += 1) {
      const own = [...(base[random.below(base.length)] ?? [])];
      for (let change = random.below(12); change > 0; change -= 1) own[random.below(80)] = `x${random.below(99)}`;
      duplicates.addText(own.join(' '));
    }
    for (const text of ['', '', '!', 'one', 'one']) duplicates.addText(text);
    const expected: string[] = [];
    for (let one = 0; one < duplicates.count; one += 1) {
      for (let other = one + 1; other < duplicates.count; other += 1) {
        const found = duplicates.resemblance(one, other);
        if (found >= resemblance) expected.push(`${one} ${other} ${found}`);
      }
    }
    const pairs = [...duplicates.pairs()].map((pair) => `${pair.one} ${pair.other} ${pair.resemblance}`);
    assert.ok(expected.length > 5, `${expected.length} pairs`);
    assert.equal(pairs.sort(), expected.sort());
  }
});

test('groups are connected components of pairs', async () => {
  const duplicates = await Duplicates.create({ template: 'none', shingle: 1, minima: 256, resemblance: 0.4, detector });
  const letters = 'a b c d e f g h i j k l m n o p q r s t'.split(' ');
  for (const [from, to] of [
    [0, 10],
    [3, 13],
    [6, 16],
    [17, 20],
  ] as const) {
    duplicates.addText(letters.slice(from, to).join(' '));
  }
  duplicates.addText('r s t');
  assert.equal(duplicates.groups(), [
    [0, 1, 2],
    [3, 4],
  ]);
});

const SONGS = Array.from({ length: 12 }, (_, at) => words(seededRandom(100 + at), 70).join(' '));
const frame = (site: string, song: string, at: number): string => {
  const menu = words(seededRandom(site.length * 7 + (site.codePointAt(0) ?? 0)), 50);
  const links = menu.map((word) => `<li><a href="/${word}">${word} ${word}</a>`).join('');
  return `<title>${site}</title><body><nav><ul>${links}</ul></nav><main><article><h1>Song ${at}</h1><p>${song}. </p></article></main>
    <footer><p>All rights of ${site} reserved, ${menu.slice(0, 15).join(' ')}</footer>`;
};

async function accuracy(template: DuplicatesTemplate): Promise<{ same: number; different: number }> {
  const duplicates = await Duplicates.create({ template, minima: 1024, detector });
  const pages = ['one.example', 'the-other.example'].flatMap((site) =>
    SONGS.map((song, at) => ({ url: `https://${site}/${at}`, html: frame(site, song, at) })),
  );
  for (const { url, html } of pages) duplicates.add(url, html);
  let [same, different] = [0, 0];
  for (let at = 0; at < SONGS.length; at += 1) {
    if (duplicates.resemblance(at, at + SONGS.length) >= 0.5) same += 1;
    if (duplicates.resemblance(at, (at + 1) % SONGS.length) < 0.5) different += 1;
  }
  return { same: same / SONGS.length, different: different / SONGS.length };
}

test('without template, copies on two sites are duplicates and different pages of one site are not', async () => {
  const none = await accuracy('none');
  assert.ok(none.same < 0.2, `none: ${JSON.stringify(none)}`);
  const incremental = await accuracy('incremental');
  assert.ok(incremental.same > 0.9 && incremental.different === 1, `incremental: ${JSON.stringify(incremental)}`);
});

test.run();
