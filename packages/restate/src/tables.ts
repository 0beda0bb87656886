/**
 * The tables of sites, each in linear memory only as long as one call needs it: what a site knows is in the state of its
 * object, and nowhere else.
 */

import { StoreError } from '@refrain/crawl';
import { coreForSites, decodeHtml, markOf, tableOptions } from '@refrain/crawl/unstable';
import type { CreateOptions, Page, ResolvedOptions } from 'refrain';
import { LimitError } from 'refrain';
import type { Core, How } from 'refrain/unstable';
import { Reader, sealSnapshot } from 'refrain/unstable';
import { answerOf, type PageAnswer, type RefusedPage } from './answer.ts';
import { CallError, refusalOf } from './errors.ts';
import type { Prints } from './page-ids.ts';
import type { AnswerOptions } from './request.ts';
import { openState, type SiteState, type StateOwner, savedIds, sealState } from './state.ts';

/** A page that is there, with the hash of its id. */
export interface ReadPage {
  readonly id: bigint;
  /** As messages name it. */
  readonly name: string;
  readonly html: string | Uint8Array;
  readonly contentType: string | undefined;
}

/** A page of a call; or why it can not be had. */
export type PageOrError = ReadPage | { readonly error: unknown };

/** How pages are learned. */
export interface LearnHow extends AnswerOptions {
  /** Whether the rest is learned where a page is refused. */
  readonly skipRefused: boolean;
}

/** What became of a call's pages. */
export interface Learned {
  readonly answers: readonly (PageAnswer | RefusedPage)[];
  readonly counted: number;
  /** The site as it is now. */
  readonly state: SiteState;
}

const LABEL: How = { learn: false, id: undefined };

const NOTHING: SiteState = {
  pages: 0,
  entries: 0,
  saved: new Uint8Array(),
  recent: new Map(),
  olderIds: 0,
};

/** One instance of the module, and what every call of a service needs of it. Nothing here waits: a call's table is its own. */
export class CallTables {
  readonly #core: Core;
  readonly #reader: Reader;
  readonly #options: ResolvedOptions;
  /** Of the options that tables are made with. */
  readonly #optionsHash: bigint;

  private constructor(core: Core, options: ResolvedOptions) {
    this.#core = core;
    this.#reader = new Reader(core, options);
    this.#options = options;
    const made = Object.entries(tableOptions(options)).map(([name, value]) => `${name}=${String(value)}`);
    this.#optionsHash = core.hash(new TextEncoder().encode(made.join(' ')));
  }

  static async open(options: ResolvedOptions, create: CreateOptions): Promise<CallTables> {
    return new CallTables(await coreForSites(options, create), options);
  }

  /** The 64 bits by which a page id is remembered. */
  idOf(id: string): bigint {
    return this.#core.pageId(id) ?? 0n;
  }

  /** What a site's object keeps; of a site of which no page was counted, nothing. */
  open(site: string, bytes: Uint8Array | null): SiteState {
    return bytes === null ? NOTHING : openState(this.#core, this.#owner(site), bytes);
  }

  seal(site: string, state: SiteState): Uint8Array<ArrayBuffer> {
    return sealState(this.#core, this.#owner(site), state);
  }

  /** The site as `Detector.restore` takes it. */
  snapshot(site: string, state: SiteState): Uint8Array<ArrayBuffer> {
    if (state.pages === 0) throw new StoreError('SITE_UNKNOWN', `no page of ${site} was counted`);
    return sealSnapshot(this.#core, this.#options, state);
  }

  #owner(site: string): StateOwner {
    return { site, mark: markOf(this.#core, site), options: this.#optionsHash };
  }

  /** Labels a page by what is known of its site. */
  label(state: SiteState, page: ReadPage, ask: AnswerOptions): PageAnswer {
    return this.#withTable(state, (table) => answerOf(this.#read(table, page, LABEL), ask));
  }

  /**
   * Labels pages, one after another, and counts those that were not counted before.
   *
   * @param older ids that were counted so long ago that the state no longer says so: those of the buckets that the pages may be in
   * @throws what is wrong with a page, unless those are to be skipped; the state is a value, and what it was before
   */
  learn(state: SiteState, older: Prints, pages: readonly PageOrError[], how: LearnHow): Learned {
    const recent = new Map(state.recent);
    let counted = 0;
    const learnPage = (table: number, page: PageOrError): PageAnswer => {
      if ('error' in page) throw page.error;
      const print = this.#printOf(page);
      const known = recent.get(page.id) ?? older.get(page.id);
      if (known !== undefined && known !== print) {
        throw new CallError('PAGE_ID_REUSED', `${page.name} was counted before, with other bytes`);
      }
      const learned = this.#read(table, page, known === undefined ? { learn: true, id: page.id } : LABEL);
      const answer = answerOf(learned, how);
      if (!answer.counted) return answer;
      recent.set(page.id, print);
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
      const saved = this.#withRoom(() => this.#core.saveTable(table));
      const { pages: total, entries } = this.#core.tableState(table);
      return { answers, counted, state: { pages: total, entries, saved, recent, olderIds: state.olderIds } };
    });
  }

  #printOf({ html }: ReadPage): bigint {
    return this.#core.hash(typeof html === 'string' ? new TextEncoder().encode(html) : html);
  }

  #read(table: number, { html, contentType }: ReadPage, how: How): Page<never> {
    const readable = typeof html === 'string' ? html : decodeHtml(html, contentType).html;
    return this.#withRoom(() => this.#reader.html(table, readable, how));
  }

  #withTable<T>(state: SiteState, run: (table: number) => T): T {
    const { pages: clock, entries: count, saved } = state;
    const table = this.#withRoom(() =>
      clock === 0
        ? this.#core.createTable()
        : this.#core.loadTable(saved, { clock, count, ids: savedIds(this.#core, state) }),
    );
    try {
      return run(table);
    } finally {
      this.#core.releaseTable(table);
    }
  }

  /** What finds no memory has changed nothing, and is tried once more without the regions that large pages have left behind. */
  #withRoom<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof LimitError && error.code === 'OUT_OF_MEMORY')) throw error;
      this.#core.releaseWorkspace();
      return run();
    }
  }
}
