/** First pages of a site that wait in its state: a line of JSON for each, with the length of its HTML, which follows it. */
import type { CheckedPage, CrawlPage } from '../page.ts';
import { joined } from '../reading/join.ts';

/** What stands before the HTML of a page. */
interface Head extends Pick<CrawlPage, 'url' | 'id' | 'contentType' | 'charset'> {
  /** Text waits as UTF-8. */
  readonly isText: boolean;
  readonly length: number;
}

const encoder = new TextEncoder();
/** The HTML of a page is without lone surrogates by then, and a byte order mark of it stays. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const LINE_END = 10;

export function writeWaiting(pages: readonly CheckedPage[]): Uint8Array {
  const parts = pages.flatMap(({ id, url = id, contentType, charset, html }) => {
    const bytes = typeof html === 'string' ? encoder.encode(html) : html;
    const head: Head = { url, id, contentType, charset, isText: typeof html === 'string', length: bytes.length };
    return [encoder.encode(`${JSON.stringify(head)}\n`), bytes];
  });
  return joined(parts);
}

/** The pages of bytes that {@link writeWaiting} has written: a checksum has found no damage. */
export function readWaiting(bytes: Uint8Array): CrawlPage[] {
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
