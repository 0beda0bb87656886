/**
 * After a redesign, pages of the old design do not count against the repetition of new texts. Pages of a section do not
 * count for texts of another section with a separate template.
 */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../support/random.ts';

const WORDS = 'otter river heron stone bridge meadow winter council valley market garden harbour'.split(' ');

const sentence = (random: ReturnType<typeof seededRandom>): string =>
  `The ${Array.from({ length: 9 }, () => WORDS[random.below(WORDS.length)]).join(' ')}.`;

const story = (random: ReturnType<typeof seededRandom>): string =>
  Array.from({ length: 4 }, () => `<p>${sentence(random)} ${sentence(random)}</p>`).join('');

/** Texts of the new template that read like content. Only repetition identifies them. */
const OFFER = ['Our readers walk along the river in spring.', 'The valley has a market on every second Sunday.'];

const earlier = (random: ReturnType<typeof seededRandom>): string =>
  `<table><tr><td><b>Home</b> <b>Town</b><td>${story(random)}</table><div class=end>Written in the valley</div>`;
const later = (random: ReturnType<typeof seededRandom>): string => `<main><article>${story(random)}</article>
  <section class=box>${OFFER.map((text) => `<p>${text}</p>`).join('')}</section></main>`;

test('repeated text of a new design is template after a few pages, however many the old one had', async () => {
  const random = seededRandom(20);
  const site = await Detector.create({ seed: 1 });
  const fresh = await Detector.create({ seed: 1 });
  for (let page = 0; page < 200; page += 1) site.learn(earlier(random), { id: `${page}` });
  for (let page = 0; page < 10; page += 1) {
    const html = later(random);
    const [known, unknown] = [site, fresh].map((detector) => detector.learn(html).text('content'));
    if (page < 6) continue;
    assert.is(known, unknown, `page ${page} of the new design`);
    for (const text of OFFER) assert.not.match(known ?? '', text);
  }
});

test('a page that was counted in an old design is judged as one of an unknown site', async () => {
  const random = seededRandom(21);
  const site = await Detector.create({ seed: 1 });
  for (let page = 0; page < 200; page += 1) site.learn(earlier(random), { id: `${page}` });
  const html = later(random);
  const scores = site.learn(html, { id: '150' }).blocks.map(({ score = 0 }) => score);
  const alone = (await Detector.create({ seed: 1 })).learn(html).blocks.map(({ score = 0 }) => score);
  const farthest = Math.max(...scores.map((score, at) => Math.abs(score - (alone[at] ?? 0))));
  assert.ok(farthest < 3, `${farthest}`);
});

const SECTIONS = 4;
const PAGES = 240;

/** Texts of a section's template that read like content. */
const offer = (section: number): string =>
  `Readers of part ${WORDS[section]} walk along the ${WORDS[section + 1]} in spring.`;

function sectionPage(section: number, random: ReturnType<typeof seededRandom>): string {
  const name = `s${String.fromCharCode(97 + section)}`;
  return `<div class="${name}-main">${story(random)}</div><div class="${name}-box"><p>${offer(section)}</p></div>`;
}

test('text that repeats on the pages of a section is template, as on a separate site', async () => {
  const random = seededRandom(22);
  // Pages of a section are far apart: a text must be remembered until the next one.
  const site = await Detector.create({ seed: 1, baseLifetime: 60 });
  let kept = 0;
  for (let at = 0; at < PAGES; at += 1) {
    const section = random.below(SECTIONS);
    const text = site.learn(sectionPage(section, random), { id: `${at}` }).text('content');
    if (at >= PAGES / 2) kept += Number(text.includes(offer(section)));
  }
  assert.is(kept, 0);
});

test.run();
