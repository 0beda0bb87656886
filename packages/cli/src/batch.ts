import type { Task } from './task.ts';

/** Maximum tasks and bytes of pages of a batch. */
const BATCH_TASKS = 32;
const BATCH_BYTES = 1024 * 1024;

/**
 * The task with a buffer of its own, because a thread receives whole buffers, not the parts that views show; and the memory that a task
 * came in is used again when the next ones are read.
 */
function ownedTask(task: Task): Task {
  const { from } = task;
  if (from.kind === 'bytes') return { ...task, from: { ...from, bytes: new Uint8Array(from.bytes) } };
  if (from.kind === 'record') return { ...task, from: { ...from, raw: new Uint8Array(from.raw) } };
  return task;
}

/** Collects tasks for one message to a worker. */
export class Batch {
  #tasks: Task[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Adds a copy of a task; whether the batch is full then. */
  add(task: Task): boolean {
    this.#tasks.push(ownedTask(task));
    if (task.from.kind === 'bytes') this.#bytes += task.from.bytes.length;
    else if (task.from.kind === 'record') this.#bytes += task.from.raw.length;
    return this.#tasks.length >= BATCH_TASKS || this.#bytes >= BATCH_BYTES;
  }

  /** Empties the batch. */
  take(): Task[] {
    const tasks = this.#tasks;
    this.#tasks = [];
    this.#bytes = 0;
    return tasks;
  }
}
