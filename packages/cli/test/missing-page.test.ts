/**
 * Recognition of pages that servers send instead of the requested page, as common programs and services generate them.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type MissingReason, missingReasonAt, missingReasonOf } from '../src/read/missing-page/missing-reason.ts';
import { refrain } from './command.ts';

const long = '<p>A story of its own, which goes on for many words, and ends only after some more of them.</p>'.repeat(
  20,
);
const menu = '<nav><a href="/a">News</a> <a href="/b">Shop</a> <a href="/c">About us</a></nav>';
const form = '<form><label>Name <input name="name"></label><input type="password"><button>Go</button></form>';
const page = (title: string, body: string): string =>
  `<!DOCTYPE html><title>${title}</title><body>${menu}${body}</body>`;
const app = (noscript: string, body = '<div id="root"></div>'): string =>
  `<!DOCTYPE html><title>App</title><body><noscript>${noscript}</noscript>${body}<script src="/a.js"></script></body>`;

const CASES: readonly (readonly [MissingReason | undefined, html: string, address?: string])[] = [
  ['soft-404', page('Page not found – The Site', '<h1>Oops!</h1><p>Try the search.')],
  ['soft-404', page('404 | The Site', `<h1>404</h1><p>Nothing here.`)],
  ['soft-404', page('The Site', '<h1>404 – Seite nicht gefunden</h1>')],
  ['soft-404', page('The Site', '<h1>Sorry, we couldn’t find that page</h1>')],
  ['soft-404', page('Página no encontrada - El sitio', long)],
  ['soft-404', page('サイト', '<h1>お探しのページは見つかりませんでした。</h1>')],
  // Real pages about logins, consent or errors, which are not missing.
  [undefined, page('404 Not Found - HTTP | Docs', `<h1>404 Not Found</h1>${long}`)],
  [undefined, page('How a page not found hurts a shop', `<h1>How a page not found hurts a shop</h1>${long}`)],
  [undefined, page('Item 404', '<h1>Item 404</h1><p>A drill.')],
  ['login', page('Log In ‹ The Site — WordPress', form), 'https://site.example/wp-login.php?redirect_to=x'],
  ['login', page('Members', form), 'https://site.example/login'],
  ['login', page('Anmelden', `<h1>Anmelden</h1>${form}`)],
  // Real pages with a login form: an article, and a page of links.
  [undefined, page('A story', `<h1>Log In</h1>${form}${long}`)],
  [undefined, page('Gallery', `${form}<a href="/1">One</a>`)],
  [undefined, page('How to log in', '<h1>Log in</h1><p>Open the page and give your name.')],
  ['consent', page('Before you continue to Video', '<h1>Before you continue</h1><p>We use cookies.<button>Accept all')],
  ['consent', page('Video', '<p>We use cookies.'), 'https://consent.video.example/m?continue=x'],
  [undefined, page('A story', `<div><h2>We value your privacy</h2><button>Accept</button></div>${long}`)],
  [undefined, page('Consent in research', `<h1>Consent in research</h1>${long}`)],
  ['script-only', app('You need to enable JavaScript to run this app.')],
  ['script-only', app('<strong>Für diese Seite wird JavaScript benötigt.</strong>', '<app-root></app-root>')],
  // Real pages: a forum with its threads in noscript, a page with text, a page without scripts.
  [undefined, app(`Powered by a forum, best viewed with JavaScript enabled ${long}`)],
  [undefined, app('This needs JavaScript.', long)],
  [undefined, '<title>Empty</title><noscript>JavaScript</noscript>'],
];

test('a page shows why it is not the requested one', async () => {
  for (const [reason, html, address = 'https://site.example/page'] of CASES)
    assert.is(await missingReasonOf(new TextEncoder().encode(html), undefined, address), reason, html.slice(0, 200));
});

test('the URL of a redirect shows its reason', () => {
  assert.is(missingReasonAt('https://site.example/account/login?next=/page'), 'login');
  assert.is(missingReasonAt('https://accounts.site.example/'), 'login');
  assert.is(missingReasonAt('https://site.example/zustimmung?url=x'), 'consent');
  assert.is(missingReasonAt('https://site.example/blog/how-to-login-safely'), undefined);
});

test('an answer shows why it has no page', async () => {
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/blocked': (response) => response.writeHead(451).end(),
    '/login': (response) => response.writeHead(401).end(),
    '/challenge': (response) => response.writeHead(403, { 'cf-mitigated': 'challenge' }).end(),
    '/accepted': (response) => response.writeHead(202, { 'x-amzn-waf-action': 'challenge' }).end(),
    '/soft': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page('Page not found', '')),
  };
  const server = createServer((request, response) => answers[request.url ?? '']?.(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = (path: string) => refrain('.', `${origin}${path}`, '--allow-private', '--format', 'ndjson');
  for (const [path, status, reason] of [
    ['/blocked', 451, 'blocked'],
    ['/login', 401, 'login'],
    ['/challenge', 403, 'challenge'],
    ['/accepted', 202, 'challenge'],
  ] as const) {
    const { code, stderr } = await read(path);
    assert.is(code, 1);
    assert.match(stderr, `${path}: the server answers with status ${status}: ${reason} (HTTP_STATUS)`);
  }
  const { code, stdout, stderr } = await read('/soft');
  assert.is(code, 0);
  assert.is((JSON.parse(stdout) as { reason: string }).reason, 'soft-404');
  assert.match(stderr, '/soft: soft-404: the page does not exist');
  server.close();
  server.closeAllConnections();
});

test.run();
