import { Readable } from 'node:stream';
import { OptionError } from 'refrain';
import { decodeHtml } from '../input/charset.ts';
import type { HttpResponse } from './context.ts';
import { headerText, isHtml } from './media-type.ts';

/** The context of a post-navigation hook of HttpCrawler and those that are made of it. */
export interface DecodableContext {
  readonly crawler: object;
  response: object;
}

/** What the crawler, its handlers and its other hooks read of a response beside its body. */
const KEPT = [
  ...['url', 'statusCode', 'statusMessage', 'httpVersion', 'rawHeaders', 'trailers', 'rawTrailers', 'complete'],
  ...['redirectUrls', 'ip', 'request', 'timings'],
];

const HTML_NAME = /\.(html?|xhtml)$/i;

/** Where a server names no type, Crawlee goes by the name of what it asked for, and so does this. */
const isPage = ({ headers, url = 'about:blank' }: HttpResponse): boolean => {
  const contentType = headerText(headers['content-type']);
  return contentType === undefined ? HTML_NAME.test(new URL(url).pathname) : isHtml(contentType);
};

/**
 * A post-navigation hook by which HttpCrawler, CheerioCrawler, JSDOMCrawler and LinkeDOMCrawler read a page in its own
 * character set. By themselves they go by the header alone, and take for UTF-8 what it says nothing of; with this, by a byte
 * order mark, the header, `<meta charset>`, an XML declaration, and last by what the bytes are, as browsers do.
 *
 * ```ts
 * new CheerioCrawler({ postNavigationHooks: [decodePage], requestHandler });
 * ```
 *
 * Whatever comes after it has the page in UTF-8, and a Content-Type that says so; `rawHeaders` has what the server said.
 *
 * @throws {OptionError} where the crawler has a `forceResponseEncoding`, by which it would decode a second time
 */
export async function decodePage(context: DecodableContext): Promise<void> {
  const response = context.response as HttpResponse;
  if (!isPage(response)) return;
  if (Reflect.get(context.crawler, 'forceResponseEncoding') !== undefined) {
    throw new OptionError('decodePage finds the character set by itself: leave out forceResponseEncoding');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { html } = decodeHtml(Buffer.concat(chunks), headerText(response.headers['content-type']));
  const type = headerText(response.headers['content-type'])?.split(/[;,]/)[0]?.trim() ?? 'text/html';
  const decoded = Readable.from([typeof html === 'string' ? Buffer.from(html) : html], { objectMode: false });
  const kept = KEPT.filter((name) => name in response).map((name) => [name, Reflect.get(response, name)]);
  const headers = { ...response.headers, 'content-type': `${type}; charset=utf-8` };
  context.response = Object.assign(decoded, Object.fromEntries(kept), { headers });
}
