/** Sends every page to the worker of its site. Input, workers and output wait for the slowest of them. */
import { FirstPages, hashOfSite } from 'refrain/engine';
import { bytesOf, isPage, type Task } from '../read/task.ts';
import type { BatchResult, TaskGroup } from './batch.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Maximum number of batches of a worker: one in process and one waiting. */
const DEPTH = 2;
/** Maximum tasks and bytes of a batch. If more bytes wait, reading of input pauses. */
const TASKS_MAX = 64;
const BYTES_MAX = 512 * 1024;
/** Memory of a task in addition to its bytes. */
const TASK_BYTES = 1024;

/**
 * Number of partitions. A worker owns whole partitions: sites with equal hashes of their names in this range. So the
 * list of owners is short for any number of sites.
 */
const PARTS = 1024;

export interface Delivery {
  readonly interrupted: AbortSignal;
  /** True if a worker receives its next batch only after the results of the previous one were delivered. */
  readonly savesDelivered: boolean;
  /** Number of a site's first pages that are judged together. */
  readonly settle: number;
  /** Receives the results of each worker in order. */
  deliver(result: BatchResult): Promise<void>;
}

/** The first error of any lane, which ends all lanes. */
interface Outcome {
  failure?: { readonly error: unknown };
}

const sizeOf = (task: Task): number => TASK_BYTES + (bytesOf(task)?.length ?? 0);

/** Memory of waiting tasks. Files that the worker reads count 0, because the list of files exists anyway. */
const sizeOfAll = (group: TaskGroup): number =>
  group.reduce((sum, task) => sum + (task.from.kind === 'file' ? 0 : sizeOf(task)), 0);

/** The queue of one worker. As soon as the worker is free, it receives all waiting tasks. */
class Lane {
  /** Known number of pages of its sites. */
  pages = 0;
  readonly #pool: WorkerPool;
  readonly #worker: number;
  readonly #delivery: Delivery;
  readonly #depth: number;
  readonly #groups: TaskGroup[] = [];
  /** Index of the first waiting group, and the bytes of all waiting groups. */
  #next = 0;
  #bytes = 0;
  readonly #running: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  #sending: Promise<void> | undefined;
  #start: () => void = () => undefined;
  #wake: () => void = () => undefined;
  readonly #outcome: Outcome;

  constructor(pool: WorkerPool, worker: number, delivery: Delivery, outcome: Outcome) {
    this.#pool = pool;
    this.#worker = worker;
    this.#delivery = delivery;
    this.#outcome = outcome;
    this.#depth = delivery.savesDelivered || pool.isLocal ? 1 : DEPTH;
  }

  /** Adds tasks. If the queue is full, returns a promise to wait for. Throws an earlier error of any lane. */
  add(group: TaskGroup): Promise<void> | undefined {
    this.#check();
    this.#groups.push(group);
    this.#bytes += sizeOfAll(group);
    this.#sending ??= this.#send();
    if (!this.#pool.isLocal) return this.#bytes > BYTES_MAX ? this.#waitForCapacity() : undefined;
    if (this.#groups.length - this.#next < TASKS_MAX && this.#bytes < BYTES_MAX) return undefined;
    this.#start();
    return this.#sending;
  }

  /** Resolves when a batch is full, or no more tasks come for now. */
  #full(): Promise<void> {
    return new Promise((resolve) => {
      this.#start = resolve;
      setImmediate(resolve);
    });
  }

  async #waitForCapacity(): Promise<void> {
    while (this.#bytes > BYTES_MAX) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async drain(): Promise<void> {
    await this.#sending;
    await this.#last;
    this.#check();
  }

  /** Sends all waiting tasks, including those that arrive in the meantime. */
  async #send(): Promise<void> {
    // A worker on this thread would block it, so the queue is filled first. A separate thread begins at once.
    await (this.#pool.isLocal ? this.#full() : undefined);
    while (
      this.#next < this.#groups.length &&
      this.#outcome.failure === undefined &&
      !this.#delivery.interrupted.aborted
    ) {
      this.#post(this.#take());
      if (this.#running.length >= this.#depth) await this.#running.shift();
      this.#wake();
    }
    this.#bytes = 0;
    this.#wake();
    this.#sending = undefined;
  }

  #take(): readonly TaskGroup[] {
    if (2 * this.#next >= this.#groups.length) {
      this.#groups.splice(0, this.#next);
      this.#next = 0;
    }
    const first = this.#next;
    for (let tasks = 0, bytes = 0; tasks < TASKS_MAX && bytes < BYTES_MAX; this.#next += 1) {
      const group = this.#groups[this.#next];
      if (group === undefined) break;
      tasks += group.length;
      bytes += sizeOfAll(group);
      this.#bytes -= sizeOfAll(group);
    }
    return this.#groups.slice(first, this.#next);
  }

  #post(groups: readonly TaskGroup[]): void {
    const before = this.#last;
    const deliver = async (result: Promise<BatchResult>): Promise<void> => {
      try {
        const [batch] = await Promise.all([result, before]);
        if (batch.left > 0) this.#putBack(batch.left);
        if (this.#outcome.failure === undefined) await this.#delivery.deliver(batch);
      } catch (error) {
        this.#outcome.failure ??= { error };
      }
    };
    this.#last = deliver(this.#pool.run(this.#worker, groups));
    this.#running.push(this.#last);
  }

  /** Returns unprocessed groups to the queue. Works only with one current batch per lane. */
  #putBack(groups: number): void {
    this.#next -= groups;
    for (const group of this.#groups.slice(this.#next, this.#next + groups)) this.#bytes += sizeOfAll(group);
  }

  #check(): void {
    if (this.#outcome.failure !== undefined) throw this.#outcome.failure.error;
  }
}

/**
 * Sends each task to the worker of its site. `known`: tasks that are known in advance. Their largest sites are assigned
 * first.
 */
export async function dispatch(
  pool: WorkerPool,
  delivery: Delivery,
  tasks: AsyncIterable<Task>,
  known: readonly Pick<Task, 'site'>[],
): Promise<void> {
  const outcome: Outcome = {};
  const lanes = Array.from({ length: pool.size }, (_, worker) => new Lane(pool, worker, delivery, outcome));
  const owners = new Map<number, Lane>();
  /** The lane of a partition. A new partition gets the lane with the fewest pages. */
  const laneOf = (part: number, pages: number): Lane => {
    const lane = owners.get(part) ?? lanes.reduce((least, each) => (each.pages < least.pages ? each : least));
    owners.set(part, lane);
    lane.pages += pages;
    return lane;
  };
  const counts = new Map<number, number>();
  for (const { site } of known) counts.set(partOf(site), (counts.get(partOf(site)) ?? 0) + 1);
  for (const [part, count] of [...counts].sort(([, one], [, other]) => other - one)) laneOf(part, count);
  const first = new FirstPages<Task>(delivery.settle);
  /** Site of the last page. Records that are not pages go to the worker of this site, so that the order is kept. */
  let site = '';
  const send = async (groups: readonly TaskGroup[]): Promise<void> => {
    for (const group of groups) {
      const [task] = group;
      const lane =
        task !== undefined && isPage(task) ? laneOf(partOf(task.site), group.length) : laneOf(partOf(site), 0);
      const capacity = lane.add(group);
      if (capacity !== undefined) await capacity;
    }
  };
  for await (const task of tasks) {
    if (delivery.interrupted.aborted) break;
    if (isPage(task)) site = task.site;
    await send(isPage(task) ? first.add(site, task, sizeOf(task)) : first.addAfter(task, sizeOf(task)));
  }
  // After an interruption, waiting pages are left to the next run.
  if (!delivery.interrupted.aborted) await send(first.end());
  await Promise.all(lanes.map((each) => each.drain()));
}

const partOf = (site: string): number => hashOfSite(site) & (PARTS - 1);
