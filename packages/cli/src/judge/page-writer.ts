/** A judged page, and the interface of its writers. They run on the thread whose module contains the page. */

import type { PageJudgement, SitePage } from 'refrain/engine';
import type { PageTask, Task } from '../read/task.ts';

/**
 * `learn` counts pages and writes results; `label` only writes results; `silent` only counts pages; `report` labels
 * pages for the report.
 */
export type Mode = 'learn' | 'label' | 'silent' | 'report';

export const isWriting = (mode: Mode): boolean => mode === 'learn' || mode === 'label';

export const isLabelling = (mode: Mode): boolean => mode === 'label' || mode === 'report';

/** One reading of the input. */
export interface Pass {
  readonly mode: Mode;
  /** Sites that a report lists. The value n of a site: every n-th page can be opened. */
  readonly steps: ReadonlyMap<string, number>;
}

export interface BatchPage extends SitePage {
  readonly site: string;
  readonly task: PageTask;
  /** Read on first use. `html`: decoded, as text or UTF-8. */
  bytes(): Uint8Array;
  html(): string | Uint8Array;
}

export type BatchJudgement = PageJudgement<BatchPage>;

/** Receives the pages of one thread. */
export interface Writer {
  readonly name: string;
  /** True if it also receives pages that `--skip-known` skips. */
  readonly takesKnown?: boolean;
  /** Begins each pass after the first. */
  begin?(pass: Pass): void;
  learned?(task: PageTask): void;
  /** Returns the page's part of the output. `isKnown`: an earlier run has written it. */
  page(judged: BatchJudgement, mode: Mode, isKnown: boolean): string | Uint8Array | undefined;
  /** Output for a failed page, and for a WARC record that is not a page. */
  failed?(task: Task, message: string): Uint8Array | undefined;
  record?(bytes: Uint8Array): Uint8Array | undefined;
  /** Plain data for the main thread about the pages since the last call. */
  notes?(): readonly unknown[];
  /** Findings of all pages, as plain data. */
  end?(): unknown;
}

/** Makes the writers of a thread from plain data. */
export type OpenWriters<W> = (options: W) => Promise<readonly Writer[]>;
