import { CheerioCrawler, type CheerioCrawlerOptions } from '@crawlee/cheerio';
import { Configuration } from '@crawlee/http';
import { Sites, type SitesOptions } from '@refrain/crawl';
import { decodePage } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import { type Answer, type Server, serve } from '../server.ts';

/** Nothing of a crawl stays, and no crawl knows of another. */
export const configuration = (): Configuration => new Configuration({ persistStorage: false });

/** One request after another, none of which waits to be tried again. */
export const cheerio = (options: CheerioCrawlerOptions, configured = configuration()): CheerioCrawler =>
  new CheerioCrawler({ maxConcurrency: 1, postNavigationHooks: [decodePage], ...options }, configured);

/** A server and sites for as long as they are used. */
export async function withServer<T>(
  answer: (path: string, times: number) => Answer | undefined,
  use: (server: Server, sites: Sites) => Promise<T>,
  options: Omit<SitesOptions, 'location' | 'store'> = {},
): Promise<T> {
  const server = await serve(answer);
  const sites = await Sites.open({ store: new MemoryLevel(), ...options });
  try {
    return await use(server, sites);
  } finally {
    server.close();
    await sites.close();
  }
}

/** A page with a menu of its site and a story of its own. */
export const story = (of: string, head = ''): string =>
  `<!DOCTYPE html><html><head>${head}<title>${of}</title></head><body><nav>Home | News | About us</nav>` +
  `<main><p>What happened at ${of} on that day is told here, at some length, for those who were not there.</p></main></body></html>`;
