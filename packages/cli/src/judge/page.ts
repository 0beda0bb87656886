/** A page as it was judged, and what takes it: on the thread whose module holds the page. */

import type { Page } from 'refrain';
import type { Learned, RecordOrigin } from 'refrain/engine';
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

/** The table of a site. */
export interface TableState {
  readonly entries: number;
  readonly tableBytes: number;
}

/** What is written of a page: the part of the run, or all content where there is next to nothing of that. */
export interface ShownPage extends NonNullable<RecordOrigin['shown']> {
  /** Whether `--max-removed` left it unchanged. */
  readonly isPassed: boolean;
  readonly learned: Learned;
}

export interface JudgedPage {
  readonly task: PageTask;
  readonly page: Page;
  readonly mode: Mode;
  /** Whether an earlier run has written it. */
  readonly isKnown: boolean;
  /** Text, or UTF-8. */
  html(): string | Uint8Array;
  /** What rules and policies leave of the page, which they change. */
  shown(): ShownPage;
}

/** Takes the pages of one thread. */
export interface Writer {
  readonly name: string;
  /** Whether it takes pages too that `--skip-known` leaves out. */
  readonly takesKnown?: boolean;
  /** Begins another reading of the input than the first. */
  begin?(pass: Pass): void;
  /** Takes a page that was learned, with the table of its site. */
  learned?(task: PageTask, page: Page, table: TableState): void;
  /** Takes a page. Gives what the output of the run has of it. */
  page(judged: JudgedPage): string | Uint8Array | undefined;
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
