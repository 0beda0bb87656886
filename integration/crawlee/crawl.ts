/**
 * A crawl in a process of its own, to be killed; it goes on where it ended. Every page that is counted is told on standard
 * output when it is.
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
const sites = await Sites.open({ location: join(folder, 'sites') });
const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    // Else the queue of a crawl that was killed waits three minutes for requests that nobody has in hand.
    experiments: { requestLocking: false },
    postNavigationHooks: [decodePage],
    requestHandler: withTemplates(
      sites,
      {
        map: (page, { request }) => {
          if (page.counted) writeSync(1, `${request.loadedUrl}\n`);
        },
      },
      ({ enqueueLinks }) => enqueueLinks(),
    ),
  },
  new Configuration({ purgeOnStart: false, storageClientOptions: { localDataDirectory: join(folder, 'crawl') } }),
);
// All addresses each time: of a request whose file was cut off by the kill, Crawlee's queue knows no more.
const map = await fetch(`${origin}/sitemap.txt`);
await crawler.run((await map.text()).split('\n'));
await sites.close();
writeSync(1, 'done\n');
