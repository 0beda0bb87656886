import { join } from 'node:path';
import { IndexBuilder, type IndexOptions, type IndexVerdicts } from '@refrain/search';
import { Detector, resolveOptions } from 'refrain';
import { withScratch } from '../scratch.ts';
import type { BatchMethod, PageSource } from './method.ts';

/** What of Chen, Ye and Li is a matter of choice. */
export interface TwoStageOptions extends Pick<IndexOptions, 'styles' | 'shortcut'> {
  /** Elements that open a block. */
  readonly separators: 'html5' | 'blocks' | readonly string[];
}

/** Blocks as in the paper. */
export const TWO_STAGE_PAPER: TwoStageOptions = { separators: ['table', 'p', 'ul'] };

/** Blocks with which it finds most on pages of today; whether classes are seen makes no difference there. */
export const TWO_STAGE: TwoStageOptions = { separators: 'html5' };

/** The index whose builder is asked. */
const twoStageIndex = ({ separators, ...options }: TwoStageOptions): IndexOptions => ({
  ...options,
  template: 'two-stage',
  detector: { separators },
});

/**
 * Chen, Ye and Li by way of the indexer: a batch's pages are indexed for the verdicts on their blocks, and the index is never
 * written. Of the pages it keeps the places of their words and what their blocks look like, and no page itself.
 */
export async function createTwoStage(options: TwoStageOptions): Promise<BatchMethod> {
  // Both divide pages alike; the builder tells of blocks by number, and this one what is in them.
  const divider = await Detector.create({ evidence: 'repetition', separators: options.separators });
  let batch: readonly PageSource[] = [];
  let verdicts: IndexVerdicts | undefined;
  let bytes = 0;
  let last = 0;
  return {
    separators: new Set(resolveOptions({ separators: options.separators }).separators),
    fit: (pages) =>
      withScratch(async (folder) => {
        batch = pages;
        using builder = await IndexBuilder.create(join(folder, 'index'), {
          ...twoStageIndex(options),
          siteOf: () => 'the site',
        });
        for (const { url, html } of pages) builder.add(url, html);
        bytes = builder.stats.gatheredBytes;
        verdicts = await builder.detect();
      }),
    label: (page) => {
      last = page;
    },
    verdicts: () =>
      divider.label(batch[last]?.html ?? '').blocks.flatMap(({ segments }, block) => {
        const template = verdicts?.isTemplate(last, block) === true;
        return segments.map(({ text }) => ({ text, template }));
      }),
    // Entries are of words, which the builder does not count.
    table: () => ({ peak: 0, entries: 0, bytes }),
  };
}
