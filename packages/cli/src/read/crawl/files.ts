/** What a crawl finds that is no page: PDF, images, archives. */
import { InputError, LimitError } from 'refrain';
import { htmlRule } from 'refrain/engine';
import { checkRefusal } from '../absence/refusal.ts';
import type { Answer } from '../fetch.ts';
import type { PageStore } from './page-store.ts';

/** Bytes of a file that is kept, at most. */
export const FILE_BYTES = 64 * 1024 * 1024;

export class FileFound extends InputError {
  readonly contentType: string;
  /** Bytes, where the server says it. */
  readonly length: number | undefined;

  constructor(contentType: string, length: number | undefined) {
    super(`it is served as ${contentType.slice(0, 100)}, not HTML`);
    this.contentType = contentType.replace(/;.*/s, '').trim().toLowerCase().slice(0, 100);
    this.length = length;
  }
}

/** @throws {RefusedError} and {FileFound}, before the answer is read */
export function checkHead(head: Pick<Answer, 'status' | 'headers'>): void {
  checkRefusal(head);
  const { status, headers } = head;
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = headers;
  if (status < 200 || status > 299 || type === undefined || htmlRule.isHtmlType(type)) return;
  throw new FileFound(type, encoding === undefined && length !== undefined ? Number(length) : undefined);
}

/** @throws {FileFound} */
export function checkBody({ headers, bytes }: Answer): void {
  try {
    htmlRule.checkHtml(bytes);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new FileFound(headers['content-type'] ?? 'application/octet-stream', bytes.length);
  }
}

/** Keeps files; names are paths below the folder of the output. */
export interface FileKeeper {
  has(name: string): boolean;
  keep(address: string, contentType: string, bytes: Uint8Array): string;
}

/** Reads a file with headers of the question. */
type ReadFile = (headers: Readonly<Record<string, string>>) => Promise<Answer>;

/**
 * Lists a file of a crawl, and keeps it where files are kept.
 *
 * @throws what `get` throws
 * @throws {LimitError} for a file that is too large; it is listed
 */
export async function noteFile(
  store: PageStore,
  seen: number,
  address: string,
  { contentType, length }: FileFound,
  saving: { readonly keeper: FileKeeper; readonly read: ReadFile } | undefined,
): Promise<void> {
  const listed = { seen, reason: 'file', by: contentType, length } as const;
  const isTooLarge = (length ?? 0) > FILE_BYTES;
  if (saving === undefined || isTooLarge) store.putOther(address, listed);
  if (saving === undefined) return;
  if (isTooLarge) throw new LimitError('PAGE_TOO_LARGE', `the file has more than ${FILE_BYTES} bytes, and is not kept`);
  const old = store.other(address);
  const isKept = old?.file !== undefined && saving.keeper.has(old.file);
  const { etag, lastModified } = isKept ? old : {};
  try {
    const { status, headers, bytes } = await saving.read({
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    });
    if (status === 304 && isKept) return store.putOther(address, { ...old, seen });
    const file = saving.keeper.keep(address, contentType, bytes);
    const known = { etag: headers.etag, lastModified: headers['last-modified'] };
    store.putOther(address, { ...listed, length: bytes.length, file, ...known });
  } catch (error) {
    if (error instanceof LimitError) store.putOther(address, listed);
    throw error;
  }
}
