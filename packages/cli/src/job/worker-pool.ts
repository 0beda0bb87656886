/** The workers of a run: this thread, or threads of their own. A site belongs to one worker. */
import { Worker } from 'node:worker_threads';
import type { SiteStore } from '@refrain/crawl/internal';
import { inOrder, type SiteTemplateText } from '../pages/template-texts.ts';
import { Labeller, type Pass, type WorkOptions } from './labeller.ts';
import type { Pack } from './packed.ts';
import { RequestChannel } from './request-channel.ts';
import type { BatchResult } from './task.ts';
import type { StoreRequest, WorkerBatch, WorkerRequest, WorkerStats } from './worker-messages.ts';

/** Processes packs of tasks, one after another. */
interface JobWorker {
  readonly stats: WorkerStats;
  run(pack: Pack): Promise<BatchResult>;
  setMode(pass: Pass): Promise<void>;
  templates(): Promise<readonly SiteTemplateText[]>;
  /** Writes everything that was learned to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Memory of an output that is used again: more would stay after one large page. */
const MAX_MEMORY = 8 * 1024 * 1024;

/** With one job the main thread does the work. */
class LocalWorker implements JobWorker {
  readonly #labeller: Labeller;
  #free: ArrayBuffer | undefined;

  constructor(labeller: Labeller) {
    this.#labeller = labeller;
  }

  get stats(): WorkerStats {
    return this.#labeller.stats;
  }

  async run({ tasks }: Pack): Promise<BatchResult> {
    const result = await this.#labeller.run(tasks, this.#free);
    this.#free = undefined;
    const memory = result.output.find((part) => typeof part !== 'string')?.buffer;
    if (memory === undefined || memory.byteLength > MAX_MEMORY) return result;
    const taken = (): void => {
      this.#free = memory;
    };
    return { ...result, taken };
  }

  async setMode(pass: Pass): Promise<void> {
    this.#labeller.setMode(pass);
  }

  async templates(): Promise<readonly SiteTemplateText[]> {
    return this.#labeller.templates;
  }

  flush(): Promise<void> {
    return this.#labeller.flush();
  }

  async close(): Promise<void> {}
}

class ThreadWorker implements JobWorker {
  readonly #thread = new Worker(new URL('./worker.js', import.meta.url), { execArgv: [] });
  readonly #channel: RequestChannel<WorkerRequest, StoreRequest>;
  readonly #separator: string;
  readonly #rooms: ArrayBuffer[];
  /** Memory of outputs that were written, for later outputs. */
  readonly #buffers: ArrayBuffer[] = [];
  stats: WorkerStats = { newSites: 0, memoryBytes: 0, queuedBytes: 0 };

  /** `rooms` gets the memory of tasks that are done. */
  constructor(store: SiteStore, separator: string, rooms: ArrayBuffer[]) {
    this.#separator = separator;
    this.#rooms = rooms;
    this.#channel = new RequestChannel(this.#thread, (request) => answer(store, request));
    this.#thread.on('error', (error) => this.#channel.break(error));
    this.#thread.on('exit', () => this.#channel.break(new Error('a worker thread ended before its work was done')));
  }

  async start(options: WorkOptions): Promise<void> {
    await this.#channel.request({ kind: 'start', options });
  }

  async run({ tasks, room, transfer }: Pack): Promise<BatchResult> {
    const buffer = this.#buffers.pop();
    const request = { kind: 'run', tasks, room, separator: this.#separator, buffer } as const;
    const sent = buffer === undefined ? transfer : [...transfer, buffer];
    const batch = (await this.#channel.request(request, sent)) as WorkerBatch;
    const { output, tally } = batch;
    this.stats = batch.stats;
    if (batch.room !== undefined) this.#rooms.push(batch.room);
    return { output: output.length > 0 ? [output] : [], tally, taken: () => this.#buffers.push(output.buffer) };
  }

  async setMode(pass: Pass): Promise<void> {
    await this.#channel.request({ kind: 'mode', pass });
  }

  async templates(): Promise<readonly SiteTemplateText[]> {
    return (await this.#channel.request({ kind: 'templates' })) as readonly SiteTemplateText[];
  }

  async flush(): Promise<void> {
    this.stats = (await this.#channel.request({ kind: 'flush' })) as WorkerStats;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** Answers a worker from the store, which the main thread has open. */
function answer(store: SiteStore, request: StoreRequest): unknown {
  switch (request.kind) {
    case 'records':
      return store.records(request.sites);
    case 'templates':
      return store.templates?.(request.sites) ?? [];
    case 'counted':
      return store.counted(request.pages);
    case 'write':
      return store.write(request.changes);
  }
}

export class WorkerPool {
  readonly #workers: readonly JobWorker[];
  /** Memory of tasks that are done. */
  readonly rooms: ArrayBuffer[];

  private constructor(workers: readonly JobWorker[], rooms: ArrayBuffer[]) {
    this.#workers = workers;
    this.rooms = rooms;
  }

  /** `separator` is written between two documents of a batch. */
  static async start(jobs: number, store: SiteStore, options: WorkOptions, separator: string): Promise<WorkerPool> {
    const rooms: ArrayBuffer[] = [];
    if (jobs === 1) return new WorkerPool([new LocalWorker(await Labeller.create(store, options))], rooms);
    const threads = Array.from({ length: jobs }, () => new ThreadWorker(store, separator, rooms));
    const pool = new WorkerPool(threads, rooms);
    try {
      await Promise.all(threads.map((thread) => thread.start(options)));
      return pool;
    } catch (error) {
      // Running threads would keep the process alive.
      await pool.close();
      throw error;
    }
  }

  get size(): number {
    return this.#workers.length;
  }

  /** Sums over all workers. */
  get stats(): WorkerStats {
    const sum = (name: keyof WorkerStats): number => this.#workers.reduce((total, { stats }) => total + stats[name], 0);
    return { newSites: sum('newSites'), memoryBytes: sum('memoryBytes'), queuedBytes: sum('queuedBytes') };
  }

  /** Processes a pack on the worker of this number, from 0. */
  run(number: number, pack: Pack): Promise<BatchResult> {
    return (this.#workers[number] as JobWorker).run(pack);
  }

  async setMode(pass: Pass): Promise<void> {
    await this.#all((worker) => worker.setMode(pass));
  }

  /** The template texts of all sites. */
  async templates(): Promise<readonly SiteTemplateText[]> {
    return inOrder((await this.#all((worker) => worker.templates())).flat());
  }

  async flush(): Promise<void> {
    await this.#all((worker) => worker.flush());
  }

  async close(): Promise<void> {
    await this.#all((worker) => worker.close());
  }

  #all<T>(work: (worker: JobWorker) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#workers.map(work));
  }
}
