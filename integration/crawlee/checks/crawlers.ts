import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CheerioCrawler } from '@crawlee/cheerio';
import { type Configuration, HttpCrawler } from '@crawlee/http';
import { createPlaywrightRouter, PlaywrightCrawler } from '@crawlee/playwright';
import { Sites } from '@refrain/crawl';
import { decodePage, type PageTemplate, withTemplates } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import { contextOf } from 'refrain/engine';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { adminPages, cheerio, configuration, type Server, serveAdmin, story, withServer } from '../support.ts';

/** Collects garbage with pauses, so that pending work can end. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('the garbage collector is not exposed');
  for (let times = 0; times < 3; times += 1) {
    await pause(50);
    gc();
  }
}

const PATHS = [...adminPages.keys()].filter((_, at) => at % 3 === 0);

/** Returns the templates of the contexts and the snapshot. */
async function crawl(
  server: Server,
  make: (sites: Sites, seen: PageTemplate[], configured: Configuration) => { run(urls: string[]): Promise<unknown> },
): Promise<{ seen: PageTemplate[]; snapshot: Uint8Array }> {
  const sites = await Sites.open({ store: new MemoryLevel(), seed: 1 });
  const seen: PageTemplate[] = [];
  await make(sites, seen, configuration()).run(PATHS.map((path) => server.origin + path));
  const snapshot = await sites.snapshot(new URL(server.origin).host);
  await sites.close();
  return { seen, snapshot };
}

/** Learns the same pages without Crawlee. */
async function learn(server: Server): Promise<{ seen: PageTemplate[]; snapshot: Uint8Array }> {
  const sites = await Sites.open({ store: new MemoryLevel(), seed: 1 });
  const seen: PageTemplate[] = [];
  for (const path of PATHS) {
    const url = server.origin + path;
    const page = await sites.learn(url, adminPages.get(path) ?? '');
    const { title, lengths } = page;
    const { part, reason } = contextOf(page).choosePart(undefined);
    const shown = { ...(reason && { reason }), text: page.text(part), html: page.html(part) };
    seen.push({ url, title, ...page.toJSON(), lengths, ...shown });
  }
  const snapshot = await sites.snapshot(new URL(server.origin).host);
  await sites.close();
  return { seen, snapshot };
}

const push =
  (seen: PageTemplate[]) =>
  ({ template }: { template: PageTemplate | undefined }): void => {
    if (template !== undefined) seen.push(template);
  };

/** Source offsets are bytes or code units depending on the input. */
const withoutOffsets = ({ blocks, ...page }: PageTemplate): object => ({
  ...page,
  blocks: blocks.map(({ start: _, end: __, ...block }) => block),
});

export const crawlerChecks: Checks = {
  'HttpCrawler and CheerioCrawler have the verdicts and the snapshot of Sites': async () => {
    const server = await serveAdmin();
    const postNavigationHooks = [decodePage];
    const alone = await learn(server);
    const http = await crawl(
      server,
      (sites, seen, configured) =>
        new HttpCrawler(
          { maxConcurrency: 1, postNavigationHooks, requestHandler: withTemplates(sites, push(seen)) },
          configured,
        ),
    );
    const parsed = await crawl(
      server,
      (sites, seen, configured) =>
        new CheerioCrawler(
          { maxConcurrency: 1, postNavigationHooks, requestHandler: withTemplates(sites, push(seen)) },
          configured,
        ),
    );
    server.close();
    assert.is(alone.seen.length, PATHS.length);
    assert.equal(parsed, alone);
    assert.equal(http.seen.map(withoutOffsets), alone.seen.map(withoutOffsets));
    assert.equal(http.snapshot, alone.snapshot);
    const withMenu = alone.seen.filter(({ lengths }) => lengths.template > 500).length;
    assert.ok(withMenu > PATHS.length / 2, 'pages with the menu as template');
  },

  'PlaywrightCrawler with a router has the verdicts of the source': async () => {
    const server = await serveAdmin();
    const alone = await learn(server);
    const made = await crawl(server, (sites, seen, configured) => {
      const router = createPlaywrightRouter();
      router.addDefaultHandler(withTemplates(sites, push(seen)));
      return new PlaywrightCrawler(
        {
          maxConcurrency: 1,
          requestHandler: router,
          launchContext: {
            launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
          },
        },
        configured,
      );
    });
    server.close();
    assert.is(made.seen.length, PATHS.length);
    // The browser cannot load scripts, so that its texts are those of the source.
    for (const [at, { url, text, counted }] of made.seen.entries()) {
      assert.is(counted, true);
      assert.is(url, alone.seen[at]?.url);
      assert.is(text, alone.seen[at]?.text, url);
    }
  },

  'PlaywrightCrawler reads content that a script adds, and other crawlers do not': () =>
    withServer(
      () => ({
        body: `${story('the source')}<script>document.querySelector('p').append(' Added by a script.');
          document.querySelector('p').insertAdjacentHTML('afterend', '<x-a></x-a>');
          document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<p>A shadow root has a sentence too.';</script>`,
      }),
      async ({ origin }, sites) => {
        const seen: PageTemplate[] = [];
        const crawler = new PlaywrightCrawler(
          {
            requestHandler: withTemplates(sites, push(seen)),
            launchContext: {
              launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
            },
          },
          configuration(),
        );
        await crawler.run([`${origin}/#part`]);
        await cheerio({ requestHandler: withTemplates(sites, push(seen)) }).run([`${origin}/`]);
        const [made, source] = seen;
        assert.match(made?.text ?? '', 'Added by a script.');
        assert.match(made?.text ?? '', 'A shadow root has a sentence too.');
        assert.not.match(source?.text ?? '', 'Added by a script.');
        assert.equal([made?.counted, source?.counted], [true, false], 'the fragment does not make another page');
      },
    ),

  'mode label counts no page': () =>
    withServer(
      (path) => ({ body: story(path) }),
      async ({ origin }, sites) => {
        const seen: number[] = [];
        const crawler = cheerio({
          requestHandler: withTemplates(sites, { mode: 'label', fields: ['blocks'] }, ({ template, $ }) =>
            seen.push((template?.blocks.length ?? 0) * $('p').length),
          ),
        });
        await crawler.run([`${origin}/1`, `${origin}/2`]);
        assert.equal(seen, [2, 2]);
        assert.is(sites.stats().pages, 0);
      },
    ),

  'templates are garbage-collected after their requests': () =>
    withServer(
      (path) => ({ body: story(path, `<meta name="filler" content="${'x'.repeat(100_000)}">`) }),
      async ({ origin }, sites) => {
        const templates: WeakRef<PageTemplate>[] = [];
        const crawler = cheerio({
          maxConcurrency: 4,
          requestHandler: withTemplates(sites, ({ template }) => {
            if (template !== undefined) templates.push(new WeakRef(template));
          }),
        });
        await crawler.run(Array.from({ length: 150 }, (_, at) => `${origin}/${at}`));
        await collect();
        assert.is(templates.length, 150);
        const held = templates.filter((template) => template.deref() !== undefined).length;
        assert.ok(held <= 12, `${held} of 150 are held`);
      },
    ),
};
