/** The used part of Crawlee, which users install separately. */

import { errors } from '@refrain/crawl/engine';
import type { Page } from 'playwright-core';
import { withInstall } from '../../install.ts';
import type { browserOptions } from './renderer.ts';

/**
 * `depth`: links from a start URL. `hops`: redirects so far. `isFeed`: the URL is a feed, which lists pages and is not
 * a page.
 */
interface RequestData {
  readonly depth: number;
  readonly hops: number;
  readonly isFeed?: true;
}

export interface CrawlRequest {
  readonly url: string;
  readonly userData: RequestData;
  noRetry: boolean;
}

interface NewRequest {
  readonly url: string;
  readonly uniqueKey: string;
  readonly userData: RequestData;
  /** The crawler opens an empty page; the visit then requests the URL. */
  readonly skipNavigation: true;
}

interface Context {
  readonly request: CrawlRequest;
  readonly page?: Page;
}

export interface BasicCrawler {
  run(requests: readonly NewRequest[]): Promise<unknown>;
  addRequests(requests: readonly NewRequest[]): Promise<unknown>;
  stop(): void;
}

export interface CrawlerOptions {
  readonly maxConcurrency: number;
  readonly maxRequestRetries: number;
  readonly requestHandlerTimeoutSecs: number;
  readonly useSessionPool: false;
  readonly minConcurrency: number;
  requestHandler(context: Context): Promise<void>;
  errorHandler(context: Context, error: Error): void;
  failedRequestHandler(context: Context, error: Error): Promise<void>;
}

type BrowserOptions = ReturnType<typeof browserOptions>;

export interface Crawlee {
  readonly BasicCrawler: new (options: CrawlerOptions, configuration: unknown) => BasicCrawler;
  /** Present if a browser reads the pages. */
  readonly chromium?: object;
  readonly PlaywrightCrawler?: new (options: CrawlerOptions & BrowserOptions, configuration: unknown) => BasicCrawler;
  readonly Configuration: new (options: object) => unknown;
  readonly log: { setLevel(level: number): void };
}

/** As strings, so that the compiler does not resolve them. */
const PARTS: readonly string[] = ['@crawlee/basic'];
const BROWSER_PARTS: readonly string[] = ['@crawlee/playwright', 'playwright'];

/** @throws {CommandError} `PACKAGE_MISSING` */
export async function loadCrawlee(isBrowser = false): Promise<Crawlee> {
  const names = isBrowser ? [...PARTS, ...BROWSER_PARTS] : PARTS;
  const user = isBrowser ? 'refrain crawl --browser' : 'refrain crawl';
  const load = (name: string) => errors.importPackage<object>(name, user, () => import(name));
  try {
    return Object.assign({}, ...(await Promise.all(names.map(load)))) as Crawlee;
  } catch (error) {
    throw withInstall(error, names, isBrowser ? ' && npx playwright install chromium' : '');
  }
}
