import { withTemplates } from '@refrain/crawl/crawlee';
import { OptionError, RefrainError } from 'refrain';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { cheerio, configuration, story, withServer } from './support.ts';

/** A page over 20,000 bytes, and others. */
const answer = (path: string) => ({ body: path === '/large' ? story(path) + ' '.repeat(20_000) : story(path) });
const small = { maxPageBytes: 20_000 };

export const refusalChecks: Checks = {
  'a page that can not be taken fails once, with its code, and the crawl goes on': () =>
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
        assert.is(asked.length, 3, 'it is not tried again');
        assert.is(sites.stats().pages, 2);
      },
      small,
    ),

  'with onError its handler runs': () =>
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

  'what is no page has no template, and is not counted': () =>
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

  'options that can not be are refused at once': () =>
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

  'sites that were closed stop the crawl, and its queue keeps the requests': () =>
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
