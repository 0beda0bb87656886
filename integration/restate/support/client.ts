/** Calls of handlers over the ingress of Restate. */
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

/** A refused call, with Restate's message. */
export class RefusalError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Statuses of a server that is starting or not running. A new server does not know its services yet, and answers 404.
 */
const AWAY: ReadonlySet<number> = new Set([404, 429, 502, 503, 504]);

/** Maximum milliseconds without an answer. */
const PATIENCE = 60_000;

export class Client {
  readonly #origin: string;
  readonly #object: string;
  #open: ClientHttp2Session | undefined;

  constructor(ingress: number, { object = 'Site' } = {}) {
    this.#origin = `http://127.0.0.1:${ingress}`;
    this.#object = object;
  }

  get #session(): ClientHttp2Session {
    if (this.#open === undefined || this.#open.closed || this.#open.destroyed) {
      const session = connect(this.#origin);
      // Every call gets the error from its own stream.
      session.on('error', () => session.destroy());
      this.#open = session;
    }
    return this.#open;
  }

  /** One attempt. Rejects without an answer. */
  post(site: string, handler: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return new Promise((done, fail) => {
      const stream = this.#session.request({
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: `/${this.#object}/${encodeURIComponent(site)}/${handler}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      let status = 0;
      const parts: Buffer[] = [];
      stream.on('response', (fields) => {
        status = Number(fields[':status']);
      });
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', fail);
      stream.on('end', () => done({ status, body: Buffer.concat(parts) }));
      stream.on('close', () => fail(new Error('no answer')));
      stream.setTimeout(PATIENCE, () => stream.close());
      stream.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** @throws {RefusalError} */
  async bytes(
    site: string,
    handler: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Buffer> {
    const reply = await this.post(site, handler, body, headers);
    if (reply.status === 200) return reply.body;
    throw new RefusalError(reply.status, messageOf(reply));
  }

  /** @throws {RefusalError} */
  async call<T>(site: string, handler: string, body?: unknown): Promise<T> {
    return JSON.parse((await this.bytes(site, handler, body)).toString()) as T;
  }

  /** Repeats a call under one key until it has an answer, for `PATIENCE`. @throws {RefusalError} */
  async insist<T>(key: string, site: string, handler: string, body: unknown): Promise<{ answer: T; attempts: number }> {
    const end = performance.now() + PATIENCE;
    for (let attempts = 1; ; attempts += 1) {
      const reply = await this.post(site, handler, body, { 'idempotency-key': key }).catch(() => undefined);
      if (reply?.status === 200) return { answer: JSON.parse(reply.body.toString()) as T, attempts };
      const isAway = reply === undefined || reply.status === 0 || AWAY.has(reply.status);
      if (!isAway || performance.now() > end)
        throw new RefusalError(reply?.status ?? 0, reply === undefined ? 'no answer' : messageOf(reply));
      await sleep(50);
    }
  }

  close(): void {
    this.#open?.destroy();
  }
}

function messageOf({ status, body }: Reply): string {
  try {
    const { message } = JSON.parse(body.toString()) as { readonly message?: unknown };
    return String(message);
  } catch {
    return `${status} ${body.toString().slice(0, 200)}`;
  }
}
