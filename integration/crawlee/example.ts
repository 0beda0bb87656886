/**
 * Crawls a site, and writes the content of each page, without menus, footers and advertisements. A stopped or killed crawl continues where
 * it was.
 *
 * Run: npm run build && node --import tsx integration/crawlee/example.ts https://example.com/ [FOLDER]
 */
import { join } from 'node:path';
import { CheerioCrawler, Configuration } from '@crawlee/cheerio';
import { Sites } from '@refrain/crawl';
import { decodePage, withTemplates } from '@refrain/crawl/crawlee';

const [start = 'https://example.com/', folder = 'storage'] = process.argv.slice(2);

const sites = await Sites.open({ location: join(folder, 'templates') });

const crawler = new CheerioCrawler(
  {
    postNavigationHooks: [decodePage],
    requestHandler: withTemplates(sites, async ({ request, template, pushData, enqueueLinks }) => {
      // Undefined if the response is not a page, for example if its status is not 2xx.
      if (template !== undefined) {
        const { title, text, lengths } = template;
        const share = Math.round((100 * lengths.template) / (lengths.template + lengths.content || 1));
        console.log(`${request.loadedUrl}: ${share} % template`);
        await pushData({ url: request.loadedUrl, title, text });
      }
      await enqueueLinks();
    }),
  },
  new Configuration({ purgeOnStart: false, storageClientOptions: { localDataDirectory: folder } }),
);

await crawler.run([start]);
await sites.close();
