/** What the page and its worker say to each other. */

import type { SiteSummary } from '@refrain/crawl';
import type { BlockKind, Evidence } from 'refrain';

/** The options that can be set here. */
export interface Settings {
  readonly evidence: Evidence;
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
  readonly templateDf: number;
  readonly templateRatio: number;
}

/** Where pages come from. */
export type Source =
  | { readonly kind: 'file'; readonly file: File; readonly path: string }
  | { readonly kind: 'sample'; readonly base: string };

/** By what a page in view is judged: what was known when it was learned, or what is known now. */
export type JudgedBy = 'learned' | 'now';

/** New pages are learned, or those in hand again with other settings. */
export type RunKind = 'learn' | 'again';

export type TextFormat = 'text' | 'ndjson';

export type Request =
  | { readonly type: 'open' }
  | { readonly type: 'learn'; readonly sources: readonly Source[] }
  | { readonly type: 'set'; readonly settings: Settings }
  | { readonly type: 'stop' }
  | { readonly type: 'view'; readonly key: number; readonly by: JudgedBy; readonly needsMarkup: boolean }
  | { readonly type: 'text'; readonly format: TextFormat }
  | { readonly type: 'snapshot'; readonly site: string }
  | { readonly type: 'forget' };

/** A page in hand, as the list shows it. */
export interface Row {
  readonly key: number;
  readonly site: string;
  readonly id: string;
  /** Its number on its site; none where it was not learned yet, or had been counted before. */
  readonly number: number | undefined;
  /** Share of its text that is template, by what was known when it was learned. */
  readonly share: number | undefined;
}

/** What the store held when so many pages were counted. */
export interface Point {
  readonly pages: number;
  readonly entries: number;
  readonly bytes: number;
}

export interface Progress {
  /** Of the input, 0 to 1. */
  readonly done: number;
  /** Pages learned in this run, and those of them that had been counted before. */
  readonly pages: number;
  readonly again: number;
  readonly bytes: number;
  /** Pages of this run that could not be kept in hand. */
  readonly beyond: number;
  /** Spent on learning alone, and since the run began. */
  readonly learning: number;
  readonly elapsed: number;
}

/** What can not be learned, and why. */
export interface Refusal {
  readonly name: string;
  readonly reason: string;
}

export interface ViewedSegment {
  readonly text: string;
  readonly df: number;
  readonly lastPage: number;
  readonly template: boolean;
}

export interface ViewedBlock {
  readonly kind: BlockKind;
  readonly score: number | undefined;
  readonly ratio: number;
  readonly length: number;
  readonly path: string;
  readonly text: string;
  readonly reason: string | undefined;
  /** The first few. */
  readonly segments: readonly ViewedSegment[];
  readonly segmentCount: number;
}

export interface ViewedPage {
  readonly key: number;
  readonly by: JudgedBy;
  readonly title: string;
  readonly share: number;
  readonly content: string;
  readonly blocks: readonly ViewedBlock[];
  /** Safe HTML with the numbers of blocks; none where it was not asked for. */
  readonly markup: string | undefined;
}

export type Reply =
  | { readonly type: 'opened'; readonly settings: Settings; readonly sites: readonly SiteSummary[] }
  | { readonly type: 'locked' }
  | { readonly type: 'began'; readonly what: RunKind }
  | { readonly type: 'rows'; readonly rows: readonly Row[] }
  | { readonly type: 'point'; readonly point: Point }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'refused'; readonly refusals: readonly Refusal[] }
  | {
      readonly type: 'ended';
      readonly what: RunKind;
      readonly progress: Progress;
      readonly stopped: boolean;
      readonly sites: readonly SiteSummary[];
    }
  | { readonly type: 'viewed'; readonly page: ViewedPage }
  | { readonly type: 'file'; readonly name: string; readonly blob: Blob }
  | { readonly type: 'failed'; readonly message: string };
