/** The parts of Crawlee, version 3, that are used. Nothing is imported from Crawlee, so that it need not be installed. */
import type { Readable } from 'node:stream';

/** A request of Crawlee's queue. */
export interface CrawlRequest {
  readonly url: string;
  /** The URL after all redirects. */
  readonly loadedUrl?: string | undefined;
  readonly uniqueKey: string;
  readonly method: string;
  /** Whether the request is not retried when its handler fails. */
  noRetry: boolean;
  /** Data that is kept with the request between attempts. */
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
  /** Ends the crawl after the running requests; the others stay in the queue. */
  stop(reason?: string): void;
}

/** The context of a request. */
export interface CrawlContext {
  readonly request: CrawlRequest;
  readonly crawler: Crawler;
  readonly log: { warningOnce(message: string): void };
}

/** The response of a crawler without a browser: a stream with the status and the headers. */
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

/** Properties that contexts of some crawlers have beside {@link CrawlContext}. */
export interface LoadedContext extends CrawlContext {
  readonly page?: { content(): Promise<string> };
  /** Bytes of HttpCrawler, text of those that parse. */
  readonly body?: string | Uint8Array;
  readonly contentType?: { readonly type: string };
  readonly response?: HttpResponse | BrowserResponse | null;
}
