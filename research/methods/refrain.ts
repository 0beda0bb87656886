/** refrain by its public API, and the methods of its packages that read pages one by one. */

import { type Block, type CreateOptions, Detector, type DetectorOptions, type Page, resolveOptions } from 'refrain';
import { SEPARATORS } from '../../bindings/options.ts';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { Method } from './method.ts';

/** Decides only by repetition, on blocks of the separators of HTML5. */
export const REPETITION = { evidence: 'repetition', separators: 'html5' } as const;

/** Predicate for content. */
const isContent = ({ verdict }: Block): boolean => verdict === 'content';

/** Predicate for main content: everything else counts as template. */
export const isMain = ({ main }: Block): boolean => main;

/** Verdicts of a page on every text segment, block by block. */
const verdictsOf = (page: Page | undefined, isKept: (block: Block) => boolean = isContent): SegmentVerdict[] =>
  (page?.blocks ?? []).flatMap((block) => {
    const template = !isKept(block);
    return block.segments.map(({ text }) => ({ text, template }));
  });

export async function createRefrain(
  options: DetectorOptions,
  create?: CreateOptions,
  isKept?: (block: Block) => boolean,
): Promise<Method> {
  const detector = await Detector.create(options, create);
  let page: Page | undefined;
  let entriesBefore = 0;
  return {
    separators: SEPARATORS[resolveOptions(options).separators],
    read: (html, _, id) => {
      page = detector.learn(html, { id });
    },
    label: (html, id) => {
      page = detector.label(html, { id });
    },
    verdicts: () => verdictsOf(page, isKept),
    table: () => {
      const { entries, tableBytes: bytes } = detector.stats;
      const peak = entriesBefore + (page?.fresh ?? 0);
      entriesBefore = entries;
      return { peak, entries, bytes };
    },
  };
}
