/** Sends tasks to a worker pool at the pace of the slowest stage: input, workers or output. */
import { type Pack, Packer } from './packed.ts';
import { SitePartition } from './site-partition.ts';
import type { BatchResult, Task } from './task.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Maximum batches of a worker: one that it processes, and one that waits. */
const DEPTH = 2;
/** Milliseconds after which tasks are sent in a batch that is not full. */
const MAX_WAIT = 50;

export interface Delivery {
  readonly interrupted: AbortSignal;
  /** Whether a page is read only when the results of its worker's page before it are delivered. */
  readonly isStrict: boolean;
  /** Whether a worker gets its next batch only when the results of the one before it are delivered. */
  readonly savesDelivered: boolean;
  /** Takes a result. The worker that made it gets its next batch afterwards. */
  deliver(result: BatchResult): Promise<void>;
}

/** The batches of one worker, delivered in order. */
class Lane {
  readonly #pool: WorkerPool;
  readonly #worker: number;
  readonly #deliver: (result: BatchResult) => Promise<void>;
  readonly #depth: number;
  readonly #running: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  constructor(pool: WorkerPool, worker: number, { savesDelivered, deliver }: Delivery) {
    this.#depth = savesDelivered || pool.size === 1 ? 1 : DEPTH;
    this.#pool = pool;
    this.#worker = worker;
    this.#deliver = deliver;
  }

  get isIdle(): boolean {
    return this.#running.length === 0;
  }

  /** Resolves when the worker can take another batch; throws the error of an earlier batch. */
  async post(pack: Pack): Promise<void> {
    const result = this.#pool.run(this.#worker, pack);
    const done = Promise.all([result, this.#last]).then(([batch]) => this.#deliver(batch));
    this.#last = done.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    this.#running.push(this.#last);
    while (this.#running.length >= this.#depth) {
      await this.#running.shift();
      this.#check();
    }
  }

  /** Resolves when all batches are delivered. */
  async drain(): Promise<void> {
    await this.#last;
    this.#running.length = 0;
    this.#check();
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

/** Tasks for this thread, whose memory goes nowhere. */
const packOf = (tasks: readonly Task[]): Pack => ({ tasks, room: undefined, transfer: [] });

export class Dispatcher {
  readonly #pool: WorkerPool;
  readonly #lanes: readonly Lane[];
  readonly #partition: SitePartition;
  readonly #interrupted: AbortSignal;
  /** Whether a batch has one page; and whether a batch is a group of the stream, because there is one worker only. */
  readonly #isSingle: boolean;
  readonly #isWhole: boolean;

  constructor(pool: WorkerPool, delivery: Delivery) {
    const { interrupted, isStrict } = delivery;
    this.#pool = pool;
    this.#isSingle = isStrict || pool.size === 1;
    this.#isWhole = !isStrict && pool.size === 1;
    this.#lanes = Array.from({ length: pool.size }, (_, worker) => new Lane(pool, worker, delivery));
    this.#partition = new SitePartition(pool.size);
    this.#interrupted = interrupted;
  }

  /** Sends the tasks of a stream, which come in groups, each to the worker of its site. */
  async stream(groups: AsyncIterable<readonly Task[]>): Promise<void> {
    if (this.#isWhole) return this.#inGroups(groups);
    const batches = this.#lanes.map(() => this.#packer());
    let worker = 0;
    let failure: { readonly error: unknown } | undefined;
    // Results of a slow input must not wait for full batches.
    const timer = setInterval(() => {
      for (const [number, lane] of this.#lanes.entries()) {
        const batch = batches[number];
        if (batch === undefined || batch.isEmpty || !lane.isIdle) continue;
        lane.post(batch.take()).catch((error: unknown) => {
          failure ??= { error };
        });
      }
    }, MAX_WAIT);
    try {
      for await (const group of groups) {
        for (const task of group) {
          if (failure !== undefined) throw failure.error;
          // A record that is not a page goes to the worker of the page before it, so that their order stays.
          if (task.from.kind !== 'record') worker = this.#partition.owner(task.site);
          const batch = batches[worker] as Packer;
          if (batch.add(task) || this.#isSingle) await (this.#lanes[worker] as Lane).post(batch.take());
          if (this.#interrupted.aborted) break;
        }
        if (this.#interrupted.aborted) break;
      }
    } finally {
      clearInterval(timer);
    }
    for (const [number, batch] of batches.entries()) {
      if (!batch.isEmpty) await (this.#lanes[number] as Lane).post(batch.take());
    }
    await this.#drain();
  }

  /** Sends a list of tasks: each worker takes one part of the sites after another. */
  async list(tasks: readonly Task[]): Promise<void> {
    if (this.#lanes.length === 1) return this.#inOrder(tasks);
    const nextPart = this.#partition.divide(tasks);
    await Promise.all(
      this.#lanes.map(async (lane, worker) => {
        const batch = this.#packer();
        for (let part = nextPart(worker); part !== undefined; part = nextPart(worker)) {
          for (const task of part) {
            if (this.#interrupted.aborted) break;
            if (batch.add(task) || this.#isSingle) await lane.post(batch.take());
          }
        }
        if (!batch.isEmpty) await lane.post(batch.take());
        await lane.drain();
      }),
    );
  }

  #packer(): Packer {
    return new Packer(() => this.#pool.rooms.pop());
  }

  async #inGroups(groups: AsyncIterable<readonly Task[]>): Promise<void> {
    const [lane] = this.#lanes as [Lane];
    for await (const group of groups) {
      await lane.post(packOf(group));
      if (this.#interrupted.aborted) break;
    }
    await this.#drain();
  }

  async #inOrder(tasks: readonly Task[]): Promise<void> {
    const [lane] = this.#lanes as [Lane];
    for (const task of tasks) {
      if (this.#interrupted.aborted) break;
      await lane.post(packOf([task]));
    }
    await this.#drain();
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.drain()));
  }
}
