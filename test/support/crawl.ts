/**
 * A synthetic crawl of any number of sites. Two numbers determine a page and its site. It has the menu and the footer
 * of the site, the list of a section, texts that recur irregularly, and its own text.
 */
import { seededRandom } from './random.ts';

export interface SamplePage {
  readonly url: string;
  readonly site: string;
  readonly html: string;
}

const WORDS = 'alder birch cedar dogwood elm fir ginkgo hazel ilex juniper kapok larch maple nutmeg oak pine'.split(
  ' ',
);
const word = (number: number): string => WORDS[number % WORDS.length] ?? '';

/** Stories are parts of one long text, so that making a page is faster than reading it. */
const LORE = Array.from(
  { length: 8192 },
  (
    (random) => () =>
      word(random.below(WORDS.length))
  )(seededRandom(0)),
).join(' ');

export const siteName = (site: number): string => `s${site}.example`;

/** A story of twelve paragraphs has about 2 kB and 50 text segments. */
export function samplePage(site: number, page: number, paragraphs = 12): SamplePage {
  const random = seededRandom(site * 7919 + page);
  const name = siteName(site);
  const menu = Array.from({ length: 14 }, (_, at) => `<li><a href="/${at}">${word(site + at)} ${site} ${at}</a></li>`);
  const section = (site + page) % 3;
  const list = Array.from({ length: 8 }, (_, at) => `<li>${word(section * 5 + at)} section ${section} of ${site}</li>`);
  const recurring = Array.from({ length: 6 }, () => `<span>tag ${word(random.below(16))} ${random.below(60)}</span>`);
  const story = Array.from({ length: paragraphs }, (_, at) => {
    const start = random.below(LORE.length - 120);
    return `<p>${LORE.slice(start, start + 35 + random.below(85))} ${site}.${page}.${at}</p>`;
  });
  const html =
    `<!DOCTYPE html><html><head><title>${name} ${page}</title></head><body>` +
    `<header><nav><ul>${menu.join('')}</ul></nav></header><aside><ul>${list.join('')}</ul></aside>` +
    `<main><h1>Page ${page} of ${name}</h1><div>${recurring.join(' ')}</div><article>${story.join('\n')}</article></main>` +
    `<footer><p>All rights with ${name}</p><p>Since ${1990 + (site % 30)}</p></footer></body></html>`;
  return { url: `https://${name}/page/${page}`, site: name, html };
}
