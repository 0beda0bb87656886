/** Memory and time of requests whose clients do not read the answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Exchange } from '../src/commands/serve/exchange.ts';
import { rawSocket, textOf } from './serve-server.ts';

const SECONDS = 0.2;

/** More bytes than the system buffers for a connection. */
const LONG = Buffer.alloc(32 << 20);

/** Connects clients that do not read; returns their sockets on both sides. */
type Connect = () => Promise<readonly [client: Socket, server: Socket]>;

async function withExchanges(
  memory: { left: number },
  answer: (exchange: Exchange) => Promise<void>,
  use: (connect: Connect) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const exchange = new Exchange(request, response, new URLSearchParams(), { memory, timeout: SECONDS });
    answer(exchange).catch((error: unknown) => exchange.fail(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(async () => {
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      const client = await rawSocket((server.address() as AddressInfo).port);
      const received = once(server, 'request');
      client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      await received;
      return [client, ...(await accepted)];
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const closed = async (socket: Socket): Promise<void> => void (socket.closed || (await once(socket, 'close')));

test('unread answers and lines are counted until they are sent, or their time has passed', async () => {
  const answers: readonly ((exchange: Exchange) => Promise<void>)[] = [
    async (exchange) => exchange.answer('text/plain', LONG),
    (exchange) => {
      exchange.isStream = true;
      return exchange.write(LONG);
    },
  ];
  for (const answer of answers) {
    const memory = { left: LONG.length + 1000 };
    await withExchanges(memory, answer, async (connect) => {
      const [, unread] = await connect();
      assert.is(memory.left, 1000);
      const [refused] = await connect();
      assert.match(await textOf(refused), /^HTTP\/1.1 503 .*SERVER_BUSY/s);
      await closed(unread);
      assert.is(memory.left, LONG.length + 1000);
    });
  }
});

test('an answer that may begin late must be read in time', () =>
  withExchanges(
    { left: 0 },
    async (exchange) => {
      exchange.isUntimed = true;
      await new Promise((resolve) => setTimeout(resolve, 4000 * SECONDS));
      // As the SDK of the Model Context Protocol writes it.
      exchange.response.writeHead(200).end(LONG);
    },
    async (connect) => {
      const [, socket] = await connect();
      const started = performance.now();
      await closed(socket);
      const seconds = (performance.now() - started) / 1000;
      assert.ok(seconds > 4 * SECONDS && seconds < 8 * SECONDS, `${seconds} seconds`);
    },
  ));

test.run();
