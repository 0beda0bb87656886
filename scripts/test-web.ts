/**
 * The package in Chromium: serves the built files, opens a page that learns real pages there, and compares what it says
 * with what Node says, block by block. Ends with a line of totals. CHROMIUM names the browser, /usr/bin/chromium if unset.
 *
 * Run: npm run test:web
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { Detector, Sites } from 'refrain';
import { madePage } from '../test/support/crawl.ts';
import { npmSites } from '../test/support/npm-sites.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** The loader is a bare name in the built files; a page without a bundler maps it. */
const HTML = `<!doctype html><meta charset=utf-8><script type=importmap>
{"imports":{"refrain":"/dist/index.js","bundled":"/bundled.js","@assemblyscript/loader":"/node_modules/@assemblyscript/loader/index.js"}}
</script><ul id=menu><li><a href=/>Home</a><li><a href=/news>News</a></ul><div><p id=story>A story</div>`;

/** `Sites` brings packages along that want a bundler, as any page that uses it has one. */
const { outputFiles } = await build({
  entryPoints: [join(root, 'dist/index.js')],
  ...{ bundle: true, format: 'esm', platform: 'browser', write: false, external: ['node:*'], logLevel: 'error' },
});
const bundled = outputFiles[0]?.text ?? '';

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (path === '/') {
    response.setHeader('content-type', 'text/html').end(HTML);
    return;
  }
  if (path === '/bundled.js') {
    response.setHeader('content-type', 'text/javascript').end(bundled);
    return;
  }
  const file = join(root, path);
  if (!/^\/(dist|node_modules\/@assemblyscript\/loader)\//.test(path) || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
});

const crawl = Array.from({ length: 300 }, (_, at) => madePage(at % 2, at));

/** Snapshots of two sites after a crawl that was fed again from its middle, as text. */
async function crawledInNode(): Promise<string> {
  const { MemoryLevel } = await import('memory-level');
  const sites = await Sites.open({ store: new MemoryLevel() });
  for (const { url, html } of crawl) await sites.learn(url, html);
  return JSON.stringify([[...(await sites.snapshot('s0.example'))], [...(await sites.snapshot('s1.example'))]]);
}

const crawledInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async (pages) => {
    const name = 'bundled';
    const { Sites: BrowserSites }: typeof import('refrain') = await import(name);
    // Bundled code is not where the package's files are: it is given them.
    const wasm = await WebAssembly.compileStreaming(fetch('/dist/core.wasm'));
    const model = new Uint8Array(await (await fetch('/dist/default.model')).arrayBuffer());
    for (const part of [pages.slice(0, 200), pages.slice(100)]) {
      const sites = await BrowserSites.open({ location: 'crawl', maxMemory: 2 ** 28 }, { wasm, model });
      for (const { url, html } of part) await sites.learn(url, new TextEncoder().encode(html));
      await sites.close();
    }
    const sites = await BrowserSites.open({ location: 'crawl' }, { wasm, model });
    const result = [[...(await sites.snapshot('s0.example'))], [...(await sites.snapshot('s1.example'))]];
    // Left open, for another page to find it so.
    return JSON.stringify(result);
  }, crawl);

const openError = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const name = 'bundled';
    const { Sites: BrowserSites }: typeof import('refrain') = await import(name);
    return BrowserSites.open({ location: 'crawl' }).then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
  });

interface Verdicts {
  readonly snapshot: readonly number[];
  readonly pages: readonly string[];
}

const inNode = async (pages: readonly string[]): Promise<Verdicts> => {
  const detector = await Detector.create();
  const records = pages.map((html) => JSON.stringify(detector.learn(html).toJSON()));
  return { pages: records, snapshot: [...detector.snapshot()] };
};

const inBrowser = (page: Page, pages: readonly string[]): Promise<Verdicts> =>
  page.evaluate(async (given) => {
    const refrain: typeof import('refrain') = await import('refrain');
    const detector = await refrain.Detector.create();
    const records = given.map((html) => JSON.stringify(detector.learn(html).toJSON()));
    return { pages: records, snapshot: [...detector.snapshot()] };
  }, pages);

const tests: Readonly<Record<string, (page: Page) => Promise<boolean>>> = {
  'many sites in IndexedDB, closed and fed again, are those of Node; a second page is locked out': async (page) => {
    const equal = (await crawledInBrowser(page)) === (await crawledInNode());
    const second = await page.context().newPage();
    await second.goto(page.url());
    const codes = [await openError(page), await openError(second)];
    await second.close();
    return equal && codes.join() === 'STORE_LOCKED,STORE_LOCKED';
  },
  'verdicts and snapshot in Chromium are those in Node': async (page) => {
    const pages = npmSites().flatMap((site) => site.pages.slice(0, 25).map(({ html }) => html));
    return JSON.stringify(await inBrowser(page, pages)) === JSON.stringify(await inNode(pages));
  },
  "a page learns its own document and finds its template's elements": (page) =>
    page.evaluate(async () => {
      const refrain: typeof import('refrain') = await import('refrain');
      const detector = await refrain.Detector.create();
      const story = document.querySelector('#story');
      for (let number = 1; number <= 6; number += 1) {
        if (story) {
          story.textContent = `Story ${number} was told by the river, and nobody who heard it believed a word, though ${number} others had seen the same.`;
        }
        const { blocks } = detector.learnTree<Node>(document);
        const template = blocks.filter(({ kind }) => kind === 'template').map(({ element }) => element);
        const expected = [...document.querySelectorAll('#menu li')];
        if (template.length !== expected.length || !expected.every((item, at) => template[at] === item)) return false;
      }
      return true;
    }),
};

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
let passed = 0;
let failed = 0;
try {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  for (const [name, run] of Object.entries(tests)) {
    const right = await run(page).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      return false;
    });
    process.stdout.write(`${right ? 'ok  ' : 'FAIL'} ${name}\n`);
    if (right) passed += 1;
    else failed += 1;
  }
} finally {
  await browser.close();
  server.close();
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
