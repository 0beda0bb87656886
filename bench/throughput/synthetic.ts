/**
 * A long site that never was: page after page of segments in the proportions of the real sites at hand (a median page
 * has 50 to 270 segments, half of them template, in 10 to 35 blocks). Any page can be made from its number alone.
 */
import type { TreeAdapter } from '../../bindings/tree.ts';
import { seeded } from '../../test/support/random.ts';

interface SyntheticNode {
  /** Name of an element; undefined for a text. */
  readonly name: string | undefined;
  readonly text: string;
  readonly children: readonly SyntheticNode[];
}

export const syntheticAdapter: TreeAdapter<SyntheticNode> = {
  kind: ({ name }) => (name === undefined ? 'text' : 'element'),
  name: ({ name }) => name ?? '',
  className: () => undefined,
  text: ({ text }) => text,
  children: ({ children }) => children,
};

const SITE_WIDE = 90;
const SECTIONS = 12;
const OF_SECTION = 20;
/** Tags, names, dates: they come back now and then, some often and most rarely. */
const RECURRING = 15;
const RECURRING_POOL = 3000;
/** Never seen before and never again. */
const FRESH = 55;
const SEGMENTS_OF_BLOCK = 9;

const WORDS = 'alder birch cedar dogwood elm fir ginkgo hazel ilex juniper kapok larch maple nutmeg oak pine'.split(
  ' ',
);

const text = (data: string): SyntheticNode => ({ name: undefined, text: data, children: [] });

const element = (name: string, children: readonly SyntheticNode[]): SyntheticNode => ({ name, text: '', children });

/** One to four words, as in a menu. */
const label = (kind: string, number: number): string => {
  const words = Array.from({ length: 1 + (number % 4) }, (_, place) => WORDS[(number * 7 + place * 3) % WORDS.length]);
  return `${words.join(' ')} ${kind}${number}`;
};

const labels = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => label(kind, place));

/** Mostly a few words, now and then a paragraph. */
const phrases = Array.from({ length: 512 }, (_, number) => {
  const random = seeded(number);
  const length = random.below(4) === 0 ? 10 + random.below(30) : 1 + random.below(4);
  return Array.from({ length }, () => WORDS[random.below(WORDS.length)]).join(' ');
});

/** Texts in paragraphs, so many to a block. */
function blocksOf(texts: readonly string[]): SyntheticNode[] {
  const blocks: SyntheticNode[] = [];
  for (let at = 0; at < texts.length; at += SEGMENTS_OF_BLOCK) {
    const paragraphs = texts.slice(at, at + SEGMENTS_OF_BLOCK).map((data) => element('p', [text(data)]));
    blocks.push(element('div', paragraphs));
  }
  return blocks;
}

// What comes back is made once: ageing a table takes a hundred thousand pages.
const siteWide = blocksOf(labels('site', SITE_WIDE));
const sections = Array.from({ length: SECTIONS }, (_, section) => blocksOf(labels(`section${section}.`, OF_SECTION)));
const recurring = labels('tag', RECURRING_POOL);

/** The page of this number: about 180 segments in about 20 blocks. */
export function syntheticPage(number: number): SyntheticNode {
  const random = seeded(number);
  const ofSection = sections[random.below(SECTIONS)] ?? [];
  // The product of two draws is small more often than not.
  const again = Array.from({ length: RECURRING }, () => {
    const draw = random.below(RECURRING_POOL) * random.below(RECURRING_POOL);
    return recurring[Math.floor(draw / RECURRING_POOL)] ?? '';
  });
  const fresh = Array.from(
    { length: FRESH },
    (_, place) => `${phrases[random.below(phrases.length)]} ${number}.${place}`,
  );
  return element('html', [element('body', [...siteWide, ...ofSection, ...blocksOf([...again, ...fresh])])]);
}
