/**
 * A long synthetic site with the proportions of real sites: a median page has 50 to 270 segments, half of them template, in 10
 * to 35 blocks. The number of a page determines its content.
 */
import { seeded } from '../random.ts';

const SITE_WIDE = 90;
const SECTIONS = 12;
const SEGMENTS_OF_SECTION = 20;
/** Tags, names, dates: each page has some of a large pool, a few of them often and most of them rarely. */
const RECURRING = 15;
const RECURRING_POOL = 3000;
/** Segments that are on one page only. */
const FRESH = 55;
const SEGMENTS_OF_BLOCK = 9;

const WORDS = 'alder birch cedar dogwood elm fir ginkgo hazel ilex juniper kapok larch maple nutmeg oak pine'.split(
  ' ',
);

/** One to four words, as in a menu. */
const label = (kind: string, number: number): string => {
  const words = Array.from({ length: 1 + (number % 4) }, (_, at) => WORDS[(number * 7 + at * 3) % WORDS.length]);
  return `${words.join(' ')} ${kind}${number}`;
};

const labels = (kind: string, count: number): string[] => Array.from({ length: count }, (_, at) => label(kind, at));

/** A few words, or in one case of four a paragraph. */
const phrases = Array.from({ length: 512 }, (_, number) => {
  const below = seeded(number);
  const length = below(4) === 0 ? 10 + below(30) : 1 + below(4);
  return Array.from({ length }, () => WORDS[below(WORDS.length)]).join(' ');
});

/** Texts in paragraphs, `SEGMENTS_OF_BLOCK` to a block. */
function blocksOf(texts: readonly string[]): string {
  let html = '';
  for (let at = 0; at < texts.length; at += SEGMENTS_OF_BLOCK) {
    const paragraphs = texts.slice(at, at + SEGMENTS_OF_BLOCK).map((text) => `<p>${text}</p>`);
    html += `<div>${paragraphs.join('')}</div>`;
  }
  return html;
}

// What is repeated is written once, since an old table needs a hundred thousand pages.
const siteWide = blocksOf(labels('site', SITE_WIDE));
const sections = Array.from({ length: SECTIONS }, (_, section) =>
  blocksOf(labels(`section${section}.`, SEGMENTS_OF_SECTION)),
);
const recurring = labels('tag', RECURRING_POOL);

/** A page by its number: about 180 segments in about 20 blocks. */
export function syntheticPage(number: number): string {
  const below = seeded(number);
  const ofSection = sections[below(SECTIONS)];
  // The product of two uniform draws is small more often than large, so that few texts of the pool are frequent.
  const again = Array.from({ length: RECURRING }, () => {
    const draw = below(RECURRING_POOL) * below(RECURRING_POOL);
    return recurring[Math.floor(draw / RECURRING_POOL)] ?? '';
  });
  const fresh = Array.from({ length: FRESH }, (_, at) => `${phrases[below(phrases.length)]} ${number}.${at}`);
  return `<!doctype html><html><body>${siteWide}${ofSection}${blocksOf([...again, ...fresh])}</body></html>`;
}
