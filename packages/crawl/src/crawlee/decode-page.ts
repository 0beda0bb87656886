import { Readable } from 'node:stream';
import { decodeHtml, OptionError } from 'refrain';
import { htmlRule } from 'refrain/engine';
import type { HttpResponse } from './context.ts';
import { headerText } from './loaded-page.ts';

/** The context of a post-navigation hook of HttpCrawler and its subclasses. */
export interface DecodableContext {
  readonly crawler: object;
  response: object;
}

/** Properties of a response that are copied, because the crawler, handlers and other hooks read them. */
const KEPT = [
  ...['url', 'statusCode', 'statusMessage', 'httpVersion', 'rawHeaders', 'trailers', 'rawTrailers', 'complete'],
  ...['redirectUrls', 'ip', 'request', 'timings'],
];

const HTML_NAME = /\.(html?|xhtml)$/i;

/** Without a Content-Type the extension of the URL decides, as in Crawlee. */
const isPage = ({ url = 'about:blank' }: HttpResponse, contentType: string | undefined): boolean =>
  contentType === undefined ? HTML_NAME.test(new URL(url).pathname) : htmlRule.isHtmlType(contentType);

/**
 * A post-navigation hook that makes HttpCrawler, CheerioCrawler, JSDOMCrawler and LinkeDOMCrawler detect the character
 * set of a page as browsers do: by a byte order mark, the header, `<meta charset>`, an XML declaration, or by a guess
 * from the bytes. Without this hook, these crawlers use only the header, or UTF-8.
 *
 * ```ts
 * new CheerioCrawler({ postNavigationHooks: [decodePage], requestHandler });
 * ```
 *
 * Later hooks and the handler receive the page in UTF-8, with a Content-Type that names UTF-8; `rawHeaders` keeps the
 * original header.
 *
 * @throws {OptionError} if the crawler has the option `forceResponseEncoding`: it would decode the page a second time
 */
export async function decodePage(context: DecodableContext): Promise<void> {
  const response = context.response as HttpResponse;
  const contentType = headerText(response.headers['content-type']);
  if (!isPage(response, contentType)) return;
  if (Reflect.get(context.crawler, 'forceResponseEncoding') !== undefined) {
    throw new OptionError(
      'forceResponseEncoding must not be set on a crawler with decodePage, which finds the character set',
    );
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { html } = decodeHtml(Buffer.concat(chunks), { contentType });
  const type = contentType?.split(/[;,]/)[0]?.trim() ?? 'text/html';
  const decoded = Readable.from([typeof html === 'string' ? Buffer.from(html) : html], { objectMode: false });
  const kept = KEPT.filter((name) => name in response).map((name) => [name, Reflect.get(response, name)]);
  const headers = { ...response.headers, 'content-type': `${type}; charset=utf-8` };
  context.response = Object.assign(decoded, Object.fromEntries(kept), { headers });
}
