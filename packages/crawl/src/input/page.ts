/** What every kind of input gives: pages one after another, and word of what could not be had. */

/** One page as a crawl hands it over. */
export interface CrawlPage {
  /** Its URL; the one of the file for a page that was read from a folder. */
  readonly url: string;
  /** As they came over the wire, without content and transfer encodings; in the character set that they say they are. */
  readonly bytes: Uint8Array;
  /** The Content-Type header of the response, where there was one. */
  readonly contentType: string | undefined;
  /** What identifies the page on its site, where that is not the URL. */
  readonly id?: string;
  /** Its site, where that is not for the URL to say. */
  readonly site?: string;
  /** Where it came from, for messages: a file, and where in it. */
  readonly source: string;
}

/** A page, or a part of an input, that could not be read. */
export interface InputFailure {
  /** The file, and the place in it. */
  readonly source: string;
  readonly error: Error;
}

/** How an input is read. */
export interface ReadOptions {
  /** Told of what could not be read; the rest is read all the same. Without it the first failure is thrown. */
  readonly onFailure?: (failure: InputFailure) => void;
  /** Largest page, in bytes; a larger one is a failure with `PAGE_TOO_LARGE`, and is not kept in memory. */
  readonly maxPageBytes?: number;
}
