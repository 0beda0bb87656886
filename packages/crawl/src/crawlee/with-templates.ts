import {
  type InputError,
  type LimitError,
  type Page,
  type PageField,
  type PageFields,
  type Part,
  RefrainError,
} from 'refrain';
import { check } from 'refrain/engine';
import { isRefusal } from '../errors.ts';
import type { Sites } from '../sites/sites.ts';
import { outputs } from '../streams/labelling.ts';
import type { CrawlContext } from './context.ts';
import { type LoadedPage, loadedPage } from './loaded-page.ts';
import { flushWith, stopFor } from './persistence.ts';

const TEMPLATE = [
  ...(['url', 'title', 'page', 'counted', 'kind', 'kindConfidence', 'blocks', 'text', 'reason'] as const),
  ...(['lengths', 'html'] as const),
] as const;

/** The default `template` of a page: plain data, which outlives the request. */
export interface PageTemplate extends Pick<PageFields, (typeof TEMPLATE)[number]> {
  /** The URL that the page was loaded from. It names the site. */
  url: string;
}

/** How pages are passed to a handler. */
export interface WithTemplatesOptions<C, T> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label';
  /**
   * The part of the page that `text` and `html` have. It has no meaning with `map`. Default: `main`, or `content` where no model
   * decides.
   */
  readonly part?: Part;
  /** The fields that `template` has, in place of those of {@link PageTemplate}. It has no meaning with `map`. */
  readonly fields?: readonly PageField[];
  /**
   * Makes `template` of a page, synchronously, while the page is valid. Default: {@link PageTemplate}.
   */
  readonly map?: (page: Page<never>, context: C) => T;
  /**
   * Makes `template` of a page that is refused (`InputError`, `LimitError`); then the handler is called. Without it the request
   * fails without a retry, and goes to the crawler's `failedRequestHandler` with the error.
   */
  readonly onError?: (error: InputError | LimitError, context: C) => T | undefined;
  /**
   * When counted pages are written to the store. `page` (default): before each call of the handler, so that a killed crawl has
   * counted every page that its queue marks as handled. `events`: at the crawler's own events, which is faster for tables of many
   * megabytes; a killed crawl has then not counted the pages of its last minute.
   */
  readonly flush?: 'page' | 'events';
}

/** A request handler; its result is awaited. */
export type TemplateHandler<C, T> = (context: C & { readonly template: T | undefined }) => unknown;

/** What is made of a page without `map`. */
type Made = Partial<PageFields>;

/** Data of a request for its next attempt: the URL that it was loaded from when it was counted. */
interface Kept {
  refrainUrl?: string;
}

/**
 * A request handler whose context has `template`: the template and the content of the page, by all pages of its site that were
 * crawled before. It is undefined for everything but pages: other types than HTML, other status than 2xx, and requests that load
 * nothing.
 *
 * ```ts
 * const sites = await Sites.open({ location: 'crawl.refrain' });
 * const crawler = new CheerioCrawler({
 *   postNavigationHooks: [decodePage],
 *   requestHandler: withTemplates(sites, async ({ request, template, pushData, enqueueLinks }) => {
 *     await pushData({ url: request.url, text: template?.text });
 *     await enqueueLinks();
 *   }),
 * });
 * await crawler.run(['https://example.com/']);
 * await sites.close();
 * ```
 *
 * A page is counted once, by the URL that it was loaded from; a retry labels it again. Counted pages are written to the store as
 * `flush` says, at Crawlee's own events (`persistState`, `migrating`, `aborting`), and before `crawler.run()` ends. A store that
 * cannot be written stops the crawler; the requests stay in its queue.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN` for main content of sites where no model decides
 */
export function withTemplates<C extends CrawlContext>(
  sites: Sites,
  handler: TemplateHandler<C, PageTemplate>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext>(
  sites: Sites,
  options: WithTemplatesOptions<C, Partial<PageFields>> & {
    readonly map?: never;
    readonly fields: readonly PageField[];
  },
  handler: TemplateHandler<C, Partial<PageFields>>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext>(
  sites: Sites,
  options: WithTemplatesOptions<C, PageTemplate> & { readonly map?: never; readonly fields?: never },
  handler: TemplateHandler<C, PageTemplate>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext, T>(
  sites: Sites,
  options: WithTemplatesOptions<C, T> & { readonly map: (page: Page<never>, context: C) => T },
  handler: TemplateHandler<C, T>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext, T>(
  sites: Sites,
  ...given: [TemplateHandler<C, T | Made>] | [WithTemplatesOptions<C, T>, TemplateHandler<C, T | Made>]
): (context: C) => Promise<void> {
  const [options, handler] = given.length === 1 ? [{}, given[0]] : given;
  const output = outputs<C, T, T>('withTemplates', sites, options, { more: ['flush'], usual: TEMPLATE });
  if (typeof handler !== 'function')
    throw check.optionError('the last argument of withTemplates', 'the handler', handler);
  const { mode = 'learn', flush = 'page' }: WithTemplatesOptions<C, T> = options;
  check.oneOf('flush', flush, ['page', 'events']);

  const templateOf = async (loaded: LoadedPage, context: C): Promise<T | Made | undefined> => {
    const { refrainUrl = loaded.url }: Kept = context.request.userData;
    try {
      // A retry may be redirected to another URL (one with a session id, for example): then the request was counted already.
      const template = await output(loaded, context, refrainUrl === loaded.url ? mode : 'label');
      // Also for a page that was counted before: it may not be written yet.
      if (mode === 'learn' && flush === 'page') await sites.flush();
      return template;
    } catch (error) {
      if (isRefusal(error)) context.request.noRetry = true;
      else if (error instanceof RefrainError) stopFor(context.crawler, error);
      throw error;
    }
  };

  return async (context) => {
    flushWith(context.crawler, sites);
    const loaded = await loadedPage(context);
    const template = loaded && (await templateOf(loaded, context));
    const kept: Kept = context.request.userData;
    // Set before the handler, because a handler that times out throws nothing here; deleted where there is no retry.
    if (loaded !== undefined) kept.refrainUrl ??= loaded.url;
    await handler(Object.assign(context, { template }));
    delete kept.refrainUrl;
  };
}
