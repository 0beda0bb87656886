/** Learns and labels pages of many sites. `Sites` and the command are its users; Restate, which keeps tables elsewhere, uses `TableReader`. */

import { type Page, UsageError } from 'refrain';
import { checkSite, type Reader } from 'refrain/internal';
import { andThen, type MaybePromise, type SiteStore } from '../store/store.ts';
import { makeTemplate, type TemplateEvent } from '../store/template-maker.ts';
import { type FlushEvery, FlushPolicy } from './flush-policy.ts';
import type { PageInput } from './page-input.ts';
import { SerialQueue } from './serial-queue.ts';
import { type PageRef, SiteTables } from './tables.ts';

/** When a service writes to its store. */
export interface ServiceOptions {
  readonly flushEvery: Required<FlushEvery>;
  /** Whether a timer starts a due flush when no further page comes. Its error is thrown by the next call. */
  readonly flushesWhenIdle: boolean;
  /** Whether the template of each site is kept beside its table, and what is called with its events. */
  readonly template?: boolean | undefined;
  readonly onEvent?: ((event: TemplateEvent) => void) | undefined;
  /** Whether templates observe pages that were counted before. Default: true, so that a site can be read again for its template. */
  readonly observesKnown?: boolean | undefined;
}

/**
 * The tables of sites behind a queue of calls. Users call the methods for pages inside of `run`; these answer synchronously where
 * the store does. A page is a view that is valid until the next page is read.
 */
export class SiteService {
  readonly tables: SiteTables;
  readonly #onEvent: ((event: TemplateEvent) => void) | undefined;
  readonly #observesKnown: boolean;
  readonly #calls = new SerialQueue();
  readonly #policy: FlushPolicy;
  #pages = 0;
  #idleFailure: unknown;
  #isClosed = false;

  constructor(reader: Reader, store: SiteStore, options: ServiceOptions) {
    const { flushEvery, flushesWhenIdle, template = false, onEvent, observesKnown = true } = options;
    this.tables = new SiteTables(reader, store, template ? makeTemplate : undefined);
    this.#onEvent = template ? (onEvent ?? (() => undefined)) : undefined;
    this.#observesKnown = observesKnown;
    const onIdle = (): void => {
      this.flush().catch((error: unknown) => {
        this.#idleFailure ??= error;
      });
    };
    this.#policy = new FlushPolicy(flushEvery, flushesWhenIdle ? onIdle : undefined);
  }

  /** Pages that this service has counted. */
  get pages(): number {
    return this.#pages;
  }

  /**
   * Runs a call after all earlier calls.
   *
   * @throws {UsageError} `DISPOSED` after `close`; and the error of a flush that a timer started
   */
  run<T>(call: () => MaybePromise<T>): Promise<T> {
    return this.#calls.run(() => {
      this.check();
      const failure = this.#idleFailure;
      this.#idleFailure = undefined;
      if (failure !== undefined) throw failure;
      return call();
    });
  }

  /** @throws {UsageError} `DISPOSED` after `close` */
  check(): void {
    if (this.#isClosed) throw new UsageError('DISPOSED', 'the sites were closed');
  }

  /**
   * Loads the tables of a batch of pages and asks which of the pages were counted before, with one question to the store each.
   * Answers are for `learn` and `label`.
   */
  prepare(pages: readonly PageRef[]): MaybePromise<readonly boolean[]> {
    return andThen(this.tables.admitAll(pages.map(({ site }) => site)), () => this.tables.counted(pages));
  }

  /**
   * Labels a page, and counts it unless it was counted before. `isCounted` is the answer of `prepare`, which is asked for again
   * where the site's table was evicted since.
   */
  learn<N>(page: PageRef, input: PageInput<N>, isCounted?: boolean): MaybePromise<Page<N>> {
    return this.#withTable(page, isCounted, (answer) => this.#learn(page, input, answer));
  }

  /** Runs with the site's table in memory, and with the answer whether the page was counted. */
  #withTable<T>(page: PageRef, isCounted: boolean | undefined, run: (isCounted: boolean) => T): MaybePromise<T> {
    checkSite(page.site);
    if (isCounted !== undefined && this.tables.isHot(page.site)) return run(isCounted);
    return andThen(this.tables.admit(page.site), () =>
      andThen(this.tables.counted([page]), ([answer = false]) => run(answer)),
    );
  }

  #learn<N>(ref: PageRef, input: PageInput<N>, isCounted: boolean): Page<N> {
    const page = this.tables.learn(ref, input, isCounted);
    if (page.counted) {
      this.#pages += 1;
      this.#policy.count();
    }
    const isObserved = page.counted || this.#observesKnown;
    if (this.#onEvent !== undefined && isObserved) this.#observe(ref, page, this.#onEvent);
    return page;
  }

  #observe({ site, id }: PageRef, page: Page, report: (event: TemplateEvent) => void): void {
    const template = this.tables.template(site);
    if (template === undefined) return;
    const events = template.observe(page, id);
    // A page that was counted before changes no table. Where a site is read again for its template, that changes with each page.
    const isBehind = template.pages <= page.number;
    if (!page.counted && (events.length > 0 || isBehind)) this.tables.keepTemplate(site);
    for (const event of events) report(event);
  }

  /** Labels a page by what is known of other pages of its site, and changes nothing. `isCounted` as in `learn`. */
  label<N>(page: PageRef, input: PageInput<N>, isCounted?: boolean): MaybePromise<Page<N>> {
    return this.#withTable(page, isCounted, (answer) => this.tables.label(page, input, answer));
  }

  /** Writes counted pages to the store where that is due. */
  flushIfDue(): MaybePromise<void> {
    return this.#policy.isDue ? this.#flush() : undefined;
  }

  /** Writes counted pages to the store, after all earlier calls; resolves when the store has them. */
  flush(): Promise<void> {
    return this.#calls.run(() => {
      this.check();
      return this.#flush();
    });
  }

  async #flush(): Promise<void> {
    await this.tables.flush();
    this.#idleFailure = undefined;
    this.#policy.flushed();
  }

  /** Makes every later call throw `DISPOSED`. What is not flushed is lost. */
  close(): void {
    this.#isClosed = true;
    this.#policy.stop();
  }
}
