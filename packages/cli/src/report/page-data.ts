/** The data files of the report: sites and pages, as the command writes them and the script of the report reads them. */

import type { Section } from '@refrain/viewer';
import type { PageKind } from 'refrain';
import type { Facts } from 'refrain/internal';

/** `Facts` as a list: names would repeat for each of hundreds of blocks. */
export type PackedFacts = readonly number[];

export const packFacts = ({ page, site, score, known, often, placeKnown, placeSeen }: Facts): PackedFacts => [
  ...[page, site, score, known, often, placeKnown, placeSeen],
];

export function unpackFacts(packed: PackedFacts): Facts {
  const [page = 0, site = 0, score = 0, known = 0, often = 0, placeKnown = 0, placeSeen = 0] = packed;
  return { page, site, score, known, often, placeKnown, placeSeen };
}

/** What a block is to the main content, by the codes of the module. */
export const SECTIONS: readonly Section[] = ['rest', 'main', 'comments'];

/** Figures of the segments of a block, as a list too. */
export type PackedSegments = readonly [
  count: number,
  /** Segments with the DF of template. */
  template: number,
  leastDf: number,
  greatestDf: number,
  /** Number of the page on which any was last seen; 0: never, or evicted. */
  lastPage: number,
];

export interface BlockData {
  /** 1 where it is template by the final table. */
  readonly template: 0 | 1;
  readonly length: number;
  readonly templateLength: number;
  /** Index of its path in `paths`. */
  readonly path: number;
  /** Absent where repetition alone decides, as the next two. */
  readonly facts?: PackedFacts;
  /** Index in `SECTIONS`. */
  readonly section?: number;
  /** Log odds that it is main content. */
  readonly mainScore?: number;
  readonly segments: PackedSegments;
}

/** A page that can be opened. */
export interface PageData {
  readonly id: string;
  readonly title: string;
  /** Present where the kind of the page is known, with how sure that is, 0 to 1. */
  readonly kind?: readonly [PageKind, number];
  /** Output of the sanitiser; `data-b` is the index of the block in `blocks`. */
  readonly markup: string;
  readonly paths: readonly string[];
  /** The first blocks; `hidden` is the number of the others. */
  readonly blocks: readonly BlockData[];
  readonly hidden: number;
}

/** A page that can be opened, in the list of its site. */
export interface ShownPage {
  readonly id: string;
  readonly title: string;
  /** Position among all pages of the site in the order of reading, from 1. */
  readonly position: number;
  /** Share of its text that is template, by the final table. */
  readonly share: number;
  /** Path of its data file in the folder of the site. */
  readonly file: string;
}

/** What the script knows of a site before it loads a page. */
export interface SiteData {
  readonly site: string;
  /** Pages that were counted. */
  readonly pages: number;
  readonly templateDf: number;
  /** Largest DF that a table counts. */
  readonly maxDf: number;
  readonly hasScores: boolean;
  readonly entries: readonly ShownPage[];
}
