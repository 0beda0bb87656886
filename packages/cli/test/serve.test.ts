/** `refrain serve`: answers of each route, and access. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { page, refrainWithInput, site, withFolder } from './command.ts';
import { problemOf, rawSocket, type TestServer, textOf, withServer } from './serve-server.ts';

const STORY = 'The river rose in the night, and by the morning the mill stood in water up to its door. '.repeat(4);
const HTML = `<!doctype html><title>High water</title><article><h1>High water</h1><p>${STORY}</article>`;
const URL_PARAMETER = `url=${encodeURIComponent('https://a.example/b')}`;

const post = (
  { address }: TestServer,
  query: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${address}document?${query}`, { method: 'POST', body: body as Uint8Array<ArrayBuffer>, headers });

const pages = Object.entries(site).map(([name, html]) => ({ url: `https://site.example/${name}`, html }));
const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test(
  'a document and a stream have the lines of the command',
  withFolder({}, async (folder) => {
    const words = ['-', '--format', 'ndjson', '--settle', '0', '-q'];
    const { stdout } = await refrainWithInput(folder, linesOf(pages), ...words);
    await withServer([], async (served) => {
      let lines = '';
      for (const { url, html } of pages) {
        const answer = await post(served, `url=${encodeURIComponent(url)}`, html);
        assert.is(answer.headers.get('content-type'), 'application/json; charset=utf-8');
        lines += await answer.text();
      }
      assert.is(lines, stdout);
    });
    await withServer([], async ({ address }) => {
      const answer = await fetch(`${address}documents`, { method: 'POST', body: linesOf(pages) });
      assert.is(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
      assert.is(await answer.text(), stdout);
    });
    const fields = ['--fields', 'id,markdown,page,counted', '--keep', 'content'];
    const chosen = await refrainWithInput(folder, linesOf(pages), ...words, ...fields);
    await withServer([], async ({ address }) => {
      const path = `${address}documents?keep=content&fields=id,markdown,page,counted`;
      assert.is(await (await fetch(path, { method: 'POST', body: linesOf(pages) })).text(), chosen.stdout);
    });
  }),
);

test('the answer has the type that the request accepts', () =>
  withServer([], async (served) => {
    const types: readonly [accept: string, type: string, start: string][] = [
      ['*/*', 'application/json', '{"id":"https://a.example/b"'],
      ['text/markdown', 'text/markdown', '# High water\n\nThe river'],
      ['text/plain', 'text/plain', 'High water\nThe river'],
      ['text/*;q=0.5, application/json;q=0.1', 'text/markdown', '# High'],
      ['text/html, application/xml;q=0.9, */*;q=0.8', 'application/json', '{'],
    ];
    for (const [accept, type, start] of types) {
      const answer = await post(served, URL_PARAMETER, HTML, { accept });
      assert.is(answer.headers.get('content-type'), `${type}; charset=utf-8`, accept);
      assert.ok((await answer.text()).startsWith(start), accept);
    }
    assert.is(await problemOf(await post(served, '', HTML, { accept: 'image/png' })), '406 ACCEPT_REFUSED');
  }));

test('header, page or bytes determine the character set, and invalid bytes are no error', () =>
  withServer([], async (served) => {
    const text = 'Ein Bär überquert die Brücke, und niemand weiß, warum er über das Wasser will.';
    const latin1 = Buffer.from(`<title>Bär</title><p>${text.repeat(3)}`, 'latin1');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`<title>Bär</title><p>${text}`, 'utf16le')]);
    const named = Buffer.from(`<meta charset=iso-8859-1><title>Bär</title><p>${text}`, 'latin1');
    const requests: readonly [body: Uint8Array, type: string | undefined, encoding: string, source: string][] = [
      [latin1, 'text/html; charset=iso-8859-1', 'windows-1252', 'header'],
      [latin1, 'application/octet-stream', 'windows-1252', 'default'],
      [latin1, undefined, 'windows-1252', 'default'],
      [named, 'application/x-www-form-urlencoded', 'windows-1252', 'page'],
      [utf16, 'text/html', 'UTF-16LE', 'mark'],
      [Buffer.from(`<title>Bär</title><p>${text}`), 'nonsense', 'UTF-8', 'bytes'],
    ];
    for (const [body, type, name, source] of requests) {
      const headers = type === undefined ? {} : { 'content-type': type };
      const answer = await post(served, 'fields=title,encoding&keep=all', body, headers);
      assert.equal(await answer.json(), { title: 'Bär', encoding: { name, source } }, `${type}`);
    }
    const bad = Buffer.from([...Buffer.from('<p>One '), 0xff, 0xfe, 0xc0, 0x80, ...Buffer.from(' two')]);
    const answer = await post(served, 'fields=text&keep=all', bad, { 'content-type': 'text/html; charset=utf-8' });
    assert.match(((await answer.json()) as { text: string }).text, /^One \ufffd+ two$/);
  }));

test('a page without URL and site is judged alone, and nothing is learned', () =>
  withServer([], async (served) => {
    for (const html of [HTML, HTML, page('Another one')]) {
      const answer = await post(served, 'fields=site,counted,page', html);
      assert.equal(await answer.json(), { counted: false, page: 0 });
    }
    const sites = await post(served, 'site=mine&fields=site,counted,page', HTML);
    assert.equal(await sites.json(), { site: 'mine', page: 1, counted: true });
    const again = await post(served, 'site=mine&fields=counted,page', HTML);
    assert.equal(await again.json(), { page: 1, counted: false });
  }));

test(
  'the first page shows the calls, a form is answered by the right call, and the end prints what was saved',
  withFolder({}, async (folder) => {
    await withServer(['--state', `${folder}/sites`], async (served) => {
      const calls = await (await fetch(served.address)).text();
      assert.match(calls, 'POST /document ');
      assert.match(calls, 'curl --data-binary @page.html');
      const body = new FormData();
      body.set('file', HTML);
      const answer = await fetch(`${served.address}document?${URL_PARAMETER}`, { method: 'POST', body });
      assert.is(answer.status, 415);
      assert.match(await answer.text(), 'curl --data-binary @page.html');
      await (await post(served, URL_PARAMETER, HTML)).text();
      await served.end();
      assert.match(served.said(), `refrain: ended; 1 site saved in ${folder}/sites\n`);
    });
  }),
);

test('an invalid request is answered with a status and a code', () =>
  withServer([], async (served) => {
    const requests: readonly [method: string, path: string, problem: string, body?: string | Uint8Array][] = [
      ['POST', 'document?kep=main', '400 REQUEST_INVALID'],
      ['POST', 'document?keep=main&keep=all', '400 REQUEST_INVALID'],
      ['POST', 'document?keep=most', '400 OPTION_INVALID'],
      ['POST', 'document?fields=titel', '400 OPTION_INVALID'],
      ['POST', 'document?url=nowhere', '400 URL_INVALID'],
      ['POST', 'document?site=', '400 INPUT_INVALID'],
      ['POST', 'document', '415 NOT_HTML', '%PDF-1.4 \0\0'],
      ['GET', 'document', '400 INPUT_INVALID'],
      ['GET', 'document?url=file:///etc/passwd', '400 INPUT_INVALID'],
      ['GET', 'page', '404 ROUTE_UNKNOWN'],
      ['GET', '__proto__', '404 ROUTE_UNKNOWN'],
      ['GET', 'documents', '405 METHOD_REFUSED'],
      ['DELETE', 'document', '405 METHOD_REFUSED'],
      ['POST', 'documents?settle=8', '400 REQUEST_INVALID'],
      ['GET', 'mcp', '405 METHOD_REFUSED'],
      ['POST', 'mcp', '501 PACKAGE_MISSING', '{}'],
      ['POST', 'mcp', '400 REQUEST_INVALID', `${'['.repeat(2e5)}${']'.repeat(2e5)}`],
      ['POST', 'mcp', '400 REQUEST_INVALID', `[${'{},'.repeat(2e5)}{}]`],
    ];
    for (const [method, path, problem, body = HTML] of requests) {
      const given = method === 'POST' ? { body: body as string } : {};
      const answer = await fetch(served.address + path, { method, ...given });
      assert.is(answer.headers.get('content-type'), 'application/problem+json', path);
      assert.is(await problemOf(answer), problem, `${method} ${path}`);
    }
    const gzipped = await post(served, '', HTML, { 'content-encoding': 'gzip' });
    assert.is(await problemOf(gzipped), '415 ENCODING_REFUSED');
    assert.is((await fetch(`${served.address}document`, { method: 'PUT' })).headers.get('allow'), 'GET, POST');
    const health = await fetch(`${served.address}health`);
    assert.equal([health.status, await health.json()], [200, { status: 'ok' }]);
    assert.is((await fetch(`${served.address}health`, { method: 'HEAD' })).status, 200);
    assert.is(served.said().split('\n').length, 2, served.said());
  }));

test('a page is fetched from public addresses only, unless the server may read others', async () => {
  const target = createServer(({ url }, response) => {
    if (url === '/away') response.writeHead(302, { location: '/page' }).end();
    else if (url === '/missing') response.writeHead(404).end('gone');
    else if (url === '/image') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    else if (url === '/cut')
      response.writeHead(200, { 'content-length': '1000' }).write('<p>half', () => response.destroy());
    else response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(Buffer.from(HTML, 'latin1'));
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const { port } = target.address() as AddressInfo;
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const nobody = (closed.address() as AddressInfo).port;
  closed.close();
  const request = (address: string, url: string): Promise<Response> =>
    fetch(`${address}document?fields=url,title,encoding&url=${encodeURIComponent(url)}`);
  try {
    await withServer([], async ({ address }) => {
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f000001', '2130706433'])
        assert.is(await problemOf(await request(address, `http://${host}:${port}/page`)), '403 ADDRESS_REFUSED', host);
    });
    await withServer(['--allow-private'], async ({ address }) => {
      const at = (path: string): string => `http://127.0.0.1:${port}/${path}`;
      const found = { url: at('page'), title: 'High water', encoding: { name: 'windows-1252', source: 'header' } };
      assert.equal(await (await request(address, at('away'))).json(), found);
      assert.is(await problemOf(await request(address, at('missing'))), '502 HTTP_STATUS');
      assert.is(await problemOf(await request(address, at('image'))), '400 INPUT_INVALID');
      assert.is(await problemOf(await request(address, at('cut'))), '502 FETCH_FAILED');
      assert.is(await problemOf(await request(address, `http://127.0.0.1:${nobody}/`)), '502 FETCH_FAILED');
    });
  } finally {
    target.close();
    target.closeAllConnections();
  }
});

async function statusOf(port: number, ...lines: readonly string[]): Promise<number> {
  const socket = await rawSocket(port);
  const text = textOf(socket);
  socket.write(['GET /document HTTP/1.1', 'connection: close', ...lines, '', ''].join('\r\n'));
  return Number((await text).split(' ')[1]);
}

test('without a token the server answers only this machine, and no page in a browser', () =>
  withServer([], async ({ port }) => {
    const host = `host: 127.0.0.1:${port}`;
    const allowed = [[host], [`host: localhost:${port}`], ['host: LOCALHOST'], [`host: [::1]:${port}`]];
    const refused = [
      ['host: evil.example'],
      [`host: evil.example:${port}`],
      ['host: localhost.evil.example'],
      ['host:'],
    ];
    const browsers = [
      [host, 'origin: https://evil.example'],
      [host, 'origin: null'],
      [host, 'sec-fetch-site: cross-site'],
      [host, 'sec-fetch-site: same-site'],
    ];
    const own = [
      [host, `origin: http://127.0.0.1:${port}`],
      [host, 'sec-fetch-site: none'],
    ];
    // A request without parameters is invalid, which is only reported to an authorised client.
    for (const lines of [...allowed, ...own]) assert.is(await statusOf(port, ...lines), 400, lines.join());
    for (const lines of [...refused, ...browsers]) assert.is(await statusOf(port, ...lines), 403, lines.join());
  }));

test(
  'with a token, only the token decides',
  withFolder({ token: 'a-token-of-some-length\n', short: 'short\n' }, async (folder) => {
    await withServer(['--token-file', `${folder}/token`], async (served) => {
      const { address, port } = served;
      for (const given of [
        undefined,
        'Bearer',
        'Bearer wrong',
        'Basic a-token-of-some-length',
        'a-token-of-some-length',
      ]) {
        const answer = await post(served, URL_PARAMETER, HTML, given === undefined ? {} : { authorization: given });
        assert.is(answer.headers.get('www-authenticate'), 'Bearer');
        assert.is(await problemOf(answer), '401 TOKEN_REFUSED', given);
      }
      const headers = { authorization: 'bearer a-token-of-some-length' };
      assert.is((await post(served, URL_PARAMETER, HTML, headers)).status, 200);
      assert.is(await statusOf(port, 'host: refrain.example', 'authorization: Bearer a-token-of-some-length'), 400);
      assert.is((await fetch(`${address}health`)).status, 200);
      assert.not.match(served.said(), 'a-token');
    });
    const refused = await refrainWithInput(folder, '', 'serve', '--token-file', 'short');
    assert.is(refused.code, 2);
    assert.match(refused.stderr, /--token-file short: a token has 16 or more/);
    assert.not.match(refused.stderr, 'short\n\n');
  }),
);

test.run();
