/** Tasks and their results: plain data, which can be sent to another thread. */
import { pathToFileURL } from 'node:url';
import type { WarcCapture } from '@refrain/crawl/internal';
import type { Arrival, Judgement } from '../report/observe.ts';

/** The source of a page. */
export type PageFrom =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly contentType: string | undefined;
      readonly capture: WarcCapture | undefined;
    };

/** A page, or another record of a WARC, which is copied to the output. */
export interface Task {
  readonly site: string;
  readonly id: string;
  /** Whether the id identifies the site too, so that no page of another site has it. */
  readonly namesSite: boolean;
  /** Empty for a file; see {@link urlOf}. */
  readonly url: string;
  /** Where it came from, for messages. */
  readonly source: string;
  /** Whether the page is the only input: an HTML file, or a page on standard input. */
  readonly isOnly?: boolean;
  readonly from: PageFrom | { readonly kind: 'record'; readonly raw: Uint8Array };
}

/** A task that is a page. */
export type PageTask = Task & { readonly from: PageFrom };

export const isPage = (task: Task): task is PageTask => task.from.kind !== 'record';

/** The URL of a page; a `file:` URL for a file. */
export const urlOf = ({ url, from }: Task): string => (from.kind === 'file' ? pathToFileURL(from.path).href : url);

/** The URL of a page where it has one: not that of a file. */
export const knownUrl = ({ url }: Pick<Task, 'url'>): string | undefined =>
  url === '' || /^file:/i.test(url) ? undefined : url;

/** Whether the URL of a page is known, and is none. */
export const hasBadUrl = (task: Task): boolean => !URL.canParse(knownUrl(task) ?? 'about:blank');

/** A message about a page or an input. */
export interface Failure {
  readonly source: string;
  readonly message: string;
}

/** Numbers and messages of a batch. */
export interface Tally {
  pages: number;
  counted: number;
  /** Pages that were counted before, and that `--skip-known` has left out. */
  known: number;
  /** Bytes of the pages as they were read. */
  bytes: number;
  /** Unicode code points in blocks of each kind. */
  template: number;
  content: number;
  failures: Failure[];
  /** Pages that `--max-removed` kept whole. */
  passed: Failure[];
  /** The first page whose links stay as they are, since its URL cannot be parsed. */
  unlinked: Failure | undefined;
  /** Events of templates, as lines of JSON. */
  events: string[];
  /** Data for the report, of the pass that counts pages and of the pass that judges them. */
  came: Arrival[];
  judged: Judgement[];
}

export const emptyTally = (): Tally => ({
  pages: 0,
  counted: 0,
  known: 0,
  bytes: 0,
  template: 0,
  content: 0,
  failures: [],
  passed: [],
  unlinked: undefined,
  events: [],
  came: [],
  judged: [],
});

/** The result of a batch. */
export interface BatchResult {
  /** For the output, in the order of the tasks. All bytes are in one buffer. */
  readonly output: readonly (string | Uint8Array<ArrayBuffer>)[];
  readonly tally: Tally;
  /** Must be called when the output was written: its memory is used again. */
  readonly taken?: () => void;
}
