/** Reads a large archive on a thread of its own: the next pages are inflated while this thread judges those before. */
import { Worker } from 'node:worker_threads';
import type { SiteOf } from '@refrain/crawl';
import type { Archive } from '@refrain/crawl/internal';
import type { ArchiveOptions, Position, StepOptions } from './archive-tasks.ts';
import type { Patterns } from './patterns.ts';
import { RemoteError } from './request-channel.ts';
import type { Task } from './task.ts';

/** Bytes of an archive from which on the thread pays: starting it takes as long as reading a few megabytes. */
export const READ_AHEAD_MIN = 8 * 1024 * 1024;

/** Groups of pages that the thread may be ahead; and how many are reported done at once, since each message costs both threads. */
export const MAX_AHEAD = 8;
const DONE_TOGETHER = MAX_AHEAD / 2;

/** How the thread reads: plain data. */
export interface AheadOptions extends Omit<ArchiveOptions, 'siteOf' | 'isRead'> {
  readonly archive: Archive;
  readonly siteOf: SiteOf;
  readonly patterns: Patterns;
}

/** What the thread is started with. */
export interface AheadStart {
  readonly options: AheadOptions;
  /** Groups that are done: one number in memory that both threads share. */
  readonly done: Int32Array;
}

/** Pages in their order; or a failure between two pages; or the end. */
export type AheadMessage =
  | {
      readonly kind: 'tasks';
      readonly tasks: readonly Task[];
      readonly position: Position;
      /** The memory of the pages, which is sent back when they are done. */
      readonly room: ArrayBuffer | undefined;
    }
  | { readonly kind: 'failure'; readonly source: string; readonly code: string; readonly message: string }
  | { readonly kind: 'end' };

/** What this thread sends back: memory of groups that are done. */
export interface AheadDone {
  readonly rooms: readonly ArrayBuffer[];
}

interface Step extends StepOptions {
  readonly position: Position;
}

/** The tasks of an archive in groups. A group is done when the next one is asked for. */
export async function* readAhead(
  options: AheadOptions,
  { onFailure, interrupted, position }: Step,
): AsyncGenerator<readonly Task[]> {
  const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: AheadStart = { options, done };
  const thread = new Worker(new URL('./read-ahead-thread.js', import.meta.url), { workerData, execArgv: [] });
  const messages = new Mailbox(thread);
  let rooms: ArrayBuffer[] = [];
  try {
    for (let message = await messages.next(); message.kind !== 'end'; message = await messages.next()) {
      if (interrupted.aborted) return;
      if (message.kind === 'failure') {
        onFailure({ source: message.source, error: new RemoteError(message.code, message.message) });
        continue;
      }
      Object.assign(position, message.position);
      yield message.tasks;
      if (message.room !== undefined) rooms.push(message.room);
      if ((Atomics.add(done, 0, 1) + 1) % DONE_TOGETHER > 0) continue;
      thread.postMessage({ rooms } satisfies AheadDone, rooms);
      rooms = [];
      Atomics.notify(done, 0);
    }
  } finally {
    await thread.terminate();
  }
}

/** The messages of a thread in their order. */
class Mailbox {
  readonly #messages: AheadMessage[] = [];
  #wake: () => void = () => undefined;
  #failure: { readonly error: Error } | undefined;

  constructor(thread: Worker) {
    thread.on('message', (message: AheadMessage) => {
      this.#messages.push(message);
      this.#wake();
    });
    const fail = (error: Error): void => {
      this.#failure ??= { error };
      this.#wake();
    };
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('the thread that reads the input ended before its work was done')));
  }

  async next(): Promise<AheadMessage> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      if (this.#failure !== undefined) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
