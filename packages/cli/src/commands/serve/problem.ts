/** Errors as `application/problem+json` (RFC 9457) with their codes. */
import { STATUS_CODES } from 'node:http';
import { RefrainError } from 'refrain';
import { CommandError, errorCode, messageOf } from '../../errors.ts';
import { FetchError } from '../../read/fetch.ts';

/** HTTP statuses by error code. Default: 500. */
const STATUSES = {
  ...{ REQUEST_INVALID: 400, OPTION_INVALID: 400, INPUT_INVALID: 400 },
  ...{ INPUT_DAMAGED: 400, URL_INVALID: 400, NO_MAIN: 400 },
  ...{ TOKEN_REFUSED: 401, HOST_REFUSED: 403, ADDRESS_REFUSED: 403, ROUTE_UNKNOWN: 404, METHOD_REFUSED: 405 },
  ...{ ACCEPT_REFUSED: 406, REQUEST_TIMEOUT: 408, PAGE_TOO_LARGE: 413, NOT_HTML: 415, ENCODING_REFUSED: 415 },
  // Tables of other sites are released for a page, so a page that exceeds the memory always exceeds it.
  ...{ TOO_MANY_NODES: 422, PAGE_TOO_COMPLEX: 422, TABLE_FULL: 422, OUT_OF_MEMORY: 422, PACKAGE_MISSING: 501 },
  ...{ FETCH_FAILED: 502, REDIRECT_REFUSED: 502, HTTP_STATUS: 502, PROXY_REFUSED: 502 },
  ...{ SERVER_BUSY: 503, SERVER_ENDS: 503, STORE_FAILED: 503 },
  ...{ ANSWER_TIMEOUT: 504, FETCH_TIMEOUT: 504 },
} as const;

/** Seconds after which a client may repeat a request. */
const RETRY_AFTER = '1';

/** A refused request. `headers` are those of the answer. */
export class ServeError extends Error {
  readonly code: keyof typeof STATUSES;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: keyof typeof STATUSES, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

const KNOWN = [RefrainError, CommandError, FetchError, ServeError];

/** True if an error is meant for users, and is not a defect. */
export const isKnown = (error: unknown): boolean => KNOWN.some((kind) => error instanceof kind);

export const hasStatus = (error: unknown): boolean => isKnown(error) && errorCode(error) in STATUSES;

/** An error as plain data. Defects have a general message, which reveals nothing. */
export function errorOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!isKnown(error))
    return { code: 'SERVER_FAILED', message: 'the server has failed; standard error has the reason' };
  const remedy = error instanceof CommandError && error.remedy !== undefined ? `: ${error.remedy}` : '';
  return { code: errorCode(error), message: messageOf(error) + remedy };
}

/** Status, headers and body of an answer. */
export function problemOf(error: unknown) {
  const { code, message: detail } = errorOf(error);
  const status = (STATUSES as Readonly<Record<string, number>>)[code] ?? 500;
  const body = `${JSON.stringify({ title: STATUS_CODES[status], status, detail, code })}\n`;
  const headers = {
    'content-type': 'application/problem+json',
    ...(status === 503 && { 'retry-after': RETRY_AFTER }),
    ...(error instanceof ServeError && error.headers),
  };
  return { status, headers, body };
}
