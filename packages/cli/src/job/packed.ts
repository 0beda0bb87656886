/** Tasks for another thread: their bytes are in memory that goes there, and comes back when they are done. */
import type { Task } from './task.ts';

/** Tasks and bytes after which a pack is full, and bytes of its memory: the last page may be as large as all others. */
const TASKS = 64;
const BYTES = 512 * 1024;
const ROOM_BYTES = 2 * BYTES;

export interface Pack {
  readonly tasks: readonly Task[];
  /** The memory that is used again; undefined where no page is in it. */
  readonly room: ArrayBuffer | undefined;
  /** All memory of the tasks. */
  readonly transfer: readonly ArrayBuffer[];
}

/** Collects tasks. Fresh memory for every page would cost more time than filling it. */
export class Packer {
  readonly #rooms: () => ArrayBuffer | undefined;
  #tasks: Task[] = [];
  #room: ArrayBuffer | undefined;
  #used = 0;
  /** Memory of pages that are too large for the room. */
  #others: ArrayBuffer[] = [];
  #bytes = 0;

  /** `rooms` gives memory that came back. */
  constructor(rooms: () => ArrayBuffer | undefined) {
    this.#rooms = rooms;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Adds a copy of a task; whether the pack is full then. */
  add(task: Task): boolean {
    const { from } = task;
    if (from.kind === 'record') this.#tasks.push({ ...task, from: { ...from, raw: this.#packed(from.raw) } });
    else if (from.kind === 'bytes') this.#tasks.push({ ...task, from: { ...from, bytes: this.#packed(from.bytes) } });
    else this.#tasks.push(task);
    return this.#tasks.length >= TASKS || this.#bytes >= BYTES;
  }

  /** Empties the pack. */
  take(): Pack {
    const transfer = this.#room === undefined ? this.#others : [...this.#others, this.#room];
    const pack = { tasks: this.#tasks, room: this.#room, transfer };
    this.#tasks = [];
    this.#room = undefined;
    this.#used = 0;
    this.#others = [];
    this.#bytes = 0;
    return pack;
  }

  #packed(bytes: Uint8Array): Uint8Array {
    this.#bytes += bytes.length;
    if (bytes.length > BYTES) {
      const own = new Uint8Array(bytes);
      this.#others.push(own.buffer);
      return own;
    }
    this.#room ??= this.#rooms() ?? new ArrayBuffer(ROOM_BYTES);
    const copy = new Uint8Array(this.#room, this.#used, bytes.length);
    copy.set(bytes);
    this.#used += bytes.length;
    return copy;
  }
}
