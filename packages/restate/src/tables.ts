/**
 * The tables of sites, each in linear memory during one call only: between calls all that is known of a site is in the state of its
 * object. Restate runs the calls of a site one after another.
 */

import { StoreError } from '@refrain/crawl';
import type { Counting } from '@refrain/crawl/internal';
import { coreForSites, DigestInput, decodeHtml, markOf, TableReader, tableOptions } from '@refrain/crawl/internal';
import type { CreateOptions, ResolvedOptions } from 'refrain';
import type { Core } from 'refrain/internal';
import { checkDigest, digestKey, digestMark, newSeed, Reader, sealSnapshot } from 'refrain/internal';
import { answerOf, type DigestAnswer, type PageAnswer, type PageSource, type RefusedPage } from './answer.ts';
import { CallError, refusalOf } from './errors.ts';
import type { Prints } from './page-ids.ts';
import type { AnswerOptions } from './request.ts';
import { openState, type SiteState, type StateOwner, sealState } from './state.ts';

/** A page that was read, with the key of its id. */
export interface ReadPage extends PageSource {
  readonly id: bigint;
  readonly html: string | Uint8Array;
  readonly contentType: string | undefined;
}

/** A page of a call, or the error of reading it. */
export type PageOrError = ReadPage | Failed;

/** A page that could not be read. */
export interface Failed {
  readonly error: unknown;
}

/** How pages are learned. */
export interface LearnHow extends AnswerOptions {
  /** Whether the other pages are learned where a page is refused. */
  readonly skipRefused: boolean;
}

/** The id of a page and its key. */
interface KnownId {
  readonly id: bigint;
  readonly name: string;
}

/** A page by its digest. */
export interface DigestedPage extends KnownId {
  readonly digest: Uint8Array;
}

/** How pages of one form are learned. */
interface Learning<P, A> {
  /** A hash of what the page is. */
  readonly print: (page: P) => bigint;
  readonly learn: (table: number, page: P, counting: Counting) => A;
}

/** The result of learning the pages of a call. */
export interface Learned<A> {
  readonly answers: readonly (A | RefusedPage)[];
  readonly counted: number;
  /** The new state of the site. */
  readonly state: SiteState;
}

/** One instance of the module, which the calls of a service share. Its methods are synchronous, so that a table has one user. */
export class CallTables {
  readonly #core: Core;
  readonly #reader: TableReader;
  readonly #options: ResolvedOptions;
  /** A checksum of the options of tables. */
  readonly #optionsHash: bigint;

  private constructor(core: Core, options: ResolvedOptions) {
    this.#core = core;
    this.#reader = new TableReader(new Reader(core, options));
    this.#options = options;
    const made = Object.entries(tableOptions(options)).map(([name, value]) => `${name}=${String(value)}`);
    this.#optionsHash = core.checksum(new TextEncoder().encode(made.join(' ')));
  }

  static async open(options: ResolvedOptions, create: CreateOptions): Promise<CallTables> {
    return new CallTables(await coreForSites(options, create), options);
  }

  /** The key of a page id on a site. */
  idOf(state: SiteState, id: string): bigint {
    // An empty table with the seed of the site: its entries are not needed.
    const saved = this.#core.withoutLayouts(state.saved.subarray(0, this.#core.layout.SAVED_SEED_BYTES));
    const empty = { ...state, pages: 0, entries: 0, saved };
    return this.#withTable(empty, (table) => this.#core.pageId(table, id) ?? 0n);
  }

  /** The state of a site's object; undefined for a site without counted pages. */
  open(site: string, bytes: Uint8Array | null): SiteState | undefined {
    return bytes === null ? undefined : openState(this.#core, this.#owner(site), bytes);
  }

  /** The state of a site without counted pages, with a seed for its keys. */
  unknown(seed: string = this.#options.seed ?? newSeed()): SiteState {
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
    return sealSnapshot(this.#core, this.#options, state);
  }

  #owner(site: string): StateOwner {
    return { site, mark: markOf(this.#core, site), options: this.#optionsHash };
  }

  /**
   * Labels a page by what is known of other pages of its site, and changes nothing.
   *
   * @param older ids of the bucket that the page may be in
   */
  label(state: SiteState, older: Prints, page: ReadPage, ask: AnswerOptions): PageAnswer {
    const isCounted = state.recent.has(page.id) || older.has(page.id);
    return this.#withTable(state, (table) =>
      answerOf(this.#reader.label(table, readable(page), { id: page.id, name: page.name, isCounted }), page, ask),
    );
  }

  /**
   * Labels pages, one after another, and counts those that were not counted before.
   *
   * @param older ids of the buckets that the pages may be in
   * @throws the error of a page, unless refused pages are to be skipped; the given state is not changed
   */
  learn(state: SiteState, older: Prints, pages: readonly PageOrError[], how: LearnHow): Learned<PageAnswer> {
    return this.#learn(state, older, pages, how.skipRefused, () => ({
      print: (page) => this.#printOf(page),
      learn: (table, page, counting) => answerOf(this.#reader.learn(table, readable(page), counting), page, how),
    }));
  }

  /** `learn` for pages by their digests. A digest stands for the bytes of its page. */
  learnDigests(
    state: SiteState,
    older: Prints,
    pages: readonly (DigestedPage | Failed)[],
    skipRefused: boolean,
  ): Learned<DigestAnswer> {
    return this.#learn(state, older, pages, skipRefused, (table) => {
      const mark = digestMark(this.#core, table, this.#options);
      return {
        print: ({ digest }) => this.#core.checksum(digest),
        learn: (_, { digest }, counting) => {
          const input = new DigestInput(checkDigest(this.#core.layout, digest, mark));
          const { counted } = this.#reader.learn(table, input, counting);
          return { answer: Buffer.from(input.answer ?? []).toString('base64'), counted };
        },
      };
    });
  }

  /** The key of a site, for `Digester.create`. */
  digestKey(state: SiteState): Uint8Array<ArrayBuffer> {
    return this.#withTable(state, (table) => digestKey(this.#core, this.#options, table));
  }

  #learn<P extends KnownId, A extends { readonly counted: boolean }>(
    state: SiteState,
    older: Prints,
    pages: readonly (P | Failed)[],
    skipRefused: boolean,
    begin: (table: number) => Learning<P, A>,
  ): Learned<A> {
    const recent = new Map(state.recent);
    let counted = 0;
    const learnPage = (learning: Learning<P, A>, table: number, page: P | Failed): A => {
      if ('error' in page) throw page.error;
      const print = learning.print(page);
      const known = recent.get(page.id) ?? older.get(page.id);
      if (known !== undefined && known !== print) {
        throw new CallError('PAGE_ID_REUSED', `${page.name} was counted before, with other bytes`);
      }
      const answer = learning.learn(table, page, { id: page.id, name: page.name, isCounted: known !== undefined });
      if (!answer.counted) return answer;
      recent.set(page.id, print);
      counted += 1;
      return answer;
    };
    return this.#withTable(state, (table) => {
      const learning = begin(table);
      const answers = pages.map((page): A | RefusedPage => {
        try {
          return learnPage(learning, table, page);
        } catch (error) {
          const refusal = skipRefused ? refusalOf(error) : undefined;
          if (refusal === undefined || refusal.code === 'CORE_FAILED') throw error;
          return { error: refusal };
        }
      });
      if (counted === 0) return { answers, counted, state };
      const saved = this.#reader.withRoom(() => this.#core.saveTable(table));
      const { pages: total, entries } = this.#core.tableState(table);
      return { answers, counted, state: { pages: total, entries, saved, recent, olderIds: state.olderIds } };
    });
  }

  #printOf({ html }: ReadPage): bigint {
    return this.#core.checksum(typeof html === 'string' ? new TextEncoder().encode(html) : html);
  }

  #withTable<T>(state: SiteState, run: (table: number) => T): T {
    const { pages: clock, entries: count, saved } = state;
    const ids = this.#core.savedIds(saved, count);
    const table = this.#reader.withRoom(() => this.#core.loadTable(saved, { clock, count, ids }));
    try {
      return run(table);
    } finally {
      this.#core.releaseTable(table);
    }
  }
}

/** The page as UTF-8 or text. */
const readable = ({ html, contentType }: ReadPage): string | Uint8Array =>
  typeof html === 'string' ? html : decodeHtml(html, contentType).html;
