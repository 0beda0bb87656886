/** The extension of examples/extension in Chromium, on real pages. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core';
import { Detector, type Verdict } from 'refrain';
import * as assert from 'uvu/assert';
import { marksOf } from '../../examples/extension/marks.ts';
import type { Learned, Mode, PageState } from '../../examples/extension/messages.ts';
import { checkTree, TreeError, treeAdapter } from '../../examples/extension/tree.ts';
import { SITES_FOLDER, siteNamed } from '../support/real-sites.ts';
import { knowledgeOf } from './knowledge.ts';
import { Popup } from './support/popup.ts';
import { CHROMIUM, type Extra, serve, type WebTests } from './support/web.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Real pages of at most 200 blocks, which the extension lists all, by path; without scripts, which would change them. */
function realPages(count: number): Extra {
  return Object.fromEntries(
    siteNamed('brpc')
      .pages.filter(({ name }) => /^brpc\/docs\/(rpc-in-depth|server|tools)\//.test(name))
      .slice(0, count)
      .map(({ name, html }) => [
        name.replace('brpc', ''),
        html.replace(/<script\b.*?<\/script>|<link\b[^>]*(https:|modulepreload)[^>]*>/gs, ''),
      ]),
  );
}

/** A browser with the extension, and its visible tab. */
class Visitor {
  readonly context: BrowserContext;
  readonly tab: Page;
  readonly #worker: Worker;
  readonly #session: CDPSession;
  #status = '';

  private constructor(context: BrowserContext, tab: Page, worker: Worker, session: CDPSession) {
    this.context = context;
    this.tab = tab;
    this.#worker = worker;
    this.#session = session;
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      this.#status = versions[0]?.runningStatus ?? '';
    });
  }

  static async in(context: BrowserContext): Promise<Visitor> {
    const tab = context.pages()[0] ?? (await context.newPage());
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const visitor = new Visitor(context, tab, worker, await context.newCDPSession(tab));
    await visitor.#session.send('ServiceWorker.enable');
    return visitor;
  }

  /** The service worker; after its end, the next message starts it again. */
  async worker(): Promise<Worker> {
    await this.#until('running');
    return this.#worker;
  }

  async #until(status: string): Promise<void> {
    while (this.#status !== status) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Ends the service worker, as the browser does at any time. */
  async endWorker(): Promise<void> {
    await this.#session.send('ServiceWorker.stopAllWorkers');
    await this.#until('stopped');
  }

  get origin(): string {
    return this.#worker.url().replace('/worker.js', '');
  }

  async visit(url: string): Promise<PageState> {
    await this.tab.goto(url);
    return this.state();
  }

  /** Visits a page; fails unless it is learned. */
  async learn(url: string): Promise<Learned> {
    const state = await this.visit(url);
    if (state.status !== 'learned') throw new Error(`${url}: ${JSON.stringify(state)}`);
    return state;
  }

  /** State of the page in view, once it was read. */
  async state(): Promise<PageState> {
    const worker = await this.worker();
    return worker.evaluate(async () => {
      for (;;) {
        const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
        const asked = chrome.tabs.sendMessage(tab?.id ?? -1, { ask: 'state' }) as Promise<PageState>;
        const state = await asked.catch(() => undefined);
        if (state !== undefined && state.status !== 'reading') return state;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
  }

  /** Chooses a mode by a click in the popup. */
  async choose(mode: Mode): Promise<void> {
    const popup = await this.popup();
    await popup.click(`input[value=${mode}] + span`);
    await this.tab.waitForFunction((name) => {
      const marked = document.querySelectorAll('[data-refrain-template]').length;
      const right = document.querySelectorAll(`[data-refrain-template=${name}]`).length;
      return marked === right && right > 0 === (name !== 'off');
    }, mode);
    await popup.close();
  }

  async popup(): Promise<Popup> {
    return Popup.open(await this.worker(), await this.context.newCDPSession(this.tab));
  }
}

async function withExtension(run: (visitor: Visitor) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'refrain-extension-'));
  const built = join(folder, 'built');
  const script = join(root, 'examples/extension/build.ts');
  await promisify(execFile)(process.execPath, ['--import', 'tsx', script, built], { cwd: root });
  const args = [...(CHROMIUM.args ?? []), `--disable-extensions-except=${built}`, `--load-extension=${built}`];
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), { ...CHROMIUM, args });
  try {
    await run(await Visitor.in(context));
  } finally {
    await context.close();
    await rm(folder, { recursive: true, maxRetries: 5 });
  }
}

interface Expected {
  readonly listed: readonly string[];
  readonly texts: Readonly<Record<Verdict, string[]>>;
}

/** Verdicts and tables of Node for the same pages, given as HTML. */
async function inNode(origin: string, pages: Extra): Promise<{ expected: Expected[]; snapshot: Uint8Array }> {
  const sites = await Sites.open({ store: new MemoryLevel() });
  const expected: Expected[] = [];
  for (const [path, html] of Object.entries(pages)) {
    const { blocks } = await sites.learn(`${origin}${path}`, html);
    const textsOf = (kind: Verdict): string[] =>
      blocks.filter((block) => block.verdict === kind).flatMap(({ segments }) => segments.map(({ text }) => text));
    expected.push({
      listed: blocks.map((block) => block.explain().reason),
      texts: { template: textsOf('template').sort(), content: textsOf('content').sort() },
    });
  }
  return { expected, snapshot: await sites.snapshot(new URL(origin).host) };
}

/** The texts of the page in view, inside and outside of dimmed elements. */
const seenTexts = (tab: Page): Promise<Record<Verdict, string[]>> =>
  tab.evaluate(() => {
    const texts = { template: [] as string[], content: [] as string[] };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement;
      const text = (walker.currentNode.nodeValue ?? '').replace(/[ \t\n\f\r]+/g, ' ').trim();
      if (text === '' || around?.closest('script, style, noscript, template')) continue;
      texts[around?.closest('[data-refrain-template]') ? 'template' : 'content'].push(text);
    }
    return { template: texts.template.sort(), content: texts.content.sort() };
  });

/** The tables in IndexedDB, read by a page of the extension while the worker is stopped. */
async function storedSites(visitor: Visitor): Promise<{ sites: [string, number][]; snapshots: number[][] }> {
  await visitor.endWorker();
  const tab = await visitor.context.newPage();
  await tab.goto(`${visitor.origin}/popup.html`);
  const stored = await tab.evaluate(async () => {
    const name = './refrain.js';
    const refrain: typeof import('@refrain/crawl') = await import(name);
    const sites = await refrain.Sites.open({ location: 'refrain' });
    const found: [string, number][] = [];
    for await (const { site, pages } of sites.list()) found.push([site, pages]);
    const snapshots: number[][] = [];
    for (const [site] of found) snapshots.push([...(await sites.snapshot(site))]);
    await sites.close();
    return { sites: found, snapshots };
  });
  await tab.close();
  await visitor.tab.bringToFront();
  return stored;
}

const STORY =
  'was told by the river, and nobody who heard it believed a word, though others had seen the same that morning.';

const TELLERS = ['heron', 'otter', 'miller', 'ferryman', 'council', 'swallow', 'mayor'];

/** A template text next to content, which no element holds alone; and a form whose fields hide properties of the form. */
const mixedPage = (day: number): string => `<!doctype html><title>Day ${day}</title>
  <form><input name=nextSibling><input name=firstChild><input name=parentNode><input name=nodeType><input name=setAttribute>
  <input name=getAttribute><input name=closest><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></form>
  <div class=frame><div class=story><p>The ${TELLERS[day]}'s story ${STORY} The ${TELLERS[(day + 3) % 7]} said so.</p></div> Copyright 2026 The Paper. All rights reserved.</div>`;

const HOSTILE: Readonly<Record<string, string>> = {
  '/many.html': `<!doctype html><div hidden>${'<b></b>'.repeat(200_001)}`,
  '/long.html': `<!doctype html><p hidden>${'a long word '.repeat(700_000)}`,
  '/large.html': `<!doctype html>${'<p>a text of its own</p>'.repeat(60_000)}`,
  '/deep.html': `<!doctype html><body><script>
    let at = document.body;
    for (let depth = 0; depth < 2000; depth += 1) at = at.appendChild(document.createElement('div'));
    at.textContent = 'deep \\ud800 down';
    at.className = '\\udc00';
  </script>`,
  '/empty.html': '',
  '/data.json': '{"a": 1}',
  '/named.html': `<!doctype html><form><input name=nextSibling><input name=firstChild><input name=nodeType></form>
    <img name=contentType><img name=createTreeWalker><p id=CSS>It was <em>said</em> so.</p><script>
    Array.prototype.push = Array.prototype.entries = () => { throw new Error('not here') };
    Object.defineProperty(Node.prototype, 'firstChild', { get() { throw new Error('not here') } });
  </script>`,
};

export const extensionTests: WebTests = {
  'extension: learns each page once, with the verdicts and tables of Node; tables survive the end of the worker': () =>
    withExtension(async (visitor) => {
      const pages = realPages(8);
      assert.is(Object.keys(pages).length, 8);
      const server = await serve(SITES_FOLDER, pages);
      const { host } = new URL(server.url);
      const { expected, snapshot } = await inNode(server.url, pages);
      for (const [at, path] of Object.keys(pages).entries()) {
        const { listed, ...state } = await visitor.learn(server.url + path);
        assert.equal([state.site, state.pages, state.counted], [host, at + 1, true]);
        assert.equal(
          listed.map(({ reason }) => reason),
          expected[at]?.listed,
        );
        // What was learned before must still be there.
        if (at === 3) await visitor.endWorker();
      }
      const [first = ''] = Object.keys(pages);
      for (const again of [`${first}#part`, `${first}#other`, first]) {
        const state = await visitor.learn(server.url + again);
        assert.equal([state.pages, state.counted], [8, false]);
      }
      const stored = await storedSites(visitor);
      assert.equal(stored.sites, [[host, 8]]);
      const htmls = Object.values(pages);
      const known = await knowledgeOf(Uint8Array.from(stored.snapshots[0] ?? []), htmls);
      assert.equal(known, await knowledgeOf(snapshot, htmls));
      const state = await visitor.learn(`${server.url}${first}?page=2`);
      assert.equal([state.pages, state.counted], [9, true]);
      server.close();
    }),

  'extension: dims and hides template and no content by the popup, also on the next page': () =>
    withExtension(async (visitor) => {
      const pages = realPages(8);
      const server = await serve(SITES_FOLDER, pages);
      const { expected } = await inNode(server.url, pages);
      const paths = Object.keys(pages);
      for (const path of paths.slice(0, 7)) await visitor.learn(server.url + path);
      assert.equal((await seenTexts(visitor.tab)).template, []);

      await visitor.choose('dim');
      assert.equal(await seenTexts(visitor.tab), expected[6]?.texts);
      const opacity = (selector: string): Promise<string> =>
        visitor.tab
          .locator(selector)
          .first()
          .evaluate(async (element) => {
            await Promise.all(element.getAnimations().map(({ finished }) => finished));
            return getComputedStyle(element).opacity;
          });
      await visitor.tab.mouse.move(640, 790);
      assert.is(await opacity('[data-refrain-template]'), '0.2');

      const last = await visitor.learn(server.url + paths[7]);
      await visitor.tab.waitForSelector('[data-refrain-template=dim]', { state: 'attached' });
      assert.equal(await seenTexts(visitor.tab), expected[7]?.texts);
      const popup = await visitor.popup();
      const said = await popup.text();
      assert.match(said, new URL(server.url).host);
      assert.match(said, `${Math.round((100 * last.template) / (last.template + last.content))} % of its text`);
      const main = Math.round((100 * last.main) / (last.template + last.content));
      assert.ok(main > 0);
      assert.match(said, new RegExp(`Main content\\s+${main} % of its text`));
      assert.match(said, `${last.blocks.template} template, ${last.blocks.content} content`);
      await popup.click('summary');
      // A block is marked for two seconds, which pass unseen where the machine is busy.
      let isShown = false;
      const shown = visitor.tab.waitForSelector('[data-refrain-shown]', { state: 'attached' }).then(() => {
        isShown = true;
      });
      while (!isShown) {
        await popup.click('#block-list li:nth-child(2) button');
        await Promise.race([shown, sleep(1000)]);
      }
      await popup.waitFor(last.listed[1]?.path ?? '?');
      await popup.close();

      await visitor.choose('hide');
      assert.is(await visitor.tab.locator('[data-refrain-template]').filter({ visible: true }).count(), 0);
      assert.ok(await visitor.tab.locator('main h1').first().isVisible());
      await visitor.choose('off');
      assert.equal((await seenTexts(visitor.tab)).template, []);
      server.close();
    }),

  'extension: dims a template text next to content alone; learns a forgotten site from the start': () =>
    withExtension(async (visitor) => {
      const days = Array.from({ length: 7 }, (_, day) => [`/${day}.html`, mixedPage(day)] as const);
      const server = await serve(SITES_FOLDER, Object.fromEntries(days));
      for (const [path] of days) await visitor.learn(server.url + path);
      await visitor.choose('dim');
      const dimmed = await visitor.tab.evaluate(() => ({
        elements: [...document.querySelectorAll('[data-refrain-template]')].map(({ localName }) => localName),
        texts: [...(CSS.highlights.get('refrain-dim') ?? [])].map((range) => String(range).trim()),
        colour: getComputedStyle(document.querySelector('.frame') as Element, '::highlight(refrain-dim)').color,
      }));
      assert.equal(dimmed.elements, ['form']);
      assert.equal(dimmed.texts, ['Copyright 2026 The Paper. All rights reserved.']);
      assert.is(dimmed.colour, 'rgba(128, 128, 128, 0.45)');

      const popup = await visitor.popup();
      await popup.click('#forget');
      await popup.waitFor('Forget 7 pages of 127.0.0.1');
      assert.is(((await visitor.state()) as Learned).pages, 7);
      await popup.click('#forget');
      await visitor.tab.waitForFunction(() => document.querySelector('[data-refrain-template]') === null);
      await popup.waitFor('The site was forgotten');
      await popup.close();
      assert.is(await visitor.tab.evaluate(() => CSS.highlights.size), 0);
      assert.equal((await storedSites(visitor)).sites, []);
      const again = await visitor.learn(`${server.url}/0.html`);
      assert.equal([again.pages, again.counted], [1, true]);
      server.close();
    }),

  'extension: survives pages that are too large, deep, empty, not HTML or hostile': () =>
    withExtension(async (visitor) => {
      const server = await serve(SITES_FOLDER, HOSTILE);
      const visit = async (path: string): Promise<string> => {
        const state = await visitor.visit(server.url + path);
        return state.status === 'failed' ? state.message : state.status;
      };
      assert.is(await visit('/many.html'), 'the page has more than 200,000 nodes, so it was not learned');
      assert.is(await visit('/long.html'), 'the page has more than 8,000,000 characters, so it was not learned');
      assert.is(await visit('/data.json'), 'this is not an HTML page');
      for (const path of ['/large.html', '/deep.html', '/empty.html', '/named.html']) {
        assert.is(await visit(path), 'learned', path);
      }
      const { pages, listed } = (await visitor.state()) as Learned;
      assert.is(pages, 4);
      assert.equal(
        listed.map(({ text }) => text),
        ['It was said so.'],
      );
      const popup = await visitor.popup();
      assert.match(await popup.text(), 'Pages learned\n4');
      await popup.close();
      server.close();
    }),

  'extension: reads pages of a site by rules that were imported, without learning': () =>
    withExtension(async (visitor) => {
      const page = `<!doctype html><title>A</title><div id=top><nav>Home</nav></div><article>A story ${STORY}</article><footer>End</footer>`;
      const server = await serve(SITES_FOLDER, { '/a.html': page, '/b.html': '<!doctype html><p>No article.</p>' });
      const template = [
        { region: 'header', selector: '#top' },
        { region: 'navigation', selector: 'nav' },
        { region: 'footer', selector: 'footer' },
      ];
      const site = new URL(server.url).host;
      const rules = { version: 1, site, layouts: [{ id: 4, has: ['article'], template }] };
      const popup = await visitor.context.newPage();
      await popup.goto(`${visitor.origin}/popup.html`);
      const importFile = (json: object) =>
        popup.setInputFiles('#import', {
          name: 'r.json',
          mimeType: 'text/json',
          buffer: Buffer.from(JSON.stringify(json)),
        });
      await importFile({ ...rules, layouts: [{ id: 4, templates: [] }] });
      await popup.waitForFunction(() => /layouts\[0\]\.templates is not/.test(document.body.textContent ?? ''));
      await importFile(rules);
      await popup.waitForFunction(() =>
        /1 layout of .* used from the next page on/.test(document.body.textContent ?? ''),
      );
      await popup.close();
      await visitor.tab.bringToFront();
      const regions = { header: 1, navigation: 1, footer: 1 };
      assert.equal(await visitor.visit(`${server.url}/a.html`), { status: 'ruled', site, layout: 4, regions });
      await visitor.choose('dim');
      const dimmed = await visitor.tab.evaluate(() =>
        [...document.querySelectorAll('[data-refrain-template=dim]')].map(({ localName }) => localName),
      );
      assert.equal(dimmed, ['div', 'footer']);
      const shown = await visitor.popup();
      assert.match(await shown.text(), 'Read by rules, layout 4. Template: header, navigation, footer.');
      await shown.close();
      assert.is((await visitor.learn(`${server.url}/b.html`)).pages, 1, 'only a page without a layout is learned');
      server.close();
    }),

  'extension: dims neither html nor body where all of a page is template': async () => {
    const tree = checkTree({
      names: ['html', 'body', 'div'],
      kinds: [-2, 0, 1, -1, 2, -1],
      parents: [-1, 0, 1, 2, 2, 4],
      values: ['', '', '', 'Home News Imprint', '', 'All rights reserved'],
      language: '',
      ids: [],
    });
    const detector = await Detector.create({ evidence: 'repetition', templateDf: 2, separators: ['div'] });
    for (let times = 0; times < 3; times += 1) detector.learnTree(0, { adapter: treeAdapter(tree) });
    const page = detector.learnTree(0, { adapter: treeAdapter(tree) });
    assert.ok(page.blocks.every(({ verdict }) => verdict === 'template'));
    assert.equal(marksOf(tree, page), { elements: [4], texts: [3] });
  },

  'extension: refuses a message that is not a valid tree': async () => {
    const right = {
      names: ['p'],
      kinds: [-2, 0, -1],
      parents: [-1, 0, 1],
      values: ['', '', 'text'],
      language: 'en',
      ids: [[1, 'one']],
    };
    assert.equal(checkTree(right), right);
    const wrong = [
      undefined,
      null,
      'tree',
      [],
      { ...right, parents: [-1, 0, 2] },
      { ...right, parents: [-1, 2, 1] },
      { ...right, parents: [0, 0, 1] },
      { ...right, parents: [-1, 0] },
      { ...right, kinds: [-2, 1, -1] },
      { ...right, kinds: [-2, 0.5, -1] },
      { ...right, values: ['', null, 'text'] },
      { ...right, values: ['', ''] },
      { ...right, language: 7 },
      { ...right, ids: [[3, 'one']] },
      { ...right, ids: [null] },
      { ...right, names: [1] },
    ];
    for (const tree of wrong) {
      assert.throws(
        () => checkTree(tree),
        (error: unknown) => error instanceof TreeError && error.code === 'TREE_INVALID',
      );
    }
  },
};
