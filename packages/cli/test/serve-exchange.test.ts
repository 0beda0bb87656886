/** Memory and time of answers that their clients do not read. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../test/support/folder.ts';
import { Exchange } from '../src/commands/serve/exchange.ts';
import { DocumentServer } from '../src/commands/serve/server.ts';
import { problemOf, rawSocket } from './serve-server.ts';

test('answers are counted as memory of requests until they are sent', () =>
  inFolder({}, async (folder) => {
    const sites = await Sites.open({ location: join(folder, 'state') });
    const memory = { left: 1_000_000 };
    const options = { host: '127.0.0.1', port: 0, token: undefined, concurrency: 9, timeout: 9, memory };
    const service = { sites, toolList: [], report: () => undefined, allowPrivate: false } as never;
    const server = new DocumentServer(service, options);
    const address = await server.listen();
    const page = { url: 'https://a.example/', html: `<p>${'word '.repeat(80_000)}` };
    const problem = async (fields: string): Promise<string> => {
      const path = `${address}document?keep=all&fields=${fields}`;
      return problemOf(await fetch(path, { method: 'POST', body: page.html }));
    };
    const fields = 'text,html,markdown';
    const lines = { method: 'POST', body: `${JSON.stringify(page)}\n` };
    try {
      assert.is(await problem(fields), '503 SERVER_BUSY');
      assert.is(await problem('text'), '200 is not undefined');
      const answer = await fetch(`${address}documents?keep=all&fields=${fields}`, lines);
      assert.match(await answer.text(), 'SERVER_BUSY');
    } finally {
      await server.close();
      await sites.close();
    }
    assert.is(memory.left, 1_000_000);
  }));

/** More bytes than the system buffers for a connection. */
const LONG = Buffer.alloc(32 << 20);
const SECONDS = 0.2;

test('an answer that may begin late must be read in time', async () => {
  const server = createServer(async (request, response) => {
    const exchange = new Exchange(request, response, new URLSearchParams(), { memory: { left: 0 }, timeout: SECONDS });
    exchange.isUntimed = true;
    await new Promise((resolve) => setTimeout(resolve, 4000 * SECONDS));
    // As the SDK of the Model Context Protocol writes it.
    response.writeHead(200).end(LONG);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const client = await rawSocket((server.address() as AddressInfo).port);
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [socket] = await accepted;
  const started = performance.now();
  await once(socket, 'close');
  const seconds = (performance.now() - started) / 1000;
  assert.ok(seconds > 4 * SECONDS && seconds < 8 * SECONDS, `${seconds} seconds`);
  server.close();
});

test.run();
