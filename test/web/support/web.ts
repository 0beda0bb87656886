/** Chromium, and servers of files. */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Files by path, which replace files of a folder. */
type Extra = Readonly<Record<string, string | Uint8Array>>;

export interface FileServer {
  readonly url: string;
  close(): void;
}

export async function serve(folder: string, extra: Extra = {}): Promise<FileServer> {
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const given = extra[name];
    if (given !== undefined) {
      response.setHeader('content-type', type).end(given);
      return;
    }
    const file = join(folder, name);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', type);
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Path of Chromium (default, or `CHROMIUM`), and flags for containers. */
const CHROMIUM: LaunchOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
};

export const launch = (): Promise<Browser> => chromium.launch(CHROMIUM);

/** Throws if it fails. */
type WebTest = (context: BrowserContext) => Promise<void>;

export type WebTests = Readonly<Record<string, WebTest>>;
