/** One run over pages: its progress, its cost, and whether it was stopped. Sources yield the pages, and report what they read. */
import type { Point, Progress, Refusal, Reply } from '../protocol.ts';
import { type KeptPage, rowOf } from './kept.ts';

export interface GivenPage {
  readonly site: string;
  readonly id: string;
  readonly html: Uint8Array | string;
  readonly contentType: string | undefined;
}

/** The host of a URL; undefined where there is none. */
export const hostOf = (url: string): string | undefined => (URL.canParse(url) && new URL(url).host) || undefined;

/** The message of whatever was thrown. */
export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Milliseconds between two reports, and between two looks at incoming messages. */
const REPORT = 60;
const SLICE = 12;

/** The first pages each get a point of the charts; later points are limited to a share of the time, with rests between. */
const POINTS = 100;
const POINT_COST = 0.08;
const POINT_REST = 1000;
const POINT_RESTS = 10;

/** The chunks of a stream: not all browsers iterate over one. */
export async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const channel = new MessageChannel();

/** Lets the worker receive messages; a timer would wait longer. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port2.onmessage = () => resolve();
    channel.port1.postMessage(undefined);
  });

export class Run {
  isStopped = false;
  /** Maximum size of a page, in bytes. */
  readonly maxPageBytes: number;
  /** Bytes of all inputs; 1 for an input of unknown size. */
  readonly #size: number;
  readonly #send: (reply: Reply) => void;
  readonly #began = performance.now();
  #reportedAt = this.#began;
  #slicedAt = this.#began;
  #read = 0;
  #pages = 0;
  #again = 0;
  #bytes = 0;
  #beyond = 0;
  #learning = 0;
  #pointing = 0;
  #pointedAt = this.#began;
  #pointCost = 0;
  #rows: KeptPage[] = [];
  #refusals: Refusal[] = [];

  constructor(size: number, maxPageBytes: number, send: (reply: Reply) => void) {
    this.#size = size;
    this.maxPageBytes = maxPageBytes;
    this.#send = send;
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Counts bytes that were read, and reports them where pages are rare. */
  read(bytes: number): void {
    this.#read += bytes;
    if (performance.now() - this.#reportedAt >= REPORT) this.report();
  }

  refuse(refusal: Refusal): void {
    this.#refusals.push(refusal);
  }

  learned(page: KeptPage | undefined, cost: { counted: boolean; bytes: number; milliseconds: number }): void {
    this.#pages += 1;
    if (!cost.counted) this.#again += 1;
    this.#bytes += cost.bytes;
    this.#learning += cost.milliseconds;
    if (page === undefined) this.#beyond += 1;
    else this.#rows.push(page);
  }

  get progress(): Progress {
    return {
      done: this.#size > 0 ? Math.min(this.#read / this.#size, 1) : 0,
      ...{ pages: this.#pages, again: this.#again, bytes: this.#bytes, beyond: this.#beyond },
      ...{ learning: this.#learning, elapsed: performance.now() - this.#began },
    };
  }

  /** Reports progress and lets messages in, from time to time. */
  async turn(point: () => Promise<Point>): Promise<void> {
    await this.#point(point);
    const now = performance.now();
    if (now - this.#reportedAt >= REPORT) this.report();
    if (now - this.#slicedAt < SLICE) return;
    await nextTask();
    this.#slicedAt = performance.now();
  }

  async #point(point: () => Promise<Point>): Promise<void> {
    const began = performance.now();
    const rest = Math.max(POINT_REST, this.#pointCost * POINT_RESTS);
    const isCostly = this.#pointing > (began - this.#began) * POINT_COST && began - this.#pointedAt < rest;
    if (this.#pages > POINTS && isCostly) return;
    this.#send({ type: 'point', point: await point() });
    this.#pointedAt = performance.now();
    this.#pointCost = this.#pointedAt - began;
    this.#pointing += this.#pointCost;
  }

  report(): void {
    this.#reportedAt = performance.now();
    if (this.#rows.length > 0) this.#send({ type: 'rows', rows: this.#rows.map(rowOf) });
    if (this.#refusals.length > 0) this.#send({ type: 'refused', refusals: this.#refusals });
    this.#rows = [];
    this.#refusals = [];
    this.#send({ type: 'progress', progress: this.progress });
  }
}
