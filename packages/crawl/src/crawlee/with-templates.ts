import type { BlockKind, Page, PageRecord } from 'refrain';
import { InputError, LimitError, OptionError } from 'refrain';
import type { Sites } from '../sites/sites.ts';
import type { CrawlContext } from './context.ts';
import { type LoadedPage, loadedPage } from './loaded-page.ts';
import { Persistence, stopFor } from './persistence.ts';

/** What is on the context of a page where nothing else is asked for: plain data, which outlives the request. */
export interface PageTemplate extends PageRecord {
  /** The address that it was loaded from, which says what site it is of. */
  readonly url: string;
  readonly title: string;
  /** Unicode code points of text in blocks of each kind. */
  readonly lengths: Readonly<Record<BlockKind, number>>;
  /** The source with the template cut out of it. */
  readonly html: string;
}

/** How a handler gets its pages. */
export interface WithTemplatesOptions<C, T> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label';
  /**
   * What `template` is, made at once while the page is in hand: the page can not be read later. Default: {@link PageTemplate}.
   */
  readonly map?: (page: Page<never>, context: C) => T;
  /**
   * What `template` is for a page that can not be taken (`InputError`, `LimitError`); the handler then runs as for any other.
   * Without it the request fails at once, and goes to the crawler's `failedRequestHandler` with the error.
   */
  readonly onError?: (error: InputError | LimitError, context: C) => T | undefined;
  /**
   * When what was learned goes to the store: before the handler of every `page`, so that a crawl that is killed has lost no
   * page that its queue takes for done (default); or with the crawler's `events`, which for tables of many megabytes is faster,
   * and leaves out of the count what was handled in the last minute before it was killed.
   */
  readonly flush?: 'page' | 'events';
}

/** A request handler; what it gives back is waited for. */
export type TemplateHandler<C, T> = (context: C & { readonly template: T | undefined }) => unknown;

/** What a request keeps for its next try: where it was loaded from when it was counted. */
interface Kept {
  refrainUrl?: string;
}

const check = <T extends string>(name: string, value: T, choices: readonly T[]): void => {
  if (!choices.includes(value)) throw new OptionError(`${name} must be one of ${choices.join(', ')}, not ${value}`);
};

/**
 * A request handler whose context has `template`: what of the page is template and what is content, by all pages of its site that
 * the crawl has had. It is undefined for what is no page: other types than HTML, other status than 2xx, requests that
 * load nothing.
 *
 * ```ts
 * const sites = await Sites.open({ location: 'crawl.refrain' });
 * const crawler = new CheerioCrawler({
 *   postNavigationHooks: [decodePage],
 *   requestHandler: withTemplates(sites, async ({ request, template, pushData, enqueueLinks }) => {
 *     await pushData({ url: request.url, text: template?.content });
 *     await enqueueLinks();
 *   }),
 * });
 * await crawler.run(['https://example.com/']);
 * await sites.close();
 * ```
 *
 * A page is counted once, by the address that it was loaded from; one that is retried is labelled again. What was learned is
 * written as `flush` says, with Crawlee's own events (`persistState`, `migrating`, `aborting`) and before `crawler.run()` ends. A
 * store that can not be written stops the crawler; the requests stay in its queue.
 */
export function withTemplates<C extends CrawlContext>(
  sites: Sites,
  handler: TemplateHandler<C, PageTemplate>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext>(
  sites: Sites,
  options: WithTemplatesOptions<C, PageTemplate> & { readonly map?: never },
  handler: TemplateHandler<C, PageTemplate>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext, T>(
  sites: Sites,
  options: WithTemplatesOptions<C, T> & { readonly map: (page: Page<never>, context: C) => T },
  handler: TemplateHandler<C, T>,
): (context: C) => Promise<void>;
export function withTemplates<C extends CrawlContext, T>(
  sites: Sites,
  ...given: [TemplateHandler<C, T | PageTemplate>] | [WithTemplatesOptions<C, T>, TemplateHandler<C, T | PageTemplate>]
): (context: C) => Promise<void> {
  const [options, handler] = given.length === 1 ? [{}, given[0]] : given;
  const { mode = 'learn', flush = 'page', map, onError }: WithTemplatesOptions<C, T> = options;
  if (typeof handler !== 'function') throw new OptionError('the last argument of withTemplates is the handler');
  check('mode', mode, ['learn', 'label']);
  check('flush', flush, ['page', 'events']);
  const persistence = Persistence.of(sites);

  /** Where a redirect leads elsewhere at the next try (a session in the address, say), the request was counted already. */
  const learns = ({ url }: LoadedPage, { request: { userData } }: C): boolean =>
    mode === 'learn' && [undefined, url].includes((userData as Kept).refrainUrl);

  const templateOf = async (loaded: LoadedPage, context: C): Promise<T | PageTemplate | undefined> => {
    let page: Page<never>;
    try {
      page = await (learns(loaded, context) ? sites.learn : sites.label).call(sites, loaded.url, loaded.html, loaded);
    } catch (error) {
      if (!(error instanceof InputError || error instanceof LimitError)) {
        stopFor(context.crawler, error);
        throw error;
      }
      if (onError !== undefined) return onError(error, context);
      // It would not be any smaller the next time.
      context.request.noRetry = true;
      throw error;
    }
    const template = map === undefined ? recordOf(page, loaded) : map(page, context);
    // Also for a page that is known: it may be known in memory only.
    if (mode === 'learn' && flush === 'page') await write(context);
    return template;
  };

  const write = async ({ crawler }: C): Promise<void> => {
    try {
      await persistence.flush();
    } catch (error) {
      stopFor(crawler, error);
      throw error;
    }
  };

  return async (context) => {
    persistence.follow(context.crawler);
    const loaded = await loadedPage(context);
    const template = loaded && (await templateOf(loaded, context));
    const kept: Kept = context.request.userData;
    // There before the handler, as one that takes too long is given up without a word, and gone where there is no next try.
    if (loaded !== undefined) kept.refrainUrl ??= loaded.url;
    await handler(Object.assign(context, { template }));
    delete kept.refrainUrl;
  };
}

const recordOf = (page: Page<never>, { url }: LoadedPage): PageTemplate => ({
  url,
  title: page.title,
  ...page.toJSON(),
  lengths: page.lengths,
  html: page.html({ remove: 'template' }),
});
