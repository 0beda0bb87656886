/**
 * The comparison for `refrain crawl`: Crawlee's own crawler, which writes unchanged pages.
 *
 * Run: node integration/crawl/raw.mjs ORIGIN FOLDER CONCURRENCY
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Configuration, HttpCrawler, log } from '@crawlee/http';

const [origin = '', folder = '', concurrency = '1'] = process.argv.slice(2);
log.setLevel(log.LEVELS.OFF);
mkdirSync(folder, { recursive: true });
const crawler = new HttpCrawler(
  {
    maxConcurrency: Number(concurrency),
    minConcurrency: Number(concurrency),
    forceResponseEncoding: 'binary',
    useSessionPool: false,
    persistCookiesPerSession: false,
    ignoreHttpErrorStatusCodes: [404],
    async requestHandler({ body, request, addRequests }) {
      const name = new URL(request.url).pathname.replaceAll('/', '_');
      writeFileSync(join(folder, `${name}.html`), body);
      const links = String(body).matchAll(/href="(\/page\/\d+)"/g);
      await addRequests([...links].map(([, path = '']) => origin + path));
    },
  },
  new Configuration({ persistStorage: false }),
);
const started = performance.now();
await crawler.run([`${origin}/page/0`]);
process.stdout.write(`${((performance.now() - started) / 1000).toFixed(2)}\n`);
