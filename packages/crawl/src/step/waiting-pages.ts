/** The held pages in the state of a site: for each, a line of JSON with the length of its HTML, then the HTML. */
import type { CheckedPage, CrawlPage } from '../crawl-page.ts';
import { concat } from '../reading/join.ts';

interface Head extends Pick<CrawlPage, 'url' | 'id' | 'contentType' | 'charset'> {
  readonly isText: boolean;
  readonly length: number;
}

const encoder = new TextEncoder();
/** Keeps byte order marks. The HTML contains no lone surrogates here. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const LINE_END = 10;

export function writeWaitingPages(pages: readonly CheckedPage[]): Uint8Array {
  const parts = pages.flatMap(({ id, url = id, contentType, charset, html }) => {
    const bytes = typeof html === 'string' ? encoder.encode(html) : html;
    const head: Head = { url, id, contentType, charset, isText: typeof html === 'string', length: bytes.length };
    return [encoder.encode(`${JSON.stringify(head)}\n`), bytes];
  });
  return concat(parts);
}

/** Does not check the bytes, because their checksum was verified. */
export function readWaitingPages(bytes: Uint8Array): CrawlPage[] {
  const pages: CrawlPage[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = bytes.indexOf(LINE_END, at) + 1;
    const { isText, length, ...page } = JSON.parse(decoder.decode(bytes.subarray(at, start))) as Head;
    at = start + length;
    const html = bytes.subarray(start, at);
    pages.push({ ...page, html: isText ? decoder.decode(html) : html });
  }
  return pages;
}
