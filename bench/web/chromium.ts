/** Chromium with a worker that answers questions, and with pages that open with empty caches. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { DetectorOptions } from 'refrain';
import { Problem } from '../command.ts';
import type { BenchPage } from '../pages/read.ts';
import { type FirstVerdict, firstPage, readFirst, WAYS, type Way } from './first-verdict.ts';
import type { Question, WrittenPage } from './worker.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** URL path of the built package. */
const ENTRY = '/dist/browser/index.js';
/** Served from memory, so that disk access is not measured. */
const SHIPPED = [ENTRY, '/dist/core.wasm', '/dist/model.bin'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

export interface Chromium {
  readonly version: string;
  verdicts(options: DetectorOptions): Promise<readonly string[]>;
  milliseconds(options: DetectorOptions): Promise<number>;
  /** The first verdict of a page in a new context, whose caches are empty. */
  firstVerdict(way: Way): Promise<FirstVerdict>;
  close(): Promise<void>;
}

/** Serves files, by their path, on a free port. */
async function serve(files: Readonly<Record<string, string | Uint8Array>>): Promise<{ url: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url;
    const file = files[path];
    if (file === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** The worker's code, which imports the package from the server. */
async function workerCode(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    ...{ bundle: true, format: 'esm', write: false, logLevel: 'error' },
    ...{ alias: { 'refrain/browser': ENTRY }, external: [ENTRY] },
  });
  return outputFiles[0]?.text ?? '';
}

async function start(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  try {
    return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  } catch (error) {
    const [line] = String(error).split('\n');
    throw new Problem(`Chromium does not start: ${line}. Set CHROMIUM to the path of the browser`);
  }
}

async function ask(page: Page, question: Question): Promise<unknown> {
  const { answer, error } = await page.evaluate((data) => {
    const worker = Reflect.get(globalThis, 'worker') as Worker;
    return new Promise<{ answer?: unknown; error?: string }>((resolve) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = ({ message }) => resolve({ error: message });
      worker.postMessage(data);
    });
  }, question);
  if (error !== undefined) throw new Error(`the worker failed: ${error}`);
  return answer;
}

export async function openChromium(pages: readonly BenchPage[], firstHtml: string): Promise<Chromium> {
  const written: WrittenPage[] = pages.map(({ site, html }) => ({ site, html }));
  const browser = await start();
  const server = await serve({
    '/index.html': '<!doctype html><title>bench</title>',
    ...Object.fromEntries((Object.keys(WAYS) as Way[]).map((way) => [`/${way}.html`, firstPage(way, firstHtml)])),
    ...Object.fromEntries(SHIPPED.map((path) => [path, readFileSync(`${ROOT}${path}`)])),
    '/worker.js': await workerCode(),
    '/pages.json': JSON.stringify(written),
  });
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.evaluate(() => {
    Reflect.set(globalThis, 'worker', new Worker('/worker.js', { type: 'module' }));
  });
  return {
    version: browser.version(),
    verdicts: async (options) => (await ask(page, { what: 'verdicts', options })) as readonly string[],
    milliseconds: async (options) => (await ask(page, { what: 'milliseconds', options })) as number,
    async firstVerdict(way) {
      const context = await browser.newContext();
      try {
        return await readFirst(await context.newPage(), `${server.url}/${way}.html`);
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
