import { RefrainError } from 'refrain';
import type { Sites } from '../sites/sites.ts';
import type { CrawlEvents, Crawler } from './context.ts';

const EVENTS = ['persistState', 'migrating', 'aborting'] as const;

/** Flushes sites when Crawlee persists its own state, and before a request is marked as handled. */
export class Persistence {
  static readonly #ofSites = new WeakMap<Sites, Persistence>();
  readonly #sites: Sites;
  readonly #followed = new WeakSet<CrawlEvents>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  private constructor(sites: Sites) {
    this.#sites = sites;
  }

  /** The persistence of these sites, which all their handlers share. */
  static of(sites: Sites): Persistence {
    const known = Persistence.#ofSites.get(sites);
    if (known !== undefined) return known;
    const made = new Persistence(sites);
    Persistence.#ofSites.set(sites, made);
    return made;
  }

  /** Flushes at the crawler's events from now on, until the sites are closed. */
  follow(crawler: Crawler): void {
    const events = crawler.config.getEventManager();
    if (this.#followed.has(events)) return;
    this.#followed.add(events);
    // `crawler.run()` emits the last persistState event, and waits for its listeners, before it ends.
    const listener = (): Promise<void> =>
      this.flush().catch((error: unknown) => {
        if (error instanceof RefrainError && error.code === 'DISPOSED') {
          for (const event of EVENTS) events.off(event, listener);
        } else {
          stopFor(crawler, error);
        }
      });
    for (const event of EVENTS) events.on(event, listener);
  }

  /** Flushes everything that was learned up to this call. All calls during a flush share the next one. */
  flush(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    const start = (): Promise<void> => this.#start();
    this.#next ??= this.#running.then(start, start);
    return this.#next;
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const running = this.#sites.flush().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

/** Ends a crawl whose store cannot be used. No request fails for it: the queue keeps them for the next run. */
export function stopFor(crawler: Crawler, error: unknown): void {
  crawler.stop(`refrain stops the crawl: ${error instanceof Error ? error.message : String(error)}`);
}
