/** Serves pages on localhost: a copy of a real site, or pages that a check makes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { realSites } from '../../test/support/real-sites.ts';

/** The answer to a request. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Server {
  readonly origin: string;
  /** Requested paths in order. */
  readonly asked: readonly string[];
  close(): void;
}

export async function serve(answer: (path: string, times: number) => Answer | undefined): Promise<Server> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const times = asked.filter((other) => other === path).length;
    const { status = 200, headers = {}, body } = answer(path, times) ?? { status: 404, body: 'not found' };
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The pages of AdminLTE, which link to each other, by path. */
export const adminPages: ReadonlyMap<string, string> = new Map(
  realSites()
    .find(({ name }) => name === 'admin-lte')
    ?.pages.map(({ name, html }) => [name.slice('admin-lte'.length), html]),
);

/** Serves these pages. `/sitemap.txt` contains their URLs, one per line. */
export async function serveAdmin(): Promise<Server> {
  const server: Server = await serve((path) => {
    const body = adminPages.get(path);
    if (path === '/sitemap.txt') return { body: [...adminPages.keys()].map((page) => server.origin + page).join('\n') };
    return body === undefined ? undefined : { body };
  });
  return server;
}
