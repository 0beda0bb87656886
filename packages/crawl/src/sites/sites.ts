/// <reference lib="esnext.disposable" preserve="true" />
import type { CreateOptions, Page, TreeOptions } from 'refrain';
import {
  type DetectorOptions,
  InputError,
  OptionError,
  type ResolvedOptions,
  resolveOptions,
  UsageError,
} from 'refrain';
import type { Core } from 'refrain/unstable';
import { checkSite, openSnapshot, Reader, savedOptions, sealSnapshot } from 'refrain/unstable';
import { StoreError } from '../errors.ts';
import type { DecodedHtml } from '../input/charset.ts';
import { agree, tableOptions } from './agreement.ts';
import { LevelStore, type SiteDatabase, type SiteSummary } from './level.ts';
import { type SiteOf, siteFinder } from './site-of.ts';
import { type Soon, then } from './store.ts';
import { coreForSites, type PageInput, SiteTables, TreeInput } from './tables.ts';
import { Turns } from './turns.ts';

const MIB = 1024 * 1024;

type Decode = (bytes: Uint8Array, contentType?: string) => DecodedHtml;

/** When what was learned goes to the store: after so many pages or seconds, whichever comes first. */
export interface FlushEvery {
  /** Default: 20,000. */
  readonly pages?: number;
  /** Default: 30. */
  readonly seconds?: number;
}

/** Where many sites are kept, and how they are told apart; the detector's options are those of every site. */
export interface SitesOptions extends DetectorOptions {
  /** A folder in Node, the name of an IndexedDB database in browsers; made if it is not there. */
  location?: string;
  /** Instead of a location: an abstract-level database, or a sublevel of one. It is its owner's to close. */
  store?: SiteDatabase;
  /** What of a URL makes a site; default: `host`. */
  siteOf?: SiteOf;
  flushEvery?: FlushEvery;
  /**
   * Most linear memory, in bytes: pages in hand and the tables of the sites that were used last, of which one may take a
   * quarter (`TABLE_FULL`). Default: 256 MiB. What the host language needs beside it is some 200 bytes for each of them.
   */
  maxMemory?: number;
}

/** How one page is read. */
export interface SitePageOptions {
  /** Identity of the page, where that is not its URL. */
  id?: string;
  /** Its site, where that is not for its URL to say. */
  site?: string;
  /** The Content-Type header of its response: bytes are read in the character set that it names. */
  contentType?: string | undefined;
}

/** What is held, and what it cost. */
export interface SitesStats {
  /** Sites that are known. */
  readonly sites: number;
  /** Pages that were counted since `open`. */
  readonly pages: number;
  /** Sites whose tables are in linear memory. */
  readonly hot: number;
  /** Tables read from the store since `open`, and tables that had to make room. */
  readonly loaded: number;
  readonly evicted: number;
  /** Bytes that wait for the store. */
  readonly queuedBytes: number;
  /** Bytes of linear memory. */
  readonly memoryBytes: number;
}

/**
 * Many sites, each with its table, in an embedded store: a crawl as it comes, in any order, over any number of runs.
 *
 * ```ts
 * const sites = await Sites.open({ location: 'crawl.refrain' });
 * for await (const { url, bytes, contentType } of crawl) {
 *   const page = await sites.learn(url, bytes, { contentType });
 *   console.log(page.text('content'));
 * }
 * await sites.close();
 * ```
 *
 * Calls are answered one after another, in the order in which they were made. A page is a view that holds until the next
 * call is answered: read it before you wait for anything else.
 *
 * A page is counted once: the ids of all pages that were counted are kept with their site. So a crawl that was cut off may
 * be fed again from any earlier point, and ends as if nothing had happened.
 */
export class Sites {
  readonly options: ResolvedOptions;
  readonly #store: LevelStore;
  readonly #core: Core;
  readonly #tables: SiteTables;
  readonly #siteOf: (url: string) => string;
  readonly #decode: Decode;
  readonly #flushEvery: Required<FlushEvery>;
  readonly #turns = new Turns();
  #pages = 0;
  #unflushed = 0;
  #flushedAt = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failure: unknown;
  #closed = false;

  private constructor(
    core: Core,
    store: LevelStore,
    how: {
      options: ResolvedOptions;
      siteOf: (url: string) => string;
      decode: Decode;
      flushEvery: Required<FlushEvery>;
    },
  ) {
    this.options = how.options;
    this.#core = core;
    this.#store = store;
    this.#tables = new SiteTables(new Reader(core, how.options), store);
    this.#siteOf = how.siteOf;
    this.#decode = how.decode;
    this.#flushEvery = how.flushEvery;
  }

  /**
   * Opens the store, or makes it. Options that it was made with need not be given again; limits are those of this call.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {StoreError} `STORE_LOCKED` where it is open elsewhere, `STORE_OPTIONS` where it was made with other options,
   * `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   */
  static async open(options: SitesOptions, create: CreateOptions = {}): Promise<Sites> {
    const { location, store: database, siteOf = 'host', flushEvery = {}, ...detector } = options;
    const place = database ?? location;
    if (place === undefined || (database !== undefined && location !== undefined)) {
      throw new OptionError('either location or store must be given');
    }
    const given: DetectorOptions = { ...detector, maxMemory: detector.maxMemory ?? 256 * MIB };
    resolveOptions(given);
    // Character sets are large; who has one site and UTF-8 does without them.
    const { decodeHtml: decode } = await import('../input/charset.ts');
    const how = { siteOf: await siteFinder(siteOf), decode, flushEvery: checkFlushEvery(flushEvery) };
    const settle = (saved: ResolvedOptions | undefined): ResolvedOptions =>
      saved === undefined ? resolveOptions(given) : agree(given, saved);
    const opened = await LevelStore.open(place, { create: true, settle });
    try {
      const core = await coreForSites(opened.options, create);
      return new Sites(core, opened.store, { ...how, options: opened.options });
    } catch (error) {
      await opened.store.close();
      throw error;
    }
  }

  /**
   * Labels the page's blocks by what is known of its site, and counts the page, unless one of its id was counted before.
   * The page is a string, or bytes in the character set that they and `contentType` say.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `TABLE_FULL`, `OUT_OF_MEMORY`; the site is as if the page had
   * not been given
   * @throws {StoreError} `STORE_DAMAGED` where the site's record is; `STORE_FAILED` where the store can not be read or
   * written: the page was not counted, and what was learned before is kept in memory for the next try
   * @throws {UsageError} `DISPOSED` after `close`
   */
  learn(url: string, html: string | Uint8Array, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#learn(url, () => this.#readable(html, options.contentType), options);
  }

  /**
   * `learn` for a tree that exists already: a browser's document, or any other that `Detector.learnTree` takes. It is read
   * when its turn comes. Blocks and segments lead back to its nodes.
   */
  learnTree<N>(url: string, root: N, options: SitePageOptions & TreeOptions<N> = {}): Promise<Page<N>> {
    return this.#learn(url, () => new TreeInput(root, options.adapter), options);
  }

  #learn<N>(url: string, read: () => PageInput<N>, options: SitePageOptions): Promise<Page<N>> {
    return this.#take(() => {
      const site = this.#site(url, options);
      const id = checkId(options.id ?? url);
      const input = read();
      return then(this.#isDue() ? this.#flushNow() : undefined, () =>
        then(this.#tables.admit(site), () =>
          then(this.#tables.counted([{ site, id }]), ([counted]) => {
            if (counted === true) return this.#tables.label(site, input);
            const page = this.#tables.learn(site, input, id);
            if (page.counted) this.#note();
            return page;
          }),
        ),
      );
    });
  }

  /** Labels the page's blocks by what is known of its site, and changes nothing. Throws as `learn` does. */
  label(url: string, html: string | Uint8Array, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#take(() => this.#label(this.#site(url, options), this.#readable(html, options.contentType)));
  }

  /** `label` for a tree that exists already. */
  labelTree<N>(url: string, root: N, options: SitePageOptions & TreeOptions<N> = {}): Promise<Page<N>> {
    return this.#take(() => this.#label(this.#site(url, options), new TreeInput(root, options.adapter)));
  }

  /**
   * Labels a page that was learned before by what is known today, without counting it: the second pass over a crawl for
   * those who can afford one. The first pages of a site, of which nothing was known, then have their template too.
   *
   * @throws {StoreError} `SITE_UNKNOWN` where no page of the site was counted; else as `learn`
   */
  relabel(url: string, html: string | Uint8Array, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#take(() => {
      const site = this.#site(url, options);
      return then(this.#known(site), () => this.#label(site, this.#readable(html, options.contentType)));
    });
  }

  #label<N>(site: string, input: PageInput<N>): Soon<Page<N>> {
    return then(this.#tables.admit(site), () => this.#tables.label(site, input));
  }

  /** Numbers of what is held. */
  stats(): SitesStats {
    this.#check();
    const { newSites } = this.#tables;
    return { sites: this.#store.count + newSites, pages: this.#pages, ...this.#tables.stats };
  }

  /** All sites in the order of their names, as they were when the last `flush` ended; it begins with one. */
  async *list(): AsyncGenerator<SiteSummary> {
    await this.flush();
    yield* this.#store.list();
  }

  /** Removes all that is known of a site; whether anything was. */
  forget(site: string): Promise<boolean> {
    return this.#take(async () => {
      const hot = await this.#tables.drop(checkSite(site));
      const [record] = await this.#store.records([site]);
      if (record !== undefined) await this.#store.forget(site);
      return hot || record !== undefined;
    });
  }

  /**
   * What is known of a site, as a snapshot that `Detector.restore` takes. Of the ids of counted pages it holds the last.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   */
  snapshot(site: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#take(() =>
      then(this.#known(checkSite(site)), () => sealSnapshot(this.#core, this.options, this.#tables.saved(site))),
    );
  }

  /**
   * Puts a detector's snapshot in the place of all that is known of a site.
   *
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   * @throws {StoreError} `STORE_OPTIONS` where it was made with other options than the store
   */
  restore(site: string, snapshot: Uint8Array): Promise<void> {
    return this.#take(() => {
      const opened = openSnapshot(this.#core, snapshot);
      agree(tableOptions(savedOptions(opened.options)), this.options);
      return then(this.#tables.admit(checkSite(site)), () => this.#tables.replace(site, opened));
    });
  }

  /** Writes what was learned to the store; when the promise is kept it outlives a crash of the machine. */
  flush(): Promise<void> {
    return this.#turns.take(() => {
      this.#check();
      return this.#flushNow();
    });
  }

  /** Writes what was learned and closes the store; every later call throws `DISPOSED`. */
  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.flush();
    } finally {
      this.#closed = true;
      this.#core.generation += 1;
      clearTimeout(this.#timer);
      await this.#store.close();
    }
  }

  /** For `await using`: {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Bytes in the character set that they are in; all else is for the reader to refuse. */
  #readable(html: string | Uint8Array, contentType: string | undefined): string | Uint8Array {
    return html instanceof Uint8Array ? this.#decode(html, contentType).html : html;
  }

  #check(): void {
    if (this.#closed) throw new UsageError('DISPOSED', 'the sites were closed');
  }

  #take<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#turns.take(() => {
      this.#check();
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure !== undefined) throw failure;
      return work();
    });
  }

  #site(url: string, { site }: SitePageOptions): string {
    return site === undefined ? this.#siteOf(url) : checkSite(site);
  }

  #known(site: string): Soon<void> {
    return then(this.#tables.admit(site), () => {
      if (!this.#tables.isKnown(site)) throw new StoreError('SITE_UNKNOWN', `no page of ${site} was counted`);
    });
  }

  #isDue(): boolean {
    const { pages, seconds } = this.#flushEvery;
    return this.#unflushed >= pages || (this.#unflushed > 0 && performance.now() - this.#flushedAt >= seconds * 1000);
  }

  #note(): void {
    this.#pages += 1;
    this.#unflushed += 1;
    if (this.#unflushed > 1) return;
    this.#flushedAt = performance.now();
    if (this.#flushEvery.seconds === Number.POSITIVE_INFINITY) return;
    // For when no page comes any more; what fails then is told to the next call.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.flush().catch((error: unknown) => {
          this.#failure ??= error;
        });
      },
      Math.min(this.#flushEvery.seconds * 1000, 2 ** 31 - 1),
    );
    if (typeof this.#timer === 'object') this.#timer.unref();
  }

  async #flushNow(): Promise<void> {
    await this.#tables.flush();
    this.#failure = undefined;
    this.#unflushed = 0;
    this.#flushedAt = performance.now();
  }
}

function checkId(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw new InputError('a page id is a text that is not empty');
  return id;
}

function checkFlushEvery({ pages = 20_000, seconds = 30 }: FlushEvery): Required<FlushEvery> {
  for (const [name, value] of Object.entries({ pages, seconds })) {
    if (typeof value !== 'number' || !(value > 0)) throw new OptionError(`flushEvery.${name} must be a number above 0`);
  }
  return { pages, seconds };
}
