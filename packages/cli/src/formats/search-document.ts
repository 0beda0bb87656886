import type { Page } from 'refrain';

/** What a search engine is to know of a page, as plain data. */
export interface SearchDocument {
  /** What the engine knows the page by. */
  readonly id: string;
  readonly url: string;
  /** Empty where the page has none. */
  readonly title: string;
  readonly site?: string;
  /** Readable text of the page without its template: see `Page.text`. */
  readonly content: string;
  /** Unicode code points of the content. */
  readonly length: number;
}

/** Where a page is from, which the page itself does not say. */
export interface PageAddress {
  readonly url: string;
  /** Default: the URL. */
  readonly id?: string;
  readonly site?: string;
}

/**
 * The document of a page, for `bulkLines`, for `addAll` of MiniSearch with `fields: ['title', 'content']`, or for any
 * other engine. It outlives the page.
 *
 * ```ts
 * const documents = pages.map(({ url, html }) => searchDocument(detector.learn(html), { url }));
 * miniSearch.addAll(documents);
 * ```
 *
 * @throws {UsageError} `PAGE_STALE` where the detector has gone on to another page
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

/** Most texts have no pairs at all, which a search tells sooner than a walk. */
const codePoints = (text: string): number => text.length - (text.match(PAIR)?.length ?? 0);
