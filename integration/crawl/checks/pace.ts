/** `refrain crawl` and delays that hosts require: by rules, after a redirect, and by `Retry-After`. */
import type { ServerResponse } from 'node:http';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { type Handler, serveSite } from '../site.ts';
import { crawl, html, never, slowRules, URLS, urlsOf, withSite } from './command.ts';

const timing =
  (times: Map<string, number[]>, handler: Handler): Handler =>
  (path, request, response) => {
    times.set(path, [...(times.get(path) ?? []), performance.now()]);
    return handler(path, request, response);
  };

/** Answers the first requests of a path with a status and `Retry-After`. */
const busy = (busyPath: string, count: number, status: number, header: () => string): Handler => {
  let left = count;
  return (path, _, response: ServerResponse) => {
    if (path !== busyPath || left === 0) return false;
    left -= 1;
    response.writeHead(status, { ...html, 'retry-after': header() }).end('busy');
    return true;
  };
};

/** A host that is busy once must not receive requests before the requested time. */
function waits(status: number, header: () => string, least: number): () => Promise<void> {
  const times = new Map<string, number[]>();
  return withSite(20, timing(times, busy('/page/3', 1, status, header)), async (site, folder) => {
    const found = await crawl(folder, site, ...URLS, '--concurrency', '4');
    assert.is(found.code, 0, found.stderr);
    assert.is(urlsOf(found, site).length, 20);
    const [first = 0, again = 0] = times.get('/page/3') ?? [];
    assert.ok(again - first >= least, String(again - first));
    // Other requests may be in progress.
    const between = [...times.values()].flat().filter((time) => time > first && time < again);
    assert.ok(between.length < 10, String(between.length));
  });
}

export const paceChecks: Checks = {
  'the target of a redirect is requested as slowly as its rules require': async () => {
    const slow = slowRules();
    const to = await serveSite(5, { handler: slow.handler });
    const away: Handler = (path, _, response) => {
      if (path === '/') response.writeHead(301, { location: `${to.origin}/page/0` }).end();
      return path === '/';
    };
    await withSite(5, away, async (from, folder) => {
      const found = await crawl(folder, from, ...URLS, '--concurrency', '8');
      assert.is(found.code, 0, found.stderr);
      assert.is(urlsOf(found, to).length, 5);
      slow.check(5);
    })();
    to.close();
  },

  'a busy host is requested again after its number of seconds': waits(503, () => '1', 1000),
  'a busy host is requested again at its date': waits(
    429,
    // HTTP dates have whole seconds: the next but one is at least one second from now.
    () => new Date(1000 * Math.ceil(Date.now() / 1000) + 1000).toUTCString(),
    1000,
  ),

  'a page that is always busy fails, and no other one': withSite(
    6,
    busy('/page/3', 99, 429, () => '1'),
    async (site, folder) => {
      const found = await crawl(folder, site, ...URLS);
      assert.equal(urlsOf(found, site), ['/page/0', '/page/1', '/page/2', '/page/4', '/page/5']);
      assert.is(
        found.stderr,
        `refrain: ${site.origin}/page/3: the server answers with status 429: blocked (HTTP_STATUS)\n`,
      );
      assert.is(site.requests.filter((path) => path === '/page/3').length, 3);
    },
  ),

  'a page fails at once if its host requires more time than a crawl has': withSite(
    1,
    (path, request, response) =>
      busy('/page/0', 99, 503, () => '86400')(path, request, response) || never(path, request, response),
    async (site, folder) => {
      const found = await crawl(folder, site, ...URLS);
      assert.match(found.stderr, /page\/0: the server answers with status 503/);
      assert.is(site.requests.filter((path) => path === '/page/0').length, 1);
    },
  ),
};
