import { RefrainError } from 'refrain';
import type { Sites } from '../sites/sites.ts';
import type { CrawlEvents, Crawler } from './context.ts';

const EVENTS = ['persistState', 'migrating', 'aborting'] as const;

/** Event emitters that already flush the sites. All handlers of a crawl share one. */
const followed = new WeakMap<Sites, WeakSet<CrawlEvents>>();

/** Flushes sites whenever Crawlee persists its state, until the sites are closed. */
export function flushWith(crawler: Crawler, sites: Sites): void {
  const events = crawler.config.getEventManager();
  const known = followed.get(sites) ?? new WeakSet();
  if (known.has(events)) return;
  followed.set(sites, known.add(events));
  // `crawler.run()` emits the last persistState event, and awaits its listeners, before it ends.
  const listener = (): Promise<void> =>
    sites.flush().catch((error: unknown) => {
      if (error instanceof RefrainError && error.code === 'DISPOSED') {
        for (const event of EVENTS) events.off(event, listener);
      } else {
        stopFor(crawler, error);
      }
    });
  for (const event of EVENTS) events.on(event, listener);
}

/** Ends a crawl whose store failed. Its requests remain in the queue for the next run. */
export function stopFor(crawler: Crawler, error: unknown): void {
  crawler.stop(`refrain stops the crawl: ${error instanceof Error ? error.message : String(error)}`);
}
