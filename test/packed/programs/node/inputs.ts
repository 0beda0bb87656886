import { Sites } from '@refrain/crawl';
import { readInputs } from '@refrain/crawl/input';

const sites = await Sites.open({ location: 'crawl.refrain' });
for await (const { error } of sites.documents(readInputs(['crawl.warc.gz', 'more.ndjson', 'pages/'])))
  if (error) throw error;
await sites.close();

const again = await Sites.open({ location: 'crawl.refrain' });
const list: [string, number][] = [];
for await (const { site, pages } of again.list()) list.push([site, pages]);
await again.close();

export const outcome = list.sort();
export const expected = [
  ['a.example', 1],
  ['b.example', 1],
  ['pages', 1],
];
