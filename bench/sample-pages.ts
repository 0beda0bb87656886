/** Generated short pages: a unique story between the navigation and the footer of its site. */
import { seededRandom } from './random.ts';

export interface SamplePage {
  readonly url: string;
  readonly site: string;
  readonly html: string;
}

const WORDS =
  'the station opened a new line for people who travel between river and old market in the early morning when trains are full'.split(
    ' ',
  );
const SECTIONS = ['News', 'Local', 'Sport', 'Culture', 'Weather', 'Letters'];

export const siteName = (site: number): string => `s${site}.example`;

/** About 2 kB, determined by the two numbers. */
export function samplePage(site: number, page: number): SamplePage {
  const below = seededRandom(site * 7919 + page);
  const name = siteName(site);
  const words = (count: number): string => Array.from({ length: count }, () => WORDS[below(WORDS.length)]).join(' ');
  const menu = SECTIONS.map((section) => `<li><a href="/${section}">${section} of ${site}</a></li>`).join('');
  const read = Array.from({ length: 4 }, (_, at) => `<li><a href="/r${at}">Most read ${at} of ${page >> 3}</a></li>`);
  const story = Array.from({ length: 6 }, () => `<p>${words(25)}</p>`).join('\n');
  const html = `<!doctype html><html><head><title>Report ${page}: ${words(4)}</title></head><body>
<header><a href="/">${name}</a><nav><ul>${menu}</ul></nav></header>
<main><h1>${words(5)} ${page}</h1>${story}</main>
<aside class="related"><h2>Most read</h2><ul>${read.join('')}</ul></aside>
<footer><p>${name}, Market Street ${site}. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></footer></body></html>`;
  return { url: `https://${name}/${page}.html`, site: name, html };
}
