/** A request and its answer, with limits of time and memory. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LimitError } from 'refrain';
import { problemOf, ServeError } from './problem.ts';

/** Bytes available for requests and answers until they are sent. */
export interface RequestMemory {
  left: number;
}

interface Limits {
  readonly memory: RequestMemory;
  /** Seconds for a request, and for each line of a stream. */
  readonly timeout: number;
}

/**
 * Milliseconds for a refused client to finish sending. If the connection closed earlier, it would not read the answer.
 */
const LINGER = 5000;

const tooLarge = (maxBytes: number): LimitError =>
  new LimitError('PAGE_TOO_LARGE', `the body has more than ${maxBytes} bytes`);

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** True if the answer is written while the request is read. The route then reports if the request ends early. */
  isStream = false;
  /** True if the answer may take any time until it begins. */
  isUntimed = false;
  readonly #limits: Limits;
  /** Bytes in memory, and bytes of the last chunk. */
  #held = 0;
  #last = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #over = new AbortController();

  constructor(request: IncomingMessage, response: ServerResponse, query: URLSearchParams, limits: Limits) {
    this.request = request;
    this.response = response;
    this.query = query;
    this.#limits = limits;
    this.#timer = setTimeout(() => this.#late(), limits.timeout * 1000);
    response.on('error', () => undefined);
    response.once('close', () => {
      clearTimeout(this.#timer);
      this.release(this.#held);
      if (!response.writableFinished) this.stop(new ServeError('REQUEST_INVALID', 'the client has disconnected'));
    });
  }

  /** Aborts when the exchange is over, with the error as reason. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  stop(reason: ServeError): void {
    if (this.signal.aborted) return;
    this.#over.abort(reason);
    if (!this.isStream) this.fail(reason);
  }

  /**
   * Counts bytes in memory until they are released, or the response is closed.
   *
   * @throws {ServeError} `SERVER_BUSY`
   */
  hold(bytes: number): void {
    const { memory } = this.#limits;
    if (this.response.closed) return;
    if (bytes > memory.left)
      throw new ServeError('SERVER_BUSY', 'the server has no capacity for more requests of this size; try again later');
    memory.left -= bytes;
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#limits.memory.left += bytes;
    this.#held -= bytes;
  }

  /**
   * Sends `100 Continue` to a client that waits for it.
   *
   * @throws {ServeError} `ENCODING_REFUSED`, `NOT_HTML`
   * @throws {LimitError} `PAGE_TOO_LARGE` for a declared length
   */
  beginBody(maxBytes = Number.POSITIVE_INFINITY): void {
    const {
      'content-type': type = '',
      'content-encoding': encoding,
      'content-length': length,
      expect,
    } = this.request.headers;
    if (/^multipart\//i.test(type))
      throw new ServeError(
        'NOT_HTML',
        'the body is a form (curl -F); send the page itself: curl --data-binary @page.html',
      );
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
      throw new ServeError('ENCODING_REFUSED', 'a Content-Encoding is not supported; send the body as it is');
    if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
    if (expect !== undefined) this.response.writeContinue();
  }

  /** Throws the errors of `hold` and `beginBody`. */
  async body(maxBytes: number): Promise<Buffer> {
    this.beginBody(maxBytes);
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of this.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      this.hold(part.length);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /**
   * The body of a request that is answered while it arrives. The memory of a chunk is counted until the next one
   * arrives.
   *
   * @throws the reason why the exchange is over; errors of `hold` and of the connection
   */
  async *chunks(): AsyncGenerator<Uint8Array> {
    const { request, signal } = this;
    const over = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    over.catch(() => undefined);
    const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([chunks.next(), over]);
      if (done === true) return;
      this.extend();
      this.hold(value.length);
      this.#last = value.length;
      yield value;
    }
  }

  /** Releases the memory of all chunks except the last, which may contain the start of the next line. */
  lineRead(): void {
    if (this.#held > this.#last) this.release(this.#held - this.#last);
  }

  extend(): void {
    this.#timer.refresh();
  }

  #late(): void {
    const { request, response } = this;
    if (this.isUntimed) {
      this.isUntimed = !response.headersSent;
      this.extend();
      return;
    }
    // This client does not read, so it would not read an error.
    if (response.writableNeedDrain || response.writableEnded) response.destroy();
    else if (request.complete)
      this.stop(new ServeError('ANSWER_TIMEOUT', `no answer in ${this.#limits.timeout} seconds`));
    else
      this.stop(new ServeError('REQUEST_TIMEOUT', `the request was not complete in ${this.#limits.timeout} seconds`));
  }

  /** Writes the whole answer, unless the exchange is over. */
  answer(type: string, body: string | Uint8Array): void {
    if (this.signal.aborted) return;
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store' };
    this.response.writeHead(200, headers).end(body);
  }

  /** Writes a part of a stream. Resolves when the next one can be written. */
  async write(part: string | Uint8Array): Promise<void> {
    const { response } = this;
    this.extend();
    if (response.write(part)) return;
    await once(response, 'drain', { signal: this.signal }).catch(() => undefined);
    this.extend();
  }

  /** Answers with an error, or ends an answer that has begun. */
  fail(error: unknown): void {
    const { response } = this;
    // After `stop`, the error is already written.
    if (response.destroyed || (response.writableEnded && this.signal.aborted)) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, headers, body } = problemOf(error);
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    this.#linger();
  }

  /** Ends a stream without reading the rest of its request. */
  endStream(): void {
    const { request, response } = this;
    this.extend();
    response.end(() => {
      if (!request.complete) request.socket.end();
    });
    this.#linger();
  }

  #linger(): void {
    const { request } = this;
    if (request.complete) return;
    request.resume();
    setTimeout(() => {
      if (!request.complete) request.destroy();
    }, LINGER).unref();
  }
}
