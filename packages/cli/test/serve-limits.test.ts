/** `refrain serve` and difficult clients: endless bodies, slow readers, broken connections, invalid HTTP. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../../bench/random.ts';
import { outputStressPages, stressPages } from '../../../bench/stress-pages/pages.ts';
import { samplePage } from '../../../test/support/crawl.ts';
import { testSample } from '../../../test/support/effort.ts';
import { problemOf, rawSocket, textOf, withServer } from './serve-server.ts';

const LINE = `${JSON.stringify({ url: 'https://a.example/1', html: `<p>${'A sentence of a page. '.repeat(40)}` })}\n`;

const head = (port: number, path: string, ...lines: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...lines, '', ''].join('\r\n');

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

async function until(socket: Socket, wanted: string): Promise<string> {
  let text = '';
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.includes(wanted)) break;
  }
  return text;
}

test('a body that is too long is refused, with and without a declared length', () =>
  withServer(['--max-page-bytes', '10K'], async ({ address, port }) => {
    const send = (length: number, chunked: boolean): Promise<Response> => {
      const body = '<p>long</p>'.padEnd(length, ' ');
      const stream = new Blob([body]).stream();
      const options = chunked ? { body: stream, duplex: 'half' } : { body };
      return fetch(`${address}document`, { method: 'POST', ...(options as RequestInit) });
    };
    for (const chunked of [false, true]) {
      assert.is((await send(10 * 1024, chunked)).status, 200);
      assert.is(await problemOf(await send(10 * 1024 + 1, chunked)), '413 PAGE_TOO_LARGE');
      assert.is(await problemOf(await send(1_000_000, chunked)), '413 PAGE_TOO_LARGE');
    }
    const lines = [
      LINE,
      `${JSON.stringify({ url: 'a:b', html: 'x'.repeat(11_000) })}\n`,
      `${'['.repeat(90_000)}\n`,
      LINE,
    ];
    const answer = await fetch(`${address}documents?fields=url`, { method: 'POST', body: lines.join('') });
    const found = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { error?: { code: string } });
    assert.equal(
      found.map(({ error }) => error?.code),
      [undefined, 'PAGE_TOO_LARGE', 'PAGE_TOO_LARGE', undefined],
    );
    // A client that waits for `100 Continue` sends nothing.
    const socket = await rawSocket(port);
    socket.write(head(port, '/document', 'expect: 100-continue', 'content-length: 20000'));
    assert.match(await until(socket, 'PAGE_TOO_LARGE'), /^HTTP\/1.1 413 /);
    socket.destroy();
    const polite = await rawSocket(port);
    polite.write(head(port, '/document', 'expect: 100-continue', 'content-length: 6'));
    assert.match(await until(polite, '\r\n\r\n'), /^HTTP\/1.1 100 /);
    polite.write('<p>Hey');
    assert.match(await until(polite, '}'), /^HTTP\/1.1 200 /);
    polite.destroy();
  }));

test('a request without an end is answered in time, and so is a page that does not arrive', async () => {
  const silent = createTcpServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await withServer(['--timeout', '1', '--allow-private'], async ({ address, port }) => {
    const slow = await rawSocket(port);
    slow.write(`${head(port, '/document', 'content-length: 100')}<p>`);
    const stream = await rawSocket(port);
    stream.write(head(port, '/documents?fields=url', 'transfer-encoding: chunked') + chunk(`${LINE}{"url":"a:b","ht`));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const [late, ended, fetched] = await Promise.all([
      until(slow, '}'),
      until(stream, '\r\n0\r\n'),
      fetch(`${address}document?url=${encodeURIComponent(url)}`),
    ]);
    assert.match(late, /^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s);
    assert.match(ended, /\{"url":"https:\/\/a.example\/1"\}\n.*\{"error":\{"code":"REQUEST_TIMEOUT"/s);
    assert.is(await problemOf(fetched), '504 ANSWER_TIMEOUT');
    slow.destroy();
    stream.destroy();
  });
  silent.close();
});

test('excess requests and bytes are refused with a time to retry', async () => {
  await withServer(['--concurrency', '2'], async ({ address, port }) => {
    const held = await Promise.all([rawSocket(port), rawSocket(port)]);
    for (const socket of held) {
      socket.write(head(port, '/documents?fields=url', 'transfer-encoding: chunked') + chunk(LINE));
      await until(socket, 'a.example');
    }
    const answer = await fetch(`${address}document`, { method: 'POST', body: '<p>One' });
    assert.is(answer.headers.get('retry-after'), '1');
    assert.is(await problemOf(answer), '503 SERVER_BUSY');
    assert.is((await fetch(`${address}health`)).status, 200);
    held[0]?.write(chunk(LINE) + chunk(''));
    if (held[0] !== undefined) await until(held[0], '\r\n0\r\n');
    held[1]?.destroy();
    for (;;) {
      // The server notices a broken connection later.
      const next = await fetch(`${address}document`, { method: 'POST', body: '<p>One' });
      if (next.status === 200) break;
      assert.is(next.status, 503);
    }
  });
});

test('half request heads keep no other client out', () =>
  withServer(['--concurrency', '1'], async ({ address, port }) => {
    const sockets = await Promise.all(Array.from({ length: 1100 }, () => rawSocket(port)));
    const closed = once((sockets[0] as Socket).resume(), 'close');
    try {
      for (const socket of sockets) socket.write('GET /health HTTP/1.1\r\nhost: ');
      assert.is((await fetch(`${address}health`)).status, 200);
      assert.is((await fetch(`${address}document`, { method: 'POST', body: '<p>One' })).status, 200);
      // The oldest connection made way for the newest.
      await closed;
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  }));

test('long pages of many clients do not delay other clients', () =>
  withServer([], async ({ address, port }) => {
    const body = '<p>word '.repeat(120_000);
    let answered = 0;
    const pages = Array.from({ length: 24 }, async () => {
      const socket = await rawSocket(port);
      socket.write(`${head(port, '/document', `content-length: ${body.length}`, 'connection: close')}${body}`);
      await textOf(socket);
      answered += 1;
    });
    assert.is((await fetch(`${address}health`)).status, 200);
    assert.ok(answered < 12, `${answered} pages were answered before`);
    await Promise.all(pages);
  }));

test('each line is answered before the next one is sent, and damaged lines in their positions', () =>
  withServer([], async ({ port }) => {
    const socket = await rawSocket(port);
    socket.write(head(port, '/documents?fields=url', 'transfer-encoding: chunked'));
    const lines: readonly [line: string, answer: string][] = [
      [LINE, '{"url":"https://a.example/1"}'],
      ['{"url":7}\n', '{"line":2,"error":{"code":"INPUT_DAMAGED"'],
      [LINE, '{"url":"https://a.example/1"}'],
      ['{"url":"nowhere","html":"x"}\n', '{"id":"nowhere","url":"nowhere","line":4,"error":{"code":"URL_INVALID"'],
      ['\n\nnonsense\n', '{"line":7,"error":{"code":"INPUT_DAMAGED"'],
      ['{"url":"a:b","html":"%PDF-1.4 \\u0000","site":"b"}\n', '"line":8,"error":{"code":"NOT_HTML"'],
    ];
    for (const [line, answer] of lines) {
      socket.write(chunk(line));
      assert.ok((await until(socket, '}\n\r\n')).includes(answer), answer);
    }
    socket.write('0\r\n\r\n');
    await until(socket, '0\r\n\r\n');
    socket.destroy();
  }));

test('a client that reads no answers is not read, and loses none', () =>
  withServer([], async ({ address }) => {
    const total = 12_000;
    const made = (at: number): string =>
      `${JSON.stringify({ url: `https://a.example/${at}`, html: `<p>${String(at).padEnd(2500, ' word')}` })}\n`;
    const message = request(`${address}documents?fields=url,text&keep=all`, { method: 'POST' });
    let sent = 0;
    const sending = (async () => {
      for (; sent < total; sent += 1) if (!message.write(made(sent))) await once(message, 'drain');
      message.end();
    })();
    const [response] = (await once(message, 'response')) as [IncomingMessage];
    // Waits until the count does not change, because the system buffers sent bytes.
    for (let before = -1; before !== sent; ) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.ok(sent < total, `${sent} lines were taken without a reader`);
    let [text, count] = ['', 0];
    for await (const part of response.setEncoding('utf8')) {
      const lines = (text + part).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        assert.is((JSON.parse(line) as { url: string }).url, `https://a.example/${count}`);
        count += 1;
      }
    }
    await sending;
    assert.is(count, total);
  }));

test('broken connections change nothing for others, and count no page', () =>
  withServer([], async ({ address, port, said }) => {
    const { html } = samplePage(1, 1);
    for (let at = 0; at < 40; at += 1) {
      const socket = await rawSocket(port);
      const [path, body] =
        at % 2 === 0
          ? ['/document?site=broken', `Content-Length: 9999\r\n\r\n${html}`]
          : [
              '/documents',
              `Transfer-Encoding: chunked\r\n\r\n${chunk(`{"url":"https://broken.example/${at}","html":"`)}`,
            ];
      socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${body}`);
      if (at % 3 === 0) socket.destroy();
      else socket.end();
      await textOf(socket);
    }
    for (const site of ['broken', 'broken.example']) {
      const answer = await fetch(`${address}document?site=${site}&fields=page`, { method: 'POST', body: html });
      assert.equal(await answer.json(), { page: 1 });
    }
    assert.is(said().split('\n').length, 2, said());
  }));

test('invalid and unusual HTTP heads do not end the server', () =>
  withServer([], async ({ address, port, said }) => {
    const below = seededRandom(7);
    const words = [
      'GET',
      'POST',
      ' ',
      '/',
      'document',
      '?url=',
      '%',
      '%00',
      '//',
      'http://',
      '#',
      '\\',
      ':',
      '@',
      '\0',
      'é',
    ];
    const more = [
      '[',
      ']',
      '..',
      '\t',
      '\r',
      '\n',
      '\r\n',
      'HTTP/1.1',
      'HTTP/9',
      'host: 127.0.0.1',
      'content-length: -1',
    ];
    const all = [
      ...words,
      ...more,
      'transfer-encoding: chunked',
      'expect: x',
      '\r\n\r\n',
      '*',
      'CONNECT',
      'x'.repeat(20_000),
    ];
    for (let round = 0; round < 300; round += 1) {
      const socket = await rawSocket(port);
      const parts = Array.from({ length: 1 + below(12) }, () => all[below(all.length)]);
      const start = round % 2 === 0 ? '' : `${['GET', 'POST'][below(2)]} /document`;
      const text = textOf(socket);
      socket.end(`${start}${parts.join('')} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
      const answer = await text;
      if (answer !== '') assert.match(answer, /^HTTP\/1\.1 \d{3} /);
    }
    assert.is((await fetch(`${address}health`)).status, 200);
    assert.is(said().split('\n').length, 2, said());
  }));

test('answers are bounded for stress pages, and the next page is answered', () =>
  withServer([], async ({ address }) => {
    const size = 20_000;
    for (const [name, make] of testSample(Object.entries({ ...stressPages, ...outputStressPages }), 4)) {
      for (const accept of ['application/json', 'text/markdown', 'text/plain']) {
        const path = `${address}document?keep=all&site=${encodeURIComponent(name)}`;
        const answer = await fetch(path, { method: 'POST', body: make(size), headers: { accept } });
        const { length } = await answer.text();
        assert.ok(answer.status === 200 || answer.status === 422, `${name}: ${answer.status}`);
        assert.ok(length <= 64 * size + 2 ** 16, `${name}: ${length} bytes`);
      }
    }
    assert.is((await fetch(`${address}document`, { method: 'POST', body: '<p>One' })).status, 200);
  }));

test('a page that never fits into memory is refused without a time to retry', () =>
  withServer(['--max-memory', '16M'], async ({ address }) => {
    for (const [body, problem] of [['<p>word '.repeat(4e5), '422 OUT_OF_MEMORY'], ['<p>One']] as const) {
      const answer = await fetch(`${address}document?site=one`, { method: 'POST', body });
      assert.is(answer.headers.get('retry-after'), null);
      if (problem === undefined) assert.is(answer.status, 200);
      else assert.is(await problemOf(answer), problem);
    }
  }));

test('without a store, more sites than fit into memory are known until the server ends', () =>
  withServer(['--max-memory', '16M'], async ({ address }) => {
    for (let at = 0; at <= 100; at += 1) {
      const { html } = samplePage(at % 100, at);
      const answer = await fetch(`${address}document?site=s${at % 100}&fields=page`, { method: 'POST', body: html });
      assert.equal(await answer.json(), { page: at === 100 ? 2 : 1 });
    }
  }));

test.run();
