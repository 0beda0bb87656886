/** What a WARC says of a page besides its bytes: plain data, which may go to another thread. */
import type { CrawlPage } from '../input/page.ts';

/** A header field: its name as it was written, and its value. */
export type Field = readonly [name: string, value: string];

export interface HttpHead {
  /** `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  readonly fields: readonly Field[];
}

/** The record that a page was in. */
export interface WarcCapture {
  /** `WARC/1.0` or `WARC/1.1`. */
  readonly version: string;
  readonly fields: readonly Field[];
  /** Head of the HTTP response; none for a `resource` record. */
  readonly http: HttpHead | undefined;
  /** Why the crawler cut the page off, where it says that it did. */
  readonly truncated: string | undefined;
}

/** A page from a WARC. */
export interface WarcPage extends CrawlPage {
  readonly capture: WarcCapture;
}

/** A record that is no page, as it stood in the WARC, without compression: head, body, and the two empty lines. */
export interface WarcOther {
  readonly source: string;
  readonly raw: Uint8Array;
}

export type WarcItem = WarcPage | WarcOther;

/** The value of the first field of a name, given in lower case. */
export function fieldOf(fields: readonly Field[], name: string): string | undefined {
  return fields.find(([other]) => other.toLowerCase() === name)?.[1];
}
