/** Distributes batches of pages to this thread or to worker threads. */
import { Worker } from 'node:worker_threads';
import type { SiteStore } from '@refrain/crawl/internal';
import { Labeller, type Pass, type WorkOptions } from './labeller.ts';
import { RequestChannel, type RequestHandler } from './request-channel.ts';
import type { BatchResult, Task } from './task.ts';
import { inOrder, type SiteTemplateText } from './template-texts.ts';
import type { StoreRequest, WorkerBatch, WorkerRequest, WorkerStats } from './worker-messages.ts';

/** Workers that process batches, each one batch after another. */
export interface WorkerPool {
  /** Number of workers. */
  readonly size: number;
  /** Sums over all workers. */
  readonly stats: WorkerStats;
  /** Processes a batch on the worker of this number, from 0. */
  run(worker: number, tasks: readonly Task[]): Promise<BatchResult>;
  setMode(pass: Pass): Promise<void>;
  /** The template texts of all sites. */
  templates(): Promise<readonly SiteTemplateText[]>;
  /** Writes everything that was learned to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the workers. With one job the main thread does the work.
 *
 * @param separator is written between two documents of a batch
 */
export function startWorkerPool(
  jobs: number,
  store: SiteStore,
  options: WorkOptions,
  separator: string,
): Promise<WorkerPool> {
  return jobs === 1 ? mainThreadPool(store, options) : threadPool(jobs, store, options, separator);
}

/** Memory of an output that is used again: more would stay after one large page. */
const MAX_MEMORY = 8 * 1024 * 1024;

async function mainThreadPool(store: SiteStore, options: WorkOptions): Promise<WorkerPool> {
  const labeller = await Labeller.create(store, options);
  let free: ArrayBuffer | undefined;
  return {
    size: 1,
    get stats() {
      return labeller.stats;
    },
    async run(_, tasks) {
      const result = await labeller.run(tasks, free);
      free = undefined;
      const memory = result.output.find((part) => typeof part !== 'string')?.buffer;
      if (memory === undefined || memory.byteLength > MAX_MEMORY) return result;
      const taken = (): void => {
        free = memory;
      };
      return { ...result, taken };
    },
    setMode: async (pass) => labeller.setMode(pass),
    templates: async () => inOrder(labeller.templates),
    flush: () => labeller.flush(),
    close: async () => undefined,
  };
}

/** Answers the requests of workers from the store, which the main thread has open. */
function storeServer(store: SiteStore): RequestHandler<StoreRequest> {
  return (request) => {
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
  };
}

interface PoolWorker {
  readonly thread: Worker;
  readonly channel: RequestChannel<WorkerRequest, StoreRequest>;
  stats: WorkerStats;
  /** Buffers of outputs that were written, for later outputs. */
  readonly buffers: ArrayBuffer[];
}

function startWorker(store: SiteStore): PoolWorker {
  const thread = new Worker(new URL('./worker.js', import.meta.url), { execArgv: [] });
  const channel = new RequestChannel<WorkerRequest, StoreRequest>(thread, storeServer(store));
  thread.on('error', (error) => channel.break(error));
  thread.on('exit', () => channel.break(new Error('a worker thread ended before its work was done')));
  return { thread, channel, stats: { newSites: 0, memoryBytes: 0, queuedBytes: 0 }, buffers: [] };
}

/** The buffers of tasks, each with one of its own. */
const buffersOf = (tasks: readonly Task[]): readonly ArrayBuffer[] =>
  tasks.flatMap(({ from }) => {
    if (from.kind === 'file') return [];
    return [(from.kind === 'bytes' ? from.bytes : from.raw).buffer as ArrayBuffer];
  });

async function threadPool(
  size: number,
  store: SiteStore,
  options: WorkOptions,
  separator: string,
): Promise<WorkerPool> {
  const workers = Array.from({ length: size }, () => startWorker(store));
  const all = (request: WorkerRequest): Promise<unknown[]> =>
    Promise.all(workers.map(({ channel }) => channel.request(request)));
  const close = async (): Promise<void> => {
    await Promise.all(workers.map(({ thread }) => thread.terminate()));
  };
  try {
    await all({ kind: 'start', options });
  } catch (error) {
    // Running threads would keep the process alive.
    await close();
    throw error;
  }
  return {
    size,
    get stats() {
      const sum = (of: (stats: WorkerStats) => number): number =>
        workers.reduce((total, { stats }) => total + of(stats), 0);
      return {
        newSites: sum(({ newSites }) => newSites),
        memoryBytes: sum(({ memoryBytes }) => memoryBytes),
        queuedBytes: sum(({ queuedBytes }) => queuedBytes),
      };
    },
    async run(number, tasks) {
      const worker = workers[number] as PoolWorker;
      const sent = buffersOf(tasks);
      const buffer = worker.buffers.pop();
      const transfer = buffer === undefined ? sent : [...sent, buffer];
      const request = { kind: 'run', tasks, separator, buffer } as const;
      const { output, tally, stats } = (await worker.channel.request(request, transfer)) as WorkerBatch;
      worker.stats = stats;
      return { output: output.length > 0 ? [output] : [], tally, taken: () => worker.buffers.push(output.buffer) };
    },
    async setMode(pass) {
      await all({ kind: 'mode', pass });
    },
    async templates() {
      const records = (await all({ kind: 'templates' })) as (readonly SiteTemplateText[])[];
      return inOrder(records.flat());
    },
    async flush() {
      const stats = (await all({ kind: 'flush' })) as WorkerStats[];
      for (const [number, worker] of workers.entries()) worker.stats = stats[number] ?? worker.stats;
    },
    close,
  };
}
