/** The pages of a run, and what is done with them: plain data, which can be sent to another thread. */
import { pathToFileURL } from 'node:url';
import { type DecodedHtml, decodeHtml, fieldOf, readPage, type WarcCapture } from '@refrain/crawl/internal';
import type { Arrival, Judgement } from '../write/report/observe.ts';

/** The source of a page. */
type PageFrom =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly contentType: string | undefined;
      readonly capture: WarcCapture | undefined;
      /** When it was fetched, as ISO 8601, where that was done by the command. */
      readonly fetched?: string | undefined;
    };

/** A page, or another record of a WARC, which is copied to the output. Bytes are the whole of their buffer, which may be transferred. */
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
  /** Whether an earlier run has written the page, which has not changed: it is read, and not written again. */
  readonly isWritten?: boolean;
  readonly from: PageFrom | { readonly kind: 'record'; readonly bytes: Uint8Array };
}

/** A task that is a page. */
export type PageTask = Task & { readonly from: PageFrom };

export const isPage = (task: Task): task is PageTask => task.from.kind !== 'record';

/** The bytes of a task; undefined for a file. */
export const bytesOf = ({ from }: Task): Uint8Array | undefined => (from.kind === 'file' ? undefined : from.bytes);

/** The URL of a page; a `file:` URL for a file. */
export const urlOf = ({ url, from }: Task): string => (from.kind === 'file' ? pathToFileURL(from.path).href : url);

/** When a page was fetched; undefined where nothing says it. */
export const fetchedAt = ({ from }: Task): string | undefined =>
  from.kind === 'bytes' ? (from.fetched ?? fieldOf(from.capture?.warcHeaders ?? [], 'warc-date')) : undefined;

/** The URL of a page where it has one: not that of a file. */
export const knownUrl = ({ url }: Pick<Task, 'url'>): string | undefined =>
  url === '' || /^file:/i.test(url) ? undefined : url;

/** The URL of a page; for a file its relative path, which stays valid when the folder is moved. */
export const nameOf = ({ url, id, from }: Task): string => (from.kind === 'file' ? id : url);

/** The page of a task, and its size in bytes before decoding. */
export interface ReadTask {
  readonly html: DecodedHtml['html'];
  readonly length: number;
}

/** Reads and decodes the page of a task; throws as `readPage` does. */
export function readTask({ from }: PageTask, maxPageBytes: number): ReadTask {
  if (from.kind === 'bytes') return { html: decodeHtml(from.bytes, from.contentType).html, length: from.bytes.length };
  const bytes = readPage(from.path, maxPageBytes);
  return { html: decodeHtml(bytes).html, length: bytes.length };
}

/** A message about a page or an input. */
export interface Failure {
  readonly source: string;
  readonly message: string;
}

/** Sums over pages. */
export interface Sums {
  pages: number;
  /** Pages that their sites counted. */
  counted: number;
  /** Pages that an earlier run has written, and that were left out. */
  known: number;
  /** Bytes of the pages as they were read. */
  bytes: number;
  /** Unicode code points in blocks of each kind. */
  template: number;
  content: number;
}

export const noPages = (): Sums => ({ pages: 0, counted: 0, known: 0, bytes: 0, template: 0, content: 0 });

/** Numbers and messages of a batch. */
export interface Tally extends Sums {
  failures: Failure[];
  /** Pages that `--max-removed` kept whole. */
  passed: Failure[];
  /** Pages that have next to nothing of what was asked for. */
  short: Failure[];
  /** Events of templates, as lines of JSON. */
  events: string[];
  /** Data for the report, of the pass that counts pages and of the pass that judges them. */
  came: Arrival[];
  judged: Judgement[];
}

export const tallyOf = (known: Partial<Tally> = {}): Tally => ({
  ...{ ...noPages(), failures: [], passed: [], short: [], events: [], came: [], judged: [] },
  ...known,
});

/** Tasks that a worker processes together. */
export interface Batch {
  readonly tasks: readonly Task[];
  /** Memory for the output. */
  readonly memory: ArrayBuffer | undefined;
  /** All memory that goes to the worker. */
  readonly transfer: readonly ArrayBuffer[];
}

/** Numbers of a worker. */
export interface WorkerStats {
  /** Sites that the store does not know yet. */
  readonly newSites: number;
  /** Bytes of linear memory. */
  readonly memoryBytes: number;
}

export interface BatchResult {
  /** Of the tasks in their order; undefined where none has any. Its memory is used again when it was written. */
  readonly output: Uint8Array<ArrayBuffer> | undefined;
  readonly tally: Tally;
  readonly stats: WorkerStats;
  readonly transfer: readonly ArrayBuffer[];
}
