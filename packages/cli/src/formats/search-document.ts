import type { Page } from 'refrain';

/** A page as a document for a search engine: plain data. */
export interface SearchDocument {
  /** The key of the document in the engine. */
  readonly id: string;
  readonly url: string;
  /** Empty if the page has none. */
  readonly title: string;
  readonly site?: string;
  /** Readable text of the page without its template: see `Page.text`. */
  readonly content: string;
  /** Unicode code points of the content. */
  readonly length: number;
}

/** Members of the document that the page does not have. */
export interface PageAddress {
  readonly url: string;
  /** Default: the URL. */
  readonly id?: string;
  readonly site?: string;
}

/**
 * The document of a page, for `bulkLines`, for `addAll` of MiniSearch with `fields: ['title', 'content']`, or for any
 * other engine. It stays valid after the detector has read another page.
 *
 * ```ts
 * const documents = pages.map(({ url, html }) => searchDocument(detector.learn(html), { url }));
 * miniSearch.addAll(documents);
 * ```
 *
 * @throws {UsageError} `PAGE_STALE` if the detector has read another page
 */
export function searchDocument<N>(page: Page<N>, { url, id = url, site }: PageAddress): SearchDocument {
  const content = page.text('content');
  return {
    ...{ id, url, title: page.title },
    ...(site === undefined ? {} : { site }),
    ...{ content, length: codePoints(content) },
  };
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** A search for pairs is faster than a loop over all characters: most texts have none. */
const codePoints = (text: string): number => text.length - (text.match(PAIR)?.length ?? 0);
