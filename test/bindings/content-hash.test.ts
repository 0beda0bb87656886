/** `page.contentHash` and `page.contentDigest`: what changes them and what does not. */
import { contentSimilarity, Detector, OptionError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const STORY = [
  'The council voted for a town meadow behind the old hall, after two hours of debate on Monday.',
  'Seven councillors voted for the plan and four against it, while two did not come to the meeting at all.',
  'The lawn will be mown twice a year, so that bees and butterflies find flowers from March to October.',
];

interface Parts {
  readonly menu?: string;
  readonly meta?: string;
  readonly teaser?: string;
  readonly query?: string;
  readonly story?: readonly string[];
}

const pageOf = ({ menu = 'Home', meta = '12 views', teaser = 'Rain', query = '', story = STORY }: Parts): string =>
  `<html><head><title>Meadow</title></head><body><nav><ul><li><a href="/${query}">${menu}</a><li><a href=/town>Town</a></ul></nav>
  <main><article><h1>A meadow for the town</h1><div class=meta>${meta}</div>${story.map((text) => `<p>${text}</p>`).join('')}</article></main>
  <aside class=related><h2>Related</h2><ul><li><a href="/r${query}">${teaser}</a></ul></aside><footer><p>© River Post</p></footer></body></html>`;

const marksOf = async (html: string, seed = 1): Promise<readonly [string, string]> => {
  const { contentHash, contentDigest } = (await Detector.create({ seed })).learn(html);
  return [String(contentHash), String(contentDigest)];
};

test('template, counters, ages, teasers, tracking parameters and the seed do not change the hash', async () => {
  const [hash, digest] = await marksOf(pageOf({}));
  assert.match(hash, /^[\da-f]{16}$/);
  const others: Parts[] = [
    { menu: 'Start' },
    { meta: '3,481 views · 17 minutes ago' },
    { meta: 'Last updated on 3 March 2024 at 10:05' },
    { meta: '8 months ago · 9:15 pm · 12 March, 7 am' },
    { teaser: 'Snow on the hills until Wednesday' },
    { query: '?utm_source=mail' },
  ];
  for (const [at, parts] of others.entries()) {
    assert.equal(await marksOf(pageOf(parts), at + 2), [hash, digest], JSON.stringify(parts));
  }
});

test('if a word or paragraph is changed, removed, added or moved, the hash changes, and the digest a little', async () => {
  const [hash, digest] = await marksOf(pageOf({}));
  const [first = '', ...rest] = STORY;
  const added = 'A bench will be set up there as well, paid for by the school and the library.';
  const stories = [[first.replace('old', 'new'), ...rest], rest, [...STORY, added], [...rest, first]];
  for (const story of stories) {
    const [other, similar] = await marksOf(pageOf({ story }));
    assert.is.not(other, hash);
    assert.ok(contentSimilarity(digest, similar) > 0.75);
  }
});

test('the hash changes when other pages are listed below the same introduction', async () => {
  const listOf = (titles: readonly string[]): string =>
    `<html><body><main><p>All that we wrote about the meadow behind the hall, by month and by street, since the first of its summers.</p>
    <ul>${titles.map((title) => `<li><a href="/${title.length}">${title}</a></li>`).join('')}</ul></main></body></html>`;
  const titles = ['Bees', 'Butterflies', 'Birds', 'Mowing', 'Benches', 'Paths'].map(
    (name) => `${name} of the meadow behind the old hall of our town in summer`,
  );
  const [hash] = await marksOf(listOf(titles));
  assert.is((await marksOf(listOf(titles), 2))[0], hash);
  const others = titles.map((title) => title.replace('summer', 'winter'));
  assert.is.not((await marksOf(listOf(others)))[0], hash);
});

test('a page without content, or judged only by repetition, has no hash and no digest', async () => {
  const { contentHash, contentDigest } = (await Detector.create()).learn('<nav><a href=/>Home</a></nav>');
  assert.equal([contentHash, contentDigest], [undefined, undefined]);
  const page = (await Detector.create({ evidence: 'repetition' })).learn(pageOf({}));
  assert.equal([page.contentHash, page.contentDigest], [undefined, undefined]);
});

test('texts without spaces count by their characters', async () => {
  const story = ['議会は月曜日に二時間の討論の後、古い庁舎の裏に町の草原を作ることを決めた。'];
  const [hash] = await marksOf(pageOf({ story }));
  assert.is((await marksOf(pageOf({ story, meta: '7 views' })))[0], hash);
  assert.is.not((await marksOf(pageOf({ story: [story[0]?.replace('月', '火') ?? ''] })))[0], hash);
});

test('similarity accepts only two digests', () => {
  assert.is(contentSimilarity('0000000000000000', 'ffffffffffffffff'), 0);
  assert.is(contentSimilarity('00000000000000ff', '000000000000000f'), 1 - 4 / 64);
  for (const wrong of ['', '12', 'g000000000000000', undefined, 7]) {
    assert.throws(
      () => contentSimilarity('0000000000000000', wrong as string),
      (error: unknown) => error instanceof OptionError && error.code === 'OPTION_INVALID',
    );
  }
});

test.run();
