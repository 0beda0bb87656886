/** The workers of a run: this thread, or separate threads. A site belongs to one worker. */

import { parentPort, Worker } from 'node:worker_threads';
import type { SiteStore } from '@refrain/crawl/engine';
import type { PageRef } from '../read/task.ts';
import type { BatchResult, TaskGroup } from './batch.ts';
import { Judge, type WorkOptions } from './judge.ts';
import { SpareMemory } from './output-buffer.ts';
import type { OpenWriters } from './page-writer.ts';
import { Link, type Remote } from './remote.ts';

type JobWorker = Judge | Remote<Judge>;

/** Megabytes of V8's young generation in a thread. The default of 48 needs 13 MB more, and is not faster. */
const YOUNG_MB = 6;

export class WorkerPool {
  readonly isLocal: boolean;
  readonly #workers: JobWorker[] = [];
  readonly #threads: Worker[] = [];
  readonly #newSites: number[] = [];
  /** Memory for outputs. Must be returned after they were written. */
  readonly memory = new SpareMemory();

  private constructor(isLocal: boolean) {
    this.isLocal = isLocal;
  }

  /**
   * `jobs`: number of separate threads; 0: all work is on this thread. `open`: makes the writers of this thread.
   * Separate threads run the script that passes `open` to `serve`.
   */
  static async start<W>(
    jobs: number,
    store: SiteStore,
    work: WorkOptions<W>,
    open: OpenWriters<W>,
  ): Promise<WorkerPool> {
    const pool = new WorkerPool(jobs === 0);
    try {
      if (pool.isLocal) pool.#workers.push(await Judge.create(store, work, open));
      else await Promise.all(Array.from({ length: jobs }, () => pool.#startThread(store, work)));
      return pool;
    } catch (error) {
      // Threads that still run would keep the process alive.
      await pool.close();
      throw error;
    }
  }

  async #startThread<W>(store: SiteStore, work: WorkOptions<W>): Promise<void> {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    const thread = new Worker(new URL('./worker.js', import.meta.url), { execArgv: [], resourceLimits });
    this.#threads.push(thread);
    const link = new Link<Judge & Starter<W>>(thread, store);
    thread.on('error', (error) => link.break(error));
    thread.on('exit', () => link.break(new Error('a worker thread ended before its work was done')));
    this.#workers.push(link.there);
    await link.there.start(work);
  }

  get size(): number {
    return this.#workers.length;
  }

  get newSites(): number {
    return this.#newSites.reduce((sum, ofWorker) => sum + ofWorker, 0);
  }

  /** Processes tasks on worker `number`, from 0. Transfers their bytes. */
  async run(number: number, groups: readonly TaskGroup[]): Promise<BatchResult> {
    const result = await (this.#workers[number] as JobWorker).run(this.memory.batch(groups, !this.isLocal));
    this.#newSites[number] = result.newSites;
    return result;
  }

  /**
   * True for each page that an earlier run certainly counted. Any worker can answer this, because the answer depends
   * only on earlier runs.
   */
  known(pages: readonly PageRef[]): Promise<boolean[]> {
    return (this.#workers[0] as JobWorker).known(pages);
  }

  each<T>(call: (judge: JobWorker) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#workers.map(call));
  }

  async flush(): Promise<void> {
    const flushed = this.#workers.map(async (judge, number) => {
      this.#newSites[number] = await judge.flush();
    });
    await Promise.all(flushed);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}

/** The first call of the main thread. */
interface Starter<W> {
  start(options: WorkOptions<W>): Promise<void>;
}

/** Makes this thread a worker. It reads and writes the store through the main thread. */
export function serve<W>(open: OpenWriters<W>): void {
  if (parentPort === null) throw new Error('this module is a worker thread of the command refrain');
  const starter: Starter<W> = {
    async start(options) {
      const { records, templates, counted, write } = link.there;
      link.here = await Judge.create({ records, templates, counted, write }, options, open);
    },
  };
  const link = new Link<Pick<SiteStore, 'records' | 'templates' | 'counted' | 'write'>>(parentPort, starter);
}
