/** Times contenders in rounds, so that a slow minute of the machine affects all of them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Bench } from 'tinybench';
import type { BenchPage } from '../pages/read.ts';

/** Reads all pages once. Returns a sum of the results above 0, so that the work is not optimised away. */
type Round = () => number | Promise<number>;

export interface Contender {
  readonly name: string;
  readonly meaning: string;
  /** Default: all pages. */
  readonly pages?: readonly BenchPage[];
  /** Creates empty detectors, outside the measured time. */
  prepare(): Promise<Round>;
  /** True to run an untimed round first: at garbage collection, V8 drops code of classes that have no objects. */
  readonly isWarmed?: true;
  /** True if a round returns a promise. */
  readonly isAsync?: true;
}

export interface Effort {
  readonly warmups: number;
  readonly rounds: number;
}

/** Milliseconds of each round, by contender. */
export type Timings = ReadonlyMap<string, readonly number[]>;

setFlagsFromString('--expose-gc');
/** Otherwise other threads would collect garbage of the previous contender during a round. */
const collectGarbage = runInNewContext('gc') as () => void;

export async function timeRounds(contenders: readonly Contender[], { warmups, rounds }: Effort): Promise<Timings> {
  // One task run is one round, because tinybench would not interleave its repetitions and warm-up.
  const bench = new Bench({ iterations: 1, time: 0, warmup: false, retainSamples: true, throws: true });
  for (const contender of contenders) {
    let round: Round = () => 0;
    const check = (found: number): void => {
      if (found === 0) throw new Error(`${contender.name} found nothing`);
    };
    bench.add(
      contender.name,
      () => {
        const found = round();
        return found instanceof Promise ? found.then(check) : check(found);
      },
      {
        // Otherwise tinybench runs the task once to determine this.
        async: contender.isAsync ?? false,
        beforeEach: async () => {
          round = await contender.prepare();
          collectGarbage();
          if (contender.isWarmed) check(await round());
        },
      },
    );
  }
  const timings = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmups; round < rounds; round += 1) {
    // Rotates the order, because the first contender may run on a cooler processor.
    const first = (round + warmups) % bench.tasks.length;
    for (const task of [...bench.tasks.slice(first), ...bench.tasks.slice(0, first)]) {
      // Otherwise a finished task keeps its first result.
      task.reset();
      await task.run();
      const { result } = task;
      if (!('latency' in result)) throw new Error(`${task.name} was not timed`);
      if (round >= 0) timings.get(task.name)?.push(result.latency.mean);
    }
  }
  return timings;
}

/** The time of the fastest round, which was disturbed least. */
export const fastest = (timings: Timings, name: string): number => Math.min(...(timings.get(name) ?? []));

/** Ratio of speeds, by the fastest round of each. */
export const speedRatio = (timings: Timings, name: string, other: string): number =>
  fastest(timings, other) / fastest(timings, name);
