/** The HTTP server: routing, limits, and shutdown. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { withSource } from '../../errors.ts';
import { accessCheck } from './access.ts';
import { Exchange, type RequestMemory } from './exchange.ts';
import { serve } from './flags.ts';
import { ServeError } from './problem.ts';
import { getDocument, postDocument, postDocuments, postMcp, type Service } from './routes.ts';

type Handler = (exchange: Exchange, service: Service) => void | Promise<void>;

const HEALTH = '/health';

const getHealth: Handler = (exchange) => exchange.answer('application/json', '{"status":"ok"}\n');

const getCalls: Handler = (exchange) =>
  exchange.answer('text/plain; charset=utf-8', `${serve.about}\n\n${serve.examples.join('\n')}\n`);

const ROUTES: ReadonlyMap<string, Readonly<Record<string, Handler>>> = new Map([
  ['/document', { GET: getDocument, POST: postDocument } as Readonly<Record<string, Handler>>],
  ['/', { GET: getCalls }],
  ['/documents', { POST: postDocuments }],
  ['/mcp', { POST: postMcp }],
  [HEALTH, { GET: getHealth, HEAD: getHealth }],
]);

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
  readonly memory: RequestMemory;
}

/** Milliseconds for the head of a request, and for an idle connection; between two checks of the first. */
const TIMES = {
  requestTimeout: 0,
  headersTimeout: 10_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1000,
};

/** Maximum number of connections without an accepted request. Each needs some kilobytes. */
const WAITING_CONNECTIONS = 1000;

export class DocumentServer {
  readonly #service: Service;
  readonly #options: ServerOptions;
  readonly #check: ReturnType<typeof accessCheck>;
  readonly #server: Server;
  readonly #open = new Set<Exchange>();
  /** Connections without a request in `#open`, the oldest first. */
  readonly #waiting = new Set<Socket>();
  #ends = false;

  constructor(service: Service, options: ServerOptions) {
    this.#service = service;
    this.#options = options;
    this.#check = accessCheck(options.token);
    const receive = (request: IncomingMessage, response: ServerResponse): void => void this.#receive(request, response);
    this.#server = createServer(TIMES, receive).on('checkContinue', receive);
    this.#server.on('connection', (socket: Socket) => {
      socket.once('close', () => this.#waiting.delete(socket));
      this.#addWaiting(socket);
    });
  }

  /** Ends the oldest connection if there are too many. Refusing new ones would exclude other clients. */
  #addWaiting(socket: Socket): void {
    const [oldest] = this.#waiting;
    if (this.#waiting.size >= WAITING_CONNECTIONS) oldest?.destroy();
    if (!socket.destroyed) this.#waiting.add(socket);
  }

  /**
   * Returns the URL of the server.
   *
   * @throws {CommandError} if it cannot listen
   */
  async listen(): Promise<string> {
    const { host, port } = this.#options;
    this.#server.listen(port, host.replace(/^\[|\]$/g, ''));
    await withSource(`--host ${host} --port ${port}`, () => once(this.#server, 'listening'));
    const { address, family, port: bound } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}/`;
  }

  /**
   * Refuses new requests; resolves when the current ones are answered. Answers of streams end after the last line that
   * was read.
   */
  async close(): Promise<void> {
    this.#ends = true;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const exchange of this.#open)
      if (exchange.isStream)
        exchange.stop(new ServeError('SERVER_ENDS', 'the server ends: lines after this one were not read'));
    await closed;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = `http://localhost${request.url?.startsWith('/') ? '' : '/'}${request.url}`;
    const { pathname, searchParams } = URL.canParse(address) ? new URL(address) : new URL('http://localhost/?');
    const exchange = new Exchange(request, response, searchParams, this.#options);
    if (this.#ends) response.setHeader('connection', 'close');
    response.once('close', () => {
      if (this.#open.delete(exchange)) this.#addWaiting(request.socket);
      // The connection counts as idle only after this event.
      if (this.#ends) setImmediate(() => this.#server.closeIdleConnections());
    });
    try {
      const answer = this.#handler(pathname, request);
      if (answer !== getHealth) {
        this.#open.add(exchange);
        this.#waiting.delete(request.socket);
      }
      await answer(exchange, this.#service);
    } catch (error) {
      // The client has disconnected.
      if (response.destroyed) return;
      this.#service.report(error);
      exchange.fail(error);
    }
  }

  /** @throws {ServeError} if the request is refused */
  #handler(path: string, { method = '', headers }: IncomingMessage): Handler {
    if (path !== HEALTH) this.#check(headers);
    const route = ROUTES.get(path);
    if (route === undefined)
      throw new ServeError('ROUTE_UNKNOWN', `unknown path; the paths are ${[...ROUTES.keys()].join(', ')}`);
    const handler = Object.hasOwn(route, method) ? route[method] : undefined;
    if (handler === undefined) {
      const allow = Object.keys(route).join(', ');
      throw new ServeError('METHOD_REFUSED', `the path allows only ${allow}`, { allow });
    }
    if (this.#ends) throw new ServeError('SERVER_ENDS', 'the server ends');
    if (this.#open.size >= this.#options.concurrency && path !== HEALTH)
      throw new ServeError('SERVER_BUSY', `${this.#options.concurrency} requests are in progress; try again later`);
    return handler;
  }
}
