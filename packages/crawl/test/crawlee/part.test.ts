/** What a handler of Crawlee is given of a page; integration/crawlee has the checks with Crawlee itself. */
import { Sites, type SitesOptions } from '@refrain/crawl';
import { type CrawlContext, type PageTemplate, withTemplates } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import type { PageFields } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { madePage } from '../../../../test/support/crawl.ts';
import { thrownCode } from '../../../../test/support/errors.ts';

const open = (options: SitesOptions = {}): Promise<Sites> =>
  Sites.open({ store: new MemoryLevel(), seed: 7, ...options });

/** A request as HttpCrawler gives it. */
function contextOf(url: string, body: string): CrawlContext {
  const events = { on: () => undefined, off: () => undefined };
  const context = {
    request: { url, loadedUrl: url, uniqueKey: url, method: 'GET', noRetry: false, userData: {} },
    crawler: { config: { getEventManager: () => events }, stop: () => undefined },
    log: { warningOnce: () => undefined },
    response: { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
    body,
  };
  return context;
}

test('part chooses the text and the source that a handler is given', async () => {
  const sites = await open();
  const { url, html } = madePage(1, 1);
  for (const part of [undefined, 'main', 'main+comments'] as const) {
    let template: PageTemplate | undefined;
    const options = { mode: 'label', ...(part === undefined ? {} : { part }) } as const;
    const handler = withTemplates(sites, options, (context) => {
      template = context.template;
    });
    await handler(contextOf(url, html));
    const page = await sites.label(url, html);
    assert.is(template?.text, page.text(part));
    assert.is(template?.html, page.html(part));
  }
  await sites.close();
});

test('fields choose what a handler is given', async () => {
  const sites = await open();
  const { url, html } = madePage(1, 1);
  let template: Partial<PageFields> | undefined;
  const handler = withTemplates(sites, { mode: 'label', fields: ['site', 'url', 'title', 'markdown'] }, (context) => {
    template = context.template;
  });
  await handler(contextOf(url, html));
  const page = await sites.label(url, html);
  const expected = { site: sites.siteOf(url), url, title: page.title, markdown: page.markdown('main', { url }) };
  assert.equal(Object.entries(template ?? {}), Object.entries(expected));
  assert.is(
    thrownCode(() => withTemplates(sites, { fields: ['titel' as 'title'] }, () => undefined)),
    'OPTION_INVALID',
  );
  await sites.close();
});

test('main content is refused before a page is read where no model decides', async () => {
  const sites = await open({ preset: 'paper' });
  assert.is(
    thrownCode(() => withTemplates(sites, { part: 'main' }, () => undefined)),
    'NO_MAIN',
  );
  await sites.close();
});

test.run();
