/**
 * The pages of a crawl as input of a run, in the order of their URLs. So the result does not depend on the order in
 * which they were read.
 */

import type { PageTest } from '../patterns.ts';
import { LARGE_BYTES, type Plan } from '../plan.ts';
import type { Task } from '../task.ts';
import type { PageHead, PageStore } from './page-store.ts';

export interface CrawlPlan extends Plan {
  /** Number of pages, and number of those to write. */
  readonly pages: number;
  readonly toWrite: number;
}

interface CrawlPlanOptions {
  readonly number: number;
  readonly isRead: PageTest;
  /** True if unchanged pages are written too. */
  readonly writesAll: boolean;
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
}

export function crawlPlan(store: PageStore, options: CrawlPlanOptions): CrawlPlan {
  const { number, writesAll, site, siteOf, isRead } = options;
  const isWritten = (head: PageHead): boolean => !writesAll && head.changed !== number;
  const sums = { pages: 0, toWrite: 0, bytes: 0 };
  for (const [, head] of headsOf(store, number, isRead)) {
    sums.pages += 1;
    sums.bytes += head.length;
    if (!isWritten(head)) sums.toWrite += 1;
  }
  return {
    ...{ inputs: [], files: [], failures: [], folders: [], root: '', isInput: () => false },
    ...{ pages: sums.pages, toWrite: sums.toWrite, total: sums.pages },
    isLarge: sums.bytes >= LARGE_BYTES,
    isEstimate: false,
    async *tasks({ interrupted }) {
      for (const [url, head] of headsOf(store, number, isRead)) {
        if (interrupted.aborted) break;
        const bytes = store.body(url);
        const { contentType, fetched, missing } = head;
        const from = { kind: 'bytes', bytes, contentType, capture: undefined, fetched } as const;
        const named = { site: site ?? siteOf(url), id: url, namesSite: true, url, source: url };
        yield { ...named, isWritten: isWritten(head), missing, from } satisfies Task;
      }
    },
  };
}

/** The pages of the last crawl that are judged. */
function* headsOf(store: PageStore, number: number, isRead: PageTest) {
  for (const [url, head] of store.heads())
    if (head.seen === number && isRead({ url, id: url })) yield [url, head] as const;
}
