/** The used part of Crawlee, which is not a dependency of the command. */

import { errors } from '@refrain/crawl/engine';
import type { Page } from 'playwright-core';
import { withInstall } from '../../install.ts';
import type { browserOptions } from './renderer.ts';

/** Links from a start URL, and redirects so far. A feed lists pages and is not a page. */
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
  /** A browser opens an empty page first. */
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

/** Names that the compiler does not resolve. */
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
