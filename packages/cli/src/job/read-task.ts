import { type DecodedHtml, decodeHtml, readPage } from '@refrain/crawl/internal';
import type { PageTask } from './task.ts';

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
