/** Who does the work: this thread, or several others. */
import { Worker } from 'node:worker_threads';
import type { SiteStore, Soon } from '@refrain/crawl/unstable';
import { Labeller, type Pass, type WorkOptions } from './labeller.ts';
import type { BatchResult, Task } from './task.ts';
import type { CrewQuestion, StoreQuestion, ThreadResult, ThreadStats } from './thread.ts';
import { Wire } from './wire.ts';

/** Hands that work on batches, each on one after another. */
export interface Crew {
  readonly size: number;
  /** Bytes of linear memory of all, and sites that the store does not have yet. */
  readonly stats: ThreadStats;
  run(hand: number, tasks: readonly Task[]): Promise<BatchResult>;
  setMode(pass: Pass): Promise<void>;
  /** Hands all that was learned to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** This thread alone. */
async function alone(store: SiteStore, options: WorkOptions): Promise<Crew> {
  const labeller = await Labeller.create(store, options);
  return {
    size: 1,
    get stats() {
      return labeller.stats;
    },
    run: (_, tasks) => labeller.run(tasks),
    setMode: async (pass) => labeller.setMode(pass),
    flush: () => labeller.flush(),
    close: async () => undefined,
  };
}

/** Asks of a worker's, answered by the store. */
function keeper(store: SiteStore): (question: StoreQuestion) => Soon<unknown> {
  return (question) => {
    switch (question.ask) {
      case 'records':
        return store.records(question.sites);
      case 'counted':
        return store.counted(question.pages);
      case 'write':
        return store.write(question.changes);
    }
  };
}

interface Hand {
  readonly worker: Worker;
  readonly wire: Wire;
  stats: ThreadStats;
  /** Buffers whose output has been taken. */
  readonly rooms: ArrayBuffer[];
}

function hire(store: SiteStore): Hand {
  const worker = new Worker(new URL('./worker.js', import.meta.url));
  const wire = new Wire(worker, keeper(store));
  worker.on('error', (error) => wire.break(error));
  worker.on('exit', () => wire.break(new Error('a worker ended before its work')));
  return { worker, wire, stats: { newSites: 0, memoryBytes: 0, queuedBytes: 0 }, rooms: [] };
}

const ask = (hand: Hand, question: CrewQuestion, transfer?: readonly ArrayBuffer[]): Promise<unknown> =>
  hand.wire.ask(question, transfer);

/** Tasks with buffers of their own: what is sent to a thread is whole buffers, not the parts that a view shows. */
function packed(tasks: readonly Task[]): { tasks: readonly Task[]; transfer: readonly ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const own = (bytes: Uint8Array): Uint8Array => {
    const copy = new Uint8Array(bytes);
    transfer.push(copy.buffer);
    return copy;
  };
  const sent = tasks.map((task): Task => {
    const { from } = task;
    if (from.kind === 'bytes') return { ...task, from: { ...from, bytes: own(from.bytes) } };
    if (from.kind === 'record') return { ...task, from: { ...from, raw: own(from.raw) } };
    return task;
  });
  return { tasks: sent, transfer };
}

async function together(size: number, store: SiteStore, options: WorkOptions, separator: string): Promise<Crew> {
  const hands = Array.from({ length: size }, () => hire(store));
  const all = (question: CrewQuestion): Promise<unknown[]> => Promise.all(hands.map((hand) => ask(hand, question)));
  const close = async (): Promise<void> => {
    await Promise.all(hands.map(({ worker }) => worker.terminate()));
  };
  try {
    await all({ ask: 'begin', options });
  } catch (error) {
    // Threads that were not ended would keep the process.
    await close();
    throw error;
  }
  return {
    size,
    get stats() {
      const sum = (of: (stats: ThreadStats) => number): number =>
        hands.reduce((total, { stats }) => total + of(stats), 0);
      return {
        newSites: sum(({ newSites }) => newSites),
        memoryBytes: sum(({ memoryBytes }) => memoryBytes),
        queuedBytes: sum(({ queuedBytes }) => queuedBytes),
      };
    },
    async run(number, tasks) {
      const hand = hands[number] as Hand;
      const sent = packed(tasks);
      const room = hand.rooms.pop();
      const transfer = room === undefined ? sent.transfer : [...sent.transfer, room];
      const question = { ask: 'run', tasks: sent.tasks, separator, room } as const;
      const { output, tally, stats } = (await ask(hand, question, transfer)) as ThreadResult;
      hand.stats = stats;
      return { output: output.length > 0 ? [output] : [], tally, taken: () => hand.rooms.push(output.buffer) };
    },
    async setMode(pass) {
      await all({ ask: 'mode', pass });
    },
    async flush() {
      const stats = (await all({ ask: 'flush' })) as ThreadStats[];
      for (const [number, hand] of hands.entries()) hand.stats = stats[number] ?? hand.stats;
    },
    close,
  };
}

/** `separator` comes between two documents of a batch. */
export function gather(jobs: number, store: SiteStore, options: WorkOptions, separator: string): Promise<Crew> {
  return jobs === 1 ? alone(store, options) : together(jobs, store, options, separator);
}
