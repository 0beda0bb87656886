/** Hands tasks to a crew at the pace of the slowest: reading, work, or who takes the output. */
import type { Crew } from './crew.ts';
import { Batch, Dealer } from './deal.ts';
import type { BatchResult, Task } from './task.ts';

/** Batches that a hand may have before it: one in work, one waiting. */
const DEPTH = 2;
/** Tasks that wait for a full batch are sent after so many milliseconds without one. */
const PATIENCE = 50;

export interface Delivery {
  readonly interrupted: AbortSignal;
  /** Takes a result; the hand that made it waits. */
  deliver(result: BatchResult): Promise<void>;
}

/** One hand's batches: so many at once, and delivered in order. */
class Lane {
  readonly #crew: Crew;
  readonly #hand: number;
  readonly #deliver: (result: BatchResult) => Promise<void>;
  readonly #underWay: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  constructor(crew: Crew, hand: number, deliver: (result: BatchResult) => Promise<void>) {
    this.#crew = crew;
    this.#hand = hand;
    this.#deliver = deliver;
  }

  get isIdle(): boolean {
    return this.#underWay.length === 0;
  }

  /** Resolves when there is room for another batch; throws what an earlier one failed with. */
  async post(tasks: readonly Task[]): Promise<void> {
    const running = this.#crew.run(this.#hand, tasks);
    const done = Promise.all([running, this.#last]).then(([result]) => this.#deliver(result));
    this.#last = done.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    this.#underWay.push(this.#last);
    while (this.#underWay.length >= (this.#crew.size === 1 ? 1 : DEPTH)) {
      await this.#underWay.shift();
      this.#check();
    }
  }

  /** Resolves when all is delivered. */
  async drain(): Promise<void> {
    await this.#last;
    this.#underWay.length = 0;
    this.#check();
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

export class Dispatcher {
  readonly #lanes: readonly Lane[];
  readonly #dealer: Dealer;
  readonly #interrupted: AbortSignal;

  constructor(crew: Crew, { interrupted, deliver }: Delivery) {
    this.#lanes = Array.from({ length: crew.size }, (_, hand) => new Lane(crew, hand, deliver));
    this.#dealer = new Dealer(crew.size);
    this.#interrupted = interrupted;
  }

  /** Tasks that come one by one. */
  async stream(tasks: AsyncIterable<Task>): Promise<void> {
    const batches = this.#lanes.map(() => new Batch());
    const isAlone = this.#lanes.length === 1;
    let hand = 0;
    let late: unknown;
    // A slow input must not keep what has come of it from the output.
    const timer = setInterval(() => {
      for (const [at, lane] of this.#lanes.entries()) {
        const batch = batches[at];
        if (batch === undefined || batch.isEmpty || !lane.isIdle) continue;
        lane.post(batch.take()).catch((error: unknown) => {
          late ??= error;
        });
      }
    }, PATIENCE);
    try {
      for await (const task of tasks) {
        if (late !== undefined) throw late;
        // Records that are no pages stay with the page before them.
        if (task.from.kind !== 'record') hand = this.#dealer.owner(task.site);
        const batch = batches[hand] as Batch;
        if (batch.add(task) || isAlone) await (this.#lanes[hand] as Lane).post(batch.take());
        if (this.#interrupted.aborted) break;
      }
    } finally {
      clearInterval(timer);
    }
    for (const [at, batch] of batches.entries()) {
      if (!batch.isEmpty) await (this.#lanes[at] as Lane).post(batch.take());
    }
    await this.#drain();
  }

  /** Tasks that are known from the start: of several hands each takes one part of the sites after another. */
  async list(tasks: readonly Task[]): Promise<void> {
    if (this.#lanes.length === 1) return this.#inOrder(tasks);
    const next = this.#dealer.portions(tasks);
    await Promise.all(
      this.#lanes.map(async (lane, hand) => {
        const batch = new Batch();
        for (let portion = next(hand); portion !== undefined; portion = next(hand)) {
          for (const task of portion) {
            if (this.#interrupted.aborted) break;
            if (batch.add(task)) await lane.post(batch.take());
          }
        }
        if (!batch.isEmpty) await lane.post(batch.take());
        await lane.drain();
      }),
    );
  }

  async #inOrder(tasks: readonly Task[]): Promise<void> {
    const [lane] = this.#lanes as [Lane];
    for (const task of tasks) {
      if (this.#interrupted.aborted) break;
      await lane.post([task]);
    }
    await this.#drain();
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.drain()));
  }
}
