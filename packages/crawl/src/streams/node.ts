/**
 * Streams of pages as Node has them.
 *
 * ```ts
 * await pipeline(pages, templateTransform(sites), output);
 * ```
 *
 * @module @refrain/crawl/streams/node
 */
import { Transform, type TransformCallback } from 'node:stream';
import type { Sites } from '../sites/sites.ts';
import { type CrawledPage, labelling, type TemplateStreamOptions } from './labelling.ts';

export type { CrawledPage, LabelledPage, TemplateStreamOptions } from './labelling.ts';

/**
 * A `Transform` of objects: pages in, labelled pages out (`LabelledPage`, or what `map` makes), in their order and one at a
 * time. Before it ends what was learned is in the store.
 */
export function templateTransform<I extends CrawledPage = CrawledPage>(
  sites: Sites,
  options: TemplateStreamOptions<I, unknown, unknown> = {},
): Transform {
  const label = labelling(sites, options);
  const answer = (work: Promise<unknown>, done: TransformCallback): void => {
    work.then(
      // Null would end the stream.
      (made) => done(null, made ?? undefined),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
  return new Transform({
    objectMode: true,
    // A page may be large; as many as these wait on either side.
    highWaterMark: 4,
    transform: (input: I, _, done) => answer(label(input), done),
    flush: (done) => answer(sites.flush(), done),
  });
}
