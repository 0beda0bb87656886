import { type SiteOf, siteFinder } from '@refrain/crawl';
import type * as sdk from '@restatedev/restate-sdk';
import type { CreateOptions } from 'refrain';
import { type DetectorOptions, RefrainError, type ResolvedOptions, resolveOptions } from 'refrain';
import { check, Seed } from 'refrain/engine';
import { Archive } from './archive.ts';
import { CallError, refusalOf, restate, terminalError } from './errors.ts';
import {
  type AnswerOptions,
  type CheckedPage,
  checkAnswer,
  checkPage,
  checkPages,
  type PageAnswer,
  type PageRequest,
  type PagesAnswer,
  type PagesRequest,
  type SiteStats,
} from './messages.ts';
import {
  bucketsOf,
  type Move,
  type Prints,
  planMove,
  printsBytes,
  readPrints,
  settle,
  writePrints,
} from './page-ids.ts';
import type { SiteState } from './state.ts';
import { CallTables, type LearnHow, type PageOrError, type ReadPage } from './tables.ts';

const MIB = 2 ** 20;
/** Maximum bytes of the pages of one call, as they are in memory. */
const BYTES_OF_CALL = 256 * MIB;

/** The keys of a site's states: buckets of page ids follow it in the order of names. */
const STATE = 'site';
const bucketKey = (bucket: number): string => `${STATE}/${bucket}`;

const { binary } = restate.serde;

/** Options of a virtual object for sites; the detector's options are those of every site. */
export interface SiteObjectOptions<P extends string = 'Site'> extends DetectorOptions {
  /** Name of the object in Restate; default: `Site`. */
  name?: P;
  /**
   * The part of a URL that names its site. The caller chooses the object of a page; with this option, a page whose URL names another
   * site than the object's key is refused with `SITE_MISMATCH`.
   */
  siteOf?: SiteOf;
  /** The folder that the paths of references are relative to; without it references are refused. */
  archive?: string;
  /** Maximum of pages in a call of `learnMany`; default: 500. */
  maxPages?: number;
  /** Maximum of linear memory, in bytes; default: 256 MiB. */
  maxMemory?: number;
  /** Options of Restate for the object: retention of answers, retries … */
  restate?: Omit<sdk.ObjectOptions, 'asTerminalError' | 'serde'>;
}

/**
 * The handlers of a site's object, for a client of Restate:
 * `context.objectClient<SiteHandlers>({ name: 'Site' }, 'a.example')`.
 */
export type SiteHandlers = {
  /** Labels a page, and counts it unless a page of the same id was counted before. */
  learn: (context: sdk.ObjectContext, request: PageRequest) => Promise<PageAnswer>;
  /** The same for many pages, with one read and one write of the site's state. */
  learnMany: (context: sdk.ObjectContext, request: PagesRequest) => Promise<PagesAnswer>;
  /** Labels a page by what is known, and changes nothing. It does not wait for calls that learn, and does not see their pages. */
  label: (context: sdk.ObjectSharedContext, request: PageRequest) => Promise<PageAnswer>;
  /** Numbers of what is known. */
  stats: (context: sdk.ObjectSharedContext) => Promise<SiteStats>;
  /** What is known, as the bytes of a snapshot for `Detector.restore`. */
  snapshot: (context: sdk.ObjectSharedContext) => Promise<Uint8Array>;
  /** Removes all that is known; whether anything was known. */
  forget: (context: sdk.ObjectContext) => Promise<boolean>;
};

/**
 * Many sites on many machines, with a virtual object of Restate for each: Restate runs one learning call of a site at a time, stores
 * what is known of the site, and retries failed calls.
 *
 * ```ts
 * import * as restate from '@restatedev/restate-sdk';
 * import { siteObject } from '@refrain/restate';
 *
 * restate.serve({ services: [siteObject({ archive: '/crawl' })], port: 9080 });
 * ```
 *
 * A page is counted once: the ids of all counted pages are kept. A page that is given again is labelled; one that is given again
 * with other bytes is refused.
 *
 * A call that is retried after a crash has the same result: it depends on its request, on the state that Restate has recorded for the
 * call, and on files that do not change. Files are therefore read outside of Restate's journal, which would otherwise contain every
 * page.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function siteObject<P extends string = 'Site'>(
  options: SiteObjectOptions<P> = {},
  create: CreateOptions = {},
): sdk.VirtualObjectDefinition<P, SiteHandlers> {
  check.object('siteObject', options);
  const { name = 'Site' as P, siteOf, archive, maxPages = 500, restate: service, ...detector } = options;
  const resolved = resolveOptions({ ...detector, maxMemory: detector.maxMemory ?? 256 * MIB });
  check.type('name', name, 'string');
  check.type('archive', archive, 'string');
  check.whole('maxPages', maxPages, 1, Number.MAX_SAFE_INTEGER);
  if (service !== undefined) check.object('restate', service);
  const calls = new SiteCalls({ siteOf, archive }, resolved, () => CallTables.open(resolved, create));
  const { exclusive, shared } = restate.handlers.object;
  // The page ids of a large site are most of its state, and these handlers need none of them.
  const reading = { enableLazyState: true } as const;
  return restate.object({
    name,
    handlers: {
      learn: exclusive(async (context: sdk.ObjectContext, request: PageRequest) => {
        const { answers } = await calls.learn(context, [request], { ...calls.ask(request), skipRefused: false });
        return answers[0] as PageAnswer;
      }),
      learnMany: exclusive(async (context: sdk.ObjectContext, request: PagesRequest) => {
        const { pages, skipRefused } = checkPages(request, maxPages);
        return calls.learn(context, pages, { ...calls.ask(request), skipRefused });
      }),
      label: shared(reading, (context: sdk.ObjectSharedContext, request: PageRequest) => calls.label(context, request)),
      stats: shared(reading, (context: sdk.ObjectSharedContext) => calls.stats(context)),
      snapshot: shared({ ...reading, output: binary }, (context: sdk.ObjectSharedContext) => calls.snapshot(context)),
      forget: exclusive(async (context: sdk.ObjectContext) => {
        const isKnown = (await context.get(STATE, binary)) !== null;
        context.clearAll();
        return isKnown;
      }),
    },
    options: { ...service, asTerminalError: terminalError },
  });
}

/** The calls of all sites of one object. */
class SiteCalls {
  readonly #options: ResolvedOptions;
  readonly #archive: Archive | undefined;
  readonly #finding: ReturnType<typeof siteFinder> | undefined;
  readonly #withTables: WithTables;

  constructor(
    { siteOf, archive }: { siteOf: SiteOf | undefined; archive: string | undefined },
    options: ResolvedOptions,
    open: () => Promise<CallTables>,
  ) {
    this.#options = options;
    this.#archive = archive === undefined ? undefined : new Archive(archive, options.maxPageBytes);
    this.#finding = siteOf === undefined ? undefined : siteFinder(siteOf);
    // An invalid `siteOf` is reported by the first call that needs it.
    this.#finding?.catch(() => undefined);
    this.#withTables = sharing(open);
  }

  /** What a request asks of its answers. */
  ask(request: unknown): AnswerOptions {
    return checkAnswer(request, this.#options.evidence !== 'repetition');
  }

  learn(context: sdk.ObjectContext, requests: readonly unknown[], how: LearnHow): Promise<PagesAnswer> {
    return this.#withTables(async (tables) => {
      const site = check.site(context.key);
      // The random seed of a new site is kept in the journal: a call that is retried has the same.
      const before =
        tables.open(site, await context.get(STATE, binary)) ??
        tables.unknown(this.#options.seed ?? (await context.run('seed', Seed.random)));
      const pages = await this.#readPages(site, requests);
      // An error of the system comes before a refusal: after a retry without it the call has its proper result.
      for (const page of pages) if ('error' in page && refusalOf(page.error) === undefined) throw page.error;
      const older = await olderIds(context, tables, before, pages);
      const { state, answers, counted } = tables.learn(before, older, pages, how);
      if (counted > 0) await write(context, tables, state);
      return { pages: state.pages, counted, answers };
    });
  }

  async label(context: sdk.ObjectSharedContext, request: PageRequest): Promise<PageAnswer> {
    const ask = this.ask(request);
    return this.#withTables(async (tables) => {
      const { state } = await stateOf(context, tables);
      const page = await this.#readPage(context.key, request);
      return tables.label(state, await olderIds(context, tables, state, [page]), page, ask);
    });
  }

  stats(context: sdk.ObjectSharedContext): Promise<SiteStats> {
    return this.#withTables(async (tables) => {
      const { state, stateBytes } = await stateOf(context, tables);
      const { pages, entries, olderIds: older } = state;
      return { pages, entries, stateBytes, olderIds: older };
    });
  }

  snapshot(context: sdk.ObjectSharedContext): Promise<Uint8Array> {
    return this.#withTables(async (tables) => tables.snapshot(context.key, (await stateOf(context, tables)).state));
  }

  async #readPage(site: string, request: unknown): Promise<ReadPage> {
    const page = checkPage(request);
    const { url, id } = page;
    const found = (await this.#finding)?.(url) ?? site;
    if (found !== site) throw new CallError('SITE_MISMATCH', `${url} is a page of the site ${found}, not of ${site}`);
    return { name: id, url, site, ...(await sourceOf(page, this.#archive)) };
  }

  /** The pages of a call one by one: all of them are in memory at the end. */
  async #readPages(site: string, requests: readonly unknown[]): Promise<PageOrError[]> {
    const pages: PageOrError[] = [];
    let left = BYTES_OF_CALL;
    for (const request of requests) {
      const page = await this.#readPage(site, request).catch((error: unknown): PageOrError => ({ error }));
      left -= 'html' in page ? page.html.length : 0;
      if (left < 0)
        throw new CallError('TOO_MANY_PAGES', `the pages of a call must have at most ${BYTES_OF_CALL} bytes`);
      pages.push(page);
    }
    return pages;
  }
}

/** The state of a site, and its bytes. The answers for an unknown site do not depend on its seed. */
async function stateOf(
  context: sdk.ObjectSharedContext,
  tables: CallTables,
): Promise<{ state: SiteState; stateBytes: number }> {
  const bytes = await context.get(STATE, binary);
  return { state: tables.open(check.site(context.key), bytes) ?? tables.unknown(), stateBytes: bytes?.length ?? 0 };
}

type WithTables = <T>(run: (tables: CallTables) => Promise<T>) => Promise<T>;

/**
 * Runs calls with one instance of the module, which is opened when it is needed. An instance that has failed, or could not be opened,
 * is not used again.
 */
function sharing(open: () => Promise<CallTables>): WithTables {
  let current: Promise<CallTables> | undefined;
  const giveUp = (error: unknown): never => {
    current = undefined;
    throw error;
  };
  return async (run) => {
    current ??= open().catch(giveUp);
    const used = current;
    const tables = await used;
    try {
      return await run(tables);
    } catch (error) {
      if (used === current && error instanceof RefrainError && error.code === 'CORE_FAILED') giveUp(error);
      throw error;
    }
  };
}

/** The ids outside of the state that pages may have. */
async function olderIds(
  context: sdk.ObjectSharedContext,
  tables: CallTables,
  state: SiteState,
  pages: readonly PageOrError[],
): Promise<Prints> {
  if (state.olderIds === 0) return new Map();
  const names = pages.flatMap((page) => ('error' in page ? [] : [page.name]));
  const unknown = tables.idsOf(state, names).filter((id) => !state.recent.has(id));
  const buckets = await readBuckets(context, bucketsOf(unknown, state.olderIds));
  return new Map([...buckets.values()].flatMap((prints) => [...prints]));
}

async function write(context: sdk.ObjectContext, tables: CallTables, state: SiteState): Promise<void> {
  const { kept, move } = planMove(state.recent, state.olderIds);
  if (move !== undefined) await moveIds(context, move);
  const older = state.olderIds + (move?.moved.size ?? 0);
  context.set(STATE, tables.seal(context.key, { ...state, recent: kept, olderIds: older }), binary);
}

async function sourceOf(
  { url, contentType, source }: CheckedPage,
  archive: Archive | undefined,
): Promise<Pick<ReadPage, 'html' | 'contentType'>> {
  if (typeof source === 'string' || source instanceof Uint8Array) return { html: source, contentType };
  if (archive === undefined)
    throw new CallError('REFERENCE_INVALID', 'this service has no archive: set the option archive of siteObject');
  const { bytes, contentType: stated } = await archive.read(url, source);
  return { html: bytes, contentType: stated };
}

async function readBuckets(context: sdk.ObjectSharedContext, buckets: readonly number[]): Promise<Map<number, Prints>> {
  const read = await Promise.all(buckets.map((bucket) => context.get(bucketKey(bucket), binary)));
  return new Map(buckets.map((bucket, index) => [bucket, readPrints(read[index] ?? new Uint8Array())]));
}

/** Moves ids to buckets, which must be written before the state that refers to them. */
async function moveIds(context: sdk.ObjectContext, move: Move): Promise<void> {
  const buckets = settle(move, await readBuckets(context, move.reads));
  for (const [bucket, prints] of [...buckets].sort(([one], [other]) => one - other)) {
    const bytes = new Uint8Array(printsBytes(prints.size));
    writePrints(prints, bytes);
    context.set(bucketKey(bucket), bytes, binary);
  }
}
