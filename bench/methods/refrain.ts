import { type CreateOptions, Detector, type Page, type ResolvedOptions } from 'refrain';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { Method } from './method.ts';

/** Verdicts on every text segment, block by block. */
export const verdictsOf = (page: Page | undefined): SegmentVerdict[] =>
  (page?.blocks ?? []).flatMap((block) => {
    const template = block.kind === 'template';
    return block.segments.map(({ text }) => ({ text, template }));
  });

/** The package, by its public API. */
export async function createRefrain(options: ResolvedOptions, create?: CreateOptions): Promise<Method> {
  const detector = await Detector.create(options, create);
  let page: Page | undefined;
  let entriesBefore = 0;
  return {
    separators: new Set(options.separators),
    read: (html) => {
      page = detector.learn(html);
    },
    verdicts: () => verdictsOf(page),
    table: () => {
      const { entries, tableBytes: bytes } = detector.stats;
      const peak = entriesBefore + (page?.fresh ?? 0);
      entriesBefore = entries;
      return { peak, entries, bytes };
    },
  };
}
