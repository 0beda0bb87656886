/** The workers of a run: this thread, or threads of their own. A site belongs to one worker. */
import { Worker } from 'node:worker_threads';
import type { SiteStore } from '@refrain/crawl/internal';
import { type BatchResult, bytesOf, type Task, type WorkerStats } from '../read/task.ts';
import { inOrder, type SiteTemplateText } from '../write/template-texts.ts';
import { Labeller, type Pass, type WorkOptions } from './judge.ts';
import { Link, type Remote } from './remote.ts';
import type { RulesReport } from './rules-folder.ts';
import type { Starter } from './worker.ts';

type JobWorker = Labeller | Remote<Labeller>;

/** Memory of an output that is used again: more would stay after one large page. */
const MEMORY_MAX = 8 * 1024 * 1024;

export interface PoolOptions {
  readonly jobs: number;
  /** Whether even one job gets a thread, so that this one can read ahead. */
  readonly readsAhead: boolean;
}

export class WorkerPool {
  readonly isLocal: boolean;
  readonly #workers: JobWorker[] = [];
  readonly #threads: Worker[] = [];
  readonly #stats: WorkerStats[] = [];
  /** Memory of outputs that were written, for later outputs: fresh memory costs more time than filling it. */
  readonly #spare: ArrayBuffer[] = [];

  private constructor({ jobs, readsAhead }: PoolOptions) {
    this.isLocal = jobs === 1 && !readsAhead;
  }

  static async start(options: PoolOptions, store: SiteStore, work: WorkOptions): Promise<WorkerPool> {
    const pool = new WorkerPool(options);
    try {
      if (pool.isLocal) pool.#workers.push(await Labeller.create(store, work));
      else await Promise.all(Array.from({ length: options.jobs }, () => pool.#startThread(store, work)));
      return pool;
    } catch (error) {
      // Running threads would keep the process alive.
      await pool.close();
      throw error;
    }
  }

  async #startThread(store: SiteStore, work: WorkOptions): Promise<void> {
    const thread = new Worker(new URL('./worker.js', import.meta.url), { execArgv: [] });
    this.#threads.push(thread);
    const link = new Link<Labeller & Starter>(thread, store);
    thread.on('error', (error) => link.break(error));
    thread.on('exit', () => link.break(new Error('a worker thread ended before its work was done')));
    this.#workers.push(link.there);
    await link.there.start(work);
  }

  get size(): number {
    return this.#workers.length;
  }

  /** Sums over all workers. */
  get stats(): WorkerStats {
    const sum = (name: keyof WorkerStats): number => this.#stats.reduce((total, stats) => total + stats[name], 0);
    return { newSites: sum('newSites'), memoryBytes: sum('memoryBytes') };
  }

  /** Processes tasks on the worker of this number, from 0. Their bytes are gone afterwards. */
  async run(number: number, tasks: readonly Task[]): Promise<BatchResult> {
    const memory = this.#spare.pop();
    const buffers = this.isLocal ? [] : tasks.map((task) => bytesOf(task)?.buffer as ArrayBuffer | undefined);
    const transfer = [...new Set([...buffers, memory])].filter((buffer) => buffer !== undefined);
    const result = await this.#worker(number).run({ tasks, memory, transfer });
    this.#stats[number] = result.stats;
    return result;
  }

  /** Must be called when an output was written. */
  written({ output }: BatchResult): void {
    if (output !== undefined && output.buffer.byteLength <= MEMORY_MAX) this.#spare.push(output.buffer);
  }

  async setMode(pass: Pass): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.setMode(pass)));
  }

  /** The template texts of all sites, or of those that the report lists. */
  async templates(of: 'run' | 'report'): Promise<readonly SiteTemplateText[]> {
    return inOrder((await Promise.all(this.#workers.map((worker) => worker.templates(of)))).flat());
  }

  /** What rules by hand have missed, of each worker. */
  rules(): Promise<RulesReport[]> {
    return Promise.all(this.#workers.map((worker) => worker.rules()));
  }

  /** Writes everything that was learned to the store. */
  async flush(): Promise<void> {
    const flushed = this.#workers.map(async (worker, number) => {
      this.#stats[number] = await worker.flush();
    });
    await Promise.all(flushed);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #worker(number: number): JobWorker {
    return this.#workers[number] as JobWorker;
  }
}
