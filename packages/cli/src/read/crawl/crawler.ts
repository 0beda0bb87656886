/** Reads a site into the store of a crawl. Crawlee manages queue, concurrency and retries. */

import { setMaxListeners } from 'node:events';
import type { Page } from 'playwright-core';
import { InputError, LimitError } from 'refrain';
import { webUrl } from 'refrain/engine';
import { messageOf } from '../../errors.ts';
import { type Answer, FetchError, type GetOptions, get, ownUserAgent, statusError } from '../fetch.ts';
import type { BrowserState, Identity } from '../identity/identity.ts';
import { missingReasonAt, missingReasonOf } from '../missing-page/missing-reason.ts';
import { RefusalError } from '../missing-page/refusal.ts';
import type { PageTest } from '../patterns.ts';
import type { BasicCrawler, Crawlee, CrawlerOptions, CrawlRequest } from './crawlee.ts';
import { checkBody, checkHead, FileResponseError } from './file-response.ts';
import { LinkReader } from './links.ts';
import { Pace, WAIT_MAX } from './pace.ts';
import { type OtherUrl, type PageHead, type PageStore, ROBOTS } from './page-store.ts';
import { browserError, browserOptions, Renderer } from './renderer.ts';
import { addressesOf, RobotsRules } from './robots.ts';
import { withTimeout } from './with-timeout.ts';

export interface SiteCrawlOptions {
  readonly addresses: readonly string[];
  readonly maxPages: number;
  readonly maxDepth: number | undefined;
  /** Number of concurrent requests, and requests per second. */
  readonly concurrency: number;
  readonly rate: number;
  readonly userAgent: string | undefined;
  readonly allowPrivate: boolean;
  readonly identity?: Identity | undefined;
  readonly maxPageBytes: number;
  /** Only URLs of the sites of the start URLs are read. */
  readonly siteOf: (url: string) => string;
  readonly isRead: PageTest;
}

interface CrawlEvents {
  readonly interrupted: AbortSignal;
  /** A page was stored. `length`: bytes that were transferred. */
  page(length: number): void;
  failure(url: string, error: Error): void;
}

/** Maximum number of waiting URLs per page of `maxPages`. More links are not followed. */
const WAITING_PER_PAGE = 10;
const WAITING_MIN = 10_000;
const FEEDS_MAX = 10;
const RETRIES = 2;
/** Maximum seconds for reading one page, and for waiting until its host may be requested. */
const READING_SECONDS = 150;
const HANDLER_SECONDS = 24 * 60 * 60;
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);
const LOG_OFF = 0;

const HOPS_MAX = 10;

/**
 * Thrown for a redirect, whose target becomes a separate request. So no page is read twice, and each URL is subject to
 * the rules of its host.
 */
class RedirectError extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`redirects to ${to}`);
    this.to = to;
  }
}

const onRedirect = (url: string): never => {
  throw new RedirectError(url);
};

/**
 * A request for a URL that has redirected before. Its key contains the number of redirects, because Crawlee ignores
 * known keys.
 */
const requestAgain = (url: string, userData: CrawlRequest['userData']) =>
  ({ url, uniqueKey: `${url} ${userData.hops}`, userData, skipNavigation: true }) as const;

const notRead = (): FetchError => new FetchError('FETCH_TIMEOUT', `not read in ${READING_SECONDS} seconds`);

const isPassing = (error: Error): boolean => {
  if (error instanceof FetchError)
    return (
      error.code === 'FETCH_TIMEOUT' ||
      error.code === 'BROWSER_FAILED' ||
      ((error.code === 'HTTP_STATUS' || error.code === 'PROXY_REFUSED') &&
        ((error.status ?? 0) >= 500 || error.status === 429) &&
        // Retried only if the host does not require a longer wait.
        (error.retryAfter ?? 0) <= WAIT_MAX)
    );
  return !(error instanceof InputError || error instanceof LimitError);
};

export class SiteCrawl {
  readonly sums = {
    /** Pages that were read, including those of an earlier, interrupted run. */
    pages: 0,
    known: 0,
    forbidden: 0,
  };
  readonly #options: SiteCrawlOptions;
  readonly #store: PageStore;
  readonly #number: number;
  readonly #events: CrawlEvents;
  readonly #crawlee: Crawlee;
  readonly #links: LinkReader;
  readonly #robots: RobotsRules;
  readonly #renderer: Renderer | undefined;
  readonly #requestOptions: Omit<GetOptions, 'maxBytes'>;
  readonly #sites: Set<string>;
  readonly #starts: Set<string>;
  readonly #known = new Set<string>();
  readonly #redirected = new Set<string>();
  readonly #pace: Pace;
  #crawler: BasicCrawler | undefined;

  private constructor(
    store: PageStore,
    number: number,
    options: SiteCrawlOptions,
    events: CrawlEvents,
    { crawlee, links }: { readonly crawlee: Crawlee; readonly links: LinkReader },
  ) {
    this.#store = store;
    this.#number = number;
    this.#options = options;
    this.#events = events;
    this.#crawlee = crawlee;
    this.#links = links;
    this.#pace = new Pace(options.rate, events.interrupted);
    const { allowPrivate, identity, maxPageBytes, userAgent = ownUserAgent() } = options;
    this.#requestOptions = { allowPrivate, identity, signal: events.interrupted, userAgent };
    this.#robots = new RobotsRules(this.#requestOptions, userAgent.split('/')[0] ?? '', this.#pace);
    const isAllowed = (url: string, page: string): Promise<boolean> => this.#robots.isAllowed(url, page);
    if (crawlee.PlaywrightCrawler !== undefined)
      this.#renderer = new Renderer({ requestOptions: this.#requestOptions, maxPageBytes, isAllowed });
    this.#starts = new Set(options.addresses.flatMap((address) => webUrl(address) ?? []));
    this.#sites = new Set([...this.#starts].map((address) => options.siteOf(address)));
  }

  /** `number`: this crawl's number in the store. */
  static async create(
    store: PageStore,
    number: number,
    options: SiteCrawlOptions,
    events: CrawlEvents,
    crawlee: Crawlee,
  ): Promise<SiteCrawl> {
    crawlee.log.setLevel(LOG_OFF);
    // Each request adds a listener.
    setMaxListeners(0, events.interrupted);
    return new SiteCrawl(store, number, options, events, { crawlee, links: await LinkReader.create() });
  }

  /** Reads pages that are not in the store yet. */
  async run(): Promise<void> {
    const { interrupted } = this.#events;
    const requests = await this.#requests();
    const { concurrency } = this.#options;
    if (interrupted.aborted || this.sums.pages >= this.#options.maxPages) return;
    const { BasicCrawler, PlaywrightCrawler, Configuration, chromium } = this.#crawlee;
    const crawlerOptions: CrawlerOptions = {
      maxConcurrency: concurrency,
      maxRequestRetries: RETRIES,
      requestHandlerTimeoutSecs: HANDLER_SECONDS,
      useSessionPool: false,
      // Crawlee would otherwise reduce the concurrency on a busy machine.
      minConcurrency: concurrency,
      requestHandler: ({ request, page }) => this.#read(request, page),
      errorHandler: ({ request }, error) => {
        request.noRetry = !isPassing(error);
      },
      failedRequestHandler: ({ request }, error) => this.#failed(request, error),
    };
    const configuration = new Configuration({ persistStorage: false });
    const crawler =
      PlaywrightCrawler === undefined
        ? new BasicCrawler(crawlerOptions, configuration)
        : new PlaywrightCrawler(
            {
              ...crawlerOptions,
              ...browserOptions(chromium, this.#requestOptions.userAgent ?? '', () => this.#browserState()),
            },
            configuration,
          );
    this.#crawler = crawler;
    const stop = (): void => crawler.stop();
    interrupted.addEventListener('abort', stop);
    try {
      await crawler.run(requests);
    } catch (error) {
      throw browserError(error);
    } finally {
      interrupted.removeEventListener('abort', stop);
    }
  }

  #browserState(): BrowserState | undefined {
    return this.#options.identity?.browserState([...this.#starts]);
  }

  /** The first requests: start URLs, links of stored pages, and pages of sitemaps. */
  async #requests() {
    const { interrupted } = this.#events;
    const read: (readonly [address: string, head: PageHead])[] = [];
    for (const [address, head] of this.#store.heads()) if (head.seen === this.#number) read.push([address, head]);
    for (const [address] of read) this.#known.add(address);
    for (const [address, { seen, reason }] of this.#store.others())
      if (seen === this.#number && reason === 'file') this.#known.add(address);
    this.sums.pages = read.length;
    const found = [...this.#starts].flatMap((address) => this.#request(address, 0));
    // In order of depth, so that each link gets its smallest depth.
    for (const [address, head] of read.sort(([, one], [, other]) => one.depth - other.depth))
      found.push(...this.#linksOf(address, head, this.#store.body(address)));
    for (const start of this.#starts) {
      if (interrupted.aborted) break;
      const onFailure = (url: string, error: Error): void => this.#events.failure(url, error);
      try {
        for await (const address of this.#robots.sitemapPages(start, this.#waitingMax, onFailure))
          found.push(...this.#follow(address, 0));
      } catch (error) {
        // The request for the page reports the error.
        this.#pace.answered(start, error);
      }
    }
    return found;
  }

  get #waitingMax(): number {
    return Math.max(WAITING_MIN, WAITING_PER_PAGE * this.#options.maxPages);
  }

  #request(url: string, depth: number, hops = 0, isFeed = false) {
    if (this.#known.has(url) || this.#known.size - this.sums.pages >= this.#waitingMax) return [];
    this.#known.add(url);
    this.sums.known = this.#known.size;
    const userData = { depth, hops, ...(isFeed && ({ isFeed } as const)) };
    return [{ url, uniqueKey: url, userData, skipNavigation: true } as const];
  }

  /** A new request for a link, if its depth and URL are allowed. */
  #follow(link: string, depth: number, hops = 0) {
    const { maxDepth = Number.POSITIVE_INFINITY, isRead } = this.#options;
    const url = webUrl(link);
    const isFollowed = url !== undefined && depth <= maxDepth && this.#isOfSite(url) && isRead({ url, id: url });
    return isFollowed ? this.#request(url, depth, hops) : [];
  }

  #isOfSite(url: string): boolean {
    return this.#sites.has(this.#options.siteOf(url));
  }

  #linksOf(url: string, { depth, contentType }: PageHead, body: Uint8Array) {
    const { pages, feeds } = this.#links.addressesOf(body, contentType, url);
    const links = [...pages].flatMap((link) => this.#follow(link, depth + 1));
    if (!this.#starts.has(url)) return links;
    const ofSite = [...feeds].filter((feed) => this.#isOfSite(feed)).slice(0, FEEDS_MAX);
    return [...links, ...ofSite.flatMap((feed) => this.#request(feed, depth, 0, true))];
  }

  async #read(request: CrawlRequest, page: Page | undefined): Promise<void> {
    if (this.#isFull || this.#events.interrupted.aborted) return;
    const { url } = request;
    try {
      await this.#pace.rest(url);
      if (!(await this.#robots.isAllowed(url))) {
        this.sums.forbidden += 1;
        this.#putMissing(url, 'blocked', ROBOTS);
        return;
      }
      await this.#robots.turn(url);
      const reading = request.userData.isFeed ? this.#readFeed(request) : this.#readPage(request, page);
      await withTimeout(reading, READING_SECONDS, notRead);
      this.#pace.answered(url);
    } catch (error) {
      this.#pace.answered(url, error);
      if (error instanceof RedirectError) await this.#redirect(request, error.to);
      else if (error instanceof FileResponseError) this.#file(url, error);
      else throw error;
    }
  }

  /** Records a URL that is not a page. For a start URL, this is also a failure. */
  #file(url: string, found: FileResponseError): void {
    const { contentType: by, length } = found;
    this.#store.remove(url);
    this.#store.putOther(url, { seen: this.#number, reason: 'file', by, length });
    if (this.#starts.has(url)) throw found;
  }

  async #redirect({ url, userData }: CrawlRequest, to: string): Promise<void> {
    const { depth, isFeed } = userData;
    if (userData.hops === HOPS_MAX) throw new FetchError('REDIRECT_REFUSED', `more than ${HOPS_MAX} redirects`);
    const hops = userData.hops + 1;
    this.#redirected.add(url);
    // A server may set a cookie and redirect to the same URL.
    const again = this.#redirected.has(to) ? [requestAgain(to, { ...userData, hops })] : undefined;
    if (to === url || isFeed)
      return void (await this.#crawler?.addRequests(again ?? this.#request(to, depth, hops, isFeed)));
    this.#store.remove(url);
    const missing = missingReasonAt(to);
    // Without the query, which may be private on a log-in page.
    if (missing !== undefined && missing !== missingReasonAt(url))
      this.#putMissing(url, missing, to.replace(/[?].*/s, ''));
    const isStart = this.#starts.has(url);
    // A site may redirect to its new name.
    if (isStart) {
      this.#sites.add(this.#options.siteOf(to));
      this.#starts.add(to);
    }
    const found = isStart ? this.#request(to, depth, hops) : this.#follow(to, depth, hops);
    await this.#crawler?.addRequests(again ?? found);
    // In a continued crawl, the target may be stored already, but its feeds were not read, because it was not a start
    // URL then.
    const head = isStart ? this.#store.head(to) : undefined;
    if (head?.seen === this.#number) await this.#crawler?.addRequests(this.#linksOf(to, head, this.#store.body(to)));
  }

  #putMissing(url: string, reason: OtherUrl['reason'], by: string): void {
    this.#store.putOther(url, { seen: this.#number, reason, by });
  }

  /** Follows the URLs that a feed lists. */
  async #readFeed({ url, userData: { depth } }: CrawlRequest): Promise<void> {
    const { maxPageBytes: maxBytes } = this.#options;
    const { status, headers, bytes } = await get(url, { ...this.#requestOptions, maxBytes, isPage: false, onRedirect });
    const error = statusError({ status, headers });
    if (error.retryAfter !== undefined) throw error;
    if (status !== 200) return;
    const found = [...addressesOf(new TextDecoder().decode(bytes))];
    await this.#crawler?.addRequests(found.flatMap((address) => this.#follow(address, depth)));
  }

  async #readPage({ url: address, userData: { depth } }: CrawlRequest, page: Page | undefined): Promise<void> {
    const old = this.#store.head(address);
    const answer = await this.#fetch(address, old, page);
    const isSame = old !== undefined && answer.status === 304;
    if (answer.status === 304 && !isSame)
      throw new FetchError('HTTP_STATUS', 'the server answers with status 304', 304);
    const body = isSame ? this.#store.body(address) : answer.bytes;
    const { contentType } = isSame ? old : headOf(answer);
    if (!isSame) checkBody(answer);
    const missing = await missingReasonOf(body, contentType, address);
    const isChanged = !isSame && (old === undefined || Buffer.compare(body, this.#store.body(address)) !== 0);
    const number = this.#number;
    const head = {
      ...(isSame ? old : headOf(answer)),
      ...{ depth, seen: number, changed: isChanged ? number : (old?.changed ?? number), length: body.length },
      missing,
    };
    // Other pages may have been stored in the meantime.
    if (this.#isFull) return;
    this.sums.pages += 1;
    this.#store.put(address, head, isChanged ? body : undefined);
    this.#events.page(answer.bytes.length);
    if (this.#isFull) this.#crawler?.stop();
    else await this.#crawler?.addRequests(this.#linksOf(address, head, body));
  }

  get #isFull(): boolean {
    return this.sums.pages >= this.#options.maxPages;
  }

  #fetch(address: string, old: PageHead | undefined, page: Page | undefined): Promise<Answer> {
    // With a browser, no conditional request: an unchanged page may load changed scripts.
    if (page !== undefined && this.#renderer !== undefined) return this.#renderer.render(page, address, onRedirect);
    const { etag, lastModified } = old ?? {};
    return get(address, {
      ...this.#requestOptions,
      maxBytes: this.#options.maxPageBytes,
      headers: {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
      },
      onRedirect,
      onAnswer: checkHead,
    });
  }

  /** Keeps the last version of a page that fails temporarily, and removes a page that no longer exists. */
  async #failed({ url, userData: { depth } }: CrawlRequest, error: Error): Promise<void> {
    if (this.#events.interrupted.aborted) return;
    const isMissing = error instanceof InputError || (error instanceof FetchError && GONE.has(error.status));
    const old = this.#store.head(url);
    if (old !== undefined && isMissing) this.#store.remove(url);
    else if (old !== undefined) this.#store.put(url, { ...old, depth, seen: this.#number });
    if (error instanceof RefusalError) this.#putMissing(url, error.missing, `status ${error.status}`);
    if (!isMissing || this.#starts.has(url)) this.#events.failure(url, error);
    else this.#putMissing(url, 'not-found', messageOf(error));
  }
}

const headOf = ({ headers }: Answer) => ({
  fetched: new Date().toISOString(),
  contentType: headers['content-type'],
  etag: headers.etag,
  lastModified: headers['last-modified'],
});
