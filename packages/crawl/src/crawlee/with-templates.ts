import { type InputError, type LimitError, type PageField, type PageFields, RefrainError } from 'refrain';
import { check } from 'refrain/engine';
import type { CrawlPage } from '../crawl-page.ts';
import { isRefusal } from '../errors.ts';
import type { Sites } from '../sites/sites.ts';
import { OUTPUT_OPTIONS, type OutputOptions, outputOf } from '../sites/sites-options.ts';
import type { CrawlContext } from './context.ts';
import { loadedPage } from './loaded-page.ts';
import { flushWith, stopFor } from './persistence.ts';

const TEMPLATE = [
  ...(['url', 'title', 'page', 'counted', 'kind', 'kindConfidence', 'blocks', 'text', 'reason'] as const),
  ...(['lengths', 'html'] as const),
] as const;

/** The default `template` of a page: plain data, which remains valid after the request. */
export interface PageTemplate extends Pick<PageFields, (typeof TEMPLATE)[number]> {}

/** Options of `withTemplates`. Default of `fields`: those of {@link PageTemplate}. */
export interface WithTemplatesOptions<C, F extends PageField = (typeof TEMPLATE)[number], E = never>
  extends OutputOptions<F> {
  /**
   * Returns the `template` of a refused page (`InputError`, `LimitError`). Default: the request fails and is not
   * retried; the crawler's `failedRequestHandler` receives the error.
   */
  readonly onError?: (error: InputError | LimitError, context: C) => E | undefined;
  /**
   * When counted pages are written to the store. `page` (default): before each call of the handler, so even a killed
   * crawl has counted every handled page. `events`: at the crawler's events. This is faster for tables of many
   * megabytes, but a killed crawl loses the counts of its last minute.
   */
  readonly flush?: 'page' | 'events';
}

/** A request handler. Its result is awaited. */
export type TemplateHandler<C, T> = (context: C & { readonly template: T | undefined }) => unknown;

/** The loaded URL of the attempt that counted the page. */
interface RetryData {
  refrainUrl?: string;
}

/**
 * Makes a request handler. Its context has the property `template`: template and content of the page, judged by all
 * earlier pages of its site. `template` is undefined unless HTML with a status of 2xx was loaded.
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
 * A page is counted once, by its loaded URL; a retry labels it again. Counted pages are written to the store according
 * to `flush`, at Crawlee's own events (`persistState`, `migrating`, `aborting`), and before `crawler.run()` ends. A
 * store that cannot be written stops the crawler; the requests remain in its queue.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN` if fields need main content, and no model decides
 */
export function withTemplates<C extends CrawlContext>(
  sites: Sites,
  handler: TemplateHandler<C, PageTemplate>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext, F extends PageField = (typeof TEMPLATE)[number], E = never>(
  sites: Sites,
  options: WithTemplatesOptions<C, F, E>,
  handler: TemplateHandler<C, Pick<PageFields, F> | E>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext>(
  sites: Sites,
  ...given: [TemplateHandler<C, never>] | [WithTemplatesOptions<C, PageField, unknown>, TemplateHandler<C, never>]
): (context: C) => Promise<void> {
  const [options, handler] = given.length === 1 ? [{}, given[0]] : given;
  const {
    flush = 'page',
    onError,
    fields = TEMPLATE,
    ...how
  } = check.object('withTemplates', options, [...OUTPUT_OPTIONS, 'flush', 'onError']);
  const want = outputOf(sites.options, { ...how, fields });
  check.oneOf('flush', flush, ['page', 'events']);
  check.type('onError', onError, 'function');
  if (typeof handler !== 'function')
    throw check.optionError('the last argument of withTemplates', 'the handler', handler);

  const templateOf = async (loaded: CrawlPage, context: C): Promise<unknown> => {
    const { refrainUrl = loaded.url }: RetryData = context.request.userData;
    try {
      // If a retry is redirected to another URL, for example with a session id, the page was already counted.
      const learns = want.learns === true && refrainUrl === loaded.url;
      const template = await sites.judge(() => sites.check(loaded), { ...want, learns });
      // Also for a repeated page, because its count may not be written yet.
      if (want.learns === true && flush === 'page') await sites.flush();
      return template;
    } catch (error) {
      if (isRefusal(error)) {
        if (onError !== undefined) return onError(error, context);
        context.request.noRetry = true;
      } else if (error instanceof RefrainError) stopFor(context.crawler, error);
      throw error;
    }
  };

  return async (context) => {
    flushWith(context.crawler, sites);
    const loaded = await loadedPage(context);
    const template = loaded && (await templateOf(loaded, context));
    const kept: RetryData = context.request.userData;
    // Set before the handler runs, because a timeout of the handler throws nothing here. Deleted after a success.
    if (loaded !== undefined) kept.refrainUrl ??= loaded.url;
    await handler(Object.assign(context, { template: template as never }));
    delete kept.refrainUrl;
  };
}
