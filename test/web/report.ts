/** The report in a browser, opened from disk: what it shows, how it is used, and that hostile pages can do nothing in it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { type BlockRecord, Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { sharedFiles } from '../../packages/cli/test/examples.ts';
import { realSites } from '../support/real-sites.ts';
import { HOSTILE } from './support/hostile.ts';
import { serve, type WebTests } from './support/web.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('../../packages/cli/dist/bin/main.js', import.meta.url));

/** Runs a test with the report of a site, in a folder that is removed afterwards. */
async function withReport(
  pages: readonly string[],
  use: (report: string) => Promise<void>,
  { site = 'site', flags = [] }: { readonly site?: string; readonly flags?: readonly string[] } = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-report-'));
  try {
    mkdirSync(join(folder, site), { recursive: true });
    for (const [at, html] of pages.entries())
      writeFileSync(join(folder, site, `${String(at).padStart(4, '0')}.html`), html);
    const [input, report] = [join(folder, site), join(folder, 'report')];
    await run(process.execPath, [command, 'report', input, '--out', report, ...flags]);
    await use(report);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Requests for anything outside of the folder of the report. */
async function trap(context: BrowserContext, report: string): Promise<string[]> {
  const asked: string[] = [];
  const own = pathToFileURL(report).href;
  context.on('request', (request) => {
    if (!request.url().startsWith(own)) asked.push(request.url());
  });
  await context.route(/^https?:/, (route) => route.abort());
  return asked;
}

/** Opens a page by its position, with the verdicts beside it; returns the frame that shows it. */
async function openPage(page: Page, report: string, position: number, site = 'site'): Promise<Frame> {
  await page.goto(`${pathToFileURL(report).href}/sites/${site}/page.html#${position}`);
  await page.waitForFunction(
    (number) => document.querySelector('#page-summary')?.textContent?.startsWith(`Page ${number}:`),
    String(position),
  );
  await page.click('label:has([value=blocks])');
  return (await (await page.waitForSelector('#stage iframe')).contentFrame()) as Frame;
}

/** Moves the pointer to an element in the frame, which lies below a pane. */
async function point(page: Page, frame: Pick<Frame, 'locator'>, selector: string): Promise<void> {
  const element = frame.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
}

/** An article with comments. */
const ARTICLE = String(sharedFiles('main-content.md').get('bridge.html'));

const sitePages = (): string[] => (realSites()[0]?.pages ?? []).slice(0, 30).map(({ html }) => html);

export const reportTests: WebTests = {
  'report: shows overview, site, texts and pages from disk': (context) =>
    withReport(sitePages(), async (report) => {
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      const asked = await trap(context, report);
      await page.goto(pathToFileURL(join(report, 'index.html')).href);
      const confidences = async (): Promise<number[]> =>
        (await page.locator('#pages tbody td:first-child').allTextContents()).map(Number.parseFloat);
      const rising = await confidences();
      assert.equal(
        rising,
        rising.toSorted((one, other) => one - other),
      );
      assert.match((await page.textContent('main')) ?? '', 'least sure');
      await page.click('#pages th:has-text("Confidence") button');
      assert.equal(
        await confidences(),
        rising.toSorted((one, other) => other - one),
      );
      await page.click('#pages th:has-text("Page") button');
      const titles = await page.locator('#pages tbody a').allTextContents();
      assert.equal(
        titles,
        titles.toSorted((one, other) => one.localeCompare(other)),
      );
      await page.click('#sites a');
      assert.is(await page.textContent('h1'), 'site');
      assert.is(await page.locator('.chart svg[role=img]').count(), 4);
      assert.is(await page.locator('#pages tbody tr').count(), 30);
      assert.ok((await page.locator('.region').allTextContents()).includes('navigation'));
      await page.fill('input[data-rows]', '0007.html');
      assert.is(await page.locator('#pages tbody tr:visible').count(), 1);
      await page.click('#pages tbody tr:visible a');
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 8:'));
      assert.equal(problems, []);
      assert.equal(asked, []);
    }),

  'report: tints and explains blocks by the verdicts of the final table': (context) =>
    withReport(sitePages(), async (report) => {
      const detector = await Detector.create();
      for (const [at, html] of sitePages().entries()) detector.learn(html, { id: String(at) });
      const blocks = detector
        .label(sitePages()[11] ?? '', { id: '11' })
        .blocks.map((block) => ({ ...block.toJSON(), explanation: block.explain() }));
      const page = await context.newPage();
      const frame = await openPage(page, report, 12);
      const shown = await frame.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-b]')].map((element) => {
          const tinted =
            element.dataset['verdict'] !== undefined
              ? element
              : [...element.querySelectorAll<HTMLElement>('[data-s]')].find(
                  (text) => text.closest('[data-b]') === element,
                );
          return {
            block: Number(element.dataset['b']),
            kind: tinted?.dataset['verdict'],
            section: tinted?.dataset['section'],
            color: tinted === undefined ? '' : getComputedStyle(tinted).backgroundColor,
          };
        }),
      );
      assert.is(shown.length, blocks.length);
      for (const { block, kind, section, color } of shown) {
        assert.is(kind, blocks[block]?.verdict);
        assert.is(section, blocks[block]?.main ? 'main' : blocks[block]?.comments ? 'comments' : 'rest');
        assert.is(color === 'rgba(0, 0, 0, 0)', kind === 'content');
      }
      const at = blocks.findIndex(({ verdict }) => verdict === 'template');
      await point(page, frame, `[data-b="${at}"]`);
      const details = await page.textContent('#details');
      assert.ok(details?.includes(blocks[at]?.path ?? '?'));
      assert.match(details ?? '', /Main content(yes|no)/);
      assert.ok(details?.includes((blocks[at]?.explanation.reason ?? '?').replace('template: ', '')));
    }),

  'report: shows main content and comments of an article, and neither where repetition alone decides': async (
    context,
  ) => {
    await withReport([ARTICLE], async (report) => {
      const { blocks, kind, kindConfidence } = (await Detector.create()).label(ARTICLE).toJSON();
      const lengthOf = (is: (block: BlockRecord) => boolean | undefined): number =>
        blocks.reduce((sum, block) => sum + (is(block) ? block.length : 0), 0);
      const page = await context.newPage();
      const frame = await openPage(page, report, 1);
      const summary = (await page.textContent('#page-summary')) ?? '';
      const share = Math.round((100 * lengthOf(({ main }) => main)) / lengthOf(() => true));
      assert.match(summary, `${share} % main content`);
      const named = kind === undefined ? '' : `Kind of page: ${kind} (${Math.round(100 * (kindConfidence ?? 0))} %).`;
      assert.match(summary, named);
      assert.is(summary.includes('Kind of page'), kind !== undefined);
      const of = (section: string): number => blocks.filter((block) => block[section as 'main' | 'comments']).length;
      for (const section of ['main', 'comments']) {
        await page.selectOption('#filter', section);
        assert.is(await page.locator('#block-list li:visible').count(), of(section));
        const dimmed = await frame.evaluate((kept) => {
          const tinted = [...document.querySelectorAll<HTMLElement>('[data-verdict]')];
          return tinted.filter(
            (element) => (getComputedStyle(element).opacity === '1') !== (element.dataset['section'] === kept),
          );
        }, section);
        assert.is(dimmed.length, 0);
      }
      assert.ok(of('main') > 3 && of('comments') > 1);
      await page.selectOption('#filter', 'all');
      await point(page, frame, '[data-section=comments]');
      assert.match((await page.textContent('#details')) ?? '', /Main contentno, comments of readers/);
    });
    await withReport(
      [ARTICLE],
      async (report) => {
        const page = await context.newPage();
        const frame = await openPage(page, report, 1);
        assert.is(await frame.locator('[data-section]').count(), 0);
        assert.is(await page.locator('.section:not([hidden])').count(), 0);
        assert.not.match((await page.textContent('#page-summary')) ?? '', 'main content');
      },
      { flags: ['--evidence', 'repetition'] },
    );
  },

  'report: shows Markdown and metadata beside the page, as text, and the verdict of a block that is chosen': (
    context,
  ) =>
    withReport(
      [ARTICLE, `<title>x</title><p>${'&lt;b id=made&gt;Many words of a page.&lt;/b&gt; '.repeat(20)}`],
      async (report) => {
        const page = await context.newPage();
        await openPage(page, report, 2);
        assert.is(await page.locator('#made').count(), 0);
        assert.match((await page.textContent('#markdown')) ?? '', 'id=made');
        await openPage(page, report, 1);
        await page.click('label:has([value=result])');
        const { title, published } = (await Detector.create()).label(ARTICLE).document();
        assert.match((await page.textContent('#markdown')) ?? '', `# ${title}`);
        assert.match((await page.textContent('#metadata')) ?? '', `Title${title}`);
        assert.is((await page.textContent('#metadata'))?.includes(`Published${published}`), published !== undefined);
        assert.ok(await page.isHidden('#details'));
        await page.click('#stage', { position: { x: 60, y: 60 } });
        assert.ok(await page.isHidden('#markdown'));
        await page.click('#details summary');
        assert.match((await page.textContent('#details')) ?? '', /log odds [+−]/);
      },
    ),

  'report: opens a page of 200,000 blocks, and one of a block with 200,000 texts': (context) =>
    withReport(
      [
        Array.from({ length: 200_000 }, (_, at) => `<p>text ${at}`).join(''),
        `<p>${'<b>word</b> x '.repeat(200_000)}`,
        `${'<div>nested'.repeat(400)}${'<p>x<b>y</b>'.repeat(10_000)}`,
      ],
      async (report) => {
        const page = await context.newPage();
        const frame = await openPage(page, report, 1);
        assert.match(
          (await page.textContent('#page-summary')) ?? '',
          'Only the first 5,000 blocks of 200,000 are shown.',
        );
        assert.is(await frame.locator('[data-b]').count(), 5000);
        assert.is(await page.locator('#block-list li').count(), 5000);
        await page.click('#block-list li:nth-child(3) button');
        assert.is(await frame.locator('[data-selected]').getAttribute('data-b'), '2');
        await openPage(page, report, 2);
        await page.click('#block-list li:nth-child(1) button');
        assert.match((await page.textContent('#details')) ?? '', / in (200,001|200,000|400,000) segments/);
        await openPage(page, report, 3);
      },
    ),

  'report: goes through pages and blocks by keys, filters and searches': (context) =>
    withReport(sitePages(), async (report) => {
      const page = await context.newPage();
      await openPage(page, report, 3);
      const frame = page.frameLocator('#stage iframe');
      await page.keyboard.press('n');
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 4:'));
      await page.keyboard.press('p');
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 3:'));
      const all = await page.locator('#block-list li').count();
      await page.selectOption('#filter', 'content');
      const content = await page.locator('#block-list li:visible').count();
      assert.ok(content > 0 && content < all);
      assert.is(content, await page.locator('#block-list li[data-verdict=content]').count());
      await page.selectOption('#filter', 'all');
      await page.focus('#block-list li:first-child button');
      await page.keyboard.press('ArrowDown');
      assert.is(await page.locator('#block-list li[aria-current]').count(), 1);
      assert.ok(
        await page.evaluate(() => document.querySelector('#block-list li:nth-child(2)')?.hasAttribute('aria-current')),
      );
      assert.is(await frame.locator('[data-selected]').getAttribute('data-b'), '1');
      await page.focus('#stage');
      await page.keyboard.press('ArrowDown');
      const chosen = await frame.locator('[data-selected]').getAttribute('data-b');
      assert.ok(Number(chosen) > 1);
      assert.match((await page.textContent('#announced')) ?? '', `Block ${Number(chosen) + 1} of`);
      await point(page, frame, '[data-b="1"]');
      assert.is(await frame.locator('[data-selected]').getAttribute('data-b'), chosen, 'a chosen block stays');
      await page.keyboard.press('Escape');
      assert.is(await frame.locator('[data-selected]').count(), 0);
    }),

  'report: runs nothing, requests nothing and leaves no frame for hostile pages': (context) =>
    withReport(HOSTILE, async (report) => {
      const asked = await trap(context, report);
      const page = await context.newPage();
      let pwned = 0;
      await page.exposeFunction('pwned', () => {
        pwned += 1;
      });
      page.on('dialog', () => {
        pwned += 1;
      });
      for (const at of HOSTILE.keys()) {
        const frame = await openPage(page, report, at + 1);
        const found = await frame.evaluate(() => {
          const elements = [...document.body.querySelectorAll('*')];
          const names = new Set(elements.flatMap((element) => element.getAttributeNames()));
          const { scrollWidth } = document.documentElement;
          return { names: [...names], tags: [...new Set(elements.map(({ localName }) => localName))], scrollWidth };
        });
        const known = ['data-b', 'data-verdict', 'data-section', 'data-s', 'data-selected', 'data-t', 'style', 'role'];
        const spans = ['aria-label', 'aria-level', 'colspan', 'rowspan'];
        assert.equal(
          found.names.filter((name) => ![...known, ...spans].includes(name)),
          [],
          HOSTILE[at],
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
          HOSTILE[at],
        );
        assert.ok(found.scrollWidth < 10_000, 'nothing is huge');
        // Everything that looks like a link or a field is clicked.
        for (const target of await frame.locator('[data-t=a], [data-t=button], [data-t=field]').all())
          await target.click({ timeout: 2000, force: true }).catch(() => undefined);
        assert.is(page.url().split('#')[0], `${pathToFileURL(report).href}/sites/site/page.html`);
        assert.ok(frame.url().startsWith('about:srcdoc'));
        assert.match(await page.title(), /^Page \d+/);
      }
      for (const name of ['index.html', 'sites/site/index.html'])
        await page.goto(`${pathToFileURL(report).href}/${name}`);
      assert.is(pwned, 0);
      assert.equal(asked, []);
    }),

  'report: gives a site with a hostile name a folder and a page': (context) =>
    withReport(
      sitePages().slice(0, 3),
      async (report) => {
        const asked = await trap(context, report);
        const page = await context.newPage();
        await page.goto(pathToFileURL(join(report, 'index.html')).href);
        await page.click('#sites a');
        assert.is(await page.textContent('h1'), `a&<b onclick='x()'>"`);
        assert.is(await page.locator('b').count(), 0);
        assert.equal(asked, []);
      },
      { site: `a&<b onclick='x()'>"` },
    ),

  'report: fits into a narrow window': (context) =>
    withReport(sitePages().slice(0, 5), async (report) => {
      const page = await context.newPage();
      await openPage(page, report, 2);
      await page.setViewportSize({ width: 390, height: 844 });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    }),

  'report: works from a server': (context) =>
    withReport(sitePages().slice(0, 5), async (report) => {
      const server = await serve(report);
      const page = await context.newPage();
      await page.goto(`${server.url}/sites/site/page.html#2`);
      await page.waitForFunction(() => document.querySelector('#page-summary')?.textContent?.startsWith('Page 2:'));
      server.close();
    }),
};
