import { type BytesOptions, InputError } from 'refrain';
import { check, type PageReader, type SitePage } from 'refrain/engine';

/** A page of a crawl. */
export interface CrawlPage {
  /** For a page of a folder: the `file:` URL of its file. */
  readonly url: string;
  /**
   * Text, or bytes in the character set of their declaration and `contentType`, without content and transfer encodings.
   */
  readonly html: string | Uint8Array;
  /** Identity of the page on its site; default: its URL. */
  readonly id?: string | undefined;
  /** Default: derived from the URL. */
  readonly site?: string | undefined;
  /** Value of the Content-Type header. */
  readonly contentType?: string | undefined;
  /** The character set from an archive index. Used if neither the response nor the HTML declare one. */
  readonly charset?: string | undefined;
}

/** A page of an input. */
export interface InputPage extends CrawlPage {
  readonly html: Uint8Array;
  /** Origin of the page for messages: a file, and the position in it. */
  readonly source: string;
}

/** Internal: the URL may be missing if there are an id and a site. */
export type PageArgument = Omit<CrawlPage, 'url'> &
  Pick<BytesOptions, 'guessEncoding'> & { readonly url?: string | undefined };

/** A page whose members are checked, except its HTML. */
export interface CheckedPage extends SitePage, Omit<CrawlPage, 'url' | 'id' | 'site'> {
  readonly site: string;
}

/** Reads a page from any form of `PageInput` except a tree. */
export const readHtml =
  (html: unknown, options?: BytesOptions): PageReader =>
  (reader, table, how) =>
    reader.html(table, html, how, options);

/** @throws {InputError} `URL_INVALID`, `INPUT_INVALID` */
export function checkPage(page: PageArgument, siteOf: (url: string) => string): CheckedPage {
  if (!check.isObject(page))
    throw new InputError(`a page must be an object with url and html, not ${check.describe(page)}`);
  const { html, contentType, charset, guessEncoding = charset === undefined ? undefined : () => charset } = page;
  const isNamed = page.url === undefined && page.id !== undefined && page.site !== undefined;
  const url = isNamed ? undefined : check.urlText(page.url);
  if (url === '') throw new InputError('the url of a page must not be empty', 'URL_INVALID');
  const site = page.site === undefined ? siteOf(url ?? '') : check.site(page.site);
  const id = check.pageId(page.id ?? url);
  if (id === '') throw new InputError('the id of a page must not be empty');
  for (const [name, value] of Object.entries({ contentType, charset }))
    if (value !== undefined && typeof value !== 'string')
      throw new InputError(`${name} must be a string, not ${check.describe(value)}`);
  if (guessEncoding !== undefined && typeof guessEncoding !== 'function')
    throw new InputError(`guessEncoding must be a function, not ${check.describe(guessEncoding)}`);
  return { url, site, id, html, contentType, charset, read: readHtml(html, { contentType, guessEncoding }) };
}
