/**
 * Streams of pages for crawlers: a WHATWG `TransformStream`, in Node, browsers and workers. `@refrain/crawl/streams/node` has a
 * stream of Node.
 *
 * ```ts
 * const sites = await Sites.open({ location: 'crawl.refrain' });
 * await crawl.pipeThrough(templateStream(sites)).pipeTo(output);
 * await sites.close();
 * ```
 *
 * @module @refrain/crawl/streams
 */
import type { PageField, PageFields } from 'refrain';
import type { CrawlPage } from '../page.ts';
import type { Sites } from '../sites/sites.ts';
import { type LabelledPage, labelling, type MappedStreamOptions, type TemplateStreamOptions } from './labelling.ts';

export type { LabelledPage, MappedStreamOptions, TemplateStreamOptions } from './labelling.ts';

/**
 * A stream from pages to labelled pages, in their order and one at a time, with backpressure. Before it ends, counted pages are
 * written to the store.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function templateStream<T, E = never, I extends CrawlPage = CrawlPage>(
  sites: Sites,
  options: MappedStreamOptions<I, T, E>,
): TransformStream<I, T | E>;
export function templateStream<E = never, I extends CrawlPage = CrawlPage>(
  sites: Sites,
  options: Omit<TemplateStreamOptions<I, never, E>, 'map'> & { readonly fields: readonly PageField[] },
): TransformStream<I, Partial<PageFields> | E>;
export function templateStream<E = never, I extends CrawlPage = CrawlPage>(
  sites: Sites,
  options?: Omit<TemplateStreamOptions<I, never, E>, 'map'>,
): TransformStream<I, LabelledPage | E>;
export function templateStream<T, E, I extends CrawlPage>(
  sites: Sites,
  options: TemplateStreamOptions<I, T, E> = {},
): TransformStream<I, T | E | Partial<PageFields>> {
  const label = labelling('templateStream', sites, options);
  return new TransformStream({
    async transform(input, controller) {
      const output = await label(input);
      if (output !== undefined) controller.enqueue(output);
    },
    flush: () => sites.flush(),
  });
}
