import { type SiteOf, siteFinder } from '@refrain/crawl';
import * as restate from '@restatedev/restate-sdk';
import type { CreateOptions } from 'refrain';
import { type DetectorOptions, OptionError, RefrainError, resolveOptions } from 'refrain';
import { checkSite } from 'refrain/unstable';
import type { PageAnswer, PagesAnswer, SiteStats } from './answer.ts';
import { Archive } from './archive.ts';
import { CallError, refusalOf, terminalError } from './errors.ts';
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
import {
  type CheckedPage,
  checkAnswer,
  checkPage,
  checkPages,
  type PageRequest,
  type PagesRequest,
} from './request.ts';
import type { SiteState } from './state.ts';
import { CallTables, type LearnHow, type PageOrError, type ReadPage } from './tables.ts';

const MIB = 2 ** 20;

/** The state of a site; buckets of page ids come behind it in the order of names. */
const STATE = 'site';
const bucketKey = (bucket: number): string => `${STATE}/${bucket}`;

const { binary } = restate.serde;

/** How sites are kept by Restate; the detector's options are those of every site. */
export interface SiteObjectOptions<P extends string = 'Site'> extends DetectorOptions {
  /** What Restate calls the object; default: `Site`. */
  name?: P;
  /**
   * What of a URL makes a site. It is for who calls to say to which object a page goes; with this, a page that goes to another is
   * refused with `SITE_MISMATCH`.
   */
  siteOf?: SiteOf;
  /** The folder that references to WARC files begin at; without one they are refused. */
  archive?: string;
  /** Most pages of a call of `learnMany`; default: 500. */
  maxPages?: number;
  /** Most linear memory of the service, in bytes; default: 256 MiB. */
  maxMemory?: number;
  /** What Restate is to know of the object: how long answers are kept, how often calls are tried … */
  restate?: Omit<restate.ObjectOptions, 'asTerminalError' | 'serde'>;
}

/**
 * What can be asked of a site's object, for a client of Restate:
 * `context.objectClient<SiteHandlers>({ name: 'Site' }, 'a.example')`.
 */
export type SiteHandlers = {
  /** Labels a page and counts it, unless one of its id was counted before. */
  learn: (context: restate.ObjectContext, request: PageRequest) => Promise<PageAnswer>;
  /** The same for many pages, with one reading and one writing of what is known. */
  learnMany: (context: restate.ObjectContext, request: PagesRequest) => Promise<PagesAnswer>;
  /** Labels a page by what is known, and changes nothing; while pages are learned, by what was known before. */
  label: (context: restate.ObjectSharedContext, request: PageRequest) => Promise<PageAnswer>;
  /** What is known, in numbers. */
  stats: (context: restate.ObjectSharedContext) => Promise<SiteStats>;
  /** What is known, as `Detector.restore` takes it: an answer of bytes. */
  snapshot: (context: restate.ObjectSharedContext) => Promise<Uint8Array>;
  /** Removes all that is known; whether anything was. */
  forget: (context: restate.ObjectContext) => Promise<boolean>;
};

/**
 * Many sites on many machines: a virtual object of Restate for each, so that one call at a time is at a site's table, what is
 * known is kept by Restate, and a call that fails is made again.
 *
 * ```ts
 * import * as restate from '@restatedev/restate-sdk';
 * import { siteObject } from '@refrain/restate';
 *
 * restate.serve({ services: [siteObject({ archive: '/crawl' })], port: 9080 });
 * ```
 *
 * A page is counted once: the ids of all pages that were counted are kept. One that is given again is labelled; one that is
 * given with other bytes is refused.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function siteObject<P extends string = 'Site'>(
  options: SiteObjectOptions<P> = {},
  create: CreateOptions = {},
): restate.VirtualObjectDefinition<P, SiteHandlers> {
  const { name = 'Site' as P, siteOf, archive, maxPages = 500, restate: service, ...detector } = options;
  const resolved = resolveOptions({ ...detector, maxMemory: detector.maxMemory ?? 256 * MIB });
  if (!Number.isInteger(maxPages) || maxPages < 1) throw new OptionError('maxPages must be a whole number from 1');
  const calls = new Calls({
    maxPages,
    open: () => CallTables.open(resolved, create),
    archive: archive === undefined ? undefined : new Archive(archive, resolved.maxPageBytes),
    findSite: siteOf === undefined ? undefined : siteFinder(siteOf),
  });
  const { exclusive, shared } = restate.handlers.object;
  // Of a large site the ids of its pages are most of the state, and these need none of them.
  const reading = { enableLazyState: true } as const;
  return restate.object({
    name,
    handlers: {
      learn: exclusive((context: restate.ObjectContext, request: PageRequest) => calls.learn(context, request)),
      learnMany: exclusive((context: restate.ObjectContext, request: PagesRequest) =>
        calls.learnMany(context, request),
      ),
      label: shared(reading, (context: restate.ObjectSharedContext, request: PageRequest) =>
        calls.label(context, request),
      ),
      stats: shared(reading, (context: restate.ObjectSharedContext) => calls.stats(context)),
      snapshot: shared({ ...reading, output: binary }, (context: restate.ObjectSharedContext) =>
        calls.snapshot(context),
      ),
      forget: exclusive((context: restate.ObjectContext) => calls.forget(context)),
    },
    options: { ...service, asTerminalError: terminalError },
  });
}

interface CallsOptions {
  readonly maxPages: number;
  readonly open: () => Promise<CallTables>;
  readonly archive: Archive | undefined;
  readonly findSite: Promise<(url: string) => string> | undefined;
}

/**
 * What the handlers do. A call that is made again after a crash takes the same way: what it does rests on its request, the
 * state as Restate has written it down for the call, and files that do not change. So files are read outside of Restate's journal,
 * which would otherwise hold every page.
 */
class Calls {
  readonly #options: CallsOptions;
  #tables: Promise<CallTables> | undefined;

  constructor(options: CallsOptions) {
    this.#options = options;
    // An option that is wrong is told by the call that needs it.
    options.findSite?.catch(() => undefined);
  }

  async learn(context: restate.ObjectContext, request: PageRequest): Promise<PageAnswer> {
    const how = { ...checkAnswer(request), skipRefused: false };
    const { answers } = await this.#learn(context, [request], how);
    return answers[0] as PageAnswer;
  }

  async learnMany(context: restate.ObjectContext, request: PagesRequest): Promise<PagesAnswer> {
    const { pages, skipRefused } = checkPages(request, this.#options.maxPages);
    return this.#learn(context, pages, { ...checkAnswer(request), skipRefused });
  }

  async label(context: restate.ObjectSharedContext, request: PageRequest): Promise<PageAnswer> {
    const ask = checkAnswer(request);
    return this.#use(async (tables) => {
      const bytes = await context.get(STATE, binary);
      const page = await this.#read(tables, checkSite(context.key), request);
      return tables.label(tables.open(context.key, bytes), page, ask);
    });
  }

  stats(context: restate.ObjectSharedContext): Promise<SiteStats> {
    return this.#use(async (tables) => {
      const bytes = await context.get(STATE, binary);
      const { pages, entries, olderIds } = tables.open(context.key, bytes);
      return { pages, entries, stateBytes: bytes?.length ?? 0, olderIds };
    });
  }

  snapshot(context: restate.ObjectSharedContext): Promise<Uint8Array> {
    return this.#use(async (tables) => {
      const bytes = await context.get(STATE, binary);
      return tables.snapshot(context.key, tables.open(context.key, bytes));
    });
  }

  async forget(context: restate.ObjectContext): Promise<boolean> {
    const isKnown = (await context.get(STATE, binary)) !== null;
    context.clearAll();
    return isKnown;
  }

  #learn(context: restate.ObjectContext, requests: readonly unknown[], how: LearnHow): Promise<PagesAnswer> {
    return this.#use(async (tables) => {
      const site = checkSite(context.key);
      const before = tables.open(site, await context.get(STATE, binary));
      const pages = await Promise.all(
        requests.map((request) =>
          this.#read(tables, site, request).catch((error: unknown): PageOrError => ({ error })),
        ),
      );
      // Of a refusal and an error of the system, the latter may go away, and the call is to end as it would without it.
      for (const page of pages) if ('error' in page && refusalOf(page.error) === undefined) throw page.error;
      const unknown = pages.flatMap((page) => ('error' in page || before.recent.has(page.id) ? [] : [page.id]));
      const older = await readBuckets(context, bucketsOf(unknown, before.olderIds));
      const all = new Map([...older.values()].flatMap((prints) => [...prints]));
      const { state, answers, counted } = tables.learn(before, all, pages, how);
      if (counted > 0) await this.#write(context, tables, state);
      return { pages: state.pages, counted, answers };
    });
  }

  async #write(context: restate.ObjectContext, tables: CallTables, state: SiteState): Promise<void> {
    const { kept, move } = planMove(state.recent, state.olderIds);
    if (move !== undefined) await moveIds(context, move);
    const olderIds = state.olderIds + (move?.moved.size ?? 0);
    context.set(STATE, tables.seal(context.key, { ...state, recent: kept, olderIds }), binary);
  }

  /** The page of a request, its bytes read where they are. */
  async #read(tables: CallTables, site: string, request: unknown): Promise<ReadPage> {
    const page = checkPage(request);
    const { url, id } = page;
    const findSite = await this.#options.findSite;
    const found = findSite === undefined ? site : findSite(url);
    if (found !== site) throw new CallError('SITE_MISMATCH', `${url} is of ${found}, not of ${site}`);
    const { html, contentType } = await sourceOf(page, this.#options.archive);
    return { id: tables.idOf(id), name: id, html, contentType };
  }

  /** Runs with an instance of the module; one that has failed, or could not be had, is not used again. */
  async #use<T>(run: (tables: CallTables) => Promise<T>): Promise<T> {
    this.#tables ??= this.#options.open();
    const opening = this.#tables;
    const giveUp = (): void => {
      if (this.#tables === opening) this.#tables = undefined;
    };
    const tables = await opening.catch((error: unknown) => {
      giveUp();
      throw error;
    });
    try {
      return await run(tables);
    } catch (error) {
      if (error instanceof RefrainError && error.code === 'CORE_FAILED') giveUp();
      throw error;
    }
  }
}

async function sourceOf(
  { url, contentType, source }: CheckedPage,
  archive: Archive | undefined,
): Promise<Pick<ReadPage, 'html' | 'contentType'>> {
  if (typeof source === 'string' || source instanceof Uint8Array) return { html: source, contentType };
  if (archive === undefined) throw new CallError('REFERENCE_INVALID', 'this service has no archive');
  const { bytes, contentType: stated } = await archive.read(url, source);
  return { html: bytes, contentType: stated };
}

async function readBuckets(context: restate.ObjectContext, buckets: readonly number[]): Promise<Map<number, Prints>> {
  const read = await Promise.all(buckets.map((bucket) => context.get(bucketKey(bucket), binary)));
  return new Map(buckets.map((bucket, index) => [bucket, readPrints(read[index] ?? new Uint8Array())]));
}

/** The buckets are written before the state that counts on them. */
async function moveIds(context: restate.ObjectContext, move: Move): Promise<void> {
  const buckets = settle(move, await readBuckets(context, move.reads));
  for (const [bucket, prints] of [...buckets].sort(([one], [other]) => one - other)) {
    const bytes = new Uint8Array(printsBytes(prints.size));
    writePrints(prints, bytes);
    context.set(bucketKey(bucket), bytes, binary);
  }
}
