/**
 * Streams of pages for Node's `stream` module.
 *
 * ```ts
 * await pipeline(pages, templateTransform(sites), output);
 * ```
 *
 * @module @refrain/crawl/streams/node
 */
import { Transform, type TransformCallback } from 'node:stream';
import type { CrawlPage } from '../page.ts';
import type { Sites } from '../sites/sites.ts';
import { labelling, type TemplateStreamOptions } from './labelling.ts';

/**
 * A `Transform` of objects, from pages to labelled pages (`LabelledPage`, or the results of `map`), in their order and one at a
 * time. Before it ends, counted pages are written to the store.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function templateTransform<I extends CrawlPage = CrawlPage>(
  sites: Sites,
  options: TemplateStreamOptions<I, unknown, unknown> = {},
): Transform {
  const label = labelling('templateTransform', sites, options);
  const answer = (work: Promise<unknown>, done: TransformCallback): void => {
    work.then(
      // Null would end the stream.
      (output) => done(null, output ?? undefined),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
  return new Transform({
    objectMode: true,
    // Pages that wait on either side: a page may be large.
    highWaterMark: 4,
    transform: (input: I, _, done) => answer(label(input), done),
    flush: (done) => answer(sites.flush(), done),
  });
}
