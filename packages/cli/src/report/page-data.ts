/** What the report keeps of sites and pages, in the files that its viewer loads: written in one place, read in another. */
import type { Facts } from 'refrain/unstable';

/** DF, number of the page of last sight (0: none, or forgotten), and length. */
export type SegmentData = readonly [df: number, lastPage: number, length: number];

/** `Facts` without names, of which a page would have hundreds. */
export type PackedFacts = readonly number[];

export const packFacts = ({ page, site, score, known, often, placeKnown, placeSeen }: Facts): PackedFacts => [
  ...[page, site, score, known, often, placeKnown, placeSeen],
];

export function unpackFacts(packed: PackedFacts): Facts {
  const [page = 0, site = 0, score = 0, known = 0, often = 0, placeKnown = 0, placeSeen = 0] = packed;
  return { page, site, score, known, often, placeKnown, placeSeen };
}

export interface BlockData {
  /** 1 where it is template, by all that the site has taught. */
  readonly template: 0 | 1;
  readonly length: number;
  readonly templateLength: number;
  /** Its path, by its place among those of the page. */
  readonly path: number;
  /** Where a model decides. */
  readonly facts?: PackedFacts;
  readonly segments: readonly SegmentData[];
}

/** A page that can be opened. */
export interface PageData {
  readonly id: string;
  readonly title: string;
  /** Markup of a fixed list of elements; `data-b` is the number of the block in `blocks`. */
  readonly markup: string;
  readonly paths: readonly string[];
  readonly blocks: readonly BlockData[];
}

/** A page that can be opened, in the list of its site. */
export interface ShownPage {
  readonly id: string;
  readonly title: string;
  /** Its place among all pages of the site, in the order in which they came, from 1. */
  readonly place: number;
  /** Share of its text that is template. */
  readonly share: number;
  /** Its file. */
  readonly file: string;
  /** Of each block, 1 where it was template when the page came; absent where it did not come in this run. */
  readonly came?: string;
}

/** What the viewer knows of a site before it has a page. */
export interface SiteData {
  readonly site: string;
  /** Pages that were counted. */
  readonly pages: number;
  readonly templateDf: number;
  /** What a table counts to. */
  readonly mostDf: number;
  readonly hasScores: boolean;
  readonly entries: readonly ShownPage[];
}
