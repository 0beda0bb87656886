import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failuresOf, html, pagesOf, read, readWithWarcio, text } from './build.ts';

const hasWget = /\+https?|GNU Wget/.test(spawnSync('wget', ['--version'], { encoding: 'utf8' }).stdout ?? '');
const withWget = hasWget ? test : test.skip;

const links =
  '<a href=/chunked>c</a><a href=/gzip>g</a><a href=/image.png>i</a><a href=/missing>m</a><a href=/moved>v</a>';

/** One page for each kind of body. */
const PATHS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/': (response) => response.setHeader('Content-Type', 'text/html').end(`${html('start')}${links}`),
  '/chunked': (response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').write(html('chunked'));
    response.end('<p>and the rest');
  },
  '/gzip': (response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .setHeader('Content-Encoding', 'gzip')
      .end(gzipSync(html('gzip'))),
  '/image.png': (response) => response.setHeader('Content-Type', 'image/png').end('\x89PNG'),
  '/moved': (response) => response.writeHead(302, { Location: '/', 'Content-Type': 'text/html' }).end('<html>moved'),
};

async function wget(...words: string[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-wget-'));
  const server = createServer(({ url = '' }, response) => {
    const answer = Object.hasOwn(PATHS, url) ? PATHS[url] : undefined;
    if (answer !== undefined) answer(response);
    else response.writeHead(404, { 'Content-Type': 'text/html' }).end(html('missing'));
  });
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const way = ['-q', '-r', '-e', 'robots=off', '--tries=1', '--no-proxy', '--warc-file=crawl', ...words];
    const child = spawn('wget', [...way, `http://127.0.0.1:${port}/`], { cwd: folder, stdio: 'ignore' });
    await once(child, 'close');
    return readFileSync(join(folder, `crawl.warc${words.includes('--no-warc-compression') ? '' : '.gz'}`));
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}

for (const words of [[], ['--no-warc-compression'], ['--compression=gzip']]) {
  withWget(`reads what wget writes: ${words.join(' ') || 'no options'}`, async () => {
    const bytes = await wget(...words);
    const reading = await read(bytes);
    assert.equal(failuresOf(reading), []);
    const pages = pagesOf(reading.items);
    // wget fetches the target of the redirect twice.
    const paths = pages.map(({ url }) => new URL(url).pathname).sort();
    assert.equal(paths, ['/', '/', '/chunked', '/gzip']);
    assert.equal(reading.titles.sort(), ['chunked', 'gzip', 'start', 'start']);
    const expected = await readWithWarcio(bytes);
    for (const page of pages) {
      const same = expected.find(({ type, url }) => type === 'response' && url?.replace(/[<>]/g, '') === page.url);
      assert.is(text(page.html), same?.body.toString());
    }
  });
}

test.run();
