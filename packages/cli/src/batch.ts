import type { Task } from './task.ts';

/** Maximum tasks and bytes of pages of a batch. */
const BATCH_TASKS = 32;
const BATCH_BYTES = 1024 * 1024;

/** Collects tasks for one message to a worker. */
export class Batch {
  readonly #most: number;
  #tasks: Task[] = [];
  #bytes = 0;

  constructor(most = BATCH_TASKS) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Adds a task; whether the batch is full then. */
  add(task: Task): boolean {
    this.#tasks.push(task);
    if (task.from.kind === 'bytes') this.#bytes += task.from.bytes.length;
    else if (task.from.kind === 'record') this.#bytes += task.from.raw.length;
    return this.#tasks.length >= this.#most || this.#bytes >= BATCH_BYTES;
  }

  /** Empties the batch. */
  take(): Task[] {
    const tasks = this.#tasks;
    this.#tasks = [];
    this.#bytes = 0;
    return tasks;
  }
}
