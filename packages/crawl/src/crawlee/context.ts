/** What is read of Crawlee, version 3, by its shape: nothing of it is imported, so that it need not be there. */
import type { Readable } from 'node:stream';

/** A request of Crawlee's queue. */
export interface CrawlRequest {
  readonly url: string;
  /** The address that answered, after all redirects. */
  readonly loadedUrl?: string | undefined;
  readonly uniqueKey: string;
  readonly method: string;
  /** Whether it is given up when its handler fails. */
  noRetry: boolean;
  /** What is kept with the request from one try to the next. */
  readonly userData: object;
}

/** Crawlee's EventManager. */
export interface CrawlEvents {
  on(event: 'persistState' | 'migrating' | 'aborting', listener: () => unknown): void;
  off(event: 'persistState' | 'migrating' | 'aborting', listener: () => unknown): void;
}

/** A crawler of Crawlee. */
export interface Crawler {
  readonly config: { getEventManager(): CrawlEvents };
  /** Ends the crawl when the requests on their way are through; the rest stays in the queue. */
  stop(reason?: string): void;
}

/** The context of a request. */
export interface CrawlContext {
  readonly request: CrawlRequest;
  readonly crawler: Crawler;
  readonly log: { warningOnce(message: string): void };
}

/** The response of a crawler without a browser: a stream with what the server said beside it. */
export interface HttpResponse extends Readable {
  readonly url?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The response of a crawler with a browser: Playwright's or Puppeteer's. */
export interface BrowserResponse {
  status(): number;
  headers(): Readonly<Record<string, string>>;
}

/** What contexts have beside {@link CrawlContext}, each crawler its own. */
export interface LoadedContext extends CrawlContext {
  readonly page?: { content(): Promise<string> };
  /** Bytes of HttpCrawler, text of those that parse. */
  readonly body?: string | Uint8Array;
  readonly contentType?: { readonly type: string };
  readonly response?: HttpResponse | BrowserResponse | null;
}
