import { CheerioCrawler, type CheerioCrawlerOptions } from '@crawlee/cheerio';
import { Configuration } from '@crawlee/http';
import { Sites, type SitesOptions } from '@refrain/crawl';
import { decodePage } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import { type Answer, type Server, serve } from '../server.ts';

/** A configuration without persistent storage, so that crawls are independent. */
export const configuration = (): Configuration => new Configuration({ persistStorage: false });

/** A crawler with one request at a time. */
export const cheerio = (options: CheerioCrawlerOptions, configured = configuration()): CheerioCrawler =>
  new CheerioCrawler({ maxConcurrency: 1, postNavigationHooks: [decodePage], ...options }, configured);

/** Runs a check with a server and sites. */
export async function withServer<T>(
  answer: (path: string, times: number) => Answer | undefined,
  use: (server: Server, sites: Sites) => Promise<T>,
  options: Omit<SitesOptions, 'location' | 'store'> = {},
): Promise<T> {
  const server = await serve(answer);
  const sites = await Sites.open({ store: new MemoryLevel(), seed: 1, ...options });
  try {
    return await use(server, sites);
  } finally {
    server.close();
    await sites.close();
  }
}

/** A page with the menu of its site and a story of its own. */
export const story = (of: string, head = ''): string =>
  `<!DOCTYPE html><html><head>${head}<title>${of}</title></head><body><nav>Home | News | About us</nav>` +
  `<main><p>What happened at ${of} on that day is told here, at some length, for those who were not there.</p></main></body></html>`;
