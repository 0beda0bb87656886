/**
 * The records of a WARC: pages without the removed parts, each with a metadata record of these parts; other records
 * unchanged.
 */

import { warcRecords } from '@refrain/crawl/engine/node';
import type { Block, Part } from 'refrain';
import { fetchedAt, type Task, urlOf } from '../../read/task.ts';
import type { Format } from './format.ts';

const original = (task: Task): warcRecords.CleanedPage => ({
  url: urlOf(task),
  capture: task.from.kind === 'bytes' ? task.from.capture : undefined,
  fetched: fetchedAt(task),
});

function isRemoved({ verdict, kept, main, comments }: Block, part: Part): boolean {
  const isContent = verdict === 'content' || kept;
  if (part === 'all') return false;
  if (part === 'content') return !isContent;
  if (part === 'template') return isContent;
  return !(main && part !== 'comments') && !(comments && part !== 'main');
}

const removedBlock = (block: Block): object => ({
  ...block.toJSON(),
  segments: block.segments.map(({ text, df }) => ({ text, df })),
});

export const warc: Format = {
  name: 'warc',
  endings: ['warc'],
  isPacked: true,
  about: ['the records of the input, the pages without their template'],
  hasRecords: true,
  head: () => warcRecords.warcinfo(),
  writer: () => ({
    page(source) {
      const { task, page, shown } = source;
      const { part } = shown;
      return warcRecords.cleanedRecords(original(task), page.html(part, { mode: 'cut' }), {
        software: 'refrain',
        ...source.values(['site', 'page', 'counted', 'kind', 'kindConfidence']),
        keep: part,
        ...source.values(['passed']),
        removed: page.blocks.filter((block) => isRemoved(block, part)).map(removedBlock),
      });
    },
    failed: (task, html, message) =>
      warcRecords.cleanedRecords(original(task), html, { software: 'refrain', site: task.site, failed: message }),
    record: warcRecords.copyRecord,
  }),
};

/** The texts of pages as in Common Crawl: a `conversion` record for each. */
export const wet: Format = {
  name: 'wet',
  endings: ['wet', 'warc'],
  isPacked: true,
  about: ['a WARC with the text of each page as a conversion record'],
  head: () => warcRecords.warcinfo(),
  writer: () => ({
    page: ({ task, page, shown: { part } }) => warcRecords.conversionRecord(original(task), page.textBytes(part)),
  }),
};
