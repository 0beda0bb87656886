/** The package has the same results in a page, in workers and in Node. */
import { fileURLToPath } from 'node:url';
import { Sites } from '@refrain/crawl';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { samplePage } from '../support/crawl.ts';
import { realSites } from '../support/real-sites.ts';
import { type FileServer, serve, type WebTests } from './support/web.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A page with a menu and a story, which loads the built files directly. */
const HTML = `<!doctype html><meta charset=utf-8><title>refrain</title>
<ul id=menu><li><a href=/>Home</a><li><a href=/news>News</a></ul><div><p id=story>A story</div>`;

/** A worker that learns pages and returns their verdicts. */
const WORKER = `import { Detector } from '/dist/browser/index.js';
onmessage = async ({ data }) => {
  const detector = await Detector.create({ seed: 5 });
  const pages = data.map((html) => JSON.stringify(detector.learn(html).toJSON()));
  postMessage({ pages, snapshot: [...detector.snapshot()] });
};`;

/** The whole package as a bundle for a page, next to its files. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}dist/index.js`],
    ...{ bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'error' },
  });
  return outputFiles[0]?.text ?? '';
}

async function open(page: Page): Promise<FileServer> {
  const app = await bundled();
  const server = await serve(root, { '/index.html': HTML, '/worker.js': WORKER, '/app/js/bundled.js': app });
  await page.goto(`${server.url}/`);
  return server;
}

interface Verdicts {
  readonly snapshot: readonly number[];
  readonly pages: readonly string[];
}

const sitePages = (): string[] => realSites().flatMap((site) => site.pages.slice(0, 25).map(({ html }) => html));

async function inNode(pages: readonly string[]): Promise<Verdicts> {
  const detector = await Detector.create({ seed: 5 });
  const records = pages.map((html) => JSON.stringify(detector.learn(html).toJSON()));
  return { pages: records, snapshot: [...detector.snapshot()] };
}

const inPage = (page: Page, entry: string, pages: readonly string[]): Promise<Verdicts> =>
  page.evaluate(
    async ({ name, given }) => {
      const refrain: typeof import('refrain/browser') = await import(name);
      const detector = await refrain.Detector.create({ seed: 5 });
      const records = given.map((html) => JSON.stringify(detector.learn(html).toJSON()));
      return { pages: records, snapshot: [...detector.snapshot()] };
    },
    { name: entry, given: pages },
  );

const inWorker = (page: Page, pages: readonly string[]): Promise<Verdicts> =>
  page.evaluate(
    (given) =>
      new Promise<Verdicts>((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(given);
      }),
    pages,
  );

const crawl = Array.from({ length: 300 }, (_, at) => samplePage(at % 2, at));

/**
 * Snapshots of two sites after a crawl, as text. The browser crawls a part of the pages twice, which must change
 * nothing.
 */
async function crawledInNode(): Promise<string> {
  const { MemoryLevel } = await import('memory-level');
  const sites = await Sites.open({ store: new MemoryLevel(), seed: 5 });
  for (const { url, html } of crawl) await sites.learn(url, html);
  return JSON.stringify([[...(await sites.snapshot('s0.example'))], [...(await sites.snapshot('s1.example'))]]);
}

const crawledInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async (pages) => {
    const name = '/packages/crawl/dist/inline.js';
    const refrain: typeof import('@refrain/crawl') = await import(name);
    for (const part of [pages.slice(0, 200), pages.slice(100)]) {
      const sites = await refrain.Sites.open({ location: 'crawl', maxMemory: 2 ** 28, seed: 5 });
      for (const { url, html } of part) await sites.learn(url, new TextEncoder().encode(html));
      await sites.close();
    }
    const sites = await refrain.Sites.open({ location: 'crawl' });
    const result = [[...(await sites.snapshot('s0.example'))], [...(await sites.snapshot('s1.example'))]];
    // The store remains open and in use for a second page.
    return JSON.stringify(result);
  }, crawl);

const openError = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const name = '/packages/crawl/dist/inline.js';
    const refrain: typeof import('@refrain/crawl') = await import(name);
    return refrain.Sites.open({ location: 'crawl' }).then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
  });

export const apiTests: WebTests = {
  'api: refrain/browser in a page gives the verdicts and the snapshot of Node': async (context) => {
    const page = await context.newPage();
    const server = await open(page);
    const pages = sitePages();
    assert.equal(await inPage(page, '/dist/browser/index.js', pages), await inNode(pages));
    server.close();
  },
  'api: refrain/inline gives the same and fetches nothing': async (context) => {
    const page = await context.newPage();
    const server = await open(page);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const pages = sitePages();
    assert.equal(await inPage(page, '/dist/inline/index.js', pages), await inNode(pages));
    assert.equal(fetched, ['/dist/inline/index.js']);
    server.close();
  },
  'api: refrain in a bundle gives the same': async (context) => {
    const page = await context.newPage();
    const server = await serve(`${root}dist`, { '/index.html': HTML, '/app/bundled.js': await bundled() });
    await page.goto(`${server.url}/`);
    const pages = sitePages();
    assert.equal(await inPage(page, '/app/bundled.js', pages), await inNode(pages));
    server.close();
  },
  'api: refrain/browser in a module worker gives the same': async (context) => {
    const page = await context.newPage();
    const server = await open(page);
    const pages = sitePages();
    assert.equal(await inWorker(page, pages), await inNode(pages));
    server.close();
  },
  'api: many sites in IndexedDB equal those of Node after closing and feeding again; a second page is locked out':
    async (context) => {
      const page = await context.newPage();
      const server = await open(page);
      assert.is(await crawledInBrowser(page), await crawledInNode());
      const second = await context.newPage();
      await second.goto(page.url());
      assert.equal([await openError(page), await openError(second)], ['STORE_LOCKED', 'STORE_LOCKED']);
      server.close();
    },
  "a page learns its own document and finds its template's elements": async (context) => {
    const page = await context.newPage();
    const server = await open(page);
    const isRight = await page.evaluate(async () => {
      const name = '/dist/browser/index.js';
      const refrain: typeof import('refrain/browser') = await import(name);
      const detector = await refrain.Detector.create();
      const story = document.querySelector('#story');
      const tellers = ['heron', 'otter', 'miller', 'ferryman', 'council', 'swallow', 'mayor'];
      for (let number = 1; number <= 6; number += 1) {
        if (story) {
          story.textContent = `The ${tellers[number]} told it by the river, and nobody who heard it believed a word, though the ${tellers[number - 1]} had seen the same.`;
        }
        const { blocks } = detector.learnTree<Node>(document);
        const template = blocks.filter(({ verdict }) => verdict === 'template').map(({ element }) => element);
        const expected = [...document.querySelectorAll('#menu li')];
        if (template.length !== expected.length || !expected.every((item, at) => template[at] === item)) return false;
      }
      return true;
    });
    assert.ok(isRight);
    server.close();
  },
  'api: reads open shadow roots and frames of the same origin of a live page, and does not change it': async (
    context,
  ) => {
    const page = await context.newPage();
    const server = await open(page);
    const { text, isSame } = await page.evaluate(async () => {
      const name = '/dist/browser/index.js';
      const refrain: typeof import('refrain/browser') = await import(name);
      document.body.innerHTML =
        '<main id=host><b slot=a>light</b></main><form><input name=shadowRoot><p>form</form><iframe id=frame></iframe><iframe src="data:text/html,<p>other"></iframe>';
      const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
      if (root) root.innerHTML = '<p>before <slot name=a>none</slot> after</p><x-in></x-in>';
      const inner = root?.querySelector('x-in')?.attachShadow({ mode: 'open' });
      if (inner) inner.innerHTML = '<p>inner <slot>fallback</slot></p>';
      const frame = document.querySelector<HTMLIFrameElement>('#frame')?.contentDocument;
      if (frame) frame.body.innerHTML = '<p>framed<iframe srcdoc="<p>deep"></iframe>';
      await new Promise((loaded) => setTimeout(loaded, 300));
      const before = document.documentElement.outerHTML;
      const { blocks } = await refrain.extract(document, { fields: ['blocks'] });
      const isSame = document.documentElement.outerHTML === before && root?.childNodes.length === 2;
      return { text: blocks.map((block) => block.text), isSame };
    });
    assert.equal(text, ['before light after', 'inner fallback', 'form', 'framed', 'deep']);
    assert.ok(isSame);
    server.close();
  },
  'api: reads a form whose fields have names of its properties': async (context) => {
    const page = await context.newPage();
    const server = await open(page);
    const names = ['childNodes', 'nodeType', 'nodeValue', 'localName', 'nodeName', 'getAttribute', 'children', 'id'];
    const forms = names.map((name) => `<form class=search><p>Find ${name}<input name=${name}></form>`).join('');
    const body = `<ul><li>Home<li>News</ul>${forms}<p>A story that ends.`;
    const inTree = await page.evaluate(async (html) => {
      const name = '/dist/browser/index.js';
      const refrain: typeof import('refrain/browser') = await import(name);
      document.body.innerHTML = html;
      const detector = await refrain.Detector.create();
      const blocks = detector.learnTree<Node>(document).blocks.map(({ path, text, score }) => ({ path, text, score }));
      const form = detector.labelTree<Node>(document.forms[0] as Node).text('all');
      return { blocks, form };
    }, body);
    const detector = await Detector.create();
    const { blocks } = detector.learn(`<!doctype html><head></head><body>${body}`);
    assert.equal(
      inTree.blocks,
      blocks.map(({ path, text, score }) => ({ path, text, score })),
    );
    assert.is(inTree.form, 'Find childNodes');
    server.close();
  },
  'api: reports a module or model that is unavailable, and loads it at the next try': async (context) => {
    const page = await context.newPage();
    const server = await open(page);
    const lost = async (pattern: string, how: { status: number; body: string } | 'abort'): Promise<string> => {
      await page.reload();
      await page.route(pattern, (route) => (how === 'abort' ? route.abort() : route.fulfill(how)));
      const code = await page.evaluate(async () => {
        const name = '/dist/browser/index.js';
        const refrain: typeof import('refrain/browser') = await import(name);
        return refrain.Detector.create().then(
          () => 'none',
          (error: { code?: string }) => error.code ?? String(error),
        );
      });
      await page.unroute(pattern);
      const again = await page.evaluate(async () => {
        const name = '/dist/browser/index.js';
        const refrain: typeof import('refrain/browser') = await import(name);
        return (await refrain.Detector.create()).label('<p>Hello').blocks.length;
      });
      assert.is(again, 1);
      return code;
    };
    assert.is(await lost('**/core.wasm', 'abort'), 'CORE_FAILED');
    assert.is(await lost('**/core.wasm', { status: 404, body: '' }), 'CORE_FAILED');
    assert.is(await lost('**/core.wasm', { status: 200, body: '<!doctype html>' }), 'CORE_FAILED');
    assert.is(await lost('**/model.bin', { status: 503, body: '' }), 'CORE_FAILED');
    server.close();
  },
};
