/** `refrain crawl` in separate processes, on generated sites. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Sites } from '@refrain/crawl';
import * as assert from 'uvu/assert';
import { RobotsRules } from '../../../packages/cli/src/read/crawl/robots.ts';
import { seededRandom } from '../../../test/support/random.ts';
import type { Checks } from '../../checks.ts';
import '../../resolve-packages.mjs';
import { type Handler, type SampleSite, samplePage, serveSite } from '../site.ts';

const MAIN = fileURLToPath(new URL('../../../packages/cli/dist/bin/main.js', import.meta.url));
const CRAWLEE = new URL('../../resolve-packages.mjs', import.meta.url).href;

export const start = (folder: string, site: SampleSite, words: readonly string[]): ChildProcess =>
  spawn(
    process.execPath,
    ['--import', CRAWLEE, MAIN, 'crawl', `${site.origin}/`, '--allow-private', '--rate', '10000', ...words],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function outcome(child: ChildProcess): Promise<Outcome> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
}

/** @throws if the crawl ends before `isDone` */
export async function until(child: ChildProcess, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    assert.ok(child.exitCode === null && child.signalCode === null, 'the crawl has ended before');
    await pause(20);
  }
}

export function withSite(
  pages: number,
  handler: Handler,
  check: (site: SampleSite, folder: string, editions: Map<number, number>) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const editions = new Map<number, number>();
    const site = await serveSite(pages, { editions, handler });
    const folder = mkdtempSync(join(tmpdir(), 'refrain-crawl-'));
    try {
      await check(site, folder, editions);
    } finally {
      site.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** The files of a folder by path, without those of the store; for the index, its set of lines. */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('.refrain'),
  );
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return Object.fromEntries(
    files.map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [name, name === 'index.tsv' ? [...new Set(text.split('\n'))].sort().join('\n') : text];
    }),
  );
}

export const crawl = (folder: string, site: SampleSite, ...words: string[]): Promise<Outcome> =>
  outcome(start(folder, site, words));

export const urlsOf = ({ stdout }: Outcome, { origin }: SampleSite): string[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { url: string }).url.slice(origin.length))
    .sort();

export const URLS = [
  '--format',
  'ndjson',
  '--fields',
  'url',
  '-q',
  '--exclude',
  '**/topic/**',
  '--exclude',
  '**/imprint',
];

export const never: Handler = () => false;

/** Serves a site whose first page links to all given paths. */
function paths(answers: Readonly<Record<string, Handler>>): Handler {
  return (path, request, response) => {
    if (path === '/page/0' && answers[path] === undefined) {
      const links = Object.keys(answers).map((each) => `<a href="${each}">${each}</a>`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(links.join(' ') + samplePage(0, 4));
      return true;
    }
    answers[path]?.(path, request, response);
    return Object.hasOwn(answers, path);
  };
}

export const html = { 'content-type': 'text/html' };

/** A host that requires half a second between two requests. */
export function slowRules() {
  const times: number[] = [];
  let startTime: number | undefined;
  const handler: Handler = (path, _, response) => {
    if (path.startsWith('/page/')) times.push(performance.now());
    if (path !== '/robots.txt') return false;
    startTime ??= performance.now();
    response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nCrawl-delay: 0.5\n');
    return true;
  };
  /**
   * A request may arrive late, so that the next one seems early. Their times are therefore compared with multiples of
   * the declared delay.
   */
  const check = (pages: number): void => {
    assert.is(times.length, pages);
    const after = times.map((time) => time - (startTime ?? Number.NaN));
    assert.ok(
      after.every((milliseconds, at) => milliseconds >= 500 * at),
      String(after),
    );
  };
  return { handler, check };
}

const odd = paths({
  '/secret': (_, __, response) => void response.writeHead(200, html).end('<p>secret'),
  '/robots.txt': (_, __, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end('User-agent: other\nDisallow: /\nUser-agent: refrain\nDisallow: /secret\nSitemap: /map.xml'),
  '/old': (_, __, response) => void response.writeHead(301, { location: '/page/2#part' }).end(),
  '/away': (_, __, response) => void response.writeHead(302, { location: 'http://example.invalid/' }).end(),
  '/paper.pdf': (_, __, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-'),
  '/cyrillic': (_, __, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=windows-1251' })
      .end(Buffer.from([0x3c, 0x70, 0x3e, 0xcc, 0xe8, 0xf0])),
  '/broken': (_, __, response) => void response.writeHead(500).end(),
});

/** Each answer redirects to a new URL. */
const round: Handler = (path, _, response) =>
  path.startsWith('/round') && response.writeHead(302, { location: `${path}x` }).end() !== undefined;

function endless(_: string, __: unknown, response: Parameters<Handler>[2]): undefined {
  response.writeHead(200, html);
  const write = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65536, '<p>more ')));
  };
  response.on('drain', write);
  write();
}

const hostile = paths({
  '/round': never,
  '/endless': endless,
  '/short': (_, __, response) => {
    response.writeHead(200, { ...html, 'content-length': '1000' }).write('<p>short');
    setTimeout(() => response.destroy(), 20);
    return undefined;
  },
  '/many': (_, __, response) => {
    const links = Array.from({ length: 100_000 }, (_, at) => `<a href="/none/${at}">${at}</a>`);
    response.writeHead(200, html).end(`<h1>Many</h1>${links.join('\n')}`);
    return undefined;
  },
  '/sitemap.xml': (_, __, response) => {
    response.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(200 * 1024 * 1024, '<url><loc>/x</loc></url>'), { level: 1 }));
    return undefined;
  },
});

/** Kills and repeats crawls at random moments, at least `least` times. Each must end like an undisturbed crawl. */
const killedCrawls = (least: number): (() => Promise<void>) =>
  withSite(120, never, async (site, folder) => {
    const seed = Date.now() % 100_000;
    process.stdout.write(`seed ${seed}\n`);
    const random = seededRandom(seed);
    const words = (out: string): string[] => ['--out', out, '--exclude', '**/topic/**', '--concurrency', '8', '-q'];
    const started = performance.now();
    assert.is((await crawl(folder, site, ...words('undisturbed'))).code, 0);
    const duration = performance.now() - started;
    const expected = filesOf(join(folder, 'undisturbed'));
    assert.is(Object.keys(expected).filter((name) => /\/\d+\.md$/.test(name)).length, 120);
    let kills = 0;
    let crawls = 0;
    for (; kills < least; crawls += 1) {
      const out = `killed-${crawls}`;
      // Kills later each time, so that slow machines complete too.
      for (let slack = 1; ; slack += 0.1) {
        const child = start(folder, site, words(out));
        const ended = outcome(child);
        const timer = setTimeout(() => child.kill('SIGKILL'), slack * duration * (0.3 + random.below(80) / 100));
        const { code, stderr } = await ended;
        clearTimeout(timer);
        if (code !== null) {
          assert.is(code, 0, stderr);
          break;
        }
        kills += 1;
      }
      assert.equal(filesOf(join(folder, out)), expected);
      rmSync(join(folder, out), { recursive: true });
    }
    process.stdout.write(`${kills} kills of ${crawls} crawls\n`);
  });

export const commandChecks: Checks = {
  'the tool read_site has pages of a site, judged by all of them': withSite(30, never, async (site, root) => {
    const { Tools } = await import('../../../packages/cli/src/commands/mcp/tools.ts');
    const sites = await Sites.open({ location: join(root, 'state') });
    const bounds = { state: undefined, root, maxPages: 10, maxLength: 100_000 };
    const tools = new Tools(sites, { ...bounds, web: true, allowPrivate: true });
    const call = new AbortController();
    const input = { url: `${site.origin}/`, maxPages: 6 };
    const { fields } = await tools.readSite(input, call.signal);
    const { pages, failures } = fields as { pages: object[]; failures: string[] };
    assert.equal([pages.length, failures], [6, []]);
    const named = `${new URL(site.origin).host}`;
    const { template } = (await tools.siteTemplate({ site: named })).fields as { template: object[] };
    assert.ok(template.length > 0);
    const rest = tools.readSite(input, call.signal);
    call.abort();
    assert.is(await rest.catch(({ name }: Error) => name), 'AbortError');
    await sites.close();
  }),

  'the command reads a site by its rules, sitemaps and redirects': withSite(
    4,
    (path, request, response) => {
      if (path !== '/map.xml') return odd(path, request, response);
      response.end(`<urlset><url><loc>http://${request.headers.host}/page/3</loc></url></urlset>`);
      return true;
    },
    async (site, folder) => {
      const found = await crawl(folder, site, ...URLS);
      assert.equal(urlsOf(found, site), ['/cyrillic', '/page/0', '/page/1', '/page/2', '/page/3']);
      assert.is(found.stderr, `refrain: ${site.origin}/broken: the server answers with status 500 (HTTP_STATUS)\n`);
      assert.is(found.code, 1);
      assert.not.ok(site.requests.includes('/secret'));
      const text = await crawl(folder, site, '--format', 'text', '--out', '-', '-q');
      assert.ok(text.stdout.includes('Мир'), text.stdout);
    },
  ),

  'a page that redirects to itself is read again, with its cookie': withSite(
    1,
    paths({
      '/own': (_, { headers }, response) => {
        const isKnown = headers.cookie === 'known=1';
        const head = { ...html, location: '/own#top', 'set-cookie': 'known=1' };
        response.writeHead(isKnown ? 200 : 302, head).end('<h1>Own</h1>');
      },
    }),
    async (site, folder) => {
      const jar = await crawl(folder, site, ...URLS, '--cookies', 'jar');
      assert.equal([jar.stderr, urlsOf(jar, site)], ['', ['/own', '/page/0']]);
      const none = await crawl(folder, site, ...URLS);
      assert.match(none.stderr, '/own: more than 10 redirects (REDIRECT_REFUSED)');
    },
  ),

  'a page that redirects to another one, and that back to it with a cookie, is read': withSite(
    1,
    paths({
      '/there': (_, { headers }, response) => {
        const isKnown = headers.cookie === 'known=1';
        response.writeHead(isKnown ? 200 : 302, { ...html, location: '/back' }).end('<h1>There</h1>');
      },
      '/back': (_, __, response) => void response.writeHead(302, { location: '/there', 'set-cookie': 'known=1' }).end(),
    }),
    async (site, folder) => {
      const jar = await crawl(folder, site, ...URLS, '--cookies', 'jar');
      assert.equal([jar.stderr, urlsOf(jar, site)], ['', ['/page/0', '/there']]);
      const none = await crawl(folder, site, ...URLS);
      assert.match(none.stderr, /\/(?:there|back): more than 10 redirects \(REDIRECT_REFUSED\)/);
    },
  ),

  'missing pages are listed with the reason': withSite(
    2,
    paths({
      '/robots.txt': (_, __, response) => void response.end('User-agent: *\nDisallow: /secret'),
      '/secret': never,
      '/refused': (_, __, response) => void response.writeHead(403).end(),
      '/challenge': (_, __, response) => void response.writeHead(403, { 'cf-mitigated': 'challenge' }).end(),
      '/mine': (_, __, response) => void response.writeHead(302, { location: '/login?next=/mine' }).end(),
      '/yours': (_, __, response) => void response.writeHead(302, { location: 'http://login.invalid/?token=x' }).end(),
      '/login?next=/mine': (_, __, response) =>
        void response.writeHead(200, html).end('<title>Log in</title><form><input type=password></form>'),
      '/soft': (_, __, response) => void response.writeHead(200, html).end('<title>Page not found</title><p>Sorry.'),
    }),
    async (site, folder) => {
      const { code, stderr } = await crawl(
        folder,
        site,
        '--out',
        'pages',
        '--llms',
        '--exclude',
        '**/robots.txt',
        ...URLS.slice(5),
      );
      assert.is(code, 1);
      assert.match(stderr, '; other URLs: 1 blocked, 1 challenge, 2 login; ');
      assert.match(stderr, /\/soft: soft-404: /);
      const { 'others.tsv': others = '', ...files } = filesOf(join(folder, 'pages'));
      assert.equal(others.replaceAll(site.origin, '').split('\n'), [
        'url\treason\tevidence\tbytes',
        '/challenge\tchallenge\tstatus 403\t',
        '/mine\tlogin\t/login\t',
        '/refused\tblocked\tstatus 403\t',
        '/secret\tblocked\trobots.txt\t',
        '/yours\tlogin\thttp://login.invalid/\t',
        '',
      ]);
      assert.match(files['index.tsv'] ?? '', /\/soft\t[^\n]*\tsoft-404\n/);
      const list = (files['llms.txt'] ?? '').replaceAll(site.origin, '').replace(/: .*$/gm, '');
      assert.is(list, '# Page 0\n\n## page\n\n- [Page 0](/page/0)\n- [Page 1](/page/1)\n');
      const written = Object.entries(files).filter(([, text]) => text.includes('\nreason: "soft-404"\n'));
      assert.is(written.length, 1);
    },
  ),

  'files are listed': async () => {
    const pdf = { 'content-type': 'application/pdf' };
    const file: Handler = (_, __, response) =>
      void response.writeHead(200, { ...pdf, 'content-length': '5' }).end('%PDF-');
    const answers = paths({
      '/paper.pdf': file,
      '/get?..%2f..%2fname=1': file,
      '/%2e%2e%2f%2e%2e%2fpasswd': file,
      '/unnamed': (_, __, response) => void response.writeHead(200).end('%PDF-unnamed'),
    });
    await withSite(2, answers, async (site, folder) => {
      const words = ['--out', 'pages', '--exclude', '**/topic/**', '--exclude', '**/imprint'];
      const listed = await crawl(folder, site, ...words);
      assert.is(listed.code, 0, listed.stderr);
      assert.match(listed.stderr, '; other URLs: 4 file; ');
      const list = (filesOf(join(folder, 'pages'))['others.tsv'] ?? '').replaceAll(site.origin, '');
      assert.is(list.split('\n')[3], '/paper.pdf\tfile\tapplication/pdf\t5');
    })();
  },

  'the feeds of the first page name pages': withSite(
    2,
    paths({
      '/page/0': (_, __, response) =>
        void response
          .writeHead(200, html)
          .end(
            `<link rel="alternate" type="application/rss+xml" href="/rss"><link type="application/atom+xml" href="/atom">${samplePage(0, 2)}`,
          ),
      '/rss': (_, { headers: { host } }, response) =>
        void response.end(`<rss><item><link><![CDATA[http://${host}/story?a&b]]></link></item></rss>`),
      '/atom': (_, { headers: { host } }, response) =>
        void response.end(`<feed><entry><link href="http://${host}/other?a&amp;b"/></entry></feed>`),
      '/story?a&b': (_, __, response) => void response.writeHead(200, html).end('<p>story'),
      '/other?a&b': (_, __, response) => void response.writeHead(200, html).end('<p>other'),
    }),
    async (site, folder) => {
      const found = await crawl(folder, site, ...URLS);
      assert.equal(urlsOf(found, site), ['/other?a&b', '/page/0', '/page/1', '/story?a&b']);
      assert.is(found.code, 0, found.stderr);
    },
  ),

  'the command limits pages and depth': withSite(60, never, async (site, folder) => {
    assert.is(urlsOf(await crawl(folder, site, ...URLS, '--max-pages', '7'), site).length, 7);
    const shallow = await crawl(folder, site, ...URLS, '--max-depth', '2');
    assert.equal(urlsOf(shallow, site), ['/page/0', '/page/1', '/page/2', '/page/3']);
    const some = await crawl(folder, site, ...URLS, '--include', '**/page/*5');
    assert.equal(urlsOf(some, site), []);
  }),

  'requests are as slow as robots.txt requires': async () => {
    const slow = slowRules();
    await withSite(6, slow.handler, async (site, folder) => {
      assert.is(urlsOf(await crawl(folder, site, ...URLS, '--concurrency', '8'), site).length, 6);
      slow.check(6);
    })();
  },

  'a second crawl requests and writes changed pages': withSite(100, never, async (site, folder, editions) => {
    const words = ['--out', 'pages', '--exclude', '**/topic/**', '--max-pages', '500'];
    assert.is((await crawl(folder, site, ...words)).code, 0);
    const first = filesOf(join(folder, 'pages'));
    assert.is(Object.keys(first).filter((name) => /\/\d+\.md$/.test(name)).length, 100);
    const card = JSON.parse(first['template.json'] ?? '[]') as [
      { pages: number; blocks: { links: { url: string }[] }[] },
    ];
    assert.is(card[0].pages, 100);
    assert.ok(card[0].blocks.some(({ links }) => links[0]?.url === `${site.origin}/topic/7`));
    assert.ok(first['template.md']?.includes(`- [Topic candle 19](${site.origin}/topic/19)\n`));
    assert.match(first['others.tsv'] ?? '', /\tnot-found\tthe server answers with status 404\t\n/);
    const { 'others.tsv': _, ...kept } = first;
    const timesOf = () => Object.keys(kept).map((name) => statSync(join(folder, 'pages', name)).mtimeMs);
    const [times, sent] = [timesOf(), site.sent];
    const second = await crawl(folder, site, ...words);
    assert.ok(second.stderr.includes('nothing was written'), second.stderr);
    assert.equal(timesOf(), times);
    assert.ok(site.sent - sent <= 0.05 * sent, `${site.sent - sent} bytes of ${sent}`);
    for (const page of [3, 70]) editions.set(page, 2);
    assert.is((await crawl(folder, site, ...words)).code, 0);
    const third = filesOf(join(folder, 'pages'));
    const changed = Object.keys(third).filter((name) => third[name] !== first[name]);
    assert.equal(changed.map((name) => /(\d+)\.md$/.exec(name)?.[1]).sort(), ['3', '70']);
    assert.is((await crawl(folder, site, ...words, '--format', 'text')).code, 0);
    assert.is(Object.keys(filesOf(join(folder, 'pages'))).filter((name) => name.endsWith('.txt')).length, 100);
    const { stdout } = await crawl(folder, site, ...URLS, '--fields', 'url,fetched', '--state', 'pages/.refrain');
    const lines = stdout.split('\n').slice(0, -1);
    const dates = lines.map((line) => JSON.parse(line) as { url: string; fetched: string });
    const [newest, older] = dates.sort((one, other) => other.fetched.localeCompare(one.fetched)).slice(1);
    assert.match(newest?.url ?? '', /\/(?:3|70)$/);
    assert.ok((newest?.fetched ?? '') > (older?.fetched ?? ''));
  }),

  'a signal ends a crawl, which continues when it is run again': withSite(150, never, async (site, folder) => {
    const words = ['--out', 'pages', '--exclude', '**/topic/**', '--rate', '60'];
    const child = start(folder, site, words);
    const ended = outcome(child);
    await until(child, () => site.requests.length >= 40);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    assert.is(code, 130);
    assert.ok(stderr.includes('interrupted; the same command continues from there'), stderr);
    const before = site.requests.length;
    const again = await crawl(folder, site, ...words);
    assert.is(again.code, 0, again.stderr);
    assert.ok(again.stderr.includes('150 pages read'), again.stderr);
    assert.ok(site.requests.length - before < 150, 'pages are not requested again');
  }),

  'a killed crawl ends like an undisturbed one': killedCrawls(2),

  'a hostile server fails some pages and delays none': withSite(
    4,
    (path, request, response) => round(path, request, response) || hostile(path, request, response),
    async (site, folder) => {
      const words = [...URLS, '--exclude', '**/none/**', '--max-page-bytes', '4M'];
      const found = await crawl(folder, site, ...words);
      assert.equal(urlsOf(found, site), ['/many', '/page/0', '/page/1', '/page/2', '/page/3']);
      for (const [path, code] of [
        ['/roundx+', 'REDIRECT_REFUSED'],
        ['/endless', 'PAGE_TOO_LARGE'],
        ['/short', 'ECONNRESET'],
      ])
        assert.match(found.stderr, new RegExp(`${path}: .*\\(${code}\\)\n`));
    },
  ),

  'robots.txt without an end fails its host': withSite(
    4,
    (path, request, response) => path === '/robots.txt' && endless(path, request, response) === undefined,
    async (site, folder) => {
      const { code, stderr } = await crawl(folder, site, ...URLS);
      assert.is(code, 1);
      assert.match(stderr, /PAGE_TOO_LARGE[\s\S]*NO_PAGES/);
      assert.ok(site.requests.every((path) => path === '/robots.txt'));
    },
  ),

  'the rules of the last hundred hosts are kept': async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('User-agent: *\nDisallow: /no');
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    const { port } = server.address() as AddressInfo;
    const requestOptions = { allowPrivate: true, signal: new AbortController().signal, userAgent: 'refrain' };
    const rules = new RobotsRules(requestOptions, 'refrain');
    const isAllowed = (host: number, path = '/no'): Promise<boolean> =>
      rules.isAllowed(`http://127.0.1.${host}:${port}${path}`);
    for (let host = 1; host <= 101; host += 1) {
      assert.is(await isAllowed(host), false);
      assert.is(await isAllowed(1, '/yes'), true);
    }
    assert.is(requests, 101);
    await isAllowed(2);
    assert.is(requests, 102);
    server.close();
    server.closeAllConnections();
  },

  'private addresses are refused': withSite(4, never, async (site, folder) => {
    const words = ['crawl', `${site.origin}/`, '-q', '--out', '-', '--md'];
    const child = spawn(process.execPath, ['--import', CRAWLEE, MAIN, ...words], { cwd: folder });
    const { code, stderr } = await outcome(child);
    assert.is(code, 1);
    assert.match(stderr, /ADDRESS_REFUSED/);
    assert.is(site.requests.length, 0);
  }),
};
