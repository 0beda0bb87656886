/**
 * Mirrored pages with different templates, for the experiment on near-duplicate detection of Chakrabarti, Kumar and Punera (WWW
 * 2007). They had three sites of lyrics: the same song on two sites was a pair of duplicates, two songs on one site were not.
 * Here, contents of one site are put into real pages of other sites.
 */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { Problem } from '../problem.ts';
import { replaceContent } from './host.ts';
import type { LabelledSite, LabelledSource } from './site.ts';
import { DEFAULT_WORDS, drawSources, type Source, type WordRange } from './sources.ts';

export interface MirrorPage {
  readonly url: string;
  /** Without labels. */
  readonly html: string;
  readonly site: string;
  /** Index of its content in the items. */
  readonly item: number;
}

/** Indexes of two pages in the list, the smaller first. */
export type Pair = readonly [number, number];

export interface Mirrors {
  /** Site by site; the pages of a site are in the order of the items. */
  readonly pages: readonly MirrorPage[];
  readonly items: readonly Source[];
  /** All pairs of pages with the same item on different sites. */
  readonly duplicates: readonly Pair[];
  /** A sample of the pairs of pages with different items on the same site. */
  readonly others: readonly Pair[];
}

export interface MirrorOptions {
  readonly words?: WordRange;
  /** Maximum items; also limited by the pages of the smallest host. */
  readonly items?: number;
  readonly seed?: number;
}

export const DEFAULT_ITEMS = 60;
const DEFAULT_SEED = 1;

/** Pairs that are not duplicates for each pair of duplicates; the paper has 2,058 to 1,711. */
const OTHERS_SHARE = 1.2;

const pathOf = ({ url }: LabelledSource): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Puts the items into pages of a host in a seeded order, one item to a page. Each path is used once. */
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

/** All pairs of pages that satisfy a condition. */
function pairs(pages: readonly MirrorPage[], belong: (one: MirrorPage, other: MirrorPage) => boolean): Pair[] {
  return pages.flatMap((one, at) =>
    pages.flatMap((other, later): Pair[] => (later > at && belong(one, other) ? [[at, later]] : [])),
  );
}

/** The mirrors of a source. Equal arguments give equal mirrors. */
export function makeMirrors(
  hosts: readonly LabelledSite[],
  source: LabelledSite,
  { words = DEFAULT_WORDS, items: maximum = DEFAULT_ITEMS, seed = DEFAULT_SEED }: MirrorOptions = {},
): Mirrors {
  const drawn = drawSources(source, words, maximum, seed);
  // Each host has another order. With one order, neighbouring pages of the sites would always have the same items.
  const sites = hosts.map((host, at) => mirror(host, drawn, seed + 1 + at));
  const count = Math.min(drawn.length, ...sites.map((pages) => pages.length));
  if (count === 0)
    throw new Problem(
      `${source.name}: no content of ${words.least} to ${words.most} words fits into a page of the hosts`,
    );
  const pages = sites.flatMap((of) => of.slice(0, count));
  const duplicates = pairs(pages, (one, other) => one.item === other.item);
  const different = pairs(pages, (one, other) => one.site === other.site);
  const others = shuffle(different, seed).slice(0, Math.round(duplicates.length * OTHERS_SHARE));
  return { pages, items: drawn.slice(0, count), duplicates, others };
}
