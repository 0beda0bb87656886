import { inputFiles } from '@refrain/crawl/engine/node';

/** Codes of refrain. Other errors of the network have the code of the system. */
type FetchCode =
  /** The host, or the target of a redirect, is not in the public network. */
  | 'ADDRESS_REFUSED'
  /** Too many redirects, or a redirect to another scheme. */
  | 'REDIRECT_REFUSED'
  | 'HTTP_STATUS'
  /** The server required too much waiting by `Retry-After`. */
  | 'HOST_BUSY'
  | 'FETCH_TIMEOUT'
  /** The connection was closed before the answer was complete. */
  | 'ECONNRESET'
  /** The proxy refuses the connection, or requires a name and a password. */
  | 'PROXY_REFUSED'
  /** The browser or a page in it has crashed. */
  | 'BROWSER_FAILED'
  | 'SCRIPT_TIMEOUT';

export class FetchError extends Error {
  readonly code: FetchCode;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: FetchCode, message: string, status?: number, retryAfter?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Statuses with `Retry-After`. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

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
