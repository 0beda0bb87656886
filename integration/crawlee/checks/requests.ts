import { withTemplates } from '@refrain/crawl/crawlee';
import { OptionError, RefrainError } from 'refrain';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { cheerio, configuration, story, withServer } from '../support.ts';

export const identityChecks: Checks = {
  'counts a retried page once, whatever its redirects lead to': () =>
    withServer(
      (path, times) =>
        path === '/start'
          ? { status: 302, headers: { location: `/page?session=${times}` }, body: '' }
          : { body: story(path) },
      async ({ origin, paths }, sites) => {
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
        assert.equal(paths, ['/start', '/page?session=1', '/start', '/page?session=2', '/start', '/page?session=3']);
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

/** Above 20,000 bytes for `/large`. */
const answer = (path: string) => ({ body: path === '/large' ? story(path) + ' '.repeat(20_000) : story(path) });
const small = { maxPageBytes: 20_000 };

export const refusalChecks: Checks = {
  'a rejected page fails once with its code, and the crawl continues': () =>
    withServer(
      answer,
      async ({ origin, paths }, sites) => {
        const failed: unknown[] = [];
        const handled: string[] = [];
        const crawler = cheerio({
          requestHandler: withTemplates(sites, ({ request }) => handled.push(request.url)),
          failedRequestHandler: ({ request }, error) =>
            void failed.push([request.url, error instanceof RefrainError && error.code]),
        });
        await crawler.run(['/1', '/large', '/2'].map((path) => origin + path));
        assert.equal(failed, [[`${origin}/large`, 'PAGE_TOO_LARGE']]);
        assert.equal(handled, [`${origin}/1`, `${origin}/2`]);
        assert.is(paths.length, 3, 'number of requests without a retry');
        assert.is(sites.stats().pages, 2);
      },
      small,
    ),

  'runs the handler of a rejected page with onError': () =>
    withServer(
      answer,
      async ({ origin }, sites) => {
        const seen: unknown[] = [];
        const crawler = cheerio({
          requestHandler: withTemplates(
            sites,
            { fields: ['title'], onError: ({ code }, { request }) => `${code} ${request.url}` },
            ({ template }) => seen.push(template),
          ),
        });
        const { requestsFailed } = await crawler.run(['/1', '/large'].map((path) => origin + path));
        assert.equal(seen, [{ title: '/1' }, `PAGE_TOO_LARGE ${origin}/large`]);
        assert.is(requestsFailed, 0);
      },
      small,
    ),

  'responses that are not pages have no template and are not counted': () =>
    withServer(
      (path) =>
        path === '/gone'
          ? { status: 404, body: story(path) }
          : path === '/feed'
            ? { headers: { 'content-type': 'application/xml' }, body: '<rss><title>News</title></rss>' }
            : { body: story(path) },
      async ({ origin }, sites) => {
        const seen: unknown[] = [];
        const crawler = cheerio({ requestHandler: withTemplates(sites, ({ template }) => seen.push(template)) });
        const requests = [`${origin}/gone`, `${origin}/feed`].map((url) => ({ url }));
        await crawler.run([...requests, { url: `${origin}/later`, skipNavigation: true }]);
        assert.equal(seen, [undefined, undefined, undefined]);
        assert.is(sites.stats().pages, 0);
      },
    ),

  'rejects invalid options at once': () =>
    withServer(
      () => undefined,
      async (_, sites) => {
        for (const options of [{ mode: 'learned' }, { flush: 'never' }]) {
          assert.throws(
            () => Reflect.apply(withTemplates, undefined, [sites, options, () => {}]),
            (error: unknown) => {
              return error instanceof OptionError && error.code === 'OPTION_INVALID';
            },
          );
        }
      },
    ),

  'closed sites stop the crawl; its queue keeps the requests': () =>
    withServer(answer, async ({ origin, paths }, sites) => {
      await sites.close();
      const configured = configuration();
      const crawler = cheerio({ requestHandler: withTemplates(sites, () => {}) }, configured);
      await crawler.run(Array.from({ length: 20 }, (_, at) => `${origin}/${at}`));
      assert.ok(paths.length <= 2, `${paths.length} requests were made`);
      const queue = await crawler.getRequestQueue();
      assert.is((await queue.getInfo())?.handledRequestCount, 0);
    }),
};
