/** A page that cannot be fetched. Errors of the network keep the code of the system; see {@link FetchCode} for the others. */
export type FetchCode =
  /** The host, or one that it leads to, is no address of the public network. */
  | 'ADDRESS_REFUSED'
  /** Too many redirects, or one that leads to what is no address of the web. */
  | 'REDIRECT_REFUSED'
  /** The server answers with a status that is not 2xx. */
  | 'HTTP_STATUS'
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

  constructor(code: FetchCode, message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
