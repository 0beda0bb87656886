/// <reference lib="esnext.disposable" preserve="true" />
import type { LayoutRecord, SiteRules } from '@refrain/rules';
import type { CreateOptions, ElementOf, NodeOf, Page, ResolvedOptions, TreeAdapter, TreeOptions } from 'refrain';
import { checkSite } from 'refrain/internal';
import { urlText } from '../check.ts';
import type { SiteSummary } from '../store/level.ts';
import { andThen } from '../store/store.ts';
import { openParts, type SitesParts } from './open-sites.ts';
import { type PageInput, TreeInput } from './page-input.ts';
import type { SiteService } from './service.ts';
import { admitKnown, forgetSite, restoreSite, snapshotOf, templateOf } from './site-state.ts';
import {
  checkId,
  checkPageOptions,
  checkSitesOptions,
  checkTreeOptions,
  type SitePageOptions,
  type SitesOptions,
  type SitesStats,
} from './sites-options.ts';
import type { PageRef } from './tables.ts';

export type { FlushEvery } from './flush-policy.ts';
export type { SitePageOptions, SitesOptions, SitesStats } from './sites-options.ts';

/**
 * Many sites, each with its table, in an embedded store. Pages of a crawl may come in any order, over any number of runs.
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
 * Calls are answered one after another, in the order in which they were made. A page is a view that is valid until the next
 * call is answered: read it before you wait for anything else.
 *
 * A page is counted once: the ids of all counted pages are kept with their site. After a crash a crawl may be fed again from any
 * earlier point; the store then ends in the same state as without the crash.
 */
export class Sites {
  readonly options: ResolvedOptions;
  readonly #parts: SitesParts;
  readonly #service: SiteService;
  #isClosed = false;

  private constructor(parts: SitesParts) {
    this.options = parts.options;
    this.#parts = parts;
    this.#service = parts.service;
  }

  /**
   * Opens the store, or creates it. The options that it was created with need not be given again; limits are those of this call.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {StoreError} `STORE_LOCKED` where it is open elsewhere, `STORE_OPTIONS` where it was created with other options,
   * `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   * @throws {PackageError} `PACKAGE_MISSING` where a location or `siteOf: 'domain'` needs a package that is not installed
   */
  static async open(options: SitesOptions, create: CreateOptions = {}): Promise<Sites> {
    return new Sites(await openParts(checkSitesOptions(options), create));
  }

  /**
   * Labels the page's blocks by what is known of its site, and counts the page unless a page of the same id was counted before.
   * The page is a string, or bytes in the character set that they and `contentType` name.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `TABLE_FULL`, `OUT_OF_MEMORY`; the page has changed nothing
   * @throws {StoreError} `STORE_DAMAGED` where the site's record is damaged; `STORE_FAILED` where the store cannot be read or
   * written: the page was not counted, and what was learned before is kept in memory for the next attempt
   * @throws {UsageError} `DISPOSED` after `close`
   */
  learn(url: string | URL, html: string | Uint8Array, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#learn(url, options, () => this.#input('learn', html, options));
  }

  /**
   * `learn` for a tree that exists already: a browser's document, or any other that `Detector.learnTree` takes. The tree is read
   * when all earlier calls are answered. Blocks and segments lead back to its nodes.
   */
  learnTree<N>(url: string | URL, root: N, options: SitePageOptions & { adapter: TreeAdapter<N> }): Promise<Page<N>>;
  learnTree<Root>(
    url: string | URL,
    root: Root,
    options?: SitePageOptions,
  ): Promise<Page<NodeOf<Root>, ElementOf<Root>>>;
  learnTree(url: string | URL, root: unknown, options: SitePageOptions & TreeOptions<unknown> = {}): Promise<Page> {
    return this.#learn(url, options, () => tree('learnTree', root, options));
  }

  #learn<N>(url: string | URL, options: SitePageOptions, read: () => PageInput<N>): Promise<Page<N>> {
    return this.#service.run(() => {
      const input = read();
      const page = this.#ref(url, options);
      return andThen(this.#service.flushIfDue(), () => this.#service.learn(page, input));
    });
  }

  /**
   * Labels the page's blocks by what is known of other pages of its site, and changes nothing: the page's own sight is left out
   * where it was counted. Throws as `learn` does.
   */
  label(url: string | URL, html: string | Uint8Array, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#service.run(() => {
      const input = this.#input('label', html, options);
      return this.#service.label(this.#ref(url, options), input);
    });
  }

  /** `label` for a tree that exists already. */
  labelTree<N>(url: string | URL, root: N, options: SitePageOptions & { adapter: TreeAdapter<N> }): Promise<Page<N>>;
  labelTree<Root>(
    url: string | URL,
    root: Root,
    options?: SitePageOptions,
  ): Promise<Page<NodeOf<Root>, ElementOf<Root>>>;
  labelTree(url: string | URL, root: unknown, options: SitePageOptions & TreeOptions<unknown> = {}): Promise<Page> {
    return this.#service.run(() => {
      const input = tree('labelTree', root, options);
      return this.#service.label(this.#ref(url, options), input);
    });
  }

  /**
   * Labels a page that was learned before by what is known now of other pages, without counting it: the second pass over a crawl.
   * The first pages of a site, which were labelled when nothing was known of it, then get their template too.
   *
   * @throws {StoreError} `SITE_UNKNOWN` where no page of the site was counted; else as `learn`
   */
  relabel(url: string | URL, html: string | Uint8Array, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#service.run(() => {
      const input = this.#input('relabel', html, options);
      const page = this.#ref(url, options);
      return andThen(admitKnown(this.#service.tables, page.site), () => this.#service.label(page, input));
    });
  }

  /** Numbers of what is held. */
  stats(): SitesStats {
    this.#service.check();
    const { tables, pages } = this.#service;
    return { sites: this.#parts.store.count + tables.newSites, pages, ...tables.stats };
  }

  /** All sites in the order of their names, as of the flush with which it begins. */
  async *list(): AsyncGenerator<SiteSummary> {
    await this.flush();
    yield* this.#parts.store.list();
  }

  /** Removes all that is known of a site; whether anything was known. */
  forget(site: string): Promise<boolean> {
    return this.#service.run(() => forgetSite(this.#parts, checkSite(site)));
  }

  /**
   * What is known of a site, as a snapshot that `Detector.restore` takes. It holds the last ids of counted pages, not all.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   */
  snapshot(site: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#service.run(() => snapshotOf(this.#parts, checkSite(site)));
  }

  /**
   * Replaces all that is known of a site by a detector's snapshot.
   *
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   * @throws {StoreError} `STORE_OPTIONS` where the snapshot was made with other options than the store
   */
  restore(site: string, snapshot: Uint8Array): Promise<void> {
    return this.#service.run(() => restoreSite(this.#parts, checkSite(site), snapshot));
  }

  /**
   * The layouts of a site, that with most pages first. For sites with the option `template`.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   * @throws {OptionError} `OPTION_INVALID` without `template`
   */
  layouts(site: string): Promise<LayoutRecord[]> {
    return this.#service.run(() => andThen(templateOf(this.#parts, checkSite(site)), (template) => template.layouts()));
  }

  /**
   * Selectors of the template and the content of a site. For sites with the option `template`.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   * @throws {OptionError} `OPTION_INVALID` without `template`
   * @throws {RulesError} `TOO_FEW_PAGES`
   */
  rules(site: string): Promise<SiteRules> {
    return this.#service.run(() =>
      andThen(templateOf(this.#parts, checkSite(site)), (template) => template.rules(site)),
    );
  }

  /** Writes what was learned to the store. Once the promise resolves, it survives a crash of the machine. */
  flush(): Promise<void> {
    return this.#service.flush();
  }

  /** Writes what was learned and closes the store. Every later call throws `DISPOSED`. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.flush();
    } finally {
      this.#isClosed = true;
      // Pages that were returned become stale.
      this.#parts.core.invalidate();
      this.#service.close();
      await this.#parts.store.close();
    }
  }

  /** For `await using`: {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * The site of a URL, as the option `siteOf` has it.
   *
   * @throws {InputError} `INPUT_INVALID` for what is no URL
   */
  siteOf(url: string | URL): string {
    return this.#parts.siteOf(urlText(url));
  }

  /** Bytes in UTF-8, or text. The reader refuses anything else. */
  #input(method: string, html: string | Uint8Array, options: SitePageOptions): string | Uint8Array {
    checkPageOptions(method, options);
    return html instanceof Uint8Array ? this.#parts.decode(html, options.contentType).html : html;
  }

  #ref(url: string | URL, { id, site }: SitePageOptions): PageRef {
    const text = urlText(url);
    return { site: site ?? this.#parts.siteOf(text), id: checkId(id ?? text) };
  }
}

function tree<N>(method: string, root: N, options: SitePageOptions & TreeOptions<N>): TreeInput<N> {
  checkTreeOptions(method, options);
  return new TreeInput(root, options.adapter);
}
