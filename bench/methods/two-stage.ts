import { join } from 'node:path';
import { IndexBuilder, type IndexOptions, type IndexVerdicts } from '@refrain/search';
import { Detector, resolveOptions } from 'refrain';
import { withScratch } from '../scratch.ts';
import type { BatchMethod, PageSource } from './method.ts';

/** The choices that Chen, Ye and Li leave open. */
export interface TwoStageOptions extends Pick<IndexOptions, 'styles' | 'shortcut'> {
  /** Elements that open a block. */
  readonly separators: 'html5' | 'blocks' | readonly string[];
}

/** The separators of the paper. */
export const TWO_STAGE_PAPER: TwoStageOptions = { separators: ['table', 'p', 'ul'] };

/** The separators with the best result on current pages; whether it compares classes makes no difference there. */
export const TWO_STAGE: TwoStageOptions = { separators: 'html5' };

/** Options of the index whose builder detects the template. */
const twoStageIndex = ({ separators, ...options }: TwoStageOptions): IndexOptions => ({
  ...options,
  template: 'two-stage',
  detector: { separators },
});

/**
 * Chen, Ye and Li in the indexer: the pages of a batch are indexed for the verdicts on their blocks, and the index is not
 * written. The indexer stores positions of words and styles of blocks, and no page.
 */
export async function createTwoStage(options: TwoStageOptions): Promise<BatchMethod> {
  // Builder and detector divide pages into the same blocks. The builder has verdicts by block number, the detector has the texts.
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
    // Entries are words, which the builder does not count.
    table: () => ({ peak: 0, entries: 0, bytes }),
  };
}
