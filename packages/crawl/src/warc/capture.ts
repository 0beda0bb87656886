import type { InputPage } from '../crawl-page.ts';

/** A header field. The letter case of the name is that of the source. */
export type Field = readonly [name: string, value: string];

/** Header of an HTTP response in Latin-1: each character is one byte. */
export interface HttpHead {
  /** For example `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  readonly headers: readonly Field[];
}

/** Headers of the record of a page, as plain data that can be sent to another thread. */
export interface WarcCapture {
  readonly version: string;
  readonly warcHeaders: readonly Field[];
  /** Undefined for a `resource` record. */
  readonly http: HttpHead | undefined;
}

/** A page. Its `html` fills its buffer, so that it can be transferred to another thread. */
export interface WarcPage extends InputPage {
  readonly kind: 'page';
  readonly capture: WarcCapture;
  /** Value of `WARC-Truncated`: `length`, `time`, `disconnect` … */
  readonly truncated: string | undefined;
}

/**
 * A record that is not a page, for `copyRecord`: bytes that begin with `WARC/`, or its original gzip member. A large
 * record has several consecutive items, which together are one gzip member. `raw` fills its buffer.
 */
export interface WarcOther {
  readonly kind: 'other';
  readonly source: string;
  readonly raw: Uint8Array;
}

/** A page, or with `raw` another record. */
export type WarcItem = WarcPage | WarcOther;

/** `name` is in lower case. */
export function fieldOf(fields: readonly Field[], name: string): string | undefined {
  for (const [other, value] of fields) {
    if (other.length === name.length && other.toLowerCase() === name) return value;
  }
  return undefined;
}
