import { type Index, IndexBuilder } from '@refrain/search';
import { type Block, type CreateOptions, Detector, type DetectorOptions, type Page, resolveOptions } from 'refrain';
import { SEPARATORS } from '../../bindings/options.ts';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { BatchMethod, Method, PageSource } from './method.ts';

export const REPETITION = { evidence: 'repetition', separators: 'html5' } as const;

const isContent = ({ verdict }: Block): boolean => verdict === 'content';

export const isMain = ({ main }: Block): boolean => main;

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

/** Bytes of a word in an index: eight for the word and its block, four for the posting. */
const WORD_BYTES = 12;

/**
 * The method of Chen, Ye and Li in the indexer, which judges blocks when it indexes a batch of pages. Only words and
 * styles of blocks are stored.
 */
export async function createTwoStage(): Promise<BatchMethod> {
  // Verdicts come from the index, texts from the detector. Both divide pages into the same blocks.
  const divider = await Detector.create({ evidence: 'repetition', separators: 'html5' });
  let batch: readonly PageSource[] = [];
  let index: Index | undefined;
  let [terms, words] = [0, 0];
  return {
    separators: SEPARATORS.html5,
    fit: async (pages) => {
      batch = pages;
      const builder = await IndexBuilder.create({ template: 'two-stage', detector: { separators: 'html5' } });
      for (const { html } of pages) builder.add('https://site.example/', html);
      ({ terms, words } = builder.stats);
      index = builder.build();
    },
    label: (page) =>
      divider.label(batch[page]?.html ?? '').blocks.flatMap(({ segments }, block) => {
        const template = index?.isTemplate(page, block) === true;
        return segments.map(({ text }) => ({ text, template }));
      }),
    table: () => ({ peak: terms, entries: terms, bytes: words * WORD_BYTES }),
  };
}
