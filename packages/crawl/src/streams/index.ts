/**
 * Streams of pages, for whatever crawls: a WHATWG `TransformStream`, in Node, browsers and workers. `@refrain/crawl/streams/node` has
 * Node's own kind.
 *
 * ```ts
 * const sites = await Sites.open({ location: 'crawl.refrain' });
 * await crawl.pipeThrough(templateStream(sites)).pipeTo(output);
 * await sites.close();
 * ```
 *
 * @module @refrain/crawl/streams
 */
import type { Sites } from '../sites/sites.ts';
import {
  type CrawledPage,
  type LabelledPage,
  labelling,
  type MappedStreamOptions,
  type TemplateStreamOptions,
} from './labelling.ts';

export type { CrawledPage, LabelledPage, MappedStreamOptions, TemplateStreamOptions } from './labelling.ts';

/**
 * Pages in, labelled pages out, in their order and one at a time: who reads slowly slows down who writes. When the last page is
 * through, what was learned is in the store.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function templateStream<T, E = never, I extends CrawledPage = CrawledPage>(
  sites: Sites,
  options: MappedStreamOptions<I, T, E>,
): TransformStream<I, T | E>;
export function templateStream<E = never, I extends CrawledPage = CrawledPage>(
  sites: Sites,
  options?: Omit<TemplateStreamOptions<I, never, E>, 'map'>,
): TransformStream<I, LabelledPage | E>;
export function templateStream<T, E, I extends CrawledPage>(
  sites: Sites,
  options: TemplateStreamOptions<I, T, E> = {},
): TransformStream<I, T | E | LabelledPage> {
  const label = labelling(sites, options);
  return new TransformStream({
    async transform(input, controller) {
      const made = await label(input);
      if (made !== undefined) controller.enqueue(made);
    },
    flush: () => sites.flush(),
  });
}
