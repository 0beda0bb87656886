/** `refrain crawl --browser` on sites that scripts make. */
import { type AddressInfo, createServer } from 'node:net';
import { chromium } from 'playwright-core';
import * as assert from 'uvu/assert';
import { browserOptions, Renderer } from '../../../packages/cli/src/read/crawl/renderer.ts';
import type { Checks } from '../../checks.ts';
import { type Handler, samplePage } from '../site.ts';
import { crawl, html, never, outcome, start, URLS, until, urlsOf, withSite } from './command.ts';

// These variables of Crawlee select a browser other than Playwright's.
process.env['CRAWLEE_DEFAULT_BROWSER_PATH'] ??= process.env['CHROMIUM'] ?? '/usr/bin/chromium';
process.env['CRAWLEE_DISABLE_BROWSER_SANDBOX'] ??= '1';

const SCRIPT = `const path = location.pathname.replace('page', 'made');
fetch(path, { method: 'POST', body: 'edition 1' }).then((answer) => answer.text()).then((text) => {
  const made = new DOMParser().parseFromString(text, 'text/html');
  document.title = made.title;
  document.body.innerHTML = made.body.innerHTML;
});`;

const shell = (text = ''): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title></title><script src="/made.js" defer></script></head><body>${text}</body></html>`;

/** Pages of a generated site, written by their common script. */
const scripted =
  (count: number, answers: Readonly<Record<string, Handler>> = {}): Handler =>
  (path, request, response) => {
    const own = answers[path] ?? answers[path.replace(/x+$/, 'x')];
    if (own !== undefined) return own(path, request, response) ?? true;
    if (path === '/made.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    else if (/^\/page\/\d+$/.test(path)) response.writeHead(200, html).end(shell());
    else if (path.startsWith('/made/') && request.method === 'POST')
      response.writeHead(200, html).end(samplePage(Number(path.slice(6)), count));
    else return false;
    return true;
  };

const TEXTS = ['--format', 'ndjson', '--fields', 'url,title,markdown', '-q', '--exclude', '**/topic/**'];

const page =
  (text: string): Handler =>
  (_, __, response) =>
    void response.writeHead(200, html).end(text);

/** Occupies a processor for half a minute. */
export const endlessChecks: Checks = {
  'a script without an end fails its page and holds up none': withSite(
    2,
    scripted(2, {
      '/made/0': page('<a href="/hang">hang</a> <a href="/page/1">one</a>'),
      '/hang': page('<p>hang<script>for (;;);</script>'),
    }),
    async (site, folder) => {
      const found = await crawl(folder, site, ...URLS, '--browser');
      assert.ok(urlsOf(found, site).includes('/page/1'), found.stdout);
      assert.match(found.stderr, /\/hang: .*\(SCRIPT_TIMEOUT\)\n/);
    },
  ),
};

export const browserChecks: Checks = {
  'a browser reads a site made by scripts as the command reads one without, also after a kill': withSite(
    8,
    scripted(8, { '/robots.txt': page('User-agent: *\nDisallow: /made/7') }),
    async (site, folder) => {
      const words = [...TEXTS, '--exclude', '**/imprint'];
      const browser = [...words, '--browser', '--state', 'crawl'];
      const child = start(folder, site, browser);
      const ended = outcome(child);
      await until(child, () => site.requests.includes('/made/4'));
      child.kill('SIGKILL');
      await ended;
      const before = site.requests.length;
      const made = await crawl(folder, site, ...browser);
      assert.is(made.code, 0, made.stderr);
      const requests = site.requests.slice(before);
      assert.is(requests.filter((path) => path === '/made.js').length, 1, 'scripts are kept');
      assert.not.ok(requests.includes('/made/0'), 'pages are not requested again');
      assert.not.ok(site.requests.includes('/made/7'), 'robots.txt forbids what pages load');
      const bare = await crawl(folder, site, ...words);
      assert.equal(urlsOf(bare, site), ['/page/0']);
      await withSite(7, never, async (plain) => {
        const source = await crawl(folder, plain, ...words);
        const lines = made.stdout.replaceAll(site.origin, plain.origin).split('\n');
        // The last page has no text.
        assert.equal(lines.filter((line) => !line.includes('page/7"')).join('\n'), source.stdout);
      })();
    },
  ),

  'hostile scripts fail their pages and delay none': withSite(
    2,
    scripted(2, {
      '/made/0': page(
        ['round', 'large', 'many', 'away', 'again'].map((name) => `<a href="/${name}">${name}</a>`).join(' '),
      ),
      '/round': page("<script>location = '/roundx'</script>"),
      '/roundx': page("<script>location.pathname += 'x'</script>"),
      '/large': page("<p>large<script>document.body.append(new Comment('x'.repeat(5e6)))</script>"),
      '/many': page("<p>many<script>for (let at = 0; at < 700; at += 1) fetch('/none/' + at)</script>"),
      '/again': page('<p>again<script>location.reload()</script>'),
      '/away': page("<p>away<script>location = 'file:///etc/hosts'</script>"),
    }),
    async (site, folder) => {
      const found = await crawl(folder, site, ...URLS, '--max-page-bytes', '4M', '--browser');
      assert.equal(urlsOf(found, site), ['/again', '/away', '/many', '/page/0']);
      assert.is(site.requests.filter((path) => path === '/again').length, 1);
      assert.match(found.stderr, /\/roundx+: .*\(REDIRECT_REFUSED\)\n/);
      assert.match(found.stderr, /\/large: .*\(PAGE_TOO_LARGE\)\n/);
      const many = site.requests.filter((path) => path.startsWith('/none/')).length;
      assert.ok(many <= 500, String(many));
    },
  ),

  'open shadow roots and frames of the same origin are read': withSite(
    1,
    scripted(1, {
      '/page/0': page(`<main id="host"><b>light of the moon</b></main><script>
        const root = document.getElementById('host').attachShadow({ mode: 'open' });
        root.innerHTML = '<p>Before the <slot>none</slot> and after it.</p><x-in></x-in>';
        root.querySelector('x-in').attachShadow({ mode: 'open' }).innerHTML = '<p>The inner <slot>fallback</slot>.</p>';
      </script><iframe src="/frame"></iframe><iframe src="/moved"></iframe><iframe src="http://other.example/"></iframe>`),
      '/frame': page('<p>A frame of the site.'),
      '/moved': (_, __, response) => void response.writeHead(302, { location: '/frame' }).end(),
    }),
    async (site, folder) => {
      const { stdout } = await crawl(folder, site, '--format', 'text', '--keep', 'all', '-q', '--browser');
      assert.match(stdout, 'Before the light of the moon and after it.\nThe inner fallback.\nA frame of the site.\n');
      assert.is(stdout.split('A frame').length, 2, 'a frame that redirects is not read');
    },
  ),

  'a page in a browser reaches no private address': async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const { launchContext } = browserOptions(chromium, 'refrain');
    const executablePath = process.env['CRAWLEE_DEFAULT_BROWSER_PATH'] ?? '';
    const { args, ...launchOptions } = launchContext.launchOptions;
    const browser = await chromium.launch({ ...launchOptions, args: [...args, '--no-sandbox'], executablePath });
    try {
      const tab = await browser.newPage();
      const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port}`);
      const load = (at: string): string => `<img src="http://${at}/"><script src="http://${at}/"></script>
        <link rel="stylesheet" href="http://${at}/"><link rel="preload" as="fetch" href="http://${at}/">
        <link rel="prefetch" href="http://${at}/"><link rel="preconnect" href="http://${at}/">
        <iframe src="http://${at}/"></iframe><object data="http://${at}/"></object><video src="http://${at}/"></video>
        <script>
          fetch('http://${at}/', { mode: 'no-cors' }).catch(() => {});
          navigator.sendBeacon('http://${at}/', 'x');
          new WebSocket('ws://${at}/');
          new EventSource('http://${at}/');
          open('http://${at}/');
          const code = "fetch('http://${at}/', { mode: 'no-cors' })";
          new Worker(URL.createObjectURL(new Blob([code])));
          new SharedWorker('data:text/javascript,' + encodeURIComponent(code));
        </script>`;
      const body = `<h1>Loads</h1>${hosts.map(load).join('')}`;
      // Shows the answers of the renderer below the source of a page.
      await tab.route('http://site.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
      const signal = new AbortController().signal;
      const requestOptions = { allowPrivate: false, signal, userAgent: 'refrain' };
      const renderer = new Renderer({ requestOptions, maxPageBytes: 2 ** 20, isAllowed: async () => true });
      const { bytes } = await renderer.render(tab, 'http://site.example/', (url) => {
        throw new Error(url);
      });
      assert.match(new TextDecoder().decode(bytes), '<h1>Loads</h1>');
      assert.is(connections, 0);
      // Without the renderer, the page does all of this.
      const open = await chromium.launch({ args: ['--no-sandbox'], executablePath });
      const other = await open.newPage();
      await other.route('http://site.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
      await other.goto('http://site.example/').catch(() => undefined);
      await open.close();
      assert.ok(connections > 0);
    } finally {
      await browser.close();
      server.close();
    }
  },

  'a browser that cannot be started ends the crawl': withSite(2, scripted(2), async (site, folder) => {
    const known = process.env['CRAWLEE_DEFAULT_BROWSER_PATH'];
    process.env['CRAWLEE_DEFAULT_BROWSER_PATH'] = '/nowhere/chromium';
    const { code, stderr } = await crawl(folder, site, ...URLS, '--browser');
    process.env['CRAWLEE_DEFAULT_BROWSER_PATH'] = known;
    assert.is(code, 2);
    assert.match(stderr, /npx playwright install chromium.*\(BROWSER_MISSING\)\n$/);
  }),
};
