import { join } from 'node:path';
import { IndexBuilder, type IndexVerdicts } from '@refrain/search';
import { Detector } from 'refrain';
import { inFolder } from '../../test/support/folder.ts';
import type { BatchMethod, PageSource } from './method.ts';

/**
 * Chen, Ye and Li in the indexer: the pages of a batch are indexed for the verdicts on their blocks, and the index is not
 * written. The indexer stores positions of words and styles of blocks, and no page.
 */
export async function createTwoStage(): Promise<BatchMethod> {
  // Builder and detector divide pages into the same blocks. The builder has verdicts by block number, the detector has the texts.
  const divider = await Detector.create({ evidence: 'repetition', separators: 'html5' });
  let batch: readonly PageSource[] = [];
  let verdicts: IndexVerdicts | undefined;
  let bytes = 0;
  return {
    separators: new Set(divider.options.separators),
    fit: (pages) =>
      inFolder({}, async (folder) => {
        batch = pages;
        using builder = await IndexBuilder.create(join(folder, 'index'), {
          ...{ template: 'two-stage', detector: { separators: 'html5' }, siteOf: () => 'the site' },
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
