import { withTemplates } from '@refrain/crawl/crawlee';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { cheerio, story, withServer } from './support.ts';

export const identityChecks: Checks = {
  'counts a retried page once, whatever its redirects lead to': () =>
    withServer(
      (path, times) =>
        path === '/start'
          ? { status: 302, headers: { location: `/page?session=${times}` }, body: '' }
          : { body: story(path) },
      async ({ origin, asked }, sites) => {
        const counted: (boolean | undefined)[] = [];
        const kept: unknown[] = [];
        const crawler = cheerio({
          maxRequestRetries: 2,
          requestHandler: withTemplates(sites, ({ request, template }) => {
            kept.push([template?.url, request.userData['refrainUrl']].map((url) => url?.slice(origin.length)));
            counted.push(template?.counted);
            if (counted.length < 3) throw new Error('not yet');
          }),
        });
        await crawler.run([`${origin}/start`]);
        assert.equal(asked, ['/start', '/page?session=1', '/start', '/page?session=2', '/start', '/page?session=3']);
        assert.equal(counted, [true, false, false]);
        const first = '/page?session=1';
        assert.equal(
          kept,
          [first, '/page?session=2', '/page?session=3'].map((url) => [url, first]),
        );
        assert.is(sites.stats().pages, 1);
      },
    ),

  'removes its data from userData when the request is handled': () =>
    withServer(
      (path) => ({ body: story(path) }),
      async ({ origin }, sites) => {
        let id = '';
        const crawler = cheerio({
          requestHandler: withTemplates(sites, ({ request }) => {
            id = request.id ?? '';
          }),
        });
        await crawler.run([{ url: `${origin}/`, userData: { mine: 1 } }]);
        const handled = await (await crawler.getRequestQueue()).getRequest(id);
        assert.ok(handled?.handledAt);
        assert.equal({ ...handled.userData }, { mine: 1 });
      },
    ),

  'identifies a page by its loaded URL, which decides its site': () =>
    withServer(
      (path) => (path === '/page' ? { body: story(path) } : { status: 301, headers: { location: '/page' }, body: '' }),
      async ({ origin }, sites) => {
        const seen: (string | undefined)[] = [];
        const requestHandler = withTemplates(sites, ({ template }) => seen.push(template?.url));
        const elsewhere = origin.replace('127.0.0.1', 'localhost');
        await cheerio({ requestHandler }).run([`${origin}/one`, `${origin}/two#part`, `${origin}/page`]);
        assert.equal(seen, Array(3).fill(`${origin}/page`));
        assert.is(sites.stats().pages, 1);
        await cheerio({ requestHandler }).run([`${elsewhere}/page`]);
        assert.is(sites.stats().sites, 2);
      },
    ),

  'identifies POST requests by their unique key': () =>
    withServer(
      (path) => ({ body: story(path) }),
      async ({ origin }, sites) => {
        const post = { url: `${origin}/search`, method: 'POST', useExtendedUniqueKey: true } as const;
        const crawler = cheerio({ requestHandler: withTemplates(sites, () => {}) });
        await crawler.run([
          { ...post, payload: 'a' },
          { ...post, payload: 'b' },
          { ...post, payload: 'a' },
        ]);
        assert.is(sites.stats().pages, 2);
      },
    ),

  'treats URL fragments as pages when the request keeps them': () =>
    withServer(
      (path) => ({ body: story(path) }),
      async ({ origin }, sites) => {
        const requestHandler = withTemplates(sites, () => {});
        await cheerio({ requestHandler }).run([`${origin}/app#one`, `${origin}/app#two`]);
        assert.is(sites.stats().pages, 1);
        await cheerio({ requestHandler }).run(
          ['one', 'two'].map((part) => ({ url: `${origin}/app#${part}`, keepUrlFragment: true })),
        );
        assert.is(sites.stats().pages, 3);
      },
    ),
};
