/** Headers, cookies and proxy of a user. Each is sent only to its hosts, and appears in no message. */

import { siteFinder } from '@refrain/crawl';
import { type Cookie, CookieJar } from 'tough-cookie';
import type { Header, IdentityOptions } from '../../arguments/headers.ts';
import { CookieFile, cookiesOf } from './cookie-file.ts';
import { readStorageState, type StoredCookie, type StoredOrigin } from './storage-state.ts';

/** Cookies and local storage, as Playwright names them. */
export interface BrowserState {
  readonly cookies: StoredCookie[];
  readonly origins: StoredOrigin[];
}

/** Maximum cookies of a host, about as in browsers, and those for all hosts of its domain. */
const COOKIES_MAX = 180;
/** Maximum characters of the cookies in a request. Servers refuse longer heads. */
const LENGTH_MAX = 8000;

export class Identity {
  /** The only proxy. Default: those of the environment. */
  readonly proxy: string | undefined;
  readonly #headers: readonly Header[];
  // Cookies for secure connections are not sent to localhost.
  readonly #jar = new CookieJar(undefined, { looseMode: true, prefixSecurity: 'silent', allowSecureOnLocal: false });
  readonly #files: readonly CookieFile[];
  readonly #origins: readonly StoredOrigin[];
  readonly #domainOf: (host: string) => string;
  readonly #keeps: boolean;

  private constructor(options: IdentityOptions, siteOf: (url: string) => string) {
    const { headers, proxy, cookies = [] } = options;
    this.#headers = headers;
    this.proxy = proxy;
    this.#domainOf = (host) => siteOf(`https://${host}/`);
    this.#keeps = cookies.length > 0;
    const states = cookies.map((path) => readStorageState(this.#jar, path));
    this.#origins = states.flatMap((origins) => origins ?? []);
    this.#files = cookies.filter((_, at) => states[at] === undefined).map((path) => new CookieFile(this.#jar, path));
  }

  /**
   * Reads the files of cookies. Must be closed.
   *
   * @throws {CommandError}
   */
  static async open(options: IdentityOptions): Promise<Identity> {
    return new Identity(options, await siteFinder('domain'));
  }

  /** @param page URL of the page in a browser that makes the request */
  headersFor(url: URL, page?: string): Readonly<Record<string, string>> {
    const isOwn = this.#isOwn(url, page);
    const found: Record<string, string> = Object.create(null);
    for (const { origins, name, value } of this.#headers)
      if (origins === undefined || (isOwn && origins.includes(url.origin)))
        found[name] = found[name] === undefined ? value : `${found[name]}${name === 'cookie' ? ';' : ','} ${value}`;
    const cookies = isOwn ? this.#cookiesFor(url) : undefined;
    return cookies ? { ...found, cookie: [found['cookie'] ?? [], cookies].flat().join('; ') } : found;
  }

  /** The cookies of a request. Those of the host precede those for its domain, which any subdomain can set. */
  #cookiesFor({ href }: URL): string {
    const rank = ({ hostOnly, creationIndex }: Cookie): number => (hostOnly ? 0 : creationIndex);
    const cookies = this.#jar.getCookiesSync(href).sort((one, other) => rank(one) - rank(other));
    let sent = '';
    for (const cookie of cookies) {
      const next = `${sent}${sent && '; '}${cookie.cookieString()}`;
      if (next.length <= LENGTH_MAX) sent = next;
    }
    return sent;
  }

  received(url: URL, cookies: readonly string[], page?: string): void {
    if (!this.#keeps || cookies.length === 0 || !this.#isOwn(url, page)) return;
    for (const cookie of cookies) this.#keep(cookie, url);
    for (const file of this.#files) file.changed();
  }

  /** Keeps a cookie, unless there are too many others for its host, or for its domain. */
  #keep(cookie: string, { href }: URL): void {
    const isOwn = !/;\s*domain\s*=/i.test(cookie);
    const kept = this.#jar.getCookiesSync(href).filter(({ hostOnly }) => hostOnly === isOwn);
    const name = cookie.slice(0, Math.max(0, cookie.search(/[=;]/))).trim();
    if (kept.length < COOKIES_MAX || kept.some(({ key }) => key === name))
      this.#jar.setCookieSync(cookie, href, { ignoreError: true });
  }

  /**
   * Cookies and storage for scripts of the sites. `HttpOnly` cookies are omitted, because the browser itself sends no
   * requests.
   */
  browserState(sites: readonly string[]): BrowserState {
    const own = new Set(sites.map((site) => this.#domainOf(new URL(site).hostname)));
    const cookies = cookiesOf(this.#jar)
      .filter(({ httpOnly, domain }) => !httpOnly && own.has(this.#domainOf(`${domain}`)))
      .map((cookie) => {
        const { key: name, value, domain, path, hostOnly, secure } = cookie;
        const end = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
        const expires = Number.isFinite(end) ? end / 1000 : -1;
        const host = { domain: hostOnly ? `${domain}` : `.${domain}`, path: path ?? '/' };
        return { name, value, ...host, expires, httpOnly: false, secure, sameSite: 'Lax' } as const;
      });
    return {
      cookies,
      origins: this.#origins.filter(({ origin }) => own.has(this.#domainOf(new URL(origin).hostname))),
    };
  }

  /**
   * Writes the cookies back.
   *
   * @throws {CommandError}
   */
  close(): void {
    for (const file of this.#files) file.save();
  }

  /** True unless a page requests a URL of another site. */
  #isOwn(url: URL, page: string | undefined): boolean {
    return page === undefined || this.#domainOf(url.hostname) === this.#domainOf(new URL(page).hostname);
  }
}
