/**
 * Batches of one large site on all workers. Every worker digests its batch, the owner answers batch after batch in the order of the
 * input, and the worker judges and renders. Results are delivered in the order of the input.
 */
import type { BatchResult, Task } from '../task.ts';
import type { AnswerOrFailure, BatchPlace } from './messages.ts';
import type { PackedTasks } from './packed-batch.ts';

/** Sets of pages of a worker: one is judged or waits for its answers while another is digested. */
export const SETS = 2;

/** What a pool does with the pages that workers share. */
export interface SharedPool {
  readonly size: number;
  /** Memory of batches that came back. */
  readonly rooms: ArrayBuffer[];
  /** Digests a batch on a worker. */
  digest(place: BatchPlace, packed: PackedTasks): Promise<readonly (Uint8Array | undefined)[]>;
  /** Learns or labels digests. */
  answer(tasks: readonly Task[], digests: readonly (Uint8Array | undefined)[]): Promise<readonly AnswerOrFailure[]>;
  /** Judges and renders a batch where it was digested. */
  judge(place: BatchPlace, answers: readonly AnswerOrFailure[]): Promise<BatchResult>;
}

const nothing = (): void => undefined;

export class SharedLanes {
  readonly #pool: SharedPool;
  readonly #deliver: (result: BatchResult) => Promise<void>;
  readonly #free: BatchPlace[];
  #undelivered = 0;
  /** The answers to the batch before, and its delivery. */
  #answered: Promise<unknown> = Promise.resolve();
  #delivered: Promise<void> = Promise.resolve();
  #wake = nothing;
  #failure: { readonly error: unknown } | undefined;

  constructor(pool: SharedPool, deliver: (result: BatchResult) => Promise<void>) {
    this.#pool = pool;
    this.#deliver = deliver;
    // All workers get a batch before one gets two.
    this.#free = Array.from({ length: pool.size * SETS }, (_, at) => ({
      worker: at % pool.size,
      set: Math.floor(at / pool.size),
    }));
  }

  get isIdle(): boolean {
    return this.#undelivered === 0;
  }

  /** Starts a batch when there is a place for it; throws the error of an earlier batch. */
  async post(packed: PackedTasks): Promise<void> {
    const { tasks } = packed;
    const place = await this.#place();
    const digests = this.#pool.digest(place, packed);
    const answers = Promise.all([digests, this.#answered]).then(([found]) => this.#pool.answer(tasks, found));
    this.#answered = answers;
    const result = answers.then((given) => this.#pool.judge(place, given));
    result.then(() => this.#release(place), nothing);
    this.#undelivered += 1;
    this.#delivered = Promise.all([result, this.#delivered]).then(async ([batch]) => {
      await this.#deliver(batch);
      this.#undelivered -= 1;
      this.#wake();
    });
    this.#delivered.catch((error: unknown) => {
      this.#failure ??= { error };
      this.#wake();
    });
  }

  /** Resolves when all batches are delivered. */
  drain(): Promise<void> {
    return this.#delivered;
  }

  async #place(): Promise<BatchPlace> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      // Results wait for the slowest batch before them, and for the reader of the output.
      const place = this.#undelivered < 2 * SETS * this.#pool.size ? this.#free.shift() : undefined;
      if (place !== undefined) return place;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #release(place: BatchPlace): void {
    this.#free.push(place);
    this.#wake();
  }
}
