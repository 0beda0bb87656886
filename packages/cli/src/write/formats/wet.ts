/** The texts of pages as Common Crawl writes them: a `conversion` record for each. */
import { conversionRecord, warcinfo } from '@refrain/crawl/internal';
import { defineFormat } from './format.ts';
import { original } from './warc.ts';

export const wet = defineFormat({
  name: 'wet',
  about: ['a WARC with the text of each page as a conversion record'],
  head: () => warcinfo(),
  writer: () => ({
    page: (task, page, { part, room }) => conversionRecord(original(task), page.textBytes(part, { room })),
  }),
});
