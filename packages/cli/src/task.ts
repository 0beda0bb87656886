/** What is to be done with one page, and what came of it: plain data, which may go to another thread and back. */
import { pathToFileURL } from 'node:url';
import type { WarcCapture } from '@refrain/crawl/unstable';
import type { Arrival, Judgement } from './report/observe.ts';

/** Where a page is to be had from. */
export type PageFrom =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly contentType: string | undefined;
      readonly capture: WarcCapture | undefined;
    };

/** A page, or a record of a WARC that is none and goes to the output as it is. */
export interface Task {
  readonly site: string;
  readonly id: string;
  /** Empty for a file, whose path says it. */
  readonly url: string;
  /** Where it came from, for messages. */
  readonly source: string;
  readonly from: PageFrom | { readonly kind: 'record'; readonly raw: Uint8Array };
}

/** A task that is a page. */
export type PageTask = Task & { readonly from: PageFrom };

export const isPage = (task: Task): task is PageTask => task.from.kind !== 'record';

/** The URL of a page; that of a file is where it lies. */
export const urlOf = ({ url, from }: Task): string => (from.kind === 'file' ? pathToFileURL(from.path).href : url);

/** What could not be done, in words. */
export interface Failure {
  readonly source: string;
  readonly message: string;
}

/** Counts of a batch of tasks. */
export interface Tally {
  pages: number;
  counted: number;
  /** Bytes of the pages as they were read. */
  bytes: number;
  /** Unicode code points in blocks of each kind. */
  template: number;
  content: number;
  failures: Failure[];
  /** Pages that `--max-removed` passed through whole. */
  passed: Failure[];
  /** What a report takes of them. */
  came: Arrival[];
  judged: Judgement[];
}

export const emptyTally = (): Tally => ({
  pages: 0,
  counted: 0,
  bytes: 0,
  template: 0,
  content: 0,
  failures: [],
  passed: [],
  came: [],
  judged: [],
});

/** What came of a batch. */
export interface BatchResult {
  /** For the output, in the order of the tasks. */
  readonly output: readonly (string | Uint8Array)[];
  readonly tally: Tally;
  /** To be called when the output has been taken: its memory is used again. */
  readonly taken?: () => void;
}
