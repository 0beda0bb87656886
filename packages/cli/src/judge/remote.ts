/** Calls between two threads. Each side offers an object whose methods the other may call. */
import type { MessagePort, Worker } from 'node:worker_threads';
import { errors } from '@refrain/crawl/engine';

/** An object of another thread. Arguments and results are copied; memory in their `transfer` is transferred. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer A) => infer R ? (...given: A) => Promise<Awaited<R>> : never;
};

type Message =
  | { readonly kind: 'call'; readonly number: number; readonly name: string; readonly given: readonly unknown[] }
  | { readonly kind: 'result'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly number: number; readonly code: string | undefined; readonly message: string };

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Methods = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

export class Link<There> {
  here: object;
  readonly there: Remote<There>;
  readonly #port: Worker | MessagePort;
  readonly #pending = new Map<number, PendingCall>();
  #number = 0;
  #broken: Error | undefined;

  constructor(port: Worker | MessagePort, here: object) {
    this.here = here;
    this.#port = port;
    this.there = new Proxy({} as Remote<There>, {
      get:
        (_, name) =>
        (...given: readonly unknown[]) =>
          this.#call(String(name), given),
    });
    port.on('message', (message: Message) => {
      if (message.kind === 'call') void this.#answer(message.number, message.name, message.given);
      else this.#settle(message);
    });
  }

  /** Rejects all calls when the other side has ended. */
  break(error: Error): void {
    this.#broken = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #call(name: string, given: readonly unknown[]): Promise<unknown> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#post({ kind: 'call', number, name, given }, given[0]);
    });
  }

  async #answer(number: number, name: string, given: readonly unknown[]): Promise<void> {
    try {
      const value = await (this.here as Methods)[name]?.(...given);
      this.#post({ kind: 'result', number, value }, value);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ kind: 'error', number, code: errors.codeOf(error), message }, undefined);
    }
  }

  #post(message: Message, value: unknown): void {
    this.#port.postMessage(message, (value as { transfer?: ArrayBuffer[] } | undefined)?.transfer ?? []);
  }

  #settle(message: Exclude<Message, { kind: 'call' }>): void {
    const pending = this.#pending.get(message.number);
    this.#pending.delete(message.number);
    if (message.kind === 'result') pending?.resolve(message.value);
    else pending?.reject(Object.assign(new Error(message.message), { code: message.code }));
  }
}
