/** One address of the web: its bytes, with bounds for all that a server can do, and a guard of networks that are not public. */

import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { inputFiles } from '@refrain/crawl/engine/node';
import { InputError } from 'refrain';
import { htmlRule } from 'refrain/engine';
import { version } from '../version.ts';

/** Why a page cannot be fetched. Errors of the network keep the code of the system. */
type FetchCode =
  /** The host, or one that it leads to, is no address of the public network. */
  | 'ADDRESS_REFUSED'
  /** Too many redirects, or one that leads to what is no address of the web. */
  | 'REDIRECT_REFUSED'
  /** The server answers with a status that is not 2xx. */
  | 'HTTP_STATUS'
  /** The server has asked for time too often. */
  | 'HOST_BUSY'
  /** The answer was not complete in time. */
  | 'FETCH_TIMEOUT'
  /** The browser, or a page in it, has crashed. */
  | 'BROWSER_FAILED'
  /** Scripts of a page hold up the browser. */
  | 'SCRIPT_TIMEOUT';

export class FetchError extends Error {
  readonly code: FetchCode;
  /** Status of an answer. */
  readonly status: number | undefined;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(code: FetchCode, message: string, status?: number, retryAfter?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Statuses whose `Retry-After` says when to ask again. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** What a status that is not 2xx fails by. */
export function statusError(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  what = 'the server',
  now = Date.now(),
): FetchError {
  const said = BUSY.has(status) ? headers['retry-after']?.trim() : undefined;
  return new FetchError('HTTP_STATUS', `${what} answers with status ${status}`, status, secondsOf(said, now));
}

/** Seconds from now that a header says: as a number, or as a date. */
function secondsOf(said: string | undefined, now: number): number | undefined {
  if (said === undefined) return undefined;
  if (/^\d+$/.test(said)) return Number(said);
  // The oldest form of a date names no time zone, and all are of GMT.
  const date = Date.parse(/GMT$/.test(said) ? said : `${said} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Special-purpose blocks of the IANA registries: an IPv6 address that stands for an IPv4 one is judged by that, or refused. */
const BLOCKS: readonly (readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const),
  ...(['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'] as const),
  ...(['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
  ...(['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'] as const),
  ...(['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'] as const),
].map((block) => {
  const [address = '', bits] = block.split('/');
  return [address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4'] as const;
});

const PRIVATE = new BlockList();
for (const [address, bits, family] of BLOCKS) PRIVATE.addSubnet(address, bits, family);

export const isPrivate = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const refusal = (host: string, address: string): FetchError =>
  new FetchError(
    'ADDRESS_REFUSED',
    `${host === address ? host : `${host} is ${address}, which`} is no address of the public network; --allow-private reads it`,
  );

/** @throws {FetchError} `ADDRESS_REFUSED` for a host that is written as a private address: no name is looked up for it */
function checkHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivate(host)) throw refusal(host, host);
}

/** Looks a name up for a connection, which goes to what is found here: a name with a private address is refused. */
const guardedLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const bad = error === null ? found.find(({ address }) => isPrivate(address)) : undefined;
    const [first] = found ?? [];
    if (error !== null) callback(error, '', 0);
    else if (bad !== undefined) callback(refusal(host, bad.address), '', 0);
    else if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  });
};

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
    if (isPage && (status < 200 || status > 299)) throw statusError({ status, headers });
    if (isPage && type !== undefined && !htmlRule.isHtmlType(type))
      throw new InputError(`it is served as ${type.slice(0, 100)}, not HTML`);
    return await inputFiles.collect(decoded(response), maxBytes, 'answer');
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
