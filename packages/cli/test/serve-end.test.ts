/** The store of `refrain serve` after signals under load, and after a kill. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type SamplePage, samplePage } from '../../../test/support/crawl.ts';
import { mount, onSmallDisk } from '../../../test/support/small-disk.ts';
import { start, withFolder } from './command.ts';
import { problemOf, rawSocket, textOf, withServer } from './serve-server.ts';

/** Starts a server in a separate process; returns its URL. */
async function serve(folder: string, ...words: readonly string[]): Promise<{ child: ChildProcess; address: string }> {
  const child = start(folder, ['serve', '--port', '0', ...words]);
  const [text] = (await once(child.stderr as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, address: /http:\S+/.exec(text.toString())?.[0] ?? '' };
}

/** Sends pages until the server refuses them; returns the answered URLs. `then` is called after `enough` answers. */
async function load(address: string, enough: number, then: () => void): Promise<string[]> {
  const answered: string[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (;;) {
      const { url, html } = samplePage(next % 20, next);
      next += 1;
      try {
        const answer = await fetch(`${address}document?url=${encodeURIComponent(url)}`, { method: 'POST', body: html });
        const text = await answer.text();
        if (answer.status !== 200) {
          assert.match(text, 'SERVER_ENDS');
          return;
        }
        assert.is((JSON.parse(text) as { url: string }).url, url);
      } catch (error) {
        // A refused connection, or one that ended before an answer.
        if (error instanceof TypeError) return;
        throw error;
      }
      answered.push(url);
      if (answered.length === enough) then();
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return answered;
}

async function countedOf(folder: string, urls: readonly string[]): Promise<number> {
  const sites = await Sites.open({ location: join(folder, 'state') });
  let counted = 0;
  for (const url of urls) if (!(await sites.learn(url, '<p>sent again')).counted) counted += 1;
  await sites.close();
  return counted;
}

test(
  'SIGTERM under load: pending requests are answered, and every answered page is in the store',
  withFolder({}, async (folder) => {
    const { child, address } = await serve(folder, '--state', 'state');
    const ended = once(child, 'exit');
    const answered = await load(address, 200, () => child.kill('SIGTERM'));
    assert.equal(await ended, [0, null]);
    assert.ok(answered.length >= 200);
    assert.is(await countedOf(folder, answered), answered.length);
  }),
);

test(
  'a kill loses no answered page if each is saved, and none that the next server receives again',
  withFolder({}, async (folder) => {
    const words = ['--state', 'state', '--flush-every', '1'];
    const first = await serve(folder, ...words);
    const ended = once(first.child, 'exit');
    const answered = await load(first.address, 60, () => first.child.kill('SIGKILL'));
    await ended;
    assert.is(await countedOf(folder, answered), answered.length);
    const second = await serve(folder, ...words);
    const again = await fetch(`${second.address}document?fields=counted&url=${encodeURIComponent(answered[0] ?? '')}`, {
      ...{ method: 'POST', body: '<p>sent again' },
    });
    assert.equal(await again.json(), { counted: false });
    second.child.kill('SIGTERM');
    assert.equal(await once(second.child, 'exit'), [0, null]);
  }),
);

test(
  'a stream ends with an error after its last line; a second signal ends the server at once',
  withFolder({}, async (folder) => {
    const { child, address } = await serve(folder);
    const port = Number(new URL(address).port);
    const head = (path: string): string => `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
    const line = `${JSON.stringify({ url: 'https://a.example/1', html: '<p>One' })}\n`;
    const stream = await rawSocket(port);
    const lines = textOf(stream);
    const answered = once(stream, 'data');
    stream.write(`${head('/documents?fields=url')}transfer-encoding: chunked\r\n\r\n`);
    stream.write(`${line.length.toString(16)}\r\n${line}\r\n`);
    await answered;
    // A connection that does not end keeps the server running.
    const other = await rawSocket(port);
    const cut = textOf(other);
    other.write(`${head('/document')}expect: 100-continue\r\ncontent-length: 100\r\n\r\n`);
    await once(other, 'data');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.match(
      await lines,
      /\{"url":"https:\/\/a\.example\/1"\}\n.*\{"error":\{"code":"SERVER_ENDS".*\r\n0\r\n\r\n$/s,
    );
    assert.is(child.exitCode, null);
    child.kill('SIGTERM');
    assert.equal(await ended, [null, 'SIGTERM']);
    assert.not.match(await cut, '200 OK');
  }),
);

onSmallDisk(
  'with a full disk, requests are refused with a time to retry; with free space, learned pages are saved',
  withFolder({ 'disk/x': '' }, async (folder) => {
    const disk = join(folder, 'disk');
    assert.ok(mount(disk, '3m'));
    try {
      await withServer(['--state', join(disk, 'state'), '--flush-every', '1'], async ({ address }) => {
        const send = ({ url, html }: SamplePage): Promise<Response> =>
          fetch(`${address}document?fields=url&url=${encodeURIComponent(url)}`, { method: 'POST', body: html });
        const answered: string[] = [];
        writeFileSync(join(disk, 'filler'), new Uint8Array(2_500_000));
        let refused: Response | undefined;
        for (let at = 0; refused === undefined; at += 1) {
          const page = samplePage(at % 40, at);
          const answer = await send(page);
          if (answer.status === 200) answered.push(page.url);
          else refused = answer;
        }
        assert.is(refused.headers.get('retry-after'), '1');
        assert.is(await problemOf(refused), '503 STORE_FAILED');
        assert.is((await send(samplePage(0, 999_999))).status, 503);
        rmSync(join(disk, 'filler'));
        const page = samplePage(0, 999_999);
        assert.is((await send(page)).status, 200);
        for (const url of [...answered, page.url]) {
          const path = `${address}document?fields=counted&url=${encodeURIComponent(url)}`;
          assert.equal(await (await fetch(path, { method: 'POST', body: '<p>again' })).json(), { counted: false });
        }
      });
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  }),
);

test.run();
