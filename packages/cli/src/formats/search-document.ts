import type { Choice, Page, PageKind } from 'refrain';
import { check, contextOf } from 'refrain/engine';
import { StructuredReader } from 'refrain/structured';

/** A page as a document for a search engine: plain data. */
export interface SearchDocument {
  /** The key of the document in the engine. */
  readonly id: string;
  readonly url: string;
  /** Empty if the page has none. */
  readonly title: string;
  readonly site?: string;
  /** What kind of page it is, where that is known. */
  readonly kind?: PageKind;
  /** Readable text of the part of the page: see `Page.text`. */
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

/** What the text of a document is. */
export interface DocumentOptions {
  /** The part of the page: main content, for example. Default: `content`. */
  readonly part?: Choice | undefined;
  /** Adds text that stands in the data of the page only; main content decides where. Default: nothing is added. */
  readonly structured?: StructuredReader | undefined;
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
 * @throws {OptionError} `OPTION_INVALID`; {InputError} `INPUT_INVALID` for something else than a page
 * @throws {UsageError} `PAGE_STALE` if the detector has read another page; `NO_MAIN` for a part that no model decides
 */
export function searchDocument<N>(page: Page<N>, address: PageAddress, options: DocumentOptions = {}): SearchDocument {
  contextOf(page);
  const { url, id = url, site } = check.object('the address of a page', address);
  const { part, structured } = check.object('searchDocument', options, ['part', 'structured']);
  for (const [name, value] of Object.entries({ url, id, site: site ?? '' })) check.string(name, value);
  if (structured !== undefined && !isReader(structured))
    throw check.optionError('structured', 'a StructuredReader', structured);
  const content = [page.text(part), structured?.text(page)].filter((text) => text).join('\n');
  const { kind } = page;
  return {
    ...{ id, url, title: page.title },
    ...(site === undefined ? {} : { site }),
    ...(kind === undefined ? {} : { kind }),
    ...{ content, length: codePoints(content) },
  };
}

function isReader(value: unknown): boolean {
  try {
    return value instanceof StructuredReader;
  } catch {
    // A proxy that was revoked.
    return false;
  }
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** A search for pairs is faster than a loop over all characters: most texts have none. */
const codePoints = (text: string): number => text.length - (text.match(PAIR)?.length ?? 0);
