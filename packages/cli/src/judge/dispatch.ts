/** Sends every page to the worker of its site, at the pace of the slowest stage: input, workers or output. */
import { bytesOf, type Task } from '../read/task.ts';
import type { BatchResult } from './batch.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Maximum batches of a worker: one that it processes, and one that waits. */
const DEPTH = 2;
/** Tasks and bytes of a batch. As many bytes wait for the worker of a site before the input does. */
const TASKS_MAX = 64;
const BYTES_MAX = 512 * 1024;
/** Memory of a task beside its bytes. */
const TASK_BYTES = 1024;

/** Sites are assigned by parts, which are hashes of their names, so that the list of owners is short for any number of sites. */
const PARTS = 1024;

export interface Delivery {
  readonly interrupted: AbortSignal;
  /** Whether a worker gets its next batch only when the results of the one before it are delivered. */
  readonly savesDelivered: boolean;
  /** Takes the results of a worker in their order. */
  deliver(result: BatchResult): Promise<void>;
}

/** What the lanes of a run share: the first error of any, which ends all. */
interface Outcome {
  failure?: { readonly error: unknown };
}

/** Memory that a task takes while it waits: none where its worker reads the file. */
const sizeOf = (task: Task): number => (task.from.kind === 'file' ? 0 : TASK_BYTES + (bytesOf(task)?.length ?? 0));

/** Tasks that are done stay in the list until they are this many. */
const DONE_MAX = 4096;

/** The tasks of one worker: those that wait go together as soon as it is free. */
class Lane {
  /** Pages of the sites that it has, as far as they are known. */
  pages = 0;
  readonly #pool: WorkerPool;
  readonly #worker: number;
  readonly #delivery: Delivery;
  readonly #depth: number;
  readonly #tasksMax: number;
  readonly #tasks: Task[] = [];
  /** The first task that waits, and the bytes of all that do. */
  #next = 0;
  #bytes = 0;
  readonly #running: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  #sending: Promise<void> | undefined;
  #wake: () => void = () => undefined;
  readonly #outcome: Outcome;

  constructor(pool: WorkerPool, worker: number, delivery: Delivery, outcome: Outcome) {
    this.#pool = pool;
    this.#worker = worker;
    this.#delivery = delivery;
    this.#outcome = outcome;
    this.#depth = delivery.savesDelivered || pool.isLocal ? 1 : DEPTH;
    this.#tasksMax = pool.isLocal ? 1 : TASKS_MAX;
  }

  /** Adds a task, and waits for room where too many wait. Throws the error of an earlier one, of any lane. */
  async add(task: Task): Promise<void> {
    this.#tasks.push(task);
    this.#bytes += sizeOf(task);
    this.#sending ??= this.#send();
    if (this.#pool.isLocal) await this.#sending;
    while (this.#bytes > BYTES_MAX) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#check();
  }

  /** Resolves when all results are delivered. */
  async drain(): Promise<void> {
    await this.#sending;
    await this.#last;
    this.#check();
  }

  /** Sends all tasks that wait, and those that come in the meantime. */
  async #send(): Promise<void> {
    // The caller has this promise first.
    await undefined;
    while (
      this.#next < this.#tasks.length &&
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

  /** The tasks of the next batch: at least one. */
  #take(): readonly Task[] {
    const first = this.#next;
    for (let bytes = 0; this.#next < first + this.#tasksMax && bytes < BYTES_MAX; this.#next += 1) {
      const task = this.#tasks[this.#next];
      if (task === undefined) break;
      bytes += sizeOf(task);
      this.#bytes -= sizeOf(task);
    }
    const batch = this.#tasks.slice(first, this.#next);
    if (this.#next === this.#tasks.length || this.#next >= DONE_MAX) {
      this.#tasks.splice(0, this.#next);
      this.#next = 0;
    }
    return batch;
  }

  #post(tasks: readonly Task[]): void {
    const before = this.#last;
    const deliver = async (result: Promise<BatchResult>): Promise<void> => {
      try {
        const [batch] = await Promise.all([result, before]);
        if (this.#outcome.failure === undefined) await this.#delivery.deliver(batch);
      } catch (error) {
        this.#outcome.failure ??= { error };
      }
    };
    this.#last = deliver(this.#pool.run(this.#worker, tasks));
    this.#running.push(this.#last);
  }

  #check(): void {
    if (this.#outcome.failure !== undefined) throw this.#outcome.failure.error;
  }
}

/** Sends all tasks, each to the worker of its site. `known`: those of them that are known before, whose largest sites choose first. */
export async function dispatch(
  pool: WorkerPool,
  delivery: Delivery,
  tasks: AsyncIterable<Task>,
  known: readonly Task[],
): Promise<void> {
  const outcome: Outcome = {};
  const lanes = Array.from({ length: pool.size }, (_, worker) => new Lane(pool, worker, delivery, outcome));
  const owners = new Map<number, Lane>();
  /** The lane of a part, which has more pages now; the one with the fewest where it is new. */
  const laneOf = (part: number, pages: number): Lane => {
    const lane = owners.get(part) ?? lanes.reduce((least, each) => (each.pages < least.pages ? each : least));
    owners.set(part, lane);
    lane.pages += pages;
    return lane;
  };
  const counts = new Map<number, number>();
  for (const { site } of known) counts.set(partOf(site), (counts.get(partOf(site)) ?? 0) + 1);
  for (const [part, count] of [...counts].sort(([, one], [, other]) => other - one)) laneOf(part, count);
  let lane = lanes[0] as Lane;
  for await (const task of tasks) {
    if (delivery.interrupted.aborted) break;
    // A record that is not a page goes to the worker of the page before it, so that their order stays.
    if (task.from.kind !== 'record') lane = laneOf(partOf(task.site), 1);
    await lane.add(task);
  }
  await Promise.all(lanes.map((each) => each.drain()));
}

function partOf(site: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < site.length; at += 1) hash = Math.imul(hash ^ site.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (PARTS - 1);
}
