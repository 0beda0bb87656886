/**
 * Answers the requests of a page in a browser. The same guard, limits and rules apply as to other requests. Images,
 * fonts, videos, windows and frames of other origins are not read.
 */
import type { Page, Request, Route } from 'playwright-core';
import { LimitError } from 'refrain';
import { webUrl } from 'refrain/engine';
import { type Answer, FetchError, type GetOptions, get } from '../fetch.ts';
import { checkHead } from './file-response.ts';

export interface VisitOptions {
  readonly requestOptions: Omit<GetOptions, 'maxBytes'>;
  readonly maxPageBytes: number;
  /** True if `robots.txt` allows a URL that a page loads. */
  readonly isAllowed: (url: string, page: string) => Promise<boolean>;
}

/** Limits of one page: files, bytes of a file, bytes of all files, concurrent files. */
const FILES_MAX = 500;
const FILE_BYTES = 16 * 1024 * 1024;
const ALL_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 6;

const KEPT: ReadonlySet<string> = new Set(['script', 'stylesheet']);
const READ: ReadonlySet<string> = new Set([...KEPT, 'xhr', 'fetch']);
/** Answer to requests for images: one pixel. Scripts may remove images that fail. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Headers of the browser that are not forwarded. */
const UNSENT: ReadonlySet<string> = new Set(['accept-encoding', 'cookie']);
/** Headers of answers that are removed: they describe the transfer, or the browser would store them. */
const DROPPED: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie']);

/** Cache of the most recent scripts and styles of a crawl, by URL. */
export class FileCache {
  readonly #files = new Map<string, Answer>();
  #bytes = 0;

  get(url: string): Answer | undefined {
    return this.#files.get(url);
  }

  add(url: string, answer: Answer): void {
    if (this.#files.has(url)) return;
    this.#files.set(url, answer);
    this.#bytes += answer.bytes.length;
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= ALL_BYTES) break;
      this.#files.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}

const refuse = (): never => {
  throw new FetchError('REDIRECT_REFUSED', 'a frame redirects');
};

export class Visit {
  readonly #page: Page;
  readonly #address: string;
  readonly #options: VisitOptions;
  readonly #kept: FileCache;
  readonly #onRedirect: (url: string) => never;
  #begun = 0;
  #ended = 0;
  #isRead = false;
  #failure: unknown;
  #files = 0;
  #bytes = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(page: Page, address: string, options: VisitOptions, kept: FileCache, onRedirect: (url: string) => never) {
    this.#page = page;
    this.#address = address;
    this.#options = options;
    this.#kept = kept;
    this.#onRedirect = onRedirect;
  }

  async begin(): Promise<void> {
    const context = this.#page.context();
    context.on('page', (opened) => void opened.close().catch(() => undefined));
    await context.route('**/*', (route) => this.#answer(route));
  }

  /** Throws the failure or redirect of the page. */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  get isIdle(): boolean {
    return this.#begun === this.#ended;
  }

  /** Changes with each request and answer. */
  get activity(): number {
    return this.#begun + this.#ended;
  }

  async #answer(route: Route): Promise<void> {
    this.#begun += 1;
    try {
      if (route.request().resourceType() === 'image') {
        await route.fulfill({ contentType: 'image/gif', body: PIXEL });
        return;
      }
      const answer = await this.#read(route.request());
      const headers = Object.entries(answer.headers).filter(([name]) => !DROPPED.has(name));
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        body: Buffer.from(answer.bytes),
      });
    } catch {
      // A failed file is missing, as in any browser. A failed navigation is aborted, because otherwise the browser
      // would show an error page. The page may be closed already.
      const code = route.request().isNavigationRequest() ? 'aborted' : 'failed';
      await route.abort(code).catch(() => undefined);
    } finally {
      this.#ended += 1;
    }
  }

  #read(request: Request): Promise<Answer> {
    const isNavigation = request.isNavigationRequest();
    const isPage = isNavigation && request.frame() === this.#page.mainFrame();
    // A page that reloads itself is not read again: this request fails.
    if (isPage && !(this.#isRead && webUrl(request.url()) === this.#address)) return this.#readPage(request);
    const isFrame = isNavigation && !isPage && new URL(request.url()).origin === new URL(this.#address).origin;
    const isFile = request.frame().page() === this.#page && (isFrame || READ.has(request.resourceType()));
    this.#files += 1;
    if (!isFile || this.#files > FILES_MAX || this.#bytes > ALL_BYTES)
      throw new LimitError('PAGE_TOO_LARGE', 'the page loads too many files, or too large ones');
    return this.#inTurn(() => this.#readFile(request));
  }

  /** Reads the page. If a script navigates to another page, that is a redirect. */
  async #readPage(request: Request): Promise<Answer> {
    const { requestOptions, maxPageBytes: maxBytes } = this.#options;
    try {
      const url = webUrl(request.url());
      if (url === undefined)
        throw new FetchError('REDIRECT_REFUSED', 'a script navigates to a URL that is neither http nor https');
      if (url !== this.#address) this.#onRedirect(url);
      this.#isRead = true;
      return await get(url, { ...requestOptions, maxBytes, onRedirect: this.#onRedirect, onAnswer: checkHead });
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  async #readFile(request: Request): Promise<Answer> {
    const { requestOptions, isAllowed } = this.#options;
    const url = request.url();
    const isKept = KEPT.has(request.resourceType());
    const kept = isKept ? this.#kept.get(url) : undefined;
    if (kept !== undefined) return kept;
    requestOptions.signal.throwIfAborted();
    if (!(await isAllowed(url, this.#address))) throw new FetchError('ADDRESS_REFUSED', `robots.txt forbids ${url}`);
    const [method, body] = [request.method(), request.postDataBuffer() ?? undefined];
    const headers = Object.fromEntries(Object.entries(request.headers()).filter(([name]) => !UNSENT.has(name)));
    // The browser would take the target of a redirect for a document of the origin.
    const frame = request.isNavigationRequest() ? { onRedirect: refuse } : {};
    const sent = { method, body, headers, page: this.#address, ...frame };
    const answer = await get(url, { ...requestOptions, ...sent, maxBytes: FILE_BYTES, isPage: false });
    this.#bytes += answer.bytes.length;
    const isPublic = !/no-store|private/.test(answer.headers['cache-control'] ?? '');
    if (isKept && answer.status === 200 && isPublic) this.#kept.add(url, answer);
    return answer;
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    while (this.#running >= AT_ONCE) await new Promise<void>((go) => this.#waiting.push(go));
    this.#running += 1;
    try {
      return await act();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
