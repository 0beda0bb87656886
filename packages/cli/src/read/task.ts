/** The pages of a run: plain data, which can be sent to another thread. */
import { basename } from 'node:path';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { WarcCapture } from '@refrain/crawl/input';
import { type BytesOptions, decodeHtml } from 'refrain';
import type { Absence } from './absence/absence.ts';

/** The source of a page. */
type PageFrom =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly contentType: string | undefined;
      /** What an index of archives says, for a page that names no character set. */
      readonly charset?: string | undefined;
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
  /** Why it is another page than that of its address, where it was fetched by the command. */
  readonly absence?: Absence | undefined;
  readonly from: PageFrom | { readonly kind: 'record'; readonly bytes: Uint8Array };
}

/** A page that was not read. */
export type PageRef = Pick<Task, 'site' | 'id'>;

/** Whether each page is known, and need not be read. */
export type KnownTest = (pages: readonly PageRef[]) => Promise<readonly boolean[]>;

/** A task that is a page. */
export type PageTask = Task & { readonly from: PageFrom };

export const isPage = (task: Task): task is PageTask => task.from.kind !== 'record';

/** The bytes of a task; undefined for a file. */
export const bytesOf = ({ from }: Task): Uint8Array | undefined => (from.kind === 'file' ? undefined : from.bytes);

/** The URL of a page; for a file a `file:` URL of its id, since paths of this machine are nobody else's business. */
export const urlOf = ({ url, id, from }: Task): string =>
  from.kind === 'file' && url === '' ? `file:///${encodeURI(id)}` : url;

/** Where a page was read, without the folders of this machine: a path below the inputs, an archive and the offset, or an address. */
export const sourceOf = ({ url, id, source, from }: Task): string =>
  from.kind === 'file' && url === '' ? id : /^https?:\/\//i.test(source) ? source : basename(source);

/** When a page was fetched; undefined where nothing says it. */
export const fetchedAt = ({ from }: Task): string | undefined =>
  from.kind === 'bytes'
    ? (from.fetched ?? inputFiles.fieldOf(from.capture?.warcHeaders ?? [], 'warc-date'))
    : undefined;

/** The URL of a page where it has one: not that of a file. */
export const knownUrl = ({ url }: Pick<Task, 'url'>): string | undefined =>
  url === '' || /^file:/i.test(url) ? undefined : url;

/** The URL of a page; for a file its relative path, which stays valid when the folder is moved. */
export const nameOf = ({ url, id, from }: Task): string => (from.kind === 'file' ? id : url);

/** Gives memory for a page of this many bytes. */
export type PageMemory = (bytes: number) => Uint8Array;

/**
 * Reads the page of a task as it is; it may be no HTML, and is in the memory where that is given. Throws as `inputFiles.readPageBytes`
 * does.
 */
export const readBytes = ({ from }: PageTask, maxPageBytes: number, memory?: PageMemory): Uint8Array =>
  from.kind === 'bytes' ? from.bytes : inputFiles.readPageBytes(from.path, maxPageBytes, memory);

/** How the bytes of a page are decoded. What is in the inputs is a page whatever its type says: readers have looked at that. */
export const bytesOptions = ({ from }: PageTask): BytesOptions => ({
  contentType: from.kind === 'bytes' ? from.contentType?.replace(/^[^;]*/, 'text/html') : undefined,
  guessEncoding: from.kind === 'bytes' && from.charset !== undefined ? () => from.charset : undefined,
});

const decoder = new TextDecoder();

/** Reads and decodes the page of a task, with its size in bytes before decoding; throws as `inputFiles.readPage` does. */
export function readTask(task: PageTask, maxPageBytes: number) {
  const { from } = task;
  const bytes = from.kind === 'bytes' ? from.bytes : inputFiles.readPage(from.path, maxPageBytes);
  const { html, encoding } = decodeHtml(bytes, bytesOptions(task));
  // Who is given bytes alone would believe what the page names, and the header has more to say.
  const isText = html === bytes && encoding.source === 'header';
  return { html: isText ? decoder.decode(bytes) : html, length: bytes.length };
}

/** A page that was read. */
export type ReadTask = ReturnType<typeof readTask>;
