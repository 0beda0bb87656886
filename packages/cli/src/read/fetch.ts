/** Requests of URLs, with limits for everything that a server controls. */

import { addAbortListener, once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { errors } from '@refrain/crawl/engine';
import { inputFiles } from '@refrain/crawl/engine/node';
import { InputError, LimitError } from 'refrain';
import { htmlRule } from 'refrain/engine';
import type { Dispatcher } from 'undici';
import { version } from '../version.ts';
import { connections } from './connections.ts';
import { FetchError, statusError } from './fetch-error.ts';
import { checkHost } from './guard.ts';
import type { Identity } from './identity/identity.ts';

export { FetchError, statusError };

export interface GetOptions {
  /** Maximum bytes of a decoded answer. */
  readonly maxBytes: number;
  /** True to allow addresses of this machine and of private networks. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  readonly userAgent?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly body?: Uint8Array | undefined;
  /** If true (default), the answer must be a page: status 2xx, and HTML if a type is declared. */
  readonly isPage?: boolean;
  /** Headers, cookies and proxy of the user. Default: only the proxies of the environment. */
  readonly identity?: Identity | undefined;
  /**
   * URL of the page in a browser that makes the request. Requests to other sites are then made without the identity.
   */
  readonly page?: string | undefined;
  /** Called before the body is read. May throw to end the request. */
  readonly onAnswer?: (head: Pick<Answer, 'status' | 'headers'>) => void;
  /** Called before a redirect is followed. May throw to end the request. */
  readonly onRedirect?: (url: string) => void;
}

export interface Answer {
  /** The URL after redirects, without a fragment. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const REDIRECTS_MAX = 10;
/** Time for an answer with all its redirects. */
const TIMEOUT_MS = 60_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const NOT_MODIFIED = 304;
const ACCEPT = { accept: 'text/html,application/xhtml+xml,*/*;q=0.5', 'accept-encoding': 'gzip, br' };
/** Maximum content encodings of an answer, as in archives. */
const ENCODINGS_MAX = 5;

/**
 * Ignores unknown encodings, as browsers do. undici's own decoder is experimental, and prints a warning.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
function decodersFor(encodings = ''): Transform[] {
  const names = encodings.toLowerCase().match(/\b(?:br|gzip|deflate|zstd|compress)\b/g) ?? [];
  if (names.length > ENCODINGS_MAX || !names.every((name) => /br|gzip/.test(name)))
    throw new InputError(`its content encoding is ${encodings.slice(0, 100)}, not gzip or br`);
  return names.reverse().map((name) => (name === 'br' ? createBrotliDecompress() : createGunzip()));
}

/** Contains the URL of the project, so that owners of sites can complain. */
export const ownUserAgent = (): string => `refrain/${version()} (+https://github.com/refrain-js/refrain)`;

/**
 * Requests a URL, following redirects. The answer 304 has no bytes.
 *
 * @throws {FetchError}
 * @throws {InputError} `INPUT_INVALID` if the answer is declared as a type other than HTML
 * @throws {LimitError} `PAGE_TOO_LARGE`
 * @throws errors of the system
 */
export async function get(address: string, options: GetOptions): Promise<Answer> {
  // Removed with the answer, because a crawl makes many requests with one signal.
  const ending = new AbortController();
  using _ = addAbortListener(options.signal, () => ending.abort(options.signal.reason));
  const late = (): FetchError => new FetchError('FETCH_TIMEOUT', `no complete answer in ${TIMEOUT_MS / 1000} seconds`);
  const timer = setTimeout(() => ending.abort(late()), TIMEOUT_MS);
  try {
    // undici aborts a request only after it has a connection.
    const ended = once(ending.signal, 'abort').then(() => Promise.reject(ending.signal.reason));
    return await Promise.race([follow(new URL(address), { ...options, signal: ending.signal }), ended]);
  } catch (error) {
    throw plainError(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Requests a page, whose bytes must be HTML.
 *
 * @throws as `get`
 */
export async function getPage(address: string, options: GetOptions) {
  const { url, bytes, headers } = await get(address, options);
  htmlRule.checkHtml(bytes);
  return { url, html: bytes, contentType: headers['content-type'] };
}

/**
 * Follows redirects. undici would treat a page that sets a cookie and redirects to itself as a loop, and wait for each
 * body.
 */
async function follow(start: URL, options: GetOptions): Promise<Answer> {
  let [url, question] = [requestUrl(start), options];
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const { body, ...head } = await requestOnce(url, question);
    const { status, headers } = head;
    try {
      if (!REDIRECTS.has(status) || headers.location === undefined)
        return { url: url.href, ...head, bytes: await bytesOf(body, head, options) };
    } finally {
      // An unread body would block the connection, and keep the process alive.
      body.on('error', () => undefined).destroy();
    }
    const next = redirected(headers.location, url);
    options.onRedirect?.(next.href);
    if (next.origin !== url.origin)
      question = { ...question, headers: { ...question.headers, authorization: undefined } };
    if (status < NOT_MODIFIED && question.method !== 'HEAD') question = { ...question, method: 'GET', body: undefined };
    url = next;
  }
  throw new FetchError('REDIRECT_REFUSED', `more than ${REDIRECTS_MAX} redirects`);
}

/** The URL as it is requested, without fragment, name and password. */
function requestUrl(url: URL): URL {
  const target = new URL(url);
  for (const part of ['hash', 'username', 'password'] as const) target[part] = '';
  return target;
}

function redirected(location: string, from: URL): URL {
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return requestUrl(url);
  throw new FetchError('REDIRECT_REFUSED', `a redirect leads to ${JSON.stringify(location.slice(0, 200))}`);
}

async function requestOnce(url: URL, { signal, method = 'GET', body, ...options }: GetOptions) {
  const { allowPrivate, userAgent = ownUserAgent(), headers, identity, page } = options;
  if (!allowPrivate) checkHost(url);
  const requestHeaders = { ...ACCEPT, 'user-agent': userAgent, ...headers, ...identity?.headersFor(url, page) };
  const [path, agent] = [url.pathname + url.search, await connections(allowPrivate, identity?.proxy)];
  const question = {
    origin: url.origin,
    path,
    method: method as Dispatcher.HttpMethod,
    headers: requestHeaders,
    signal,
  };
  const answer = await agent.request({ ...question, body: body ?? null });
  identity?.received(url, [answer.headers['set-cookie'] ?? []].flat(), page);
  return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: answer.body };
}

/** Joins repeated fields, like Node's own client. */
const plainHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): IncomingHttpHeaders => {
  const join = (name: string, all: readonly string[]) => (name === 'location' ? all[0] : all.join(', '));
  const plain = (name: string, value?: string | string[]) =>
    Array.isArray(value) && name !== 'set-cookie' ? join(name, value) : value;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plain(name, value)]));
};

async function bytesOf(
  body: Readable,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  { maxBytes, isPage = true, onAnswer }: GetOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const type = headers['content-type'];
  if (status === NOT_MODIFIED) return new Uint8Array();
  onAnswer?.({ status, headers });
  if (isPage && (status < 200 || status > 299)) throw statusError({ status, headers });
  if (isPage && type !== undefined && !htmlRule.isHtmlType(type))
    throw new InputError(`it is served as ${type.slice(0, 100)}, not HTML`);
  const decoders = decodersFor(headers['content-encoding']);
  if (decoders.length > 0) pipeline([body, ...decoders], () => undefined);
  return await inputFiles.collect(decoders.at(-1) ?? body, maxBytes, 'answer');
}

/** An error of undici with a readable message and a code of the system. */
function plainError(error: unknown): unknown {
  const [, status] = /^Proxy .*?\b(\d{3})\b/.exec(error instanceof Error ? error.message : '') ?? [];
  if (status !== undefined)
    return new FetchError('PROXY_REFUSED', `the proxy answers with status ${status}`, Number(status));
  const code = errors.codeOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new LimitError('PAGE_TOO_LARGE', 'the head of the answer is too long');
  if (code !== 'UND_ERR_SOCKET') return error;
  return new FetchError('ECONNRESET', 'the connection was closed before the answer was complete');
}
