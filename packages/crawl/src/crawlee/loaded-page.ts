import type { BrowserResponse, CrawlRequest, HttpResponse, LoadedContext } from './context.ts';
import { charsetOf, headerText, isHtml } from './media-type.ts';

/** A page as it came, for `Sites`. */
export interface LoadedPage {
  readonly url: string;
  readonly id: string;
  readonly html: string | Uint8Array;
  readonly contentType?: string | undefined;
}

const isBrowsers = (response: HttpResponse | BrowserResponse): response is BrowserResponse =>
  typeof response.headers === 'function';

const UNREADABLE = '\ufffd';

/**
 * What was loaded, if it is a page: HTML that came with a status of 2xx (or 304, out of a browser's cache). Else, and where
 * nothing was loaded at all, it has no template.
 */
export async function loadedPage(context: LoadedContext): Promise<LoadedPage | undefined> {
  const { request, response, page, body, log } = context;
  // Of requests with skipNavigation nothing was loaded.
  if (request.loadedUrl === undefined || !response) return undefined;
  const { status, contentType } = isBrowsers(response)
    ? { status: response.status(), contentType: response.headers()['content-type'] ?? 'text/html' }
    : { status: response.statusCode ?? 0, contentType: typeOf(context, response) };
  if (!((status >= 200 && status < 300) || status === 304) || !isHtml(contentType)) return undefined;
  const where = identity(request, request.loadedUrl);
  if (page !== undefined) return { ...where, html: await page.content() };
  if (body instanceof Uint8Array) return { ...where, html: body, contentType: ofBody(contentType) };
  if (typeof body !== 'string') return undefined;
  if (charsetOf(contentType) === undefined && body.includes(UNREADABLE)) {
    log.warningOnce(
      `refrain: ${request.url} has characters that the crawler could not read, since its character set is named in the ` +
        'page and not in the header. Give the crawler postNavigationHooks: [decodePage] of @refrain/crawl/crawlee.',
    );
  }
  return { ...where, html: body };
}

/** The header, or what Crawlee takes for the type where there is none. */
const typeOf = ({ contentType }: LoadedContext, response: HttpResponse): string =>
  headerText(response.headers['content-type']) ?? contentType?.type ?? '';

/** HttpCrawler gives bytes as they came, but those in a character set that Node does not know, which it gives in UTF-8. */
const ofBody = (contentType: string): string => {
  const charset = charsetOf(contentType);
  return charset === undefined || Buffer.isEncoding(charset) ? contentType : 'text/html; charset=utf-8';
};

/**
 * A page is counted as what it was loaded from: several addresses that lead to one are one page. What was posted has an address
 * in common with other pages, and is known by the request's own key.
 */
function identity({ method, uniqueKey }: CrawlRequest, url: string): { url: string; id: string } {
  if (method !== 'GET') return { url, id: uniqueKey };
  // A fragment is a place in a page, unless the queue takes it for a page of its own.
  return { url, id: uniqueKey.includes('#') ? url : url.replace(/#.*$/s, '') };
}
