/** Messages between the page and its worker. */

import type { SiteSummary } from '@refrain/crawl';
import type { PageView, TableView } from '@refrain/viewer';
import type { Evidence } from 'refrain';

/** Options of the detector that the playground sets. */
export interface Settings {
  readonly evidence: Evidence;
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
  readonly templateDf: number;
  readonly templateRatio: number;
}

/** An input of pages. */
export type Source =
  /** With `url`, the address of the one page in it. */
  | { readonly kind: 'file'; readonly file: File; readonly path: string; readonly url?: string | undefined }
  | { readonly kind: 'sample'; readonly base: string };

/** The table that judges the page in view: that of the time when the page was learned, or the current one. */
export type JudgedBy = 'learned' | 'now';

/** New pages are learned, or the kept ones again with other settings. */
export type RunKind = 'learn' | 'again';

export type TextFormat = 'text' | 'markdown' | 'ndjson';

/** Asks for a kept page. */
export interface ViewRequest {
  /** Number of the request; the reply has the same. */
  readonly asked: number;
  readonly key: number;
  readonly by: JudgedBy;
}

export type Request =
  | { readonly type: 'open' }
  | { readonly type: 'learn'; readonly sources: readonly Source[] }
  | { readonly type: 'set'; readonly settings: Settings }
  | { readonly type: 'stop' }
  | ({ readonly type: 'view' } & ViewRequest)
  | { readonly type: 'text'; readonly format: TextFormat }
  | { readonly type: 'snapshot'; readonly site: string }
  | { readonly type: 'forget' };

/** A kept page, as the list shows it. */
export interface Row {
  readonly key: number;
  readonly site: string;
  readonly id: string;
  /** Its number on its site; undefined where it was not learned yet, or was counted in an earlier session. */
  readonly number: number | undefined;
  /** Share of its text that is template, by the table of the time when it was learned. */
  readonly share: number | undefined;
}

/** Size of all tables after a number of pages. */
export interface Point {
  readonly pages: number;
  readonly entries: number;
  readonly bytes: number;
}

/** Pages, entries and bytes of all sites. */
export const totalOf = (sites: readonly SiteSummary[]): Point => ({
  pages: sites.reduce((sum, { pages }) => sum + pages, 0),
  entries: sites.reduce((sum, { entries }) => sum + entries, 0),
  bytes: sites.reduce((sum, { bytes }) => sum + bytes, 0),
});

export interface Progress {
  /** Share of the input that was read, 0 to 1. */
  readonly done: number;
  /** Pages of this run, and those of them that were counted before. */
  readonly pages: number;
  readonly again: number;
  readonly bytes: number;
  /** Pages of this run that were not kept, because of the limits of a tab. */
  readonly beyond: number;
  /** Milliseconds of learning alone, and since the start of the run. */
  readonly learning: number;
  readonly elapsed: number;
}

/** An input or a page that cannot be learned, and why. */
export interface Refusal {
  readonly name: string;
  readonly reason: string;
}

export interface ViewedPage extends PageView {
  readonly key: number;
  readonly by: JudgedBy;
  readonly table: TableView;
  readonly title: string;
  readonly content: string;
  /** Empty where repetition alone decides. */
  readonly main: string;
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
  | { readonly type: 'viewed'; readonly asked: number; readonly page: ViewedPage }
  | { readonly type: 'file'; readonly name: string; readonly blob: Blob }
  | { readonly type: 'failed'; readonly message: string };
