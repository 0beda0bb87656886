/** Why an address of the web cannot be read. */
import { inputFiles } from '@refrain/crawl/engine/node';

/** Errors of the network keep the code of the system. */
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
  /** The connection was closed before the answer was complete. */
  | 'ECONNRESET'
  /** The proxy refuses the connection, or wants a name and a password. */
  | 'PROXY_REFUSED'
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
  { status, headers }: { readonly status: number; readonly headers: { readonly 'retry-after'?: string | undefined } },
  what = 'the server',
  now = Date.now(),
): FetchError {
  const said = BUSY.has(status) ? headers['retry-after']?.trim() : undefined;
  return new FetchError(
    'HTTP_STATUS',
    `${what} answers with status ${status}`,
    status,
    inputFiles.secondsUntil(said, now),
  );
}
