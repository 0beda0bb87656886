/** The texts of pages as Common Crawl writes them: a `conversion` record for each. */
import { warcRecords } from '@refrain/crawl/engine/node';
import { defineFormat } from './format.ts';
import { original } from './warc.ts';

export const wet = defineFormat({
  name: 'wet',
  about: ['a WARC with the text of each page as a conversion record'],
  head: () => warcRecords.warcinfo(),
  writer: () => ({
    page: (task, page, { part, room }) => warcRecords.conversionRecord(original(task), page.textBytes(part, { room })),
  }),
});
