/** A batch of pages in one piece of memory, which goes to a worker and comes back: fresh memory costs more time than filling it. */
import type { Task } from '../task.ts';

/** Maximum pages of a batch: each waits for its answer in an instance of its own. */
const PAGES = 16;
/** Bytes of pages after which a batch is full. */
const ROOM_BYTES = 1024 * 1024;

/** Tasks whose bytes are in buffers that can be transferred. */
export interface PackedTasks {
  readonly tasks: readonly Task[];
  /** The piece of memory that is used again; undefined where no page is in it. */
  readonly room: ArrayBuffer | undefined;
  readonly transfer: readonly ArrayBuffer[];
}

export class PackedBatch {
  readonly #rooms: ArrayBuffer[];
  #tasks: Task[] = [];
  #room: ArrayBuffer | undefined;
  #used = 0;
  /** Buffers of pages that found no place in the room. */
  #others: ArrayBuffer[] = [];

  /** `rooms` are pieces of memory that came back. */
  constructor(rooms: ArrayBuffer[]) {
    this.#rooms = rooms;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Adds a copy of a task; whether the batch is full then. */
  add(task: Task): boolean {
    this.#tasks.push(this.#copy(task));
    return this.#tasks.length >= PAGES || this.#used >= ROOM_BYTES / 2 || this.#others.length > 0;
  }

  /** Empties the batch. */
  take(): PackedTasks {
    const packed = { tasks: this.#tasks, room: this.#room, transfer: this.#others };
    if (this.#room !== undefined) packed.transfer.push(this.#room);
    this.#tasks = [];
    this.#room = undefined;
    this.#used = 0;
    this.#others = [];
    return packed;
  }

  #copy(task: Task): Task {
    const { from } = task;
    if (from.kind === 'bytes') return { ...task, from: { ...from, bytes: this.#packed(from.bytes) } };
    if (from.kind === 'record') return { ...task, from: { ...from, raw: this.#packed(from.raw) } };
    return task;
  }

  #packed(bytes: Uint8Array): Uint8Array {
    if (this.#used + bytes.length > ROOM_BYTES) {
      const own = new Uint8Array(bytes);
      this.#others.push(own.buffer);
      return own;
    }
    this.#room ??= this.#rooms.pop() ?? new ArrayBuffer(ROOM_BYTES);
    const copy = new Uint8Array(this.#room, this.#used, bytes.length);
    copy.set(bytes);
    this.#used += bytes.length;
    return copy;
  }
}
