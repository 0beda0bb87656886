import { htmlRule, liveHtml } from 'refrain/engine';
import type { CrawlPage } from '../crawl-page.ts';
import type { BrowserResponse, CrawlRequest, HttpResponse, LoadedContext } from './context.ts';

const isBrowsers = (response: HttpResponse | BrowserResponse): response is BrowserResponse =>
  typeof response.headers === 'function';

const UNREADABLE = '\ufffd';

/**
 * The page of a request: HTML with a status of 2xx (or 304, from the cache of a browser). Undefined if something else
 * was loaded.
 */
export async function loadedPage(context: LoadedContext): Promise<CrawlPage | undefined> {
  const { request, response, page, body, log } = context;
  // Requests with skipNavigation load nothing.
  if (request.loadedUrl === undefined || !response) return undefined;
  const { status, contentType } = isBrowsers(response)
    ? { status: response.status(), contentType: response.headers()['content-type'] ?? 'text/html' }
    : { status: response.statusCode ?? 0, contentType: typeOf(context, response) };
  if (!((status >= 200 && status < 300) || status === 304) || !htmlRule.isHtmlType(contentType)) return undefined;
  const where = identity(request, request.loadedUrl);
  if (page !== undefined) return { ...where, html: await page.evaluate(`(${liveHtml})(document)`) };
  if (body instanceof Uint8Array) return { ...where, html: body, contentType: ofBody(contentType) };
  if (typeof body !== 'string') return undefined;
  if (charsetOf(contentType) === undefined && body.includes(UNREADABLE)) {
    log.warningOnce(
      `refrain: ${request.url} has characters that the crawler could not decode, because its character set is named in the ` +
        'page and not in the header. Give the crawler postNavigationHooks: [decodePage] of @refrain/crawl/crawlee.',
    );
  }
  return { ...where, html: body };
}

/** The Content-Type header. Without it, the type that Crawlee assumes. */
const typeOf = ({ contentType }: LoadedContext, response: HttpResponse): string =>
  headerText(response.headers['content-type']) ?? contentType?.type ?? '';

/** HttpCrawler returns the original bytes. Only character sets that Node does not know are converted to UTF-8. */
const ofBody = (contentType: string): string => {
  const charset = charsetOf(contentType);
  return charset === undefined || Buffer.isEncoding(charset) ? contentType : 'text/html; charset=utf-8';
};

/**
 * A page is identified by its loaded URL, so URLs that redirect to the same URL are one page. Pages of POST requests
 * may share a URL; they are identified by the key of the request.
 */
function identity({ method, uniqueKey }: CrawlRequest, url: string): { url: string; id: string } {
  if (method !== 'GET') return { url, id: uniqueKey };
  // A fragment is a position in a page, unless the queue treats it as a separate page.
  return { url, id: uniqueKey.includes('#') ? url : url.replace(/#.*$/s, '') };
}

const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];

/** A header may occur more than once. */
export const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
