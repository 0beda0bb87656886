/** Pages of a site on the web, for tools. */

import { crawlPlan } from '../../read/crawl/crawl-plan.ts';
import { loadCrawlee } from '../../read/crawl/crawlee.ts';
import { SiteCrawl } from '../../read/crawl/crawler.ts';
import { withPages } from '../../read/crawl/page-store.ts';
import type { Identity } from '../../read/identity/identity.ts';
import type { PageTest } from '../../read/patterns.ts';
import type { Plan } from '../../read/plan.ts';

export interface WebOptions {
  readonly allowPrivate: boolean;
  readonly identity?: Identity | undefined;
  readonly maxPageBytes: number;
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
}

interface SiteOptions extends WebOptions {
  readonly maxPages: number;
  readonly siteOf: (url: string) => string;
  readonly isRead: PageTest;
}

/** Limits that a model has no reason to change. */
const PACE = { maxDepth: undefined, concurrency: 4, rate: 5, userAgent: undefined };

/** Reads a site like `refrain crawl`, into a folder that is removed after `use`. */
export async function withSite<T>(
  address: string,
  options: SiteOptions,
  use: (plan: Plan, failures: string[]) => Promise<T>,
): Promise<T> {
  const { signal: interrupted } = options;
  const crawlee = await loadCrawlee();
  return withPages(undefined, async (store) => {
    const failures: string[] = [];
    const events = {
      interrupted,
      page: () => undefined,
      failure: (url: string, error: Error) => void failures.push(`${url}: ${error.message}`),
    };
    const crawl = await SiteCrawl.create(store, 1, { ...options, ...PACE, addresses: [address] }, events, crawlee);
    await crawl.run();
    interrupted.throwIfAborted();
    return use(crawlPlan(store, { ...options, number: 1, writesAll: true, site: undefined }), failures);
  });
}
