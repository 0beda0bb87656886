/** What the crawl uses of Crawlee, which is no dependency of the command. */
import { PackageError } from '@refrain/crawl';
import { importPackage } from '@refrain/crawl/internal';
import { CommandError, messageOf } from '../errors.ts';

/** Links from a beginning of the crawl, and redirects that led here. A feed is no page: it names some. */
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
}

export interface BasicCrawler {
  run(requests: readonly NewRequest[]): Promise<unknown>;
  addRequests(requests: readonly NewRequest[]): Promise<unknown>;
  stop(): void;
}

interface CrawlerOptions {
  readonly maxConcurrency: number;
  readonly maxRequestRetries: number;
  readonly requestHandlerTimeoutSecs: number;
  readonly useSessionPool: false;
  readonly minConcurrency: number;
  requestHandler(context: { readonly request: CrawlRequest }): Promise<void>;
  errorHandler(context: { readonly request: CrawlRequest }, error: Error): void;
  failedRequestHandler(context: { readonly request: CrawlRequest }, error: Error): Promise<void>;
}

export interface RobotsTxtFile {
  isAllowed(url: string, userAgent: string): boolean;
  getSitemaps(): readonly string[];
}

export interface Crawlee {
  readonly BasicCrawler: new (options: CrawlerOptions, configuration: unknown) => BasicCrawler;
  readonly Configuration: new (options: object) => unknown;
  readonly log: { setLevel(level: number): void };
  readonly RobotsTxtFile: { from(url: string, content: string): RobotsTxtFile };
}

/** Names that the compiler does not look for. */
const PARTS: readonly string[] = ['@crawlee/basic', '@crawlee/utils'];

/** @throws {CommandError} `PACKAGE_MISSING` */
export async function loadCrawlee(): Promise<Crawlee> {
  try {
    const load = (name: string) => importPackage<object>(name, 'refrain crawl', () => import(name));
    const parts = await Promise.all(PARTS.map(load));
    return Object.assign({}, ...parts) as Crawlee;
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw new CommandError(messageOf(error).replace(/npm install .*/, `npm install ${PARTS.join(' ')}`), {
      code: error.code,
    });
  }
}
