/** One address of the web: its bytes, with bounds for all that a server can do. */
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { collect, isHtmlType } from '@refrain/crawl/internal';
import { InputError } from 'refrain';
import { version } from '../../version.ts';
import { FetchError } from './errors.ts';
import { checkHost, guardedLookup } from './guard.ts';

export interface GetOptions {
  /** Bytes of an answer without its encoding. */
  readonly maxBytes: number;
  /** Whether addresses of this machine and of networks that are not public are read too. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  readonly userAgent?: string | undefined;
  /** Headers of the question. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: GET, without a body. */
  readonly method?: string;
  readonly body?: Uint8Array | undefined;
  /** Whether the answer must be a page: 2xx, and HTML by its header if that names a type. Default: true. */
  readonly isPage?: boolean;
  /** Called before a redirect is followed; it is not where this throws. */
  readonly onRedirect?: (url: string) => void;
}

export interface Answer {
  /** Where it came from, after redirects; without a fragment. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Redirects that are followed. */
const REDIRECTS_MAX = 10;
/** Time for an answer with all its redirects. */
const TIMEOUT_MS = 60_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const NOT_MODIFIED = 304;

/** Says what asks, and where to complain. */
export const ownUserAgent = async (): Promise<string> =>
  `refrain/${version()} (+https://github.com/refrain-js/refrain)`;

/**
 * Asks for an address. Only the last answer of redirects is read; 304 is an answer without bytes.
 *
 * @throws {FetchError}
 * @throws {InputError} `INPUT_INVALID` for an answer that is served as another type than HTML
 * @throws {LimitError} `PAGE_TOO_LARGE`
 * @throws the system's errors
 */
export async function get(address: string, options: GetOptions): Promise<Answer> {
  // Both end with the answer: a crawl asks many times by one signal.
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, TIMEOUT_MS);
  options.signal.addEventListener('abort', stop);
  try {
    const { signal } = ending;
    const userAgent = options.userAgent ?? (await ownUserAgent());
    options.signal.throwIfAborted();
    let url = new URL(address);
    url.hash = '';
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const response = await ask(url, { ...options, signal, userAgent });
      const { statusCode: status = 0, headers } = response;
      if (!REDIRECTS.has(status) || headers.location === undefined) {
        const bytes = await bytesOf(response, options);
        return { url: url.href, status, headers, bytes };
      }
      response.destroy();
      url = redirected(headers.location, url);
      options.onRedirect?.(url.href);
    }
    throw new FetchError('REDIRECT_REFUSED', `more than ${REDIRECTS_MAX} redirects`);
  } catch (error) {
    if (!isLate) throw error;
    throw new FetchError('FETCH_TIMEOUT', `no whole answer in ${TIMEOUT_MS / 1000} seconds`);
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
  }
}

function redirected(location: string, from: URL): URL {
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new FetchError('REDIRECT_REFUSED', `a redirect leads to ${JSON.stringify(location.slice(0, 200))}`);
  url.hash = '';
  return url;
}

/** The head of the answer to one question. */
function ask(url: URL, options: GetOptions): Promise<IncomingMessage> {
  const { allowPrivate, signal, userAgent = '', headers = {}, method = 'GET', body } = options;
  if (!allowPrivate) checkHost(url);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const accept = { accept: 'text/html,application/xhtml+xml,*/*;q=0.5', 'accept-encoding': 'gzip, br' };
    send(url, {
      ...{ signal, method },
      headers: { ...accept, 'user-agent': userAgent, ...headers },
      ...(allowPrivate ? {} : { lookup: guardedLookup }),
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

/** The bytes of an answer without its encoding. */
async function bytesOf(response: IncomingMessage, options: GetOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { maxBytes, isPage = true } = options;
  const { statusCode: status = 0, headers } = response;
  const type = headers['content-type'];
  try {
    if (status === NOT_MODIFIED) return new Uint8Array();
    if (isPage && (status < 200 || status > 299))
      throw new FetchError('HTTP_STATUS', `the server answers with status ${status}`, status);
    if (isPage && type !== undefined && !isHtmlType(type))
      throw new InputError(`it is served as ${type.slice(0, 100)}, not HTML`);
    return await collect(decoded(response), maxBytes, 'answer');
  } finally {
    // The connection of an answer that has come whole is used again; what was not read of it would hold it, and the process.
    if (response.complete) response.resume();
    else response.destroy();
  }
}

function decoded(response: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const isGzip = /^(?:x-)?gzip$/.test(encoding);
  if (!isGzip && encoding !== 'br') return response;
  const decoder = isGzip ? createGunzip() : createBrotliDecompress();
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}
