/** The used types of Crawlee 3, declared here so that it need not be installed. */
import type { Readable } from 'node:stream';

/** A request of a crawler. */
export interface CrawlRequest {
  readonly url: string;
  /** After all redirects. */
  readonly loadedUrl?: string | undefined;
  readonly uniqueKey: string;
  readonly method: string;
  /** True if the request is not retried when its handler fails. */
  noRetry: boolean;
  /** Data that are kept with the request between attempts. */
  readonly userData: object;
}

/** Events at which a crawler saves its state. */
export interface CrawlEvents {
  on(event: 'persistState' | 'migrating' | 'aborting', listener: () => unknown): void;
  off(event: 'persistState' | 'migrating' | 'aborting', listener: () => unknown): void;
}

/** The part of a crawler that is used. */
export interface Crawler {
  readonly config: { getEventManager(): CrawlEvents };
  /** Ends the crawl after the running requests; the others remain in the queue. */
  stop(reason?: string): void;
}

/** The context of a request handler. */
export interface CrawlContext {
  readonly request: CrawlRequest;
  readonly crawler: Crawler;
  readonly log: { warningOnce(message: string): void };
}

/** The response of a crawler without a browser: a stream with status and headers. */
export interface HttpResponse extends Readable {
  readonly url?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The response of Playwright or Puppeteer. */
export interface BrowserResponse {
  status(): number;
  headers(): Readonly<Record<string, string>>;
}

/** Properties of the contexts of some crawlers. */
export interface LoadedContext extends CrawlContext {
  readonly page?: { evaluate(program: string): Promise<string> };
  /** Bytes in HttpCrawler; text in crawlers that parse. */
  readonly body?: string | Uint8Array;
  readonly contentType?: { readonly type: string };
  readonly response?: HttpResponse | BrowserResponse | null;
}
