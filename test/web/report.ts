/** The report, opened from disk in a browser: contents, controls and hostile pages. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { npmSites } from '../support/npm-sites.ts';
import { HOSTILE } from './support/hostile.ts';
import { serve, type WebTests } from './support/web.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

/** Runs a test with the report of a site in a temporary folder. */
async function withReport(
  pages: readonly string[],
  use: (report: string) => Promise<void>,
  site = 'site',
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-report-'));
  try {
    mkdirSync(join(folder, site), { recursive: true });
    for (const [at, html] of pages.entries())
      writeFileSync(join(folder, site, `${String(at).padStart(4, '0')}.html`), html);
    const [input, report] = [join(folder, site), join(folder, 'report')];
    await run(process.execPath, [command, 'report', input, '--out', report]);
    await use(report);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Requests of a page outside the folder of the report. */
async function trap(context: BrowserContext, report: string): Promise<string[]> {
  const requests: string[] = [];
  const own = pathToFileURL(report).href;
  context.on('request', (request) => {
    if (!request.url().startsWith(own)) requests.push(request.url());
  });
  await context.route(/^https?:/, (route) => route.abort());
  return requests;
}

/** Opens a page of a site by its number and returns its frame. */
async function openPage(page: Page, report: string, place: number, site = 'site'): Promise<Frame> {
  await page.goto(`${pathToFileURL(report).href}/sites/${site}/page.html#${place}`);
  await page.waitForFunction(
    (number) => document.querySelector('#page-summary')?.textContent?.startsWith(`Page ${number}:`),
    String(place),
  );
  return (await (await page.waitForSelector('#frame')).contentFrame()) as Frame;
}

const sitePages = (): string[] => (npmSites()[0]?.pages ?? []).slice(0, 30).map(({ html }) => html);

export const reportTests: WebTests = {
  'a report opens from disk and shows overview, site, regions and pages': (context) =>
    withReport(sitePages(), async (report) => {
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      const requests = await trap(context, report);
      await page.goto(pathToFileURL(join(report, 'index.html')).href);
      await page.click('a:has-text("site")');
      assert.is(await page.textContent('h1'), 'site');
      assert.is(await page.locator('.chart svg[role=img]').count(), 4);
      assert.is(await page.locator('table.rows tbody tr').count(), 30);
      assert.ok((await page.locator('.region').allTextContents()).includes('navigation'));
      await page.fill('input[data-rows]', '0007.html');
      assert.is(await page.locator('table.rows tbody tr:visible').count(), 1);
      await page.click('table.rows tbody tr:visible a');
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 8:'));
      assert.equal(problems, []);
      assert.equal(requests, []);
    }),

  'a page is tinted by the final verdicts and shows their explanations': (context) =>
    withReport(sitePages(), async (report) => {
      const detector = await Detector.create();
      for (const html of sitePages()) detector.learn(html);
      const blocks = detector
        .label(sitePages()[11] ?? '')
        .blocks.map((block) => ({ ...block.toJSON(), explanation: block.explain() }));
      const page = await context.newPage();
      const frame = await openPage(page, report, 12);
      const shown = await frame.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-b]')].map((element) => ({
          block: Number(element.dataset['b']),
          kind: element.dataset['kind'],
          color: getComputedStyle(element).backgroundColor,
        })),
      );
      assert.is(shown.length, blocks.length);
      for (const { block, kind, color } of shown) {
        assert.is(kind, blocks[block]?.kind);
        assert.is(color === 'rgb(255, 255, 255)', kind === 'content');
      }
      const at = blocks.findIndex(({ kind }) => kind === 'template');
      await frame.hover(`[data-b="${at}"]`);
      const details = await page.textContent('#details');
      assert.ok(details?.includes(blocks[at]?.path ?? '?'));
      assert.ok(details?.includes((blocks[at]?.explanation.reason ?? '?').replace('template: ', '')));
    }),

  'the viewer reacts to keys, filters and searches': (context) =>
    withReport(sitePages(), async (report) => {
      const page = await context.newPage();
      const frame = await openPage(page, report, 3);
      await page.keyboard.press('n');
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 4:'));
      await page.keyboard.press('p');
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 3:'));
      const all = await page.locator('#block-list li').count();
      await page.selectOption('#filter', 'content');
      const content = await page.locator('#block-list li:visible').count();
      assert.ok(content > 0 && content < all);
      assert.is(content, await page.locator('#block-list li[data-kind=content]').count());
      await page.selectOption('#filter', 'all');
      await page.focus('#block-list li:first-child button');
      await page.keyboard.press('ArrowDown');
      assert.is(await page.locator('#block-list li[aria-current]').count(), 1);
      assert.ok(
        await page.evaluate(() => document.querySelector('#block-list li:nth-child(2)')?.hasAttribute('aria-current')),
      );
      assert.is(await frame.locator('[data-selected]').getAttribute('data-b'), '1');
      await frame.locator('[data-b="1"]').focus();
      await page.keyboard.press('ArrowDown');
      assert.is(await frame.locator('[data-selected]').count(), 1);
      await page.fill('#page-search', 'no such page');
      assert.is(await page.locator('#page-list li:visible').count(), 0);
    }),

  'hostile pages run no script, send no request and stay in their frame': (context) =>
    withReport(HOSTILE, async (report) => {
      const requests = await trap(context, report);
      const page = await context.newPage();
      let pwned = 0;
      await page.exposeFunction('pwned', () => {
        pwned += 1;
      });
      page.on('dialog', () => {
        pwned += 1;
      });
      for (const place of HOSTILE.keys()) {
        const frame = await openPage(page, report, place + 1);
        const found = await frame.evaluate(() => {
          const elements = [...document.body.querySelectorAll('*')];
          const names = new Set(elements.flatMap((element) => element.getAttributeNames()));
          const { scrollWidth } = document.documentElement;
          return { names: [...names], tags: [...new Set(elements.map(({ localName }) => localName))], scrollWidth };
        });
        const known = ['data-b', 'data-kind', 'style', 'tabindex', 'role', 'aria-label', 'class', 'open'];
        const spans = ['colspan', 'rowspan', 'span', 'data-selected'];
        assert.equal(
          found.names.filter((name) => ![...known, ...spans].includes(name)),
          [],
          HOSTILE[place],
        );
        const able = [
          'script',
          'style',
          'iframe',
          'img',
          'svg',
          'math',
          'a',
          'form',
          'input',
          'object',
          'link',
          'meta',
          'base',
        ];
        assert.equal(
          found.tags.filter((name) => able.includes(name)),
          [],
          HOSTILE[place],
        );
        assert.ok(found.scrollWidth < 10_000, 'width of the page');
        // Clicks everything that can be clicked.
        for (const target of await frame.locator('.a, .button, .input').all())
          await target.click({ timeout: 2000 }).catch(() => undefined);
        assert.is(page.url().split('#')[0], `${pathToFileURL(report).href}/sites/site/page.html`);
        assert.ok(frame.url().startsWith('about:srcdoc'));
        assert.match(await page.title(), /^Page \d+/);
      }
      for (const name of ['index.html', 'sites/site/index.html'])
        await page.goto(`${pathToFileURL(report).href}/${name}`);
      assert.is(pwned, 0);
      assert.equal(requests, []);
    }),

  'a site with a hostile name is shown like others': (context) =>
    withReport(
      sitePages().slice(0, 3),
      async (report) => {
        const requests = await trap(context, report);
        const page = await context.newPage();
        await page.goto(pathToFileURL(join(report, 'index.html')).href);
        await page.click('table a');
        assert.is(await page.textContent('h1'), `a&<b onclick='x()'>"`);
        assert.is(await page.locator('b').count(), 0);
        assert.equal(requests, []);
      },
      `a&<b onclick='x()'>"`,
    ),

  'a report works from a server': (context) =>
    withReport(sitePages().slice(0, 5), async (report) => {
      const server = await serve(report);
      const page = await context.newPage();
      await page.goto(`${server.url}/sites/site/page.html#2`);
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 2:'));
      server.close();
    }),
};
