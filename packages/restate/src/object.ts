import { type CrawlPage, type SiteOf, type Step, siteFinder } from '@refrain/crawl';
import { type EngineStep, type StepEngine, withEngine } from '@refrain/crawl/engine';
import type * as sdk from '@restatedev/restate-sdk';
import type { CreateOptions, PageFields } from 'refrain';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { check, Seed } from 'refrain/engine';
import { Archive } from './archive.ts';
import { CallError, refusalOf, restate, terminalError } from './errors.ts';
import {
  type AnswerOptions,
  type CheckedPage,
  type CheckedReference,
  checkAnswer,
  checkPage,
  checkPages,
  type PageAnswer,
  type PageRequest,
  type PagesAnswer,
  type PagesRequest,
  type RefusedPage,
  type SiteStats,
} from './messages.ts';

const MIB = 2 ** 20;
/** Maximum bytes in memory for the pages of one call. */
const BYTES_OF_CALL = 256 * MIB;

/** The key of a site's state. State keys that follow in order of names are those of buckets of page ids. */
const STATE = 'site';
const bucketKey = (bucket: number): string => `${STATE}/${bucket}`;

const { binary } = restate.serde;

/** The seed of steps whose results do not depend on the seed. */
const ANY_SEED = '0';

/** Options of a virtual object for sites. The detector's options apply to every site. */
export interface SiteObjectOptions<P extends string = 'Site'> extends DetectorOptions {
  /** Name of the object in Restate; default: `Site`. */
  name?: P;
  /**
   * The part of a URL that names its site. A page whose site is not the object's key is refused with
   * `SITE_MISMATCH`. Default: not checked.
   */
  siteOf?: SiteOf;
  /** The base folder of references. Default: references are refused. */
  archive?: string;
  /** Maximum number of pages in a call of `learnMany`; default: 500. */
  maxPages?: number;
  /** Maximum bytes of linear memory; default: 256 MiB. */
  maxMemory?: number;
  /** Options of Restate for the object: retention of answers, retries … */
  restate?: Omit<sdk.ObjectOptions, 'asTerminalError' | 'serde'>;
}

/**
 * The handlers of a site's object, for a client of Restate: `context.objectClient<SiteHandlers>({ name: 'Site' },
 * 'a.example')`.
 */
export type SiteHandlers = {
  /** Labels a page, and counts it unless its id was counted before. */
  learn: (context: sdk.ObjectContext, request: PageRequest) => Promise<PageAnswer>;
  /** Does the same for many pages, reading and writing the site's state once. */
  learnMany: (context: sdk.ObjectContext, request: PagesRequest) => Promise<PagesAnswer>;
  /** Labels a page by the site's current state without changing the state. Does not wait for learning calls. */
  label: (context: sdk.ObjectSharedContext, request: PageRequest) => Promise<PageAnswer>;
  /** The numbers of pages and entries of the site. */
  stats: (context: sdk.ObjectSharedContext) => Promise<SiteStats>;
  /** A snapshot for `Detector.restore`. */
  snapshot: (context: sdk.ObjectSharedContext) => Promise<Uint8Array>;
  /** Removes all data of the site; returns true if any existed. */
  forget: (context: sdk.ObjectContext) => Promise<boolean>;
};

/**
 * A virtual object of Restate for each site. Restate runs one learning call of a site at a time, stores the site's
 * state, and retries failed calls.
 *
 * ```ts
 * import * as restate from '@restatedev/restate-sdk';
 * import { siteObject } from '@refrain/restate';
 *
 * restate.serve({ services: [siteObject({ archive: '/crawl' })], port: 9080 });
 * ```
 *
 * Each page is counted once, because the ids of all counted pages are kept. A repeated page is only labelled; it is
 * refused if its bytes differ.
 *
 * A retry has the same result, which depends on the request, the recorded state, and files that do not change. Files
 * are therefore read outside Restate's journal, which would otherwise contain every page.
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
  const calls = new SiteCalls({ siteOf, archive }, resolved, create);
  const { exclusive, shared } = restate.handlers.object;
  // With lazy state, these handlers do not load page ids, which are most of a large site's state.
  const reading = { enableLazyState: true } as const;
  return restate.object({
    name,
    handlers: {
      learn: exclusive(async (context: sdk.ObjectContext, request: PageRequest) => {
        const { answers } = await calls.learn(context, [request], {
          ...calls.answerOptions(request),
          skipRefused: false,
        });
        return answers[0] as PageAnswer;
      }),
      learnMany: exclusive(async (context: sdk.ObjectContext, request: PagesRequest) => {
        const { pages, skipRefused } = checkPages(request, maxPages);
        return calls.learn(context, pages, { ...calls.answerOptions(request), skipRefused });
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

type PageOrError = CrawlPage | { readonly error: unknown; readonly document?: undefined };

const isPage = (page: PageOrError): page is CrawlPage => !('error' in page);

interface LearnOptions extends Required<AnswerOptions> {
  /** True if a refused page does not prevent learning the others. */
  readonly skipRefused: boolean;
}

class SiteCalls {
  readonly #options: ResolvedOptions;
  readonly #create: CreateOptions;
  readonly #archive: Archive | undefined;
  readonly #finding: ReturnType<typeof siteFinder> | undefined;

  constructor(
    { siteOf, archive }: { siteOf: SiteOf | undefined; archive: string | undefined },
    options: ResolvedOptions,
    create: CreateOptions,
  ) {
    this.#options = options;
    this.#create = create;
    this.#archive = archive === undefined ? undefined : new Archive(archive, options.maxPageBytes);
    this.#finding = siteOf === undefined ? undefined : siteFinder(siteOf);
    // An invalid `siteOf` is reported by the first call that needs it.
    this.#finding?.catch(() => undefined);
  }

  answerOptions(request: unknown): Required<AnswerOptions> {
    return checkAnswer(request, this.#options.evidence !== 'repetition');
  }

  async learn(context: sdk.ObjectContext, requests: readonly unknown[], options: LearnOptions): Promise<PagesAnswer> {
    const site = check.site(context.key);
    const known = await context.get(STATE, binary);
    // The random seed of a new site is recorded in the journal, so that a retry uses the same seed.
    const seed = this.#options.seed ?? (known === null ? await context.run('seed', Seed.random) : ANY_SEED);
    const pages = await this.#readPages(site, requests);
    // If any page has a system error, the call fails with this error instead of a refusal, because a retry may succeed.
    for (const page of pages) if (!isPage(page) && refusalOf(page.error) === undefined) throw page.error;
    const given = { site, state: known, seed, pages: pages.filter(isPage), learns: true };
    const step = await this.#step(context, given, options);
    const made = step.documents.values();
    const answers = pages.map((page): PageAnswer | RefusedPage => {
      const { error, document } = isPage(page) ? (made.next().value as (typeof step.documents)[number]) : page;
      if (document !== undefined) return document as PageAnswer;
      const refusal = options.skipRefused ? refusalOf(error) : undefined;
      if (refusal === undefined) throw error;
      return { error: refusal };
    });
    const counted = step.documents.filter((one) => one.counted).length;
    if (counted > 0) {
      for (const [bucket, ids] of step.buckets) context.set(bucketKey(bucket), ids, binary);
      context.set(STATE, step.state, binary);
    }
    return { pages: step.pages, counted, answers };
  }

  async label(context: sdk.ObjectSharedContext, request: PageRequest): Promise<PageAnswer> {
    const answer = this.answerOptions(request);
    const site = check.site(context.key);
    const state = await context.get(STATE, binary);
    const pages = (await this.#readPages(site, [request])).map((page) => {
      if (isPage(page)) return page;
      throw page.error;
    });
    // Any seed suffices for a new site, because the answers do not depend on the seed.
    const { documents } = await this.#step(context, { site, state, seed: ANY_SEED, pages, learns: false }, answer);
    const [{ document, error } = {}] = documents;
    if (document === undefined) throw error;
    return document as PageAnswer;
  }

  async stats(context: sdk.ObjectSharedContext): Promise<SiteStats> {
    const state = await context.get(STATE, binary);
    return this.#withEngine(async (engine) => {
      const { pages, entries, olderIds } = engine.inspect(check.site(context.key), state);
      return { pages, entries, stateBytes: state?.length ?? 0, olderIds };
    });
  }

  async snapshot(context: sdk.ObjectSharedContext): Promise<Uint8Array> {
    const state = await context.get(STATE, binary);
    return this.#withEngine(async (engine) => engine.snapshot(check.site(context.key), state));
  }

  #withEngine<T>(run: (engine: StepEngine) => Promise<T>): Promise<T> {
    // Sites have separate seeds, so engines have none.
    return withEngine({ ...this.#options, seed: undefined }, this.#create, run);
  }

  #step(
    context: sdk.ObjectSharedContext,
    given: Pick<EngineStep, 'site' | 'state' | 'seed' | 'pages' | 'learns'>,
    { fields, part }: Required<AnswerOptions>,
  ): Promise<Step<Partial<PageFields>>> {
    const buckets = (bucket: number): Promise<Uint8Array | null> => context.get(bucketKey(bucket), binary);
    const answer = { fields, part, settle: 0, last: false, buckets };
    return this.#withEngine((engine) => engine.step({ ...given, ...answer }));
  }

  async #readPages(site: string, requests: readonly unknown[]): Promise<PageOrError[]> {
    const checked = await Promise.all(
      requests.map((request) => this.#checked(site, request).catch((error: unknown) => ({ error }))),
    );
    const pages: PageOrError[] = [];
    let left = BYTES_OF_CALL;
    for (const page of checked) {
      const read = 'warc' in page ? await this.#archived(page) : page;
      left -= isPage(read) ? read.html.length : 0;
      if (left < 0)
        throw new CallError('TOO_MANY_PAGES', `the pages of a call must have at most ${BYTES_OF_CALL} bytes`);
      pages.push(read);
    }
    return pages;
  }

  async #archived(reference: CheckedReference): Promise<PageOrError> {
    const missing = 'this service has no archive: set the option archive of siteObject';
    try {
      if (this.#archive === undefined) throw new CallError('REFERENCE_INVALID', missing);
      const { url, html, contentType } = await this.#archive.page(reference);
      return { url, id: reference.id, html, contentType };
    } catch (error) {
      return { error };
    }
  }

  async #checked(site: string, request: unknown): Promise<CheckedPage> {
    const page = checkPage(request);
    const { url } = page;
    const found = (await this.#finding)?.(url) ?? site;
    if (found !== site) throw new CallError('SITE_MISMATCH', `${url} is a page of the site ${found}, not of ${site}`);
    return page;
  }
}
