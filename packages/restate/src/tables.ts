/**
 * The tables of sites, each in linear memory during one call only: between calls all that is known of a site is in the state of its
 * object. Restate runs the calls of a site one after another.
 */

import { StoreError } from '@refrain/crawl';
import { siteTables } from '@refrain/crawl/engine';
import type { CreateOptions, Page, ResolvedOptions } from 'refrain';
import { type Core, type How, Reader, Seed, Snapshot } from 'refrain/engine';
import { CallError, refusalOf } from './errors.ts';
import { type AnswerOptions, answerOf, type PageAnswer, type PageSource, type RefusedPage } from './messages.ts';
import type { Prints } from './page-ids.ts';
import { openState, type SiteState, type StateOwner, sealState } from './state.ts';

/** A page that was read. */
export interface ReadPage extends PageSource {
  readonly html: string | Uint8Array;
  readonly contentType: string | undefined;
}

/** A page of a call, or the error of reading it. */
export type PageOrError = ReadPage | { readonly error: unknown };

/** How pages are learned. */
export interface LearnHow extends AnswerOptions {
  /** Whether the other pages are learned where a page is refused. */
  readonly skipRefused: boolean;
}

/** The result of learning the pages of a call. */
export interface Learned {
  readonly answers: readonly (PageAnswer | RefusedPage)[];
  readonly counted: number;
  /** The new state of the site. */
  readonly state: SiteState;
}

/** One instance of the module, which the calls of a service share. Its methods are synchronous, so that a table has one user. */
export class CallTables {
  readonly #core: Core;
  readonly #reader: Reader;
  readonly #options: ResolvedOptions;
  /** A checksum of the options of tables. */
  readonly #optionsHash: bigint;

  private constructor(core: Core, options: ResolvedOptions) {
    this.#core = core;
    this.#reader = new Reader(core, options);
    this.#options = options;
    const made = Object.entries(siteTables.tableOptions(options)).map(([name, value]) => `${name}=${String(value)}`);
    this.#optionsHash = core.checksum(new TextEncoder().encode(made.join(' ')));
  }

  static async open(options: ResolvedOptions, create: CreateOptions): Promise<CallTables> {
    return new CallTables(await siteTables.coreForSites(options, create), options);
  }

  /** The keys of page ids on a site. */
  idsOf(state: SiteState, names: readonly string[]): readonly bigint[] {
    if (names.length === 0) return [];
    return this.#withTable(state, (table) => names.map((name) => this.#idOf(table, name)));
  }

  #idOf(table: number, name: string): bigint {
    return this.#core.pageId(table, name) ?? 0n;
  }

  /** The state of a site's object; undefined for a site without counted pages. */
  open(site: string, bytes: Uint8Array | null): SiteState | undefined {
    return bytes === null ? undefined : openState(this.#core, this.#owner(site), bytes);
  }

  /** The state of a site without counted pages, with a seed for its keys. */
  unknown(seed: string = this.#options.seed ?? Seed.random()): SiteState {
    const table = this.#core.createTable(seed);
    try {
      return { pages: 0, entries: 0, saved: this.#core.saveTable(table), recent: new Map(), olderIds: 0 };
    } finally {
      this.#core.releaseTable(table);
    }
  }

  seal(site: string, state: SiteState): Uint8Array<ArrayBuffer> {
    return sealState(this.#core, this.#owner(site), state);
  }

  /** A snapshot of the site, for `Detector.restore`. */
  snapshot(site: string, state: SiteState): Uint8Array<ArrayBuffer> {
    if (state.pages === 0) throw new StoreError('SITE_UNKNOWN', `no page of ${site} was counted`);
    return Snapshot.seal(this.#core, this.#options, state);
  }

  #owner(site: string): StateOwner {
    return { site, mark: siteTables.markOf(this.#core, site), options: this.#optionsHash };
  }

  /**
   * Labels a page by what is known of other pages of its site, and changes nothing.
   *
   * @param older ids of the bucket that the page may be in
   */
  label(state: SiteState, older: Prints, page: ReadPage, ask: AnswerOptions): PageAnswer {
    return this.#withTable(state, (table) => {
      const id = this.#idOf(table, page.name);
      const isCounted = state.recent.has(id) || older.has(id);
      return answerOf(this.#read(table, page, { id, name: page.name, isCounted, learn: false }), page, ask);
    });
  }

  /**
   * Labels pages, one after another, and counts those that were not counted before.
   *
   * @param older ids of the buckets that the pages may be in
   * @throws the error of a page, unless refused pages are to be skipped; the given state is not changed
   */
  learn(state: SiteState, older: Prints, pages: readonly PageOrError[], how: LearnHow): Learned {
    const recent = new Map(state.recent);
    let counted = 0;
    const learnPage = (table: number, page: PageOrError): PageAnswer => {
      if ('error' in page) throw page.error;
      const { name } = page;
      const id = this.#idOf(table, name);
      const print = this.#printOf(page);
      const known = recent.get(id) ?? older.get(id);
      if (known !== undefined && known !== print) {
        throw new CallError('PAGE_ID_REUSED', `${name} was counted before, with other bytes`);
      }
      const isCounted = known !== undefined;
      const answer = answerOf(this.#read(table, page, { id, name, isCounted, learn: true }), page, how);
      if (!answer.counted) return answer;
      recent.set(id, print);
      counted += 1;
      return answer;
    };
    return this.#withTable(state, (table) => {
      const answers = pages.map((page): PageAnswer | RefusedPage => {
        try {
          return learnPage(table, page);
        } catch (error) {
          const refusal = how.skipRefused ? refusalOf(error) : undefined;
          if (refusal === undefined || refusal.code === 'CORE_FAILED') throw error;
          return { error: refusal };
        }
      });
      if (counted === 0) return { answers, counted, state };
      const saved = siteTables.withRoom(this.#core, () => this.#core.saveTable(table));
      const { pages: total, entries } = this.#core.tableState(table);
      return { answers, counted, state: { pages: total, entries, saved, recent, olderIds: state.olderIds } };
    });
  }

  #read(table: number, { html, contentType }: ReadPage, how: How): Page<never> {
    return siteTables.withRoom(this.#core, () => this.#reader.html(table, html, how, { contentType }));
  }

  #printOf({ html }: ReadPage): bigint {
    return this.#core.checksum(typeof html === 'string' ? new TextEncoder().encode(html) : html);
  }

  #withTable<T>(state: SiteState, run: (table: number) => T): T {
    const { pages: clock, entries: count, saved } = state;
    const ids = this.#core.savedIds(saved, count);
    const table = siteTables.withRoom(this.#core, () => this.#core.loadTable(saved, { clock, count, ids }));
    try {
      return run(table);
    } finally {
      this.#core.releaseTable(table);
    }
  }
}
