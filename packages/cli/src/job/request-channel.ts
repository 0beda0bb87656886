/** Requests and responses between two threads, in both directions. */
import type { MessagePort, Worker } from 'node:worker_threads';
import { codeOf, type MaybePromise } from '@refrain/crawl/internal';

type Port = Worker | MessagePort;

type Message =
  | { readonly kind: 'request'; readonly number: number; readonly body: unknown }
  | { readonly kind: 'response'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly number: number; readonly code: string | undefined; readonly message: string };

/** An error of another thread: its code and its message. */
export class RemoteError extends Error {
  readonly code: string | undefined;

  constructor(code: string | undefined, message: string) {
    super(message);
    this.code = code;
  }
}

/** A response whose buffers are transferred, not copied. */
export class Transferred<T> {
  readonly value: T;
  readonly transfer: readonly ArrayBuffer[];

  constructor(value: T, transfer: readonly ArrayBuffer[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

/** Answers the requests of the other side. What it throws is thrown there as a {@link RemoteError}. */
export type RequestHandler<Q> = (request: Q) => MaybePromise<unknown>;

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** One side of a channel: it sends requests of type `Out` and answers those of type `In`. */
export class RequestChannel<Out, In = never> {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #number = 0;
  #broken: Error | undefined;

  constructor(port: Port, handler: RequestHandler<In>) {
    this.#port = port;
    port.on('message', (message: Message) => {
      if (message.kind === 'request') void this.#respond(message.number, handler, message.body as In);
      else this.#settle(message);
    });
  }

  /** Sends a request, with the buffers in `transfer` transferred; resolves with the response. */
  request(body: Out, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#port.postMessage({ kind: 'request', number, body } satisfies Message, transfer);
    });
  }

  /** Rejects all requests, because the other side has ended. */
  break(error: Error): void {
    this.#broken = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #settle(message: Exclude<Message, { kind: 'request' }>): void {
    const pending = this.#pending.get(message.number);
    this.#pending.delete(message.number);
    if (message.kind === 'response') pending?.resolve(message.value);
    else pending?.reject(new RemoteError(message.code, message.message));
  }

  async #respond(number: number, handler: RequestHandler<In>, body: In): Promise<void> {
    try {
      const value = await handler(body);
      if (value instanceof Transferred) {
        this.#port.postMessage({ kind: 'response', number, value: value.value } satisfies Message, value.transfer);
      } else {
        this.#port.postMessage({ kind: 'response', number, value } satisfies Message);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#port.postMessage({ kind: 'error', number, code: codeOf(error), message } satisfies Message);
    }
  }
}
