/** A page as it was judged, and what takes it: on the thread whose module holds the page. */

import type { Judged, SitePage } from 'refrain/engine';
import type { PageTask, Task } from '../read/task.ts';

/**
 * `learn` counts pages and writes their results; `label` writes results and counts nothing. `silent` counts pages and writes
 * nothing; `report` labels pages for the report and writes nothing.
 */
export type Mode = 'learn' | 'label' | 'silent' | 'report';

export const isWriting = (mode: Mode): boolean => mode === 'learn' || mode === 'label';

export const isLabelling = (mode: Mode): boolean => mode === 'label' || mode === 'report';

/** One reading of the input. */
export interface Pass {
  readonly mode: Mode;
  /** The sites that a report lists: of how many pages of each one can be opened. */
  readonly steps: ReadonlyMap<string, number>;
}

/** A page of a batch. */
export interface BatchPage extends SitePage {
  readonly site: string;
  readonly task: PageTask;
  /** Its bytes, read when they are first needed; and decoded: text, or UTF-8. */
  bytes(): Uint8Array;
  html(): string | Uint8Array;
}

export type JudgedPage = Judged<BatchPage>;

/** Takes the pages of one thread. */
export interface Writer {
  readonly name: string;
  /** Whether it takes pages too that `--skip-known` leaves out. */
  readonly takesKnown?: boolean;
  /** Begins another reading of the input than the first. */
  begin?(pass: Pass): void;
  /** Takes a page that was learned. */
  learned?(task: PageTask): void;
  /** Takes a page. Gives what the output of the run has of it. `isKnown`: whether an earlier run has written it. */
  page(judged: JudgedPage, mode: Mode, isKnown: boolean): string | Uint8Array | undefined;
  /** What the output has in place of a page that failed, and of a record of a WARC that is no page. */
  failed?(task: Task, message: string): Uint8Array | undefined;
  record?(bytes: Uint8Array): Uint8Array | undefined;
  /** Plain data for the main thread, of the pages since the last call. */
  notes?(): readonly unknown[];
  /** What it has found in all pages, as plain data. */
  end?(): unknown;
}

/** Makes the writers of a thread by plain data. */
export type OpenWriters<W> = (options: W) => Promise<readonly Writer[]>;
