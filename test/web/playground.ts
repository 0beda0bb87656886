/** The built playground: it shows and exports what Node computes for the same pages, and no page can run anything. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Sites } from '@refrain/crawl';
import { readInputs } from '@refrain/crawl/input';
import { pageView } from '@refrain/viewer/page';
import { MemoryLevel } from 'memory-level';
import type { BrowserContext, Page } from 'playwright-core';
import { Detector, type DetectorOptions } from 'refrain';
import { contextOf } from 'refrain/engine';
import * as assert from 'uvu/assert';
import { sharedFiles } from '../../packages/cli/test/examples.ts';
import { madePage } from '../support/crawl.ts';
import { realSites } from '../support/real-sites.ts';
import { members } from '../support/warc.ts';
import { knowledgeOf } from './knowledge.ts';
import { archive } from './support/archive.ts';
import { serve, type WebTests } from './support/web.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = `${root}playground/dist`;
const SITE = 'brpc';

/** An article with comments. */
const ARTICLE = String(sharedFiles('main-content.md').get('bridge.html'));

let isBuilt = false;

/** Built once for all tests; the build installs its dependencies. */
function build(): void {
  if (isBuilt) return;
  const args = ['--import', 'tsx', 'playground/run.ts', '--build', '--logLevel', 'error'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the playground was not built: ${stdout}${stderr}`);
  isBuilt = true;
}

interface Opened {
  readonly page: Page;
  /** Requested addresses outside of the playground. */
  readonly foreign: readonly string[];
  close(): void;
}

async function open(context: BrowserContext): Promise<Opened> {
  build();
  const server = await serve(dist);
  const foreign: string[] = [];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(server.url)) return route.continue();
    foreign.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  await page.goto(`${server.url}/`);
  await opened(page);
  return { page, foreign, close: () => server.close() };
}

const textOf = async (page: Page, selector: string): Promise<string> => (await page.textContent(selector)) ?? '';

const status = (page: Page, words: RegExp): Promise<unknown> =>
  page.waitForFunction(
    (pattern) => new RegExp(pattern).test(document.querySelector('#status')?.textContent ?? ''),
    words.source,
    { timeout: 60_000 },
  );

const opened = (page: Page): Promise<unknown> => status(page, /No page was learned yet|in this browser before|in use/);
const ended = (page: Page): Promise<unknown> => status(page, /with reading and storing/);
const drop = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
  page.setInputFiles('#files', files);

const htmlFile = (name: string, html: string): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name, mimeType: 'text/html' },
  buffer: Buffer.from(html),
});

async function learnSample(page: Page): Promise<void> {
  await page.click('#sample');
  await ended(page);
}

interface SamplePage {
  readonly id: string;
  readonly html: string;
}

const samplePages = (): SamplePage[] =>
  readFileSync(`${dist}/sample/pages.txt`, 'utf8')
    .trim()
    .split('\n')
    .map((name) => ({ id: `${SITE}/${name}`, html: readFileSync(`${dist}/sample/${name}`, 'utf8') }));

/** A block as the page shows it, or as Node computes it. */
interface Shown {
  readonly kind: string;
  /** Its own text, without white space. */
  readonly text: string;
  /** Strength of its tint. */
  readonly sure: string;
}

const sureOf = (score: number | undefined, ratio: number): string =>
  (score === undefined ? ratio : Math.min(Math.abs(score) / 6, 1)).toFixed(2);

/** The blocks of the page in view, by their number. */
const shownBlocks = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => {
    const frame = document.querySelector('iframe');
    const elements = [...(frame?.contentDocument?.querySelectorAll<HTMLElement>('[data-b]') ?? [])];
    const shown: { kind: string; text: string; sure: string }[] = [];
    for (const element of elements) {
      const texts = [...element.querySelectorAll<HTMLElement>('[data-s]')];
      const own = texts.filter((text) => text.closest('[data-b]') === element);
      const painted = element.dataset['verdict'] === undefined ? own[0] : element;
      shown[Number(element.dataset['b'])] = {
        kind: painted?.dataset['verdict'] ?? 'none',
        text: own
          .map((text) => text.textContent)
          .join('')
          .replace(/\s/g, ''),
        sure: painted?.style.getPropertyValue('--sure') ?? '',
      };
    }
    return shown;
  });

const clickRow = (page: Page, row: number): Promise<void> =>
  page
    .locator('#list [role=option]')
    .nth(row - 1)
    .click();

const shownWhen = async (page: Page, row: number): Promise<Shown[]> => {
  const before = await textOf(page, '#view-title');
  await clickRow(page, row);
  await page.waitForFunction((title) => document.querySelector('#view-title')?.textContent !== title, before);
  return shownBlocks(page);
};

/** The verdicts of Node for a page, after the pages before it were learned. */
async function inNode(number: number, options: DetectorOptions = {}): Promise<Shown[]> {
  const detector = await Detector.create(options);
  const pages = samplePages().slice(0, number);
  for (const { html, id } of pages.slice(0, -1)) detector.learn(html, { id });
  const { blocks } = detector.learn(pages.at(-1)?.html ?? '');
  return blocks.map(({ verdict: kind, text, score, ratio }) => ({
    ...{ kind, text: text.replace(/\s/g, '') },
    sure: sureOf(score, ratio),
  }));
}

async function sitesInNode(): Promise<{ shares: string[]; snapshot: Uint8Array; text: string }> {
  const sites = await Sites.open({ store: new MemoryLevel() });
  const shares: string[] = [];
  let text = '';
  for (const { id, html } of samplePages()) {
    const page = await sites.learn(id, Buffer.from(html), { site: SITE, id });
    const { template, content: own } = page.lengths;
    shares.push(`${Math.round((template / (template + own)) * 100)} %`);
    text += `\f==> ${id} <==\n${page.text(contextOf(page).shown(undefined).part)}\n`;
  }
  return { shares, snapshot: await sites.snapshot(SITE), text };
}

async function downloaded(page: Page, selector: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return readFileSync(await download.path());
}

/**
 * Runs an action that shows a page, and waits until its blocks are shown: the stage is busy from the key or the click on.
 */
async function showing(page: Page, action: () => Promise<void>): Promise<void> {
  await action();
  await page.waitForSelector('#stage[aria-busy=false]');
}

/** Changes a setting, and waits until the pages were learned again and the current page is shown with the new verdicts. */
async function set(page: Page, selector: string, value: string): Promise<void> {
  await page.evaluate(() => {
    const [line, facts] = [document.querySelector('#status'), document.querySelector('#view-facts')];
    if (line === null || facts === null) return;
    line.textContent = '';
    let hasEnded = false;
    new MutationObserver(() => {
      hasEnded ||= line.textContent?.includes('with reading and storing') === true;
    }).observe(line, { childList: true });
    const shown = new Promise<void>((resolve) => {
      new MutationObserver(() => {
        if (hasEnded) resolve();
      }).observe(facts, { childList: true });
    });
    Object.assign(globalThis, { shown });
  });
  await page.locator(selector).evaluate((element, wanted) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) element.value = wanted;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, value);
  await page.evaluate(() => (globalThis as unknown as { shown: Promise<void> }).shown);
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-playground-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HOSTILE = `<!doctype html><html onload="top.hacked=1"><head><base href="https://evil.example/">
<meta http-equiv=refresh content="0;url=https://evil.example/refresh"><link rel=stylesheet href="https://evil.example/a.css">
<style>@import url(https://evil.example/b.css); body { background: url(https://evil.example/c.png) }</style>
<title></title><script>top.hacked = 2</script></head><body style="background:url(https://evil.example/d.png)">
<h1 onclick="top.hacked=3">Visible words of a hostile page</h1><script>parent.hacked = 4</script>
<img src="https://evil.example/e.png" onerror="top.hacked=5" alt='"><script>top.hacked=6</script><img src=x onerror=top.hacked=7>'>
<p>&lt;/iframe&gt;&lt;script&gt;top.hacked=8&lt;/script&gt; &lt;img src=x onerror=top.hacked=9&gt; "quoted" 'words'</p>
<a href="javascript:top.hacked=10" id=go>a link that would run</a><form action="https://evil.example/f"><button>Send it</button></form>
<svg onload="top.hacked=11"><text>drawn words</text><style><img src=x onerror=top.hacked=12></style></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=top.hacked=13&gt;"></table></mtext></math>
<iframe srcdoc="<script>top.hacked=14</script>" src="https://evil.example/g"></iframe><object data="https://evil.example/h"></object>
<video src="https://evil.example/i" autoplay></video><table background="https://evil.example/j"><td colspan='2"><script>top.hacked=15</script>'>cell
<template><script>top.hacked=16</script></template><noscript><p title="</noscript><img src=x onerror=top.hacked=17>"></noscript>
<x-evil onmouseover="top.hacked=18" style="position:fixed">unknown element</x-evil></iframe><plaintext></body><script>top.hacked=19</script>`;

export const playgroundTests: WebTests = {
  'playground: learns the sample, with the shares, verdicts, texts and snapshots of Node': async (context) => {
    const { page, foreign, close } = await open(context);
    await page.evaluate(() => {
      const bar = document.querySelector('#progress');
      const values: string[] = [];
      Object.assign(globalThis, { values });
      new MutationObserver(() => values.push(bar?.getAttribute('aria-valuenow') ?? '')).observe(bar ?? document, {
        attributeFilter: ['aria-valuenow'],
      });
    });
    await learnSample(page);
    const values = await page.evaluate(() => (globalThis as unknown as { values: string[] }).values.map(Number));
    assert.ok(new Set(values).size > 2, `progress: ${values.join()}`);
    assert.equal(
      values,
      values.toSorted((one, other) => one - other),
    );
    assert.is(values.at(-1), 100);
    assert.match(await textOf(page, '#status'), /^60 pages learned at [\d,]+ pages\/s, [\d.,]+ MB\/s in this browser/);

    const node = await sitesInNode();
    assert.equal(await page.locator('#list .percent').allTextContents(), node.shares);
    const sample = samplePages().map(({ html }) => html);
    assert.equal(
      await knowledgeOf(await downloaded(page, '#sites button'), sample),
      await knowledgeOf(node.snapshot, sample),
    );
    assert.is((await downloaded(page, '#save-text')).toString(), node.text);
    const lines = (await downloaded(page, '#save-ndjson')).toString().trimEnd().split('\n');
    assert.equal(
      lines.map((line) => JSON.parse(line).page),
      Array.from({ length: 60 }, (_, at) => at + 1),
    );

    // The first page is in view already, and the second has the same title.
    for (const row of [7, 2, 33, 47, 1]) assert.equal(await shownWhen(page, row), await inNode(row));
    const charts = await page
      .locator('#charts svg')
      .evaluateAll((all) => all.map((svg) => svg.getAttribute('aria-label')));
    assert.match(charts[0] ?? '', /^Entries: [\d,]+: .* [\d,]+ on page 60, maximum [\d,]+\.$/);
    assert.match(charts[1] ?? '', /^Size: [\d.]+ kB: .* on page 60, maximum [\d.]+ kB\.$/);
    assert.equal(foreign, []);
    close();
  },
  'playground: learns again with other settings, with the verdicts of Node for the page in view': async (context) => {
    const { page, close } = await open(context);
    await learnSample(page);
    await clickRow(page, 29);
    assert.ok(await page.isDisabled('#df'));
    assert.match(await textOf(page, '#why'), /only with repetition alone/);
    await set(page, '#evidence', 'repetition');
    const counts: number[] = [];
    for (const df of [2, 20]) {
      await set(page, '#df', String(df));
      const shown = await shownBlocks(page);
      assert.equal(shown, await inNode(29, { evidence: 'repetition', templateDf: df }));
      counts.push(shown.filter(({ kind }) => kind === 'template').length);
    }
    assert.ok((counts[0] ?? 0) > (counts[1] ?? 0), counts.join());
    await set(page, '#ratio', '0.25');
    await set(page, '#tb', '4');
    await set(page, '#n', '4');
    const options = { templateDf: 20, templateRatio: 0.25, baseLifetime: 5, lifetimeGrowth: 4 };
    assert.equal(await shownBlocks(page), await inNode(29, { evidence: 'repetition', ...options }));
    await page.reload();
    await opened(page);
    assert.equal(
      await page
        .locator('#evidence, #settings input')
        .evaluateAll((all) =>
          all.map((field) =>
            field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '',
          ),
        ),
      ['repetition', '4', '4', '20', '0.25'],
    );
    close();
  },
  'playground: keeps what it learned after a reload, counts no page twice, and can forget': async (context) => {
    const { page, close } = await open(context);
    await learnSample(page);
    await page.reload();
    await opened(page);
    assert.match(await textOf(page, '#status'), /^60 pages of brpc were learned in this browser before/);
    assert.match(await textOf(page, '#sites'), /brpc60 pages, [\d,]+ entries/);
    assert.is(await page.locator('#list [role=option]').count(), 0);
    await learnSample(page);
    assert.match(await textOf(page, '#status'), /60 of them had been counted before/);
    assert.match(await textOf(page, '#sites'), /brpc60 pages/);
    await page.click('#forget');
    await status(page, /No page was learned yet/);
    await page.reload();
    await opened(page);
    assert.match(await textOf(page, '#status'), /No page was learned yet/);
    close();
  },
  'playground: reports in a second tab that the store is in use, and opens it there when the first tab is closed':
    async (context) => {
      const { page, close } = await open(context);
      const second = await context.newPage();
      await second.goto(page.url());
      await status(second, /in use/);
      assert.match(await textOf(second, '#alert p'), /open in another tab/);
      await page.close();
      await second.click('#retry');
      await opened(second);
      await learnSample(second);
      assert.ok(await second.isHidden('#alert'));
      close();
    },
  'playground: shows main content and comments, and neither where repetition alone decides': async (context) => {
    const { page, close } = await open(context);
    await drop(page, [htmlFile('bridge.html', ARTICLE)]);
    await ended(page);
    await page.waitForSelector('#stage iframe');
    const article = (await Detector.create()).learn(ARTICLE);
    const { blocks, kind } = article.toJSON();
    const sections = blocks.map(({ main, comments }) => (main ? 'main' : comments ? 'comments' : 'rest'));
    const frame = page.frameLocator('#stage iframe');
    for (const section of ['main', 'comments', 'rest']) {
      const count = sections.filter((each) => each === section).length;
      assert.is(await frame.locator(`[data-section=${section}]`).count(), count, section);
    }
    const facts = await textOf(page, '#view-facts');
    assert.match(facts, / % main content/);
    assert.is(facts.includes('Kind of page'), kind !== undefined);
    await page.click('label:has(#as-main)');
    assert.is(await textOf(page, '#content-text'), article.text('main'));
    await page.click('label:has(#as-text)');
    assert.is(await textOf(page, '#content-text'), article.text('content'));
    await page.click('label:has(#as-main)');
    await set(page, '#evidence', 'repetition');
    await page.waitForFunction(() => !document.querySelector('#view-facts')?.textContent?.includes('main content'));
    assert.ok(await page.isDisabled('#as-main'));
    assert.ok(await page.isChecked('#as-text'), 'the text in view is one that exists');
    assert.is(await page.locator('#view .section:not([hidden])').count(), 0);
    close();
  },
  'playground: begins with fields for one page alone; a pasted page is shown as Markdown with its metadata': async (
    context,
  ) => {
    const { page, close } = await open(context);
    const visible = (): Promise<string[]> =>
      page.locator('section:visible').evaluateAll((all) => all.map(({ id }) => id).filter((id) => id !== ''));
    assert.equal(await visible(), []);
    await page.fill('#pasted', ARTICLE);
    await page.click('#show');
    await ended(page);
    await page.waitForSelector('#stage iframe');
    const article = (await Detector.create()).learn(ARTICLE);
    await page.click('label:has([value=markdown])');
    assert.is(await textOf(page, '#content-text'), article.markdown('main'));
    assert.match(await textOf(page, '#metadata'), article.document().title);
    assert.equal(await visible(), ['run', 'page', 'page-metadata', 'page-blocks', 'all-settings', 'known']);
    assert.ok(await page.isHidden('#tb'));
    // A page that is copied from its source, anywhere but in a field.
    await page.evaluate(
      (html) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', html);
        dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
      },
      ARTICLE.replace('<title>', '<title>Second: '),
    );
    await page.waitForFunction(() => document.querySelector('#page-count')?.textContent === '2');
    close();
  },
  'playground: fetches the page of an address, and asks for its HTML where its site does not let it': async (
    context,
  ) => {
    const { page, foreign, close } = await open(context);
    const address = 'https://news.example/bridge';
    await page.fill('#address', address);
    await page.click('#show');
    await page.waitForSelector('#given-note:not([hidden])');
    assert.match(await textOf(page, '#given-note'), /cannot be fetched here.*paste it/);
    assert.equal(foreign, [address]);
    await page.fill('#pasted', ARTICLE);
    await page.click('#show');
    await ended(page);
    assert.match(await textOf(page, '#sites'), /^news\.example1 page/);
    await context.route('https://news.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html; charset=windows-1252',
        body: Buffer.from('<title>Gr\xfc\xdfe</title><p>words', 'latin1'),
      }),
    );
    await page.click('#intake summary');
    await page.fill('#address', 'https://news.example/second');
    await page.click('#show');
    await page.waitForFunction(() => document.querySelector('#page-count')?.textContent === '2');
    await page.waitForFunction(() => document.querySelector('#view-title')?.textContent === 'Grüße');
    close();
  },
  'playground: opens the first page of new files, and lists pages by site': async (context) => {
    const { page, close } = await open(context);
    const titled = (words: string): Promise<unknown> =>
      page.waitForFunction((title) => document.querySelector('#view-title')?.textContent === title, words);
    const line = (host: string, at: number): string =>
      JSON.stringify({ url: `https://${host}/${at}`, html: `<title>${host} ${at}</title><p>Words of page ${at}` });
    await drop(page, [
      htmlFile('a.html', '<title>First file</title><p>One'),
      htmlFile('b.html', '<title>Second</title>'),
    ]);
    await ended(page);
    await titled('First file');
    const lines = [line('n.example', 1), line('m.example', 1), line('n.example', 2), line('m.example', 2)];
    await drop(page, [
      { name: 'pages.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(`${lines.join('\n')}\n`) },
    ]);
    await titled('n.example 1');
    await ended(page);
    const groups = page.locator('#list [role=group]');
    assert.equal(await groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))), [
      'dropped files',
      'n.example',
      'm.example',
    ]);
    assert.equal(await groups.nth(1).locator('.site').textContent(), 'n.example2 pages');
    assert.equal(await groups.nth(1).locator('[role=option] .id').allTextContents(), [
      'https://n.example/1',
      'https://n.example/2',
    ]);
    // Keys follow the list, not the order of learning.
    await page.focus('#list');
    await page.keyboard.press('ArrowDown');
    await titled('n.example 2');
    await page.keyboard.press('ArrowDown');
    await titled('m.example 1');
    await page.fill('#search', 'm.example');
    assert.is(await groups.filter({ visible: true }).count(), 1);
    close();
  },
  'playground: refuses files that are not pages by name, and learns the others': async (context) => {
    const { page, close } = await open(context);
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    const line = JSON.stringify({ url: 'https://n.example/1', html: '<p>One line of words' });
    await drop(page, [
      { name: 'a.png', mimeType: 'image/png', buffer: png },
      { name: 'picture.html', mimeType: 'text/html', buffer: png },
      { name: 'empty.html', mimeType: 'text/html', buffer: Buffer.alloc(0) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Only words.') },
      {
        name: 'pages.ndjson.gz',
        mimeType: 'application/gzip',
        buffer: gzipSync(`${line}\n{"url":"https://n.example/2"}\nno\n`),
      },
      htmlFile('good.html', '<h1>A good page</h1>'),
    ]);
    await ended(page);
    assert.match(await textOf(page, '#status'), /^2 pages learned/);
    const refused = await page.locator('#refused li').allTextContents();
    assert.equal(refused.slice(0, 3), [
      'a.png: it is a PNG image, not HTML',
      'empty.html: it is empty',
      'notes.txt: it is neither HTML nor a WARC nor NDJSON',
    ]);
    assert.match(refused[3] ?? '', /^pages\.ndjson\.gz:2: the line at byte \d+ has no html$/);
    assert.match(refused[4] ?? '', /^pages\.ndjson\.gz:3: .*JSON/);
    assert.is(refused[5], 'picture.html: it is a PNG image, not HTML');
    assert.is(refused.length, 6);
    assert.match(await textOf(page, '#refused summary'), /6 files or pages were left out/);
    assert.match(await textOf(page, '#sites'), /dropped files1 page/);
    close();
  },
  'playground: learns a WARC, gzipped or not, as Node does; reports a cut archive and keeps the rest': async (
    context,
  ) => {
    const { page, close } = await open(context);
    await withFolder(async (folder) => {
      const records = archive();
      const path = join(folder, 'crawl.warc.gz');
      writeFileSync(path, members(records));
      const plain = join(folder, 'crawl.warc');
      writeFileSync(plain, Buffer.concat(records));
      const sites = await Sites.open({ store: new MemoryLevel() });
      for await (const { url, bytes, contentType } of readInputs([path]))
        await sites.learn(url, bytes, { contentType });
      const made = Array.from({ length: 40 }, (_, at) => madePage(at % 2, at).html);
      const expected = await Promise.all(
        ['s0.example', 's1.example'].map(async (site) => knowledgeOf(await sites.snapshot(site), made)),
      );
      for (const file of [path, plain]) {
        await page.setInputFiles('#files', file);
        await ended(page);
        assert.match(await textOf(page, '#status'), /^40 pages learned/);
        assert.ok(await page.isHidden('#refused'));
        const given = [];
        for (const at of [1, 2]) {
          given.push(await knowledgeOf(await downloaded(page, `#sites li:nth-child(${at}) button`), made));
        }
        assert.equal(given, expected);
        await page.click('#forget');
        await status(page, /No page was learned yet/);
      }
      const cut = Buffer.concat(records.slice(0, 12));
      await drop(page, [{ name: 'cut.warc', mimeType: 'application/warc', buffer: cut.subarray(0, cut.length - 80) }]);
      await ended(page);
      assert.match(await textOf(page, '#status'), /^10 pages learned/);
      assert.match(await textOf(page, '#refused'), /cut\.warc ends in the middle of it/);
      const damaged = records.slice(0, 12).map((record) => members([record]));
      damaged[6]?.fill(0x55, 40, 80);
      await status(page, /./);
      await drop(page, [{ name: 'damaged.warc.gz', mimeType: 'application/gzip', buffer: Buffer.concat(damaged) }]);
      await page.waitForFunction(() => /damaged\.warc\.gz/.test(document.querySelector('#refused')?.textContent ?? ''));
      assert.match(await textOf(page, '#refused'), /its compressed data is damaged/);
    });
    close();
  },
  'playground: takes the name of a folder for the site, picked or dropped': async (context) => {
    const { page, close } = await open(context);
    await withFolder(async (folder) => {
      const site = join(folder, 'my-site');
      mkdirSync(join(site, 'deep', 'er'), { recursive: true });
      writeFileSync(join(site, 'index.html'), '<p>First words');
      writeFileSync(join(site, 'style.css'), 'p {}');
      writeFileSync(join(site, 'deep', 'er', 'page.htm'), '<p>Second words');
      const ids = ['my-site/deep/er/page.htm', 'my-site/index.html'];
      const titles = (): Promise<(string | null)[]> =>
        page.locator('#list [role=option]').evaluateAll((all) => all.map((row) => row.getAttribute('title')));
      await page.setInputFiles('#folder', site);
      await ended(page);
      assert.equal(await titles(), ids);
      assert.match(await textOf(page, '#sites'), /my-site2 pages/);
      assert.is(
        await textOf(page, '#refused summary'),
        'my-site/style.css was left out: it is neither HTML nor a WARC nor NDJSON',
      );
      await page.click('#forget');
      await status(page, /No page was learned yet/);

      const session = await context.newCDPSession(page);
      const data = { items: [], files: [site], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
        assert.is(await page.isVisible('#drop'), type !== 'drop');
      }
      await ended(page);
      assert.equal(await titles(), ids);
      assert.match(await textOf(page, '#sites'), /my-site2 pages/);
    });
    close();
  },
  'playground: stops a run on request, and keeps what was learned until then': async (context) => {
    const { page, close } = await open(context);
    const lines = Array.from({ length: 6000 }, (_, at) => JSON.stringify(madePage(0, at)));
    const all = page.setInputFiles('#files', {
      ...{ name: 'crawl.ndjson', mimeType: 'application/x-ndjson' },
      buffer: Buffer.from(lines.join('\n')),
    });
    await all;
    // A run that is stopped before its first page has learned nothing.
    await status(page, /[1-9][\d,]* pages? learned/);
    await page.click('#stop');
    await ended(page);
    const said = /^Stopped: ([\d,]+) pages learned/.exec(await textOf(page, '#status'));
    const learned = Number(said?.[1]?.replace(',', ''));
    assert.ok(learned > 0 && learned < 6000, String(learned));
    assert.match(await textOf(page, '#sites'), new RegExp(`s0.example${said?.[1]} pages`));
    close();
  },
  'playground: goes to pages and blocks by keys, and announces them': async (context) => {
    const { page, close } = await open(context);
    await learnSample(page);
    await page.waitForSelector('#view:not([hidden])');
    await page.fill('#search', 'rpc-in-depth');
    await showing(page, () => page.press('#search', 'Enter'));
    const first = await textOf(page, '#list [aria-selected=true] .id');
    assert.match(first, /rpc-in-depth/);
    await showing(page, () => page.press('#list', 'ArrowDown'));
    assert.is.not(await textOf(page, '#list [aria-selected=true] .id'), first);
    await page.focus('#stage');
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowDown');
    assert.match(
      await textOf(page, '#announced'),
      /^Block 3 of \d+: (template|content)(, main content|, comments)?, confidence (over )?[\d.]+ %/,
    );
    assert.match(await textOf(page, '#details'), /Confidence.*Repeated.*Path.*Why.*log odds.*Pages/);
    close();
  },
  'playground: runs nothing and requests nothing for a hostile page, and shows its words': async (context) => {
    const { page, foreign, close } = await open(context);
    const name = '"><img src=x onerror=top.hacked=20>.html';
    await drop(page, [
      htmlFile(name, HOSTILE),
      htmlFile('b.html', `<title>&lt;img src=x onerror=top.hacked=21&gt;</title>${HOSTILE}`),
    ]);
    await ended(page);
    for (const row of [1, 2]) {
      await showing(page, () => clickRow(page, row));
      await page.hover('#stage', { position: { x: 120, y: 40 } });
      await page.mouse.click(700, 400);
      await page.click('label:has([value=text])');
      await page.click('label:has([value=page])');
      const inside = await page.evaluate(() => {
        const frame = document.querySelector('iframe');
        const elements = [...(frame?.contentDocument?.body.querySelectorAll('*') ?? [])];
        return {
          sandbox: frame?.getAttribute('sandbox'),
          names: [...new Set(elements.map(({ localName }) => localName))].sort(),
          attributes: [...new Set(elements.flatMap((element) => element.getAttributeNames()))].sort(),
          text: frame?.contentDocument?.body.textContent ?? '',
          hacked: (globalThis as { hacked?: number }).hacked,
        };
      });
      assert.is(inside.sandbox, 'allow-same-origin');
      assert.is(inside.hacked, undefined);
      const known = ['br', 'div', 'span', 'table', 'tbody', 'td', 'tr'];
      assert.equal(
        inside.names.filter((each) => !known.includes(each)),
        [],
      );
      const harmless = [
        'aria-label',
        'aria-level',
        'colspan',
        'data-b',
        'data-verdict',
        'data-section',
        'data-s',
        'data-selected',
        'data-t',
        'role',
        'style',
      ];
      assert.equal(
        inside.attributes.filter((each) => !harmless.includes(each)),
        [],
      );
      for (const words of [
        'Visible words of a hostile page',
        '</iframe><script>top.hacked=8</script>',
        'drawn words',
        'unknown element',
      ]) {
        assert.ok(inside.text.includes(words), words);
      }
    }
    assert.equal(foreign, []);
    close();
  },
  'playground: gives every block of real pages one element, with the text of the block and no other text': async (
    context,
  ) => {
    const { page, close } = await open(context);
    for (const site of realSites()) {
      const detector = await Detector.create();
      for (const { name, html } of site.pages.filter((_, at) => at % 3 === 0)) {
        const learned = detector.learn(html);
        const blocks = learned.blocks.map(({ text }) => text.replace(/\s/g, ''));
        const texts = await page.evaluate((markup) => {
          const parsed = new DOMParser().parseFromString(markup, 'text/html');
          const found: string[][] = [];
          for (const element of parsed.querySelectorAll<HTMLElement>('[data-b]')) {
            const own = [...element.querySelectorAll('[data-s]')].filter(
              (text) => text.closest('[data-b]') === element,
            );
            const number = Number(element.dataset['b']);
            found[number] = [
              ...(found[number] ?? []),
              own
                .map((text) => text.textContent)
                .join('')
                .replace(/\s/g, ''),
            ];
          }
          return found;
        }, pageView(learned, detector.options.templateDf).markup);
        assert.equal(
          texts,
          blocks.map((text) => [text]),
          name,
        );
      }
    }
    close();
  },
};
