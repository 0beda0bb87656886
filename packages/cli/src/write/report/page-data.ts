/** The data files of the report: sites and pages, as the command writes them and the script of the report reads them. */

import type { Explanation } from '@refrain/viewer/browser';
import type { PageKind } from 'refrain';

/** Figures of the segments of a block. */
export interface SegmentFigures {
  readonly count: number;
  /** Segments with the DF of template. */
  readonly template: number;
  readonly leastDf: number;
  readonly greatestDf: number;
  /** Number of the page on which any was last seen; 0: never, or evicted. */
  readonly lastPage: number;
}

/** A verdict by the final table, and its reasons. */
export interface BlockData extends Omit<Explanation, 'more'> {
  readonly segments: SegmentFigures;
}

/** A page that can be opened. */
export interface PageData {
  readonly id: string;
  readonly title: string;
  /** Present where the kind of the page is known, with how sure that is, 0 to 1. */
  readonly kind?: readonly [PageKind, number];
  /** Output of the sanitiser; `data-b` is the index of the block in `blocks`. */
  readonly markup: string;
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
  /** How sure its verdicts are, .5 to 1; undefined where no model decides. */
  readonly confidence: number | undefined;
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
