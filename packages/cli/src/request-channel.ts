/** Questions and answers between two threads, in both directions. */
import type { MessagePort, Worker } from 'node:worker_threads';
import type { Soon } from '@refrain/crawl/unstable';
import { codeOf } from './errors.ts';

type Port = Worker | MessagePort;

type Message =
  | { readonly kind: 'question'; readonly number: number; readonly body: unknown }
  | { readonly kind: 'answer'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly number: number; readonly code: string; readonly message: string };

/** An error of another thread, of which only the words came over. */
export class RemoteError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** An answer whose buffers are handed over, not copied. */
export class Handover<T> {
  readonly value: T;
  readonly transfer: readonly ArrayBuffer[];

  constructor(value: T, transfer: readonly ArrayBuffer[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class Wire {
  readonly #port: Port;
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;
  #broken: Error | undefined;

  /** `answer` is asked by the other side; what it throws is thrown there. */
  constructor(port: Port, answer: (question: never) => Soon<unknown>) {
    this.#port = port;
    port.on('message', (message: Message) => {
      if (message.kind === 'question') void this.#reply(message.number, answer, message.body as never);
      else this.#settle(message);
    });
  }

  /** Buffers in `transfer` are handed over, not copied. */
  ask(body: unknown, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#port.postMessage({ kind: 'question', number, body } satisfies Message, transfer);
    });
  }

  /** The other side is gone: nothing will be answered any more. */
  break(error: Error): void {
    this.#broken = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #settle(message: Exclude<Message, { kind: 'question' }>): void {
    const waiting = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(new RemoteError(message.code, message.message));
  }

  async #reply(number: number, answer: (question: never) => Soon<unknown>, body: never): Promise<void> {
    try {
      const value = await answer(body);
      if (value instanceof Handover) {
        this.#port.postMessage({ kind: 'answer', number, value: value.value } satisfies Message, value.transfer);
      } else {
        this.#port.postMessage({ kind: 'answer', number, value } satisfies Message);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#port.postMessage({ kind: 'error', number, code: codeOf(error), message } satisfies Message);
    }
  }
}
