import { type DecodedHtml, decodeHtml, readPage } from '@refrain/crawl/unstable';
import type { PageTask } from './task.ts';

/** The page of a task, from wherever it is, and how many bytes it has there. */
export interface ReadTask {
  readonly html: DecodedHtml['html'];
  readonly length: number;
}

/** Throws as `readPage` does. */
export function readTask({ from }: PageTask, maxPageBytes: number): ReadTask {
  if (from.kind === 'bytes') return { html: decodeHtml(from.bytes, from.contentType).html, length: from.bytes.length };
  const bytes = readPage(from.path, maxPageBytes);
  return { html: decodeHtml(bytes).html, length: bytes.length };
}
