/** Crawlers, and a server of a copy of a real site or of generated pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CheerioCrawler, type CheerioCrawlerOptions } from '@crawlee/cheerio';
import { Configuration } from '@crawlee/http';
import { Sites, type SitesOptions } from '@refrain/crawl';
import { decodePage } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import { realSites } from '../../test/support/real-sites.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Server {
  readonly origin: string;
  /** Requested paths in order. */
  readonly paths: readonly string[];
  close(): void;
}

export async function serve(answer: (path: string, times: number) => Answer | undefined): Promise<Server> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    const times = paths.filter((other) => other === path).length;
    const { status = 200, headers = {}, body } = answer(path, times) ?? { status: 404, body: 'not found' };
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    paths,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The pages of AdminLTE by path, which link to each other. */
export const adminPages: ReadonlyMap<string, string> = new Map(
  realSites()
    .find(({ name }) => name === 'admin-lte')
    ?.pages.map(({ name, html }) => [name.slice('admin-lte'.length), html]),
);

/** Serves these pages, and their URLs as `/sitemap.txt`. */
export async function serveAdmin(): Promise<Server> {
  const server: Server = await serve((path) => {
    const body = adminPages.get(path);
    if (path === '/sitemap.txt') return { body: [...adminPages.keys()].map((page) => server.origin + page).join('\n') };
    return body === undefined ? undefined : { body };
  });
  return server;
}

/** A configuration without persistent storage, so that crawls are independent. */
export const configuration = (): Configuration => new Configuration({ persistStorage: false });

/** A crawler with one request at a time. */
export const cheerio = (options: CheerioCrawlerOptions, configured = configuration()): CheerioCrawler =>
  new CheerioCrawler({ maxConcurrency: 1, postNavigationHooks: [decodePage], ...options }, configured);

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

/** A page with the menu of its site and its own story. */
export const story = (of: string, head = ''): string =>
  `<!DOCTYPE html><html><head>${head}<title>${of}</title></head><body><nav>Home | News | About us</nav>` +
  `<main><p>What happened at ${of} on that day is told here, at some length, for those who were not there.</p></main></body></html>`;
