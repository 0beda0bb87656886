/**
 * Mirrored pages with different templates, for near-duplicate detection as Chakrabarti, Kumar and Punera measure what
 * template detection is worth to it (WWW 2007). They had three sites of song texts: the same song on two sites was a
 * pair of duplicates, two songs of one site were not. Here the sites are real templates, page by page, into which the
 * contents of another site have been put.
 */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { Problem } from '../problem.ts';
import { replaceContent } from './host.ts';
import type { LabelledSite, LabelledSource } from './site.ts';
import { drawSources, type Source, USUAL_WORDS, type WordRange } from './sources.ts';

export interface MirrorPage {
  readonly url: string;
  /** Without labels. */
  readonly html: string;
  readonly site: string;
  /** Its content, among the items. */
  readonly item: number;
}

/** Two pages by their places in the list, the earlier first. */
export type Pair = readonly [number, number];

export interface Mirrors {
  /** Site by site; of each the items in order. */
  readonly pages: readonly MirrorPage[];
  readonly items: readonly Source[];
  /** The same item on different sites: all such pairs. */
  readonly duplicates: readonly Pair[];
  /** Different items on the same site: a sample. */
  readonly others: readonly Pair[];
}

export interface MirrorOptions {
  readonly words?: WordRange;
  /** Items at most: there are no more than any host has pages. */
  readonly items?: number;
  readonly seed?: number;
}

export const USUAL_ITEMS = 60;
const USUAL_SEED = 1;

/** The paper's 2,058 pairs that are none to 1,711 that are. */
const OTHERS_SHARE = 1.2;

const pathOf = ({ url }: LabelledSource): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Host pages in the order in which they are given out, as long as items last. Each address is used once. */
function mirror(host: LabelledSite, items: readonly Source[], seed: number): MirrorPage[] {
  const site = `${host.name}.mirror`;
  const pages: MirrorPage[] = [];
  const used = new Set<string>();
  for (const page of shuffle(host.pages, seed)) {
    const item = items[pages.length];
    if (item === undefined) break;
    const path = pathOf(page);
    if (used.has(path)) continue;
    const html = replaceContent(page.html, item.html);
    if (html === undefined) continue;
    used.add(path);
    pages.push({ url: `https://${encodeURI(site)}${path}`, html, site, item: pages.length });
  }
  return pages;
}

/** All pairs of pages of which something is true. */
function pairs(pages: readonly MirrorPage[], belong: (one: MirrorPage, other: MirrorPage) => boolean): Pair[] {
  return pages.flatMap((one, at) =>
    pages.flatMap((other, place): Pair[] => (place > at && belong(one, other) ? [[at, place]] : [])),
  );
}

/** The same for the same seed, wherever it is made. */
export function makeMirrors(
  hosts: readonly LabelledSite[],
  source: LabelledSite,
  { words = USUAL_WORDS, items: most = USUAL_ITEMS, seed = USUAL_SEED }: MirrorOptions = {},
): Mirrors {
  const drawn = drawSources(source, words, most, seed);
  // No host's order is that of another, or pages that stand side by side on their sites would always meet.
  const sites = hosts.map((host, at) => mirror(host, drawn, seed + 1 + at));
  const count = Math.min(drawn.length, ...sites.map((pages) => pages.length));
  if (count === 0)
    throw new Problem(`${source.name}: no content of ${words.least} to ${words.most} words finds a host`);
  const pages = sites.flatMap((of) => of.slice(0, count));
  const duplicates = pairs(pages, (one, other) => one.item === other.item);
  const different = pairs(pages, (one, other) => one.site === other.site);
  const others = shuffle(different, seed).slice(0, Math.round(duplicates.length * OTHERS_SHARE));
  return { pages, items: drawn.slice(0, count), duplicates, others };
}
