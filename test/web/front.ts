/** The viewer with both of its data sources: its content, its use, and hostile pages. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { type BlockRecord, Detector, type DetectorOptions, type Page as JudgedPage } from 'refrain';
import * as assert from 'uvu/assert';
import { sharedFiles } from '../../packages/cli/test/examples.ts';
import { HOSTILE } from '../support/hostile-pages.ts';
import { realSites } from '../support/real-sites.ts';
import { serve, type WebTests } from './support/web.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = `${root}build/playground`;

/** Pages of each site. */
type Pages = Readonly<Record<string, readonly string[]>>;

interface Front {
  readonly page: Page;
  /** URL of the viewer, and requests for anything else. */
  readonly url: string;
  readonly foreign: readonly string[];
  /** Errors, and dialogs that a page has opened. */
  readonly problems: readonly string[];
}

type Use = (front: Front) => Promise<void>;

/** Opens the viewer with pages, in a folder that is removed afterwards. */
type Source = (
  context: BrowserContext,
  sites: Pages,
  use: Use,
  evidence?: DetectorOptions['evidence'],
) => Promise<void>;

async function watched(context: BrowserContext, url: string): Promise<Front> {
  const [page, foreign, problems]: [Page, string[], string[]] = [await context.newPage(), [], []];
  await context.unrouteAll();
  await context.route(
    (address) => !address.href.startsWith(url) && address.protocol !== 'blob:',
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  return { page, url, foreign, problems };
}

/** Writes the pages into a folder for each site, by number from 0. */
async function withFolders(
  sites: Pages,
  use: (folder: string, inputs: readonly string[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-front-'));
  try {
    for (const [site, pages] of Object.entries(sites)) {
      mkdirSync(join(folder, site), { recursive: true });
      for (const [at, html] of pages.entries())
        writeFileSync(join(folder, site, `${String(at).padStart(4, '0')}.html`), html);
    }
    await use(
      folder,
      Object.keys(sites).map((site) => join(folder, site)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const inReport: Source = (context, sites, use, evidence = 'joint') =>
  withFolders(sites, async (folder, inputs) => {
    const report = join(folder, 'report');
    const words = ['report', ...inputs, '--out', report, '--evidence', evidence];
    execFileSync(process.execPath, [`${root}packages/cli/dist/bin/main.js`, ...words], { stdio: 'ignore' });
    const front = await watched(context, pathToFileURL(report).href);
    await front.page.goto(`${front.url}/index.html`);
    await use(front);
  });

let isBuilt = false;

/** The playground is built once for all tests. */
async function openPlayground(context: BrowserContext, use: Use): Promise<void> {
  if (!isBuilt) {
    const words = ['--import', 'tsx', 'playground/run.ts', '--build'];
    execFileSync(process.execPath, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  isBuilt = true;
  const server = await serve(dist);
  const front = await watched(context, server.url);
  await front.page.goto(`${server.url}/index.html`);
  await learned(front.page, /^60 sample pages learned/);
  await use(front);
  server.close();
}

const learned = (page: Page, words = /learned in .* s\./): Promise<unknown> =>
  page
    .locator('#status')
    .filter({ hasText: words })
    .and(page.locator('body:has(#controls:enabled) #status'))
    .waitFor({ state: 'attached' });

const inPlayground: Source = (context, sites, use, evidence) =>
  withFolders(sites, (_, inputs) =>
    openPlayground(context, async (front) => {
      const { page } = front;
      for (const input of inputs) {
        await page.locator('#status').evaluate((status) => status.replaceChildren());
        await page.setInputFiles('#folder', input);
        await learned(page);
      }
      if (evidence !== undefined) {
        await page.click('#trail a');
        await page.click('#intake summary');
        await page.selectOption('#evidence', evidence);
        await learned(page, /^$/);
      }
      await use(front);
    }),
  );

const atPage = (page: Page, position: number): Promise<void> =>
  page
    .locator('#page-summary')
    .filter({ hasText: `Page ${position}:` })
    .waitFor({ state: 'attached' });

/** Opens a page by site and position, with the verdicts next to it; returns its frame. */
async function openPage({ page }: Front, site: string, position: number): Promise<Frame> {
  const address = `#${encodeURIComponent(site)}/${position}`;
  await page.evaluate((hash) => location.assign(hash), address);
  await atPage(page, position);
  await page.locator('#stage[aria-busy=false]').waitFor();
  await page.click('label:has([value=blocks])');
  return (await (await page.waitForSelector('#stage iframe')).contentFrame()) as Frame;
}

/** A block in the frame, or from Node. */
interface FrameBlock {
  readonly verdict: string | undefined;
  readonly section: string | undefined;
  /** Its own text, without white space. */
  readonly text: string;
  /** Strength of the tint. */
  readonly sure: string | undefined;
}

const shownBlocks = (frame: Frame): Promise<FrameBlock[]> =>
  frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-b]')].map((element) => {
      const own = [...element.querySelectorAll<HTMLElement>('[data-s]')].filter(
        (text) => text.closest('[data-b]') === element,
      );
      const tinted = element.dataset['verdict'] === undefined ? own[0] : element;
      const text = own.map(({ textContent }) => textContent).join('');
      return {
        verdict: tinted?.dataset['verdict'],
        section: tinted?.dataset['section'],
        text: text.replace(/\s/g, ''),
        sure: tinted?.style.getPropertyValue('--sure'),
      };
    }),
  );

const expectedBlocks = ({ blocks }: JudgedPage): FrameBlock[] =>
  blocks.map(({ verdict, text, score, ratio, main, comments, mainScore }) => ({
    verdict,
    section: mainScore === undefined ? undefined : main ? 'main' : comments ? 'comments' : 'rest',
    text: text.replace(/\s/g, ''),
    sure: (score === undefined ? ratio : Math.min(Math.abs(score) / 6, 1)).toFixed(2),
  }));

/** Moves the pointer to an element in the frame, which is below a pane. */
async function point(page: Page, frame: Frame, selector: string): Promise<void> {
  const element = frame.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
}

const textOf = async (page: Page, selector: string): Promise<string> => (await page.textContent(selector)) ?? '';

/** An article with comments. */
const ARTICLE = String(sharedFiles('main-content.md').get('bridge.html'));

const sitePages = (count: number): string[] => (realSites()[0]?.pages ?? []).slice(0, count).map(({ html }) => html);

const suite = (name: string, open: Source): WebTests => ({
  [`${name}: lists the pages of a site, its template and its figures, which can be sorted and searched`]: (context) =>
    open(context, { site: sitePages(30) }, async ({ page, foreign, problems }) => {
      const column = (at: number): Promise<string[]> =>
        page.locator(`#pages tbody tr > :nth-child(${at})`).allTextContents();
      const numbers = async (at: number): Promise<number[]> => (await column(at)).map(Number.parseFloat);
      await page.locator('#pages').waitFor();
      assert.is(await textOf(page, 'h1'), 'site');
      assert.not.match(await textOf(page, '#pages tbody'), 'site/');
      assert.match(await textOf(page, '.facts'), /Pages30Template[\d.]+ %Text[\d,]+ characters$/);
      const rising = await numbers(2);
      assert.equal(
        rising,
        rising.toSorted((one, other) => one - other),
      );
      await page.click('#pages th:has-text("Confidence") button');
      assert.equal(await numbers(2), rising.toReversed());
      await page.click('#pages th:has-text("Reading order") button');
      assert.equal(
        await numbers(4),
        Array.from({ length: 30 }, (_, at) => at + 1),
      );
      assert.ok((await page.locator('#template tbody td').allTextContents()).includes('navigation'));
      await page.fill('.find input', '0007.html');
      assert.is(await page.locator('#pages tbody tr:visible').count(), 1);
      await page.click('#pages tbody tr:visible a');
      await page.locator('#page-summary').filter({ hasText: 'Page 8:' }).waitFor();
      assert.equal([problems, foreign], [[], []]);
    }),

  [`${name}: tints and explains the blocks of a page by the verdicts of the final table`]: (context) =>
    open(context, { site: sitePages(30) }, async (front) => {
      const detector = await Detector.create();
      for (const [at, html] of sitePages(30).entries()) detector.learn(html, { id: String(at) });
      for (const position of [3, 21, 12]) {
        const frame = await openPage(front, 'site', position);
        const judged = detector.label(sitePages(30)[position - 1] ?? '', { id: String(position - 1) });
        assert.equal(await shownBlocks(frame), expectedBlocks(judged));
        const at = judged.blocks.findIndex(({ verdict }) => verdict === 'template');
        const block = judged.blocks[at];
        await point(front.page, frame, `[data-b="${at}"]`);
        const details = await textOf(front.page, '#details');
        assert.ok(details.includes(block?.path ?? '?'));
        assert.ok(details.includes((block?.explain().reason ?? '?').replace('template: ', '')));
      }
    }),

  [`${name}: shows sections, metadata and Markdown of an article, and no sections if repetition alone decides`]: async (
    context,
  ) => {
    const marked = `<title>x</title><p>${'&lt;b id=made&gt;Many words of a page.&lt;/b&gt; '.repeat(20)}`;
    await open(context, { site: [ARTICLE, marked] }, async (front) => {
      const { page } = front;
      const detector = await Detector.create();
      for (const [at, html] of [ARTICLE, marked].entries()) detector.learn(html, { id: String(at) });
      const article = detector.label(ARTICLE, { id: '0' });
      const { title, markdown } = article.document();
      const { blocks } = article.toJSON();
      const frame = await openPage(front, 'site', 1);
      const lengthOf = (is: (block: BlockRecord) => boolean | undefined): number =>
        blocks.reduce((sum, block) => sum + (is(block) ? block.length : 0), 0);
      const share = Math.round((100 * lengthOf(({ main }) => main)) / lengthOf(() => true));
      assert.match(await textOf(page, '#page-summary'), `${share} % main content`);
      for (const section of ['main', 'comments'] as const) {
        await page.selectOption('#filter', section);
        const count = blocks.filter((block) => block[section]).length;
        assert.ok(count > 1);
        assert.is(await page.locator('#block-list li:visible').count(), count);
        const wrong = await frame.evaluate((kept) => {
          const tinted = [...document.querySelectorAll<HTMLElement>('[data-verdict]')];
          return tinted.filter(
            (element) => (getComputedStyle(element).opacity === '1') !== (element.dataset['section'] === kept),
          ).length;
        }, section);
        assert.is(wrong, 0);
      }
      await page.click('label:has([value=result])');
      assert.is(await textOf(page, '#markdown'), markdown);
      assert.match(await textOf(page, '#metadata'), `title${title}`);
      await page.selectOption('#filter', 'all');
      await page.click('#stage', { position: { x: 60, y: 60 } });
      assert.ok(await page.isHidden('#markdown'), 'a block is chosen to see its verdict');
      await openPage(front, 'site', 2);
      assert.match(await textOf(page, '#markdown'), 'id=made');
      assert.is(await page.locator('#made').count(), 0);
    });
    const withoutMain: Use = async (front) => {
      const frame = await openPage(front, 'site', 1);
      assert.is(await frame.locator('[data-section]').count(), 0);
      assert.is(await front.page.locator('.section:not([hidden])').count(), 0);
      assert.not.match(await textOf(front.page, '#page-summary'), '% main content');
    };
    await open(context, { site: [ARTICLE] }, withoutMain, 'repetition');
    await open(context, { site: [line('it')] }, withoutMain);
  },

  [`${name}: goes through pages and blocks by keys, and filters blocks`]: (context) =>
    open(context, { site: sitePages(5) }, async (front) => {
      const { page } = front;
      await page.locator('#pages').waitFor();
      const [first = '', second = ''] = await page.locator('#pages tbody tr > :last-child').allTextContents();
      const frame = await openPage(front, 'site', Number(first));
      await page.keyboard.press('n');
      await atPage(page, Number(second));
      await page.keyboard.press('p');
      await atPage(page, Number(first));
      await page.locator('#stage[aria-busy=false]').waitFor();
      const shown = page.frameLocator('#stage iframe');
      const all = await page.locator('#block-list li').count();
      await page.selectOption('#filter', 'content');
      const content = await page.locator('#block-list li:visible').count();
      assert.ok(content > 0 && content < all);
      assert.is(content, await page.locator('#block-list li[data-verdict=content]').count());
      await page.selectOption('#filter', 'all');
      await page.focus('#block-list li:first-child button');
      await page.keyboard.press('ArrowDown');
      assert.is(await page.locator('#block-list li:nth-child(2)[aria-current]').count(), 1);
      assert.is(await shown.locator('[data-selected]').getAttribute('data-b'), '1');
      await page.focus('#stage');
      await page.keyboard.press('ArrowDown');
      const chosen = Number(await shown.locator('[data-selected]').getAttribute('data-b'));
      assert.ok(chosen > 1);
      assert.match(await textOf(page, '#announced'), `Block ${chosen + 1} of`);
      await page.keyboard.press('Escape');
      assert.is(await shown.locator('[data-selected]').count(), 0);
      assert.ok(frame.isDetached());
    }),

  [`${name}: runs nothing, requests nothing and leaves no frame for hostile pages`]: (context) => {
    const story = (at: number): string => `<p>Story ${at} was told by the river, and ${at + 7} had seen the same.`;
    const pages = HOSTILE.map((body, at) => `<!doctype html><title>Page ${at}</title><div>${body}</div>${story(at)}`);
    return open(context, { site: pages }, async (front) => {
      const { page, url, foreign, problems } = front;
      for (const at of pages.keys()) {
        const frame = await openPage(front, 'site', at + 1);
        const { names, tags, width } = await frame.evaluate(() => {
          const elements = [...document.body.querySelectorAll('*')];
          return {
            names: elements.flatMap((element) => element.getAttributeNames()),
            tags: elements.map(({ localName }) => localName),
            width: document.documentElement.scrollWidth,
          };
        });
        const attributes =
          /^(?:data-(?:b|s|t|verdict|section|selected)|style|role|aria-(?:label|level)|colspan|rowspan)$/;
        const elements = /^(?:div|span|br|table|caption|thead|tbody|tfoot|tr|td|th)$/;
        assert.equal(
          [names.filter((name) => !attributes.test(name)), tags.filter((tag) => !elements.test(tag))],
          [[], []],
        );
        assert.ok(width < 10_000, 'nothing is huge');
        for (const target of await frame.locator('[data-t=a], [data-t=button], [data-t=field]').all())
          await target.click({ timeout: 2000, force: true }).catch(() => undefined);
        assert.ok(page.url().startsWith(`${url}/index.html#`) && frame.url().startsWith('about:srcdoc'));
      }
      await page.evaluate(() => location.assign('#'));
      await page.locator('#pages').waitFor();
      assert.equal([problems, foreign], [[], []]);
    });
  },

  [`${name}: lists several sites, also one with a hostile name`]: (context) => {
    const name = `a&<b onclick='x()'>"%2F`;
    return open(
      context,
      { [name]: sitePages(3), other: [ARTICLE, line('Other')] },
      async ({ page, foreign, problems }) => {
        await page.locator('#sites').waitFor();
        assert.is(await textOf(page, 'h1'), '2 sites');
        assert.is(await page.locator('#pages tbody tr').count(), 5);
        await page.click('#sites tr:has-text("onclick") a');
        await page.locator('h1').filter({ hasText: name }).waitFor();
        assert.is(await page.locator('b').filter({ visible: true }).count(), 0);
        await page.click('#pages tbody a');
        await page.locator('#page-summary').filter({ hasText: 'Page' }).waitFor();
        assert.equal([problems, foreign], [[], []]);
      },
    );
  },

  [`${name}: fits into a narrow window, with a low header above the page`]: (context) =>
    open(context, { site: sitePages(5) }, async (front) => {
      const { page } = front;
      await page.setViewportSize({ width: 390, height: 844 });
      const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok((await width()) <= 390);
      assert.ok(((await page.locator('#lists h1').boundingBox())?.y ?? 844) < 844 / 5);
      await openPage(front, 'site', 2);
      assert.ok((await width()) <= 390);
      const { y = 844 } = (await page.locator('#stage').boundingBox()) ?? {};
      assert.ok(y < 844 / 5, String(y));
    }),
});

const line = (words: string): string =>
  `<title>${words}</title><h1>${words}</h1><p>Some words of a page about ${words}.`;

export const frontTests: WebTests = {
  ...suite('report', inReport),
  ...suite('playground', inPlayground),

  'report: opens a page of 200,000 blocks, and one of a block with 200,000 texts': (context) => {
    const many = Array.from({ length: 200_000 }, (_, at) => `<p>text ${at}`).join('');
    const nested = `${'<div>nested'.repeat(400)}${'<p>x<b>y</b>'.repeat(10_000)}`;
    return inReport(context, { site: [many, `<p>${'<b>word</b> x '.repeat(200_000)}`, nested] }, async (front) => {
      const { page } = front;
      const frame = await openPage(front, 'site', 1);
      assert.match(await textOf(page, '#page-summary'), 'Only the first 5,000 blocks of 200,000 are shown.');
      assert.is(await frame.locator('[data-b]').count(), 5000);
      await page.click('#block-list li:nth-child(3) button');
      assert.is(await frame.locator('[data-selected]').getAttribute('data-b'), '2');
      await openPage(front, 'site', 2);
      await page.click('#block-list li:nth-child(1) button');
      assert.match(await textOf(page, '#details'), / in (200,001|200,000|400,000) segments/);
      await openPage(front, 'site', 3);
    });
  },

  'playground: shows a page that is pasted, or fetched from its address, or asks for its HTML': (context) =>
    openPlayground(context, async ({ page, foreign }) => {
      await page.click('#intake summary');
      await page.fill('#pasted', ARTICLE);
      await page.click('#show');
      await page
        .locator('#page-title')
        .filter({ hasText: (await Detector.create()).label(ARTICLE).document().title })
        .waitFor();
      // Pastes a page without focus in a field.
      await page.evaluate((html) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', html);
        dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
      }, line('Pasted'));
      await page.locator('#page-title').filter({ hasText: 'Pasted' }).waitFor();
      const address = 'https://news.example/bridge';
      const give = async (): Promise<void> => {
        await page.click('#trail a');
        await page.locator('#intake').evaluate((intake) => intake.setAttribute('open', ''));
        await page.fill('#address', address);
        await page.click('#show');
      };
      await give();
      await learned(page, /cannot be fetched.*paste it/);
      assert.equal(foreign, [address]);
      const body = Buffer.from(line('Gr\xfc\xdfe'), 'latin1');
      await context.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=windows-1252', body }));
      await give();
      await page.locator('#page-title').filter({ hasText: 'Grüße' }).waitFor();
      assert.match(await textOf(page, '#trail'), 'news.example');
    }),

  'playground: learns a dropped folder without what is not a page, adds the sample, and saves all documents': (
    context,
  ) =>
    openPlayground(context, async ({ page }) =>
      withFolders({ 'my-site/deep': [line('First')], 'my-site': [line('Second')] }, async (folder) => {
        const site = join(folder, 'my-site');
        writeFileSync(join(site, 'style.css'), 'p {}');
        writeFileSync(join(site, 'picture.html'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
        const session = await context.newCDPSession(page);
        const data = { items: [], files: [site], dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
          await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
          assert.is(await page.isVisible('#drop'), type !== 'drop');
        }
        await learned(page, /2 pages learned.* 2 left out: my-site\/picture\.html: it is a PNG image, not HTML/);
        assert.is(await textOf(page, 'h1'), 'my-site');
        assert.match(await textOf(page, '.run'), 'my-site/style.css: it is not HTML');
        await page.click('#intake summary');
        await page.click('#sample');
        await learned(page, /60 pages learned/);
        assert.is(await textOf(page, 'h1'), '2 sites', 'the first sample was replaced');
        await page.click('#intake summary');
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
        const lines = readFileSync(await download.path(), 'utf8')
          .trim()
          .split('\n');
        const titles = lines.map((each) => (JSON.parse(each) as { title: string }).title);
        assert.is(titles.length, 62);
        assert.equal(titles.slice(0, 2).sort(), ['First', 'Second']);
      }),
    ),
};
