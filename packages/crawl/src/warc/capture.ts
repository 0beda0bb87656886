/** What a reader of WARC gives. */
import type { CrawlPage } from '../input/page.ts';

/** A header field, its name as it was written. */
export type Field = readonly [name: string, value: string];

/** The beginning of an HTTP response. Every character is one byte, as HTTP has it. */
export interface HttpHead {
  /** `HTTP/1.1 200 OK`, as it came. */
  readonly statusLine: string;
  readonly headers: readonly Field[];
}

/** What a record tells of a page beside the page: plain data, which may go to another thread. */
export interface WarcCapture {
  /** `WARC/1.0`, `WARC/1.1`. */
  readonly version: string;
  /** Fields of the record itself. */
  readonly warcHeaders: readonly Field[];
  /** Undefined for a `resource` record, which has none. */
  readonly http: HttpHead | undefined;
}

/** A page; its `bytes` are all of their buffer, so that it can be handed over to another thread. */
export interface WarcPage extends CrawlPage {
  readonly kind: 'page';
  readonly capture: WarcCapture;
  /** Why the crawler cut the page off, where it says that it did: `length`, `time`, `disconnect` … */
  readonly truncated: string | undefined;
}

/**
 * A record that is no page, for `copyRecord`: bytes that begin with `WARC/`, or what it was compressed to, as it was. A
 * large one comes in several items, one after another, that together are one gzip member. `raw` is all of its buffer.
 */
export interface WarcOther {
  readonly kind: 'other';
  readonly source: string;
  readonly raw: Uint8Array;
}

/** What `readWarc` gives: pages, and with `raw` all other records. */
export type WarcItem = WarcPage | WarcOther;

/** The value of the first field of a name, given in lower case. */
export function fieldOf(fields: readonly Field[], name: string): string | undefined {
  for (const [other, value] of fields) {
    if (other.length === name.length && other.toLowerCase() === name) return value;
  }
  return undefined;
}
