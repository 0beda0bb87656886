/** A site of sections that share no template: a page of one is no evidence for the texts of another. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../support/random.ts';

const WORDS = 'otter river heron stone bridge meadow winter council valley market garden harbour'.split(' ');
const SECTIONS = 4;
const PAGES = 240;

/** Texts of the template of a section that read like content: only that they repeat says what they are. */
const offer = (section: number): string =>
  `Readers of part ${WORDS[section]} walk along the ${WORDS[section + 1]} in spring.`;

function page(section: number, random: ReturnType<typeof seeded>): string {
  const sentence = (): string => `The ${Array.from({ length: 9 }, () => WORDS[random.below(WORDS.length)]).join(' ')}.`;
  const story = Array.from({ length: 4 }, () => `<p>${sentence()} ${sentence()}</p>`).join('');
  const name = `s${String.fromCharCode(97 + section)}`;
  return `<div class="${name}-main">${story}</div><div class="${name}-box"><p>${offer(section)}</p></div>`;
}

test('what repeats on the pages of a section is template, as on a site of its own', async () => {
  const random = seeded(22);
  // Pages of a section are far from each other: a text must be remembered until the next.
  const site = await Detector.create({ seed: 1, baseLifetime: 60 });
  let kept = 0;
  for (let at = 0; at < PAGES; at += 1) {
    const section = random.below(SECTIONS);
    const text = site.learn(page(section, random), { id: `${at}` }).text('content');
    if (at >= PAGES / 2) kept += Number(text.includes(offer(section)));
  }
  assert.is(kept, 0);
});

test.run();
