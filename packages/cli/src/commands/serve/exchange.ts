/** One request and its answer, which both end in time. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemOf, ServeError } from './problem.ts';

/** Milliseconds for what a client still sends when it was refused: an answer at a closed connection would be lost. */
const LINGER = 5000;

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** Whether the answer is written while the request is read: then its route says why it ends early. */
  isStream = false;
  readonly #seconds: number;
  readonly #timer: NodeJS.Timeout;
  #reason: ServeError | undefined;
  /** Most requests need none, and it costs more than all else here. */
  #over: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, query: URLSearchParams, seconds: number) {
    this.request = request;
    this.response = response;
    this.query = query;
    this.#seconds = seconds;
    this.#timer = setTimeout(() => this.#late(), seconds * 1000);
    response.on('error', () => undefined);
    response.once('close', () => {
      clearTimeout(this.#timer);
      if (!response.writableFinished) this.stop(new ServeError('REQUEST_INVALID', 'the client has gone'));
    });
  }

  /** Aborted with the reason when the exchange is over. */
  get signal(): AbortSignal {
    this.#over ??= new AbortController();
    if (this.#reason !== undefined) this.#over.abort(this.#reason);
    return this.#over.signal;
  }

  /** @throws {ServeError} the reason, when the exchange is over */
  check(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** Ends the exchange: nothing more is done for it. */
  stop(reason: ServeError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#over?.abort(reason);
    if (!this.isStream) this.fail(reason);
  }

  /** Begins its time again. */
  extend(): void {
    this.#timer.refresh();
  }

  /** Takes as much time as it wants from here on. */
  untimed(): void {
    clearTimeout(this.#timer);
  }

  #late(): void {
    const { request, response } = this;
    // Who reads nothing would not read an error either.
    if (response.writableNeedDrain || response.writableEnded) response.destroy();
    else if (request.complete) this.stop(new ServeError('ANSWER_TIMEOUT', `no answer in ${this.#seconds} seconds`));
    else this.stop(new ServeError('REQUEST_TIMEOUT', `the request was not complete in ${this.#seconds} seconds`));
  }

  /** The whole answer; nothing where the exchange is over. */
  answer(type: string, body: string | Uint8Array): void {
    if (this.#reason !== undefined) return;
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store' };
    this.response.writeHead(200, headers).end(body);
  }

  /** Writes a part of a stream; resolves when there is room for the next one. */
  async write(part: string | Uint8Array): Promise<void> {
    const { response } = this;
    this.extend();
    if (response.write(part)) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.once('drain', go).once('close', go);
    });
    this.extend();
  }

  /** Answers by an error; where an answer has begun, it ends there. */
  fail(error: unknown): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, headers, body } = problemOf(error);
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    this.#linger();
  }

  /** Ends a stream, where its request may go on: the client hears that nothing of it is read any more. */
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
    setTimeout(() => {
      if (!request.complete) request.destroy();
    }, LINGER).unref();
  }
}
