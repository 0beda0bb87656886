/** Headlines of pages of sites that were learned, against those that a person wrote down. */
import { Detector } from 'refrain';
import type { SiteSource } from '../../bench/pages/sites.ts';
import { readRows } from '../corpus/tsv.ts';
import { keyOf } from './compare.ts';

/** The right headline of a page; `also` is right as well, where a page calls itself two names. */
export interface HeadlineLabel {
  readonly site: string;
  readonly page: string;
  readonly headline: string;
  readonly also: string;
}

export function readHeadlines(file: string, text: string): HeadlineLabel[] {
  return readRows(file, text, ['site', 'page', 'headline', 'also']).map((cell) => ({
    ...{ site: cell('site'), page: cell('page'), headline: cell('headline'), also: cell('also') },
  }));
}

interface HeadlineMiss {
  readonly site: string;
  readonly page: string;
  readonly found: string;
  readonly right: string;
}

export interface HeadlineFigures {
  readonly site: string;
  readonly pages: number;
  /** Headlines that are right when the page is learned, and when it is labelled after the site. */
  readonly learned: number;
  readonly labelled: number;
  /** Titles that are right as they are. */
  readonly title: number;
  readonly misses: readonly HeadlineMiss[];
}

/** Maximum number of pages of a site that are learned, those with a label among them. */
const PAGES = 150;

const isRight = (found: string, { headline, also }: HeadlineLabel): boolean =>
  keyOf(found) === keyOf(headline) || (also !== '' && keyOf(found) === keyOf(also));

/** Learns pages of a site in the order of their paths, and labels those with a label again. */
export async function measureHeadlines(site: SiteSource, labels: readonly HeadlineLabel[]): Promise<HeadlineFigures> {
  const byPage = new Map(labels.map((label) => [label.page, label]));
  const all = await site.read();
  const every = Math.max(1, Math.floor(all.length / PAGES));
  const pages = all.filter(({ name }, at) => byPage.has(name) || at % every === 0);
  const detector = await Detector.create({ seed: 1 });
  let [title, learned, labelled] = [0, 0, 0];
  for (const { name, bytes } of pages) {
    const page = detector.learn(bytes, { id: name });
    const label = byPage.get(name);
    if (label === undefined) continue;
    title += Number(isRight(page.title, label));
    learned += Number(isRight(page.title, label));
  }
  const misses: HeadlineMiss[] = [];
  for (const { name, bytes } of pages) {
    const label = byPage.get(name);
    if (label === undefined) continue;
    const found = detector.label(bytes, { id: name }).title;
    if (isRight(found, label)) labelled += 1;
    else misses.push({ site: site.name, page: name, found, right: label.headline });
  }
  detector.dispose();
  return { site: site.name, pages: labels.length, learned, labelled, title, misses };
}
