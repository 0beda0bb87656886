/** Files that a crawl finds: PDF, images, archives. */
import { InputError } from 'refrain';
import { htmlRule } from 'refrain/engine';
import type { Answer } from '../fetch.ts';
import { checkRefusal } from '../missing-page/refusal.ts';

export class FileResponseError extends InputError {
  readonly contentType: string;
  /** Length in bytes, if the server declares it. */
  readonly length: number | undefined;

  constructor(contentType: string, length: number | undefined) {
    super(`it is served as ${contentType.slice(0, 100)}, not HTML`);
    this.contentType = contentType.replace(/;.*/s, '').trim().toLowerCase().slice(0, 100);
    this.length = length;
  }
}

/** Called before the body is read. Throws {RefusalError} and {FileResponseError}. */
export function checkHead(head: Pick<Answer, 'status' | 'headers'>): void {
  checkRefusal(head);
  const { status, headers } = head;
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = headers;
  if (status < 200 || status > 299 || type === undefined || htmlRule.isHtmlType(type)) return;
  throw new FileResponseError(type, encoding === undefined && length !== undefined ? Number(length) : undefined);
}

/** @throws {FileResponseError} */
export function checkBody({ headers, bytes }: Answer): void {
  try {
    htmlRule.checkHtml(bytes);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new FileResponseError(headers['content-type'] ?? 'application/octet-stream', bytes.length);
  }
}
