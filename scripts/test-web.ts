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
import { chromium, type Page } from 'playwright-core';
import { Detector } from 'refrain';
import { npmSites } from '../test/support/npm-sites.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** The loader is a bare name in the built files; a page without a bundler maps it. */
const HTML = `<!doctype html><meta charset=utf-8><script type=importmap>
{"imports":{"refrain":"/dist/index.js","@assemblyscript/loader":"/node_modules/@assemblyscript/loader/index.js"}}
</script><div id=menu>Menu of the page</div><div id=story>A story</div>`;

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (path === '/') {
    response.setHeader('content-type', 'text/html').end(HTML);
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
        if (story) story.textContent = `Story ${number}`;
        const { blocks } = detector.learnTree<Node>(document);
        const template = blocks.filter(({ kind }) => kind === 'template').map(({ element }) => element);
        const expected = number < 5 ? [] : [document.querySelector('#menu')];
        if (template.length !== expected.length || template[0] !== expected[0]) return false;
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
  const page = await browser.newPage();
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
