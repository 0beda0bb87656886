/** The pages of a run, as plain data that can be sent to another thread. */
import { basename } from 'node:path';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { WarcCapture } from '@refrain/crawl/input';
import { type BytesOptions, decodeHtml } from 'refrain';
import type { MissingReason } from './missing-page/missing-reason.ts';

type PageFrom =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly contentType: string | undefined;
      /** The character set in the index of archives, for a page that declares none. */
      readonly charset?: string | undefined;
      readonly capture: WarcCapture | undefined;
      /** When the command fetched it, as ISO 8601. */
      readonly fetched?: string | undefined;
    };

/**
 * A page, or another WARC record, which is copied to the output. Byte arrays use their whole buffer, so that it can be
 * transferred.
 */
export interface Task {
  readonly site: string;
  readonly id: string;
  /** True if no page of another site can have this id. */
  readonly namesSite: boolean;
  /** Empty for a file; see {@link urlOf}. */
  readonly url: string;
  /** Its origin in messages: a path, an archive and position, or a URL. */
  readonly source: string;
  /** True if the page is the only input. */
  readonly isOnly?: boolean;
  /**
   * True if an earlier run has written the page, and it has not changed. The page is learned, but not written again.
   */
  readonly isWritten?: boolean;
  /** Why a page that the command fetched is not the requested one. */
  readonly missing?: MissingReason | undefined;
  readonly from: PageFrom | { readonly kind: 'record'; readonly bytes: Uint8Array };
}

export type PageRef = Pick<Task, 'site' | 'id'>;

/** Returns true for each known page. Known pages need not be read. */
export type PageFilter = (pages: readonly PageRef[]) => Promise<readonly boolean[]>;

export type PageTask = Task & { readonly from: PageFrom };

export const isPage = (task: Task): task is PageTask => task.from.kind !== 'record';

export const bytesOf = ({ from }: Task): Uint8Array | undefined => (from.kind === 'file' ? undefined : from.bytes);

/** The URL of a page. For a file, a `file:` URL made from its id, because absolute paths are private. */
export const urlOf = ({ url, id, from }: Task): string =>
  from.kind === 'file' && url === '' ? `file:///${encodeURI(id)}` : url;

/** The origin of a page without absolute paths: a path relative to the inputs, an archive and offset, or a URL. */
export const sourceOf = ({ url, id, source, from }: Task): string =>
  from.kind === 'file' && url === '' ? id : /^https?:\/\//i.test(source) ? source : basename(source);

export const fetchedAt = ({ from }: Task): string | undefined =>
  from.kind === 'bytes'
    ? (from.fetched ?? inputFiles.fieldOf(from.capture?.warcHeaders ?? [], 'warc-date'))
    : undefined;

/** The URL of a page; undefined for a file. */
export const knownUrl = ({ url }: Pick<Task, 'url'>): string | undefined =>
  url === '' || /^file:/i.test(url) ? undefined : url;

/** The URL of a page. For a file, its relative path, which remains valid if the folder is moved. */
export const nameOf = ({ url, id, from }: Task): string => (from.kind === 'file' ? id : url);

/** Returns memory for this many bytes. */
export type PageMemory = (bytes: number) => Uint8Array;

/**
 * Reads the bytes of a task, into `memory` if present. The bytes may be something other than HTML. Throws as
 * `inputFiles.readPageBytes`.
 */
export const readBytes = ({ from }: PageTask, maxPageBytes: number, memory?: PageMemory): Uint8Array =>
  from.kind === 'bytes' ? from.bytes : inputFiles.readPageBytes(from.path, maxPageBytes, memory);

/** Options for decoding a page. Its type must have been checked. */
export const bytesOptions = ({ from }: PageTask): BytesOptions => ({
  contentType: from.kind === 'bytes' ? from.contentType?.replace(/^[^;]*/, 'text/html') : undefined,
  guessEncoding: from.kind === 'bytes' && from.charset !== undefined ? () => from.charset : undefined,
});

const decoder = new TextDecoder();

/** Reads and decodes the page of a task. `length`: bytes before decoding. Throws as `inputFiles.readPage`. */
export function readTask(task: PageTask, maxPageBytes: number) {
  const { from } = task;
  const bytes = from.kind === 'bytes' ? from.bytes : inputFiles.readPage(from.path, maxPageBytes);
  const { html, encoding } = decodeHtml(bytes, bytesOptions(task));
  // If the header declares the encoding, the page is decoded here: callers would decode bytes by the declaration of the
  // page.
  const isText = html === bytes && encoding.source === 'header';
  return { html: isText ? decoder.decode(bytes) : html, length: bytes.length };
}

export type ReadTask = ReturnType<typeof readTask>;
