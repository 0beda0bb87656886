import { RefrainError } from 'refrain';
import type { Sites } from '../sites/sites.ts';
import type { CrawlEvents, Crawler } from './context.ts';

const EVENTS = ['persistState', 'migrating', 'aborting'] as const;

/** Writes what was learned when Crawlee writes what it knows, and before it takes a request for done. */
export class Persistence {
  static readonly #ofSites = new WeakMap<Sites, Persistence>();
  readonly #sites: Sites;
  readonly #heard = new WeakSet<CrawlEvents>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  private constructor(sites: Sites) {
    this.#sites = sites;
  }

  /** The one of these sites, whatever number of handlers they have. */
  static of(sites: Sites): Persistence {
    const known = Persistence.#ofSites.get(sites);
    if (known !== undefined) return known;
    const made = new Persistence(sites);
    Persistence.#ofSites.set(sites, made);
    return made;
  }

  /** Goes by the crawler's events from now on, until the sites are closed. */
  follow(crawler: Crawler): void {
    const events = crawler.config.getEventManager();
    if (this.#heard.has(events)) return;
    this.#heard.add(events);
    // The last of these events is what `crawler.run()` waits for before it ends.
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

  /** Writes all that was learned up to this call; calls that come while it is written are answered by one writing more. */
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

/** Ends a crawl whose store can not be used: no page fails for it, the queue keeps them for the next run. */
export function stopFor(crawler: Crawler, error: unknown): void {
  crawler.stop(
    `refrain can not go on, the crawl is stopped: ${error instanceof Error ? error.message : String(error)}`,
  );
}
