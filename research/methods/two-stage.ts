import { join } from 'node:path';
import { IndexBuilder, type IndexVerdicts } from '@refrain/search';
import { Detector, resolveOptions } from 'refrain';
import { withScratch } from '../../bench/scratch.ts';
import type { BatchMethod, PageSource } from './method.ts';

/** The choice that Chen, Ye and Li leave open. */
export interface TwoStageOptions {
  /** Elements that open a block. */
  readonly separators: 'html5' | 'blocks' | readonly string[];
}

/**
 * Chen, Ye and Li in the indexer: the pages of a batch are indexed for the verdicts on their blocks, and the index is not
 * written. The indexer stores positions of words and styles of blocks, and no page.
 */
export async function createTwoStage({ separators }: TwoStageOptions): Promise<BatchMethod> {
  // Builder and detector divide pages into the same blocks. The builder has verdicts by block number, the detector has the texts.
  const divider = await Detector.create({ evidence: 'repetition', separators });
  let batch: readonly PageSource[] = [];
  let verdicts: IndexVerdicts | undefined;
  let bytes = 0;
  return {
    separators: new Set(resolveOptions({ separators }).separators),
    fit: (pages) =>
      withScratch(async (folder) => {
        batch = pages;
        using builder = await IndexBuilder.create(join(folder, 'index'), {
          ...{ template: 'two-stage', detector: { separators }, siteOf: () => 'the site' },
        });
        for (const { url, html } of pages) builder.add(url, html);
        bytes = builder.stats.gatheredBytes;
        verdicts = await builder.detect();
      }),
    label: (page) =>
      divider.label(batch[page]?.html ?? '').blocks.flatMap(({ segments }, block) => {
        const template = verdicts?.isTemplate(page, block) === true;
        return segments.map(({ text }) => ({ text, template }));
      }),
    // Entries are words, which the builder does not count.
    table: () => ({ peak: 0, entries: 0, bytes }),
  };
}
