/** `refrain https://…`, on a server of this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LinkReader } from '../src/read/crawl/links.ts';
import { Pace } from '../src/read/crawl/pace.ts';
import { addressesOf, isSitemapIndex, RobotsRules } from '../src/read/crawl/robots.ts';
import { get } from '../src/read/fetch.ts';
import { isPrivate } from '../src/read/guard.ts';
import { outcome, page, refrain, start } from './command.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const html = { 'content-type': 'text/html' };
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/page': (_, response) => response.writeHead(200, html).end(page('A story of its own.')),
  '/moved': (_, response) => response.writeHead(301, { location: '/page#part' }).end(),
  '/gzip': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(page('It was packed.'))),
  '/br': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliCompressSync(page('It was packed.'))),
  '/gzip-twice': (_, response) =>
    response
      .writeHead(200, { ...html, 'content-encoding': 'gzip, GZIP' })
      .end(gzipSync(gzipSync(page('It was packed.')))),
  '/utf-8': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'UTF-8' }).end(page('It was not packed.')),
  '/zstd': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'zstd' }).end('zstd'),
  '/long-head': (_, response) => response.writeHead(200, { ...html, 'x-long': 'x'.repeat(100_000) }).end(page('Long.')),
  '/sitemap.xml': (_, response) => response.writeHead(429, { 'retry-after': '120' }).end(),
  '/cyrillic': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=windows-1251' })
      .end(Buffer.from([0x3c, 0x70, 0x3e, 0xcc, 0xe8, 0xf0])),
  '/agent': ({ headers }, response) => response.writeHead(200, html).end(`<p>${headers['user-agent']}`),
  '/pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
  '/unnamed-pdf': (_, response) => response.writeHead(200).end('%PDF-1.7'),
  '/gone': (_, response) => response.writeHead(404, html).end('<p>gone'),
  '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
  '/post': (_, response) => response.writeHead(303, { location: '/received' }).end(),
  // Its body does not end.
  '/slow-redirect': (_, response) => response.writeHead(302, { location: '/page' }).write('wait'),
  '/twice': (_, response) =>
    response
      .writeHead(302, [...['location', '/received', 'location', '/other', 'set-cookie', 'a=1', 'set-cookie', 'b=2']])
      .end(),
  '/received': ({ method, headers }, response) =>
    response
      .writeHead(200, [...['x-list', 'a', 'x-list', 'b', 'content-type', 'text/plain']])
      .end(JSON.stringify({ method, headers })),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/hosts' }).end(),
  '/bomb': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb),
  '/endless': (_, response) => {
    response.writeHead(200, html);
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65536, '<p>more ')));
    };
    response.on('drain', write);
    write();
  },
  '/short': (_, response) => {
    response.writeHead(200, { ...html, 'content-length': '1000' }).write('<p>short');
    setTimeout(() => response.destroy(), 20);
  },
  '/torn': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(page('Torn.')).subarray(0, 40)),
};

const server = createServer((request, response) => {
  const handler = HANDLERS[request.url ?? ''];
  if (handler === undefined) response.writeHead(404).end();
  else handler(request, response);
});
let origin = '';
test.before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.after(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (path: string, ...words: string[]) =>
  refrain('.', `${origin}${path}`, '--allow-private', '-q', '--evidence', 'repetition', ...words);

for (const [path, text] of [
  ['/page', 'A story of its own.'],
  ['/gzip', 'It was packed.'],
  ['/br', 'It was packed.'],
  ['/gzip-twice', 'It was packed.'],
  ['/utf-8', 'It was not packed.'],
  ['/cyrillic', 'Мир'],
  ['/agent', 'refrain/'],
] as const)
  test(`reads ${path}`, async () => {
    const { code, stdout, stderr } = await ask(path, '--format', 'text');
    assert.is(stderr, '');
    assert.is(code, 0);
    assert.ok(stdout.includes(text), stdout);
  });

test('only the first ten thousand links of a page are followed', async () => {
  const links = Array.from({ length: 10_001 }, (_, at) => `<a href=/${at}>${at}</a>`);
  const reader = await LinkReader.create();
  const { pages } = reader.addressesOf(Buffer.from(links.join(' ')), 'text/html', 'https://site.example/');
  assert.is(pages.size, 10_000);
  assert.is([...pages].at(-1), 'https://site.example/9999');
});

test('links that are not followed count, copies of a tag do not, and a base that is too long is ignored', async () => {
  const reader = await LinkReader.create();
  const linksIn = (html: string): string[] => [
    ...reader.addressesOf(Buffer.from(html), 'text/html', 'https://site.example/').pages,
  ];
  assert.equal(linksIn(`${'<a href=x:y>x</a>'.repeat(10_000)}<a href=/last>x</a>`), []);
  const copies = `<p><a href=/first title="${'x'.repeat(100_000)}">${'<p>x'.repeat(20_000)}`;
  assert.equal(linksIn(`${copies}<a href=/last>x</a>`), ['https://site.example/first', 'https://site.example/last']);
  const base = (path: string): string => `<base href="/${path}/">${'<a href=x>x</a>'.repeat(200)}`;
  assert.equal(linksIn(base('b'.repeat(500_000))), ['https://site.example/x']);
  assert.equal(linksIn(base('b')), ['https://site.example/b/x']);
});

test('a page has the URL of the last redirect', async () => {
  const started = new Date().toISOString();
  const { stdout } = await ask('/moved', '--fields', 'id,url,site,fetched');
  const [host = ''] = origin.split('//').slice(1);
  const { fetched, ...names } = JSON.parse(stdout) as { readonly fetched: string };
  assert.equal(names, { id: `${origin}/page`, url: `${origin}/page`, site: host });
  assert.ok(fetched >= started && fetched <= new Date().toISOString(), fetched);
});

for (const [path, code] of [
  ['/pdf', 'INPUT_INVALID'],
  ['/unnamed-pdf', 'NOT_HTML'],
  ['/gone', 'HTTP_STATUS'],
  ['/round', 'REDIRECT_REFUSED'],
  ['/file', 'REDIRECT_REFUSED'],
  ['/bomb', 'PAGE_TOO_LARGE'],
  ['/endless', 'PAGE_TOO_LARGE'],
  ['/short', 'ECONNRESET'],
  ['/torn', 'Z_BUF_ERROR'],
  ['/zstd', 'INPUT_INVALID'],
  ['/long-head', 'PAGE_TOO_LARGE'],
] as const)
  test(`refuses ${path}`, async () => {
    const { code: exit, stdout, stderr } = await ask(path, '--max-page-bytes', '1M');
    assert.is(exit, 1);
    assert.is(stdout, '');
    assert.match(stderr, new RegExp(`^refrain: ${origin}${path}: .*\\(${code}\\)\n$`));
  });

test('a sitemap that is only guessed does not delay a crawl', async () => {
  const { signal } = new AbortController();
  const pace = new Pace(1000, signal);
  const robots = new RobotsRules({ allowPrivate: true, signal }, 'refrain', pace);
  for await (const _ of robots.sitemapPages(`${origin}/`, 10, assert.unreachable)) assert.unreachable();
  const before = performance.now();
  await pace.rest(`${origin}/`);
  assert.ok(performance.now() - before < 5000);
});

const options = { maxBytes: 10_000, allowPrivate: true, isPage: false, signal: new AbortController().signal };

test('the connection of an unread answer is used again', async () => {
  let connections = 0;
  const count = (): number => (connections += 1);
  server.on('connection', count);
  for (const path of ['/gone', '/pdf', '/gone', '/pdf', '/gone', '/pdf'])
    await get(`${origin}${path}`, { ...options, isPage: true }).then(
      () => assert.unreachable(),
      () => undefined,
    );
  server.off('connection', count);
  // A connection is idle for one turn of the event loop. In this turn, a second connection may be opened.
  assert.ok(connections <= 2, String(connections));
});

test('a redirect is followed before its answer ends', async () => {
  const { url } = await get(`${origin}/slow-redirect`, options);
  assert.is(url, `${origin}/page`);
});

test('onRedirect and the answer have the target of a redirect without its fragment', async () => {
  const told: string[] = [];
  const { url } = await get(`${origin}/moved`, { ...options, onRedirect: (to) => void told.push(to) });
  assert.equal([url, told], [`${origin}/page`, [`${origin}/page`]]);
});

test('repeated header fields are joined', async () => {
  const { url, headers } = await get(`${origin}/twice`, options);
  assert.is(url, `${origin}/received`);
  assert.is(headers['x-list'], 'a, b');
});

test('a body is not sent again after 303, and passwords are sent to no other origin', async () => {
  const headers = { authorization: 'Bearer secret' };
  const body = new TextEncoder().encode('sent');
  const { bytes } = await get(`${origin}/post`, { ...options, headers, method: 'POST', body });
  const received = JSON.parse(new TextDecoder().decode(bytes)) as IncomingMessage;
  assert.is(received.method, 'GET');
  assert.is(received.headers.authorization, 'Bearer secret');
  const other = createServer((_, response) => response.writeHead(302, { location: `${origin}/received` }).end());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const moved = await get(`http://127.0.0.1:${port}/`, { ...options, headers });
  other.close();
  assert.not.match(new TextDecoder().decode(moved.bytes), 'secret');
});

test('an aborted request ends with the reason of its signal', async () => {
  const ending = new AbortController();
  server.once('request', () => ending.abort(new Error('given up')));
  await get(`${origin}/endless`, { ...options, signal: ending.signal }).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'given up'),
  );
  await get(`${origin}/page`, { ...options, signal: ending.signal }).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'given up'),
  );
});

test('open connections do not keep the process alive', async () => {
  const { keepAliveTimeout } = server;
  // The server closes none.
  server.keepAliveTimeout = 0;
  try {
    const { code, stdout } = await outcome(start('.', [`${origin}/page`, '--allow-private', '-q']));
    assert.is(code, 0);
    assert.match(stdout, 'A story of its own.');
  } finally {
    server.keepAliveTimeout = keepAliveTimeout;
  }
});

test('private addresses are refused in every notation, and by host name', async () => {
  const { port } = server.address() as AddressInfo;
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
    const { code, stderr } = await refrain('.', `http://${host}:${port}/page`, '-q');
    assert.is(code, 1);
    assert.ok(stderr.includes('(ADDRESS_REFUSED)'), stderr);
  }
});

test('private addresses are distinguished from public ones', () => {
  for (const address of ['10.1.2.3', '169.254.169.254', '192.168.0.1', '0.0.0.0', '::1', '::', 'fd00::1', 'fe80::1'])
    assert.ok(isPrivate(address), address);
  for (const address of ['::ffff:10.0.0.1', '64:ff9b::a00:1', '100.64.0.1', '255.255.255.255'])
    assert.ok(isPrivate(address), address);
  for (const address of ['1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])
    assert.not.ok(isPrivate(address), address);
});

test('the URLs of a sitemap, a list and a feed are found', () => {
  const of = (text: string): string[] => [...addressesOf(text)];
  const location =
    '<url><loc>\n https://a.example/?a=1&amp;b=2 </loc><image:loc>https://a.example/x.png</image:loc></url>';
  assert.equal(of(`<?xml version="1.0"?><urlset>${location}</urlset>`), ['https://a.example/?a=1&b=2']);
  assert.equal(of('\n https://a.example/1\r\nhttps://a.example/2'), ['https://a.example/1', 'https://a.example/2']);
  assert.equal(of('<rss><item><link><![CDATA[https://a.example/[1]]]></link></item></rss>'), ['https://a.example/[1]']);
  const links = "<link rel='self' href='https://a.example/feed'/><link href='https://a.example/1'/>";
  assert.equal(of(`<feed>${links}</feed>`), ['https://a.example/1']);
  assert.equal([isSitemapIndex('<?xml?><sitemapindex xmlns="x">'), isSitemapIndex('<urlset>')], [true, false]);
  for (const unit of ['<link ', '<loc>', '<link href= ', '<link><![CDATA[', '<loc>&amp;', '<link rel= ', '<loc> \n'])
    assert.ok(of(unit.repeat(2 ** 20 / unit.length)).join('').length <= 2 ** 20, unit);
});

test.run();
