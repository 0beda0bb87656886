/** A generated site of any size on a server of this machine. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface SampleSite {
  readonly origin: string;
  /** Requested paths in order. */
  readonly requests: string[];
  /** Bytes of all answers, with headers. */
  sent: number;
  close(): void;
}

/** Answers a request, unless it returns false. */
export type Handler = (path: string, request: IncomingMessage, response: ServerResponse) => boolean | undefined;

const WORDS =
  'river stone window harvest letter morning copper bridge garden winter signal market paper island engine ' +
  'silver forest teacher number candle harbour music shelter valley station painter kitchen mountain ticket';
const words = WORDS.split(' ');

function storyOf(page: number, sentences: number): string {
  let state = page * 2654435761 + 12345;
  const next = (): string => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + page) >>> 0;
    return state % 3 === 0 ? state.toString(36) : (words[state % words.length] ?? '');
  };
  const sentence = (): string => `The ${Array.from({ length: 12 }, next).join(' ')} number ${page}.`;
  return Array.from({ length: sentences }, () => `<p>${sentence()} ${sentence()}</p>`).join('\n');
}

const menu = Array.from({ length: 40 }, (_, at) => `<li><a href="/topic/${at}">Topic ${words[at % 30]} ${at}</a></li>`);

/** Page `number` of `count`. It links to number + 1, 2 · number and 2 · number + 1. */
export function samplePage(number: number, count: number, version = 1): string {
  const near = [number + 1, 2 * number, 2 * number + 1].filter((each) => each < count);
  const links = near.map((each) => `<li><a href="/page/${each}">Page ${each}</a></li>`).join('');
  return `<!doctype html><html><head><meta charset="utf-8"><title>Page ${number}</title></head><body>
<header><a href="/page/0">The made site</a><nav><ul>${menu.join('')}</ul></nav></header>
<main><h1>Story ${number}, edition ${version}</h1>${storyOf(number * 31 + version, 60)}</main>
<aside><ul>${links}</ul></aside>
<footer><p>All stories are made. <a href="/imprint">Imprint</a></p></footer></body></html>`;
}

/** Serves pages with entity tags. `editions`: versions of changed pages. `/topic/…` and `/imprint` do not exist. */
export async function serveSite(
  count: number,
  { editions = new Map<number, number>(), handler = (() => false) as Handler } = {},
): Promise<SampleSite> {
  const made = new Map<string, { readonly body: Buffer; readonly etag: string }>();
  const answerOf = (number: number) => {
    const key = `${number} ${editions.get(number) ?? 1}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const body = gzipSync(samplePage(number, count, editions.get(number)));
    const answer = { body, etag: `"${createHash('sha1').update(body).digest('hex')}"` };
    made.set(key, answer);
    return answer;
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    site.requests.push(path);
    if (handler(path, request, response) === true) return;
    if (path === '/') return void response.writeHead(302, { location: '/page/0' }).end();
    const [, digits] = /^\/page\/(\d+)$/.exec(path) ?? [];
    const number = Number(digits);
    if (digits === undefined || number >= count) return void response.writeHead(404).end('not found');
    const { body, etag } = answerOf(number);
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', etag }).end(body);
  });
  server.on('connection', (socket) => {
    socket.on('close', () => {
      site.sent += socket.bytesWritten;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: SampleSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    sent: 0,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return site;
}
