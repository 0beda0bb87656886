/**
 * A crawl that a check kills and restarts. It prints the URL of every counted page.
 *
 * Run: node --import tsx integration/crawlee/crawl.ts FOLDER ORIGIN CONCURRENCY
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio';
import { Sites } from '@refrain/crawl';
import { decodePage, withTemplates } from '@refrain/crawl/crawlee';

const [folder = '', origin = '', concurrency = '1'] = process.argv.slice(2);
log.setLevel(log.LEVELS.ERROR);
const sites = await Sites.open({ location: join(folder, 'sites'), seed: 1 });
// Printed before the page is written to the store.
const judge = sites.judge.bind(sites);
sites.judge = (page, { write, ...want }) =>
  judge(page, {
    ...want,
    write: (judged) => {
      if (judged.learned.counted) writeSync(1, `${judged.source.url}\n`);
      return write(judged);
    },
  });
const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    // With locks, a killed crawl would wait three minutes for its locked requests.
    experiments: { requestLocking: false },
    postNavigationHooks: [decodePage],
    requestHandler: withTemplates(sites, ({ enqueueLinks }) => enqueueLinks()),
  },
  new Configuration({ purgeOnStart: false, storageClientOptions: { localDataDirectory: join(folder, 'crawl') } }),
);
// Crawlee's queue loses a request whose file was cut by the kill.
const map = await fetch(`${origin}/sitemap.txt`);
await crawler.run((await map.text()).split('\n'));
await sites.close();
writeSync(1, 'done\n');
