/** Runs steps of any site in one instance of the module. Between steps, all data of a site are in its state. */

import {
  type CreateOptions,
  type InputError,
  type LimitError,
  OptionError,
  type PageDocument,
  type PageField,
  type PageFields,
  type Part,
  type ResolvedOptions,
} from 'refrain';
import { type Core, check, FirstPages, judge, type PageJudgement, Reader, Snapshot } from 'refrain/engine';
import { type CheckedPage, type CrawlPage, checkPage } from '../crawl-page.ts';
import { isRefusal, PageIdError, StoreError } from '../errors.ts';
import { coreForSites, withMemory } from '../sites/core-for-sites.ts';
import { tableOptions } from '../sites/sites-options.ts';
import { markOf } from '../store/site-record.ts';
import { StepSite } from './open-site.ts';
import { bucketsAfter, bucketsOf, PageIds, planMove } from './page-ids.ts';
import { openBucket, openState, type SiteState, type StateOwner, sealBucket, sealState } from './state.ts';

/** Maximum bytes of HTML of held pages. */
const WAITING_BYTES = 4 * 1024 * 1024;

type Bytes = Uint8Array | null | undefined;

/** Reads a bucket of page ids of the site, by its number. */
export type BucketReader = (bucket: number) => Bytes | Promise<Bytes>;

export interface EngineStep {
  readonly site: string;
  readonly state: Bytes;
  /** Seed of a new site, 32 hexadecimal digits. */
  readonly seed: string;
  readonly pages: readonly CrawlPage[];
  /** Number of first pages of a site that are judged together. */
  readonly settle: number;
  readonly fields: readonly PageField[];
  readonly part?: Part | undefined;
  /** True if no page follows this step. */
  readonly last: boolean;
  /** If false, pages are labelled, and nothing changes. */
  readonly learns: boolean;
  readonly buckets: BucketReader | undefined;
}

/** A page as a document, or the error with which it was refused. */
export type StepDocument<D = PageDocument> = {
  readonly url: string;
  readonly id: string;
  /** False if the page was counted before. */
  readonly counted: boolean;
} & (
  | { readonly document: D; readonly error?: undefined }
  | { readonly error: InputError | LimitError | PageIdError; readonly document?: undefined }
);

/** Result of a step. */
export interface Step<D = Partial<PageFields>> {
  readonly state: Uint8Array;
  /** Documents of the judged pages in order; pages that were held are first. */
  readonly documents: readonly StepDocument<D>[];
  /** Number of counted pages of the site. */
  readonly pages: number;
  /** Number of held pages in the state. */
  readonly waiting: number;
  /** With the option `buckets`: the changed buckets by number. Write them together with the state. */
  readonly buckets: ReadonlyMap<number, Uint8Array>;
}

interface JudgedPages extends Pick<SiteState, 'waiting' | 'isSettled'> {
  readonly documents: readonly StepDocument<Partial<PageFields>>[];
  /** Content hashes of the counted pages by id. */
  readonly added: ReadonlyMap<bigint, number>;
}

const NO_BUCKETS: ReadonlyMap<number, Uint8Array> = new Map();

export class StepEngine {
  readonly #core: Core;
  readonly #reader: Reader;
  readonly #options: ResolvedOptions;
  readonly #optionsHash: bigint;

  private constructor(core: Core, options: ResolvedOptions) {
    this.#core = core;
    this.#reader = new Reader(core, options);
    this.#options = options;
    const made = Object.entries(tableOptions(options)).map(([name, value]) => `${name}=${String(value)}`);
    this.#optionsHash = core.checksum(made.join(' '));
  }

  static async open(options: ResolvedOptions, create?: CreateOptions): Promise<StepEngine> {
    return new StepEngine(await coreForSites(options, create), options);
  }

  /** If this throws, nothing has changed. */
  async step(given: EngineStep): Promise<Step> {
    const owner = this.#owner(given.site);
    const before = this.#open(owner, given);
    const older = await this.#olderIds(owner, before, given);
    const { judged, after } = this.#withTable(before, (table) => {
      const made = this.#judge(new StepSite(given.site, this.#reader, table, [before.recent, ...older]), before, given);
      return { judged: made, after: this.#after(table, before, made) };
    });
    const { documents, waiting, added, isSettled } = judged;
    const isSame = added.size === 0 && waiting.length === before.waiting.length && isSettled === before.isSettled;
    const counts = { documents, pages: after.pages, waiting: waiting.length };
    if (isSame && given.state) return { state: given.state, ...counts, buckets: NO_BUCKETS };
    const { state, buckets } = await this.#moveIds(owner, after, given.buckets);
    return { state: sealState(this.#core, owner, state), ...counts, buckets };
  }

  #judge(site: StepSite, before: SiteState, { pages, last, learns, fields, part, ...given }: EngineStep): JudgedPages {
    const settle =
      this.#options.evidence === 'page' || before.isSettled || site.pages >= given.settle ? 0 : given.settle;
    const first = new FirstPages<CheckedPage>(settle, WAITING_BYTES);
    const documents: StepDocument<Partial<PageFields>>[] = [];
    const write = (judged: PageJudgement<CheckedPage>) => judged.record(fields);
    const want = { learns, settle: Number.POSITIVE_INFINITY, part, write };
    const judgeAll = (groups: readonly (readonly CheckedPage[])[]): void => {
      for (const group of groups)
        for (const outcome of judge(site, group, want)) {
          if (outcome === undefined) continue;
          const { id, url = id } = outcome.source;
          const page = { url, id, counted: outcome.counted };
          documents.push('error' in outcome ? refused(page, outcome.error) : { ...page, document: outcome.record });
        }
    };
    for (const page of before.waiting) judgeAll(first.add(site.name, page, page.html.length));
    for (const page of pages) {
      try {
        const checked = checkStepPage(page, site.name);
        const other = first.of(site.name).find(({ id }) => id === checked.id);
        // If a page with this id is already held, it must have the same content, and is not held again.
        if (other !== undefined) site.checkSame(other, checked);
        else if (site.isKnown(checked.id)) judgeAll([[checked]]);
        else judgeAll(first.add(site.name, checked, checked.html.length));
      } catch (error) {
        const url = String(page?.url);
        documents.push(refused({ url, id: String(page?.id ?? url), counted: false }, error));
      }
    }
    const isSettled = before.isSettled || first.isSettled(site.name);
    if (last) judgeAll(first.end());
    return { documents, added: site.added, waiting: first.of(site.name), isSettled };
  }

  /** The parts of a state; empty ones for an unknown site. */
  inspect(site: string, state: Bytes): SiteState {
    return this.#open(this.#owner(site), { state, seed: '0' });
  }

  snapshot(site: string, state: Bytes): Uint8Array<ArrayBuffer> {
    const known = this.inspect(site, state);
    if (known.pages === 0) throw new StoreError('SITE_UNKNOWN', `no page of ${site} was counted`);
    return Snapshot.seal(this.#core, this.#options, known);
  }

  #owner(site: string): StateOwner {
    return { site, mark: markOf(this.#core, site), options: this.#optionsHash };
  }

  #open(owner: StateOwner, { state, seed }: Pick<EngineStep, 'state' | 'seed'>): SiteState {
    const core = this.#core;
    if (state !== undefined && state !== null) return openState(core, owner, state);
    const table = core.createTable(seed);
    const saved = core.saveTable(table);
    core.releaseTable(table);
    return { pages: 0, entries: 0, saved, recent: PageIds.none, olderIds: 0, waiting: [], isSettled: false };
  }

  #withTable<T>({ pages: clock, entries: count, saved }: SiteState, run: (table: number) => T): T {
    const ids = this.#core.savedIds(saved, count);
    const table = withMemory(this.#core, () => this.#core.loadTable(saved, { clock, count, ids }));
    try {
      return run(table);
    } finally {
      this.#core.releaseTable(table);
    }
  }

  #after(table: number, before: SiteState, { added, waiting, isSettled }: JudgedPages): SiteState {
    if (added.size === 0) return { ...before, waiting, isSettled };
    const saved = withMemory(this.#core, () => this.#core.saveTable(table));
    const { pages, entries } = this.#core.tableState(table);
    return { ...before, pages, entries, saved, recent: before.recent.and(added), waiting, isSettled };
  }

  async #olderIds(owner: StateOwner, state: SiteState, { pages, buckets }: EngineStep): Promise<PageIds[]> {
    if (state.olderIds === 0) return [];
    if (buckets === undefined)
      throw new OptionError(`the state of ${owner.site} has page ids in buckets: give the step its buckets`);
    const ids = this.#withTable(state, (table) =>
      pages.flatMap((page) => {
        const name: unknown = page?.id ?? page?.url;
        const id = typeof name === 'string' ? this.#core.pageId(table, name) : undefined;
        return id === undefined || state.recent.contentHash(id) !== undefined ? [] : [id];
      }),
    );
    const read = await this.#readBuckets(owner, bucketsOf(ids, state.olderIds), buckets);
    return [...read.values()];
  }

  async #readBuckets(
    owner: StateOwner,
    numbers: readonly number[],
    read: BucketReader,
  ): Promise<ReadonlyMap<number, PageIds>> {
    const found = await Promise.all(numbers.map(read));
    return new Map(numbers.map((bucket, at) => [bucket, openBucket(this.#core, owner, bucket, found[at] ?? null)]));
  }

  async #moveIds(owner: StateOwner, state: SiteState, read: BucketReader | undefined) {
    const move = read && planMove(state.recent, state.olderIds);
    if (move === undefined || read === undefined) return { state, buckets: NO_BUCKETS };
    const after = bucketsAfter(move, await this.#readBuckets(owner, move.reads, read));
    const buckets = Array.from(after, ([bucket, ids]) => {
      return [bucket, sealBucket(this.#core, owner.mark, bucket, ids)] as const;
    });
    const olderIds = state.olderIds + move.moved.size;
    return { state: { ...state, recent: move.kept, olderIds }, buckets: new Map(buckets) };
  }
}

function refused(page: Pick<StepDocument, 'url' | 'id' | 'counted'>, error: unknown): StepDocument<never> {
  if (isRefusal(error) || error instanceof PageIdError) return { ...page, error };
  throw error;
}

function checkStepPage(page: CrawlPage, site: string): CheckedPage {
  const checked = checkPage(page, () => site);
  if (typeof checked.html === 'string') return checked;
  return checkPage({ ...page, html: check.bytes('html must be a string or a Uint8Array', checked.html) }, () => site);
}
