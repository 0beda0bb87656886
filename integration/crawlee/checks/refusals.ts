import { withTemplates } from '@refrain/crawl/crawlee';
import { OptionError, RefrainError } from 'refrain';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { cheerio, configuration, story, withServer } from './support.ts';

/** Answers with a page above 20,000 bytes for `/large`, else with a small one. */
const answer = (path: string) => ({ body: path === '/large' ? story(path) + ' '.repeat(20_000) : story(path) });
const small = { maxPageBytes: 20_000 };

export const refusalChecks: Checks = {
  'a rejected page fails once with its code, and the crawl continues': () =>
    withServer(
      answer,
      async ({ origin, asked }, sites) => {
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
        assert.is(asked.length, 3, 'number of requests without a retry');
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
            { map: (page) => page.text('all'), onError: ({ code }, { request }) => `${code} ${request.url}` },
            ({ template }) => seen.push(template?.replace(/\n.*/s, '')),
          ),
        });
        const { requestsFailed } = await crawler.run(['/1', '/large'].map((path) => origin + path));
        assert.equal(seen, ['Home | News | About us', `PAGE_TOO_LARGE ${origin}/large`]);
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
    withServer(answer, async ({ origin, asked }, sites) => {
      await sites.close();
      const configured = configuration();
      const crawler = cheerio({ requestHandler: withTemplates(sites, () => {}) }, configured);
      await crawler.run(Array.from({ length: 20 }, (_, at) => `${origin}/${at}`));
      assert.ok(asked.length <= 2, `${asked.length} requests were made`);
      const queue = await crawler.getRequestQueue();
      assert.is((await queue.getInfo())?.handledRequestCount, 0);
    }),
};
