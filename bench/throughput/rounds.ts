/** Times contenders in rounds. Each runs once per round, so that a slow minute of the machine affects all of them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Bench } from 'tinybench';
import type { BenchPage } from '../pages/read.ts';

/** Reads all pages once. Returns a sum over their results, above 0, so that the work cannot be optimised away. */
type Round = () => number | Promise<number>;

export interface Contender {
  readonly name: string;
  readonly meaning: string;
  /** The pages of a round, if it reads only a part of them. */
  readonly pages?: readonly BenchPage[];
  /** Prepares a round, outside the measured time: creates empty detectors. */
  prepare(): Promise<Round>;
  /** True if a round runs once before it is timed: V8 drops code for classes without objects when all garbage is collected. */
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
/** Otherwise other threads collect the garbage of the previous contender while the next one is timed. */
const collectGarbage = runInNewContext('gc') as () => void;

export async function timeRounds(contenders: readonly Contender[], { warmups, rounds }: Effort): Promise<Timings> {
  // One task run is one round: neither tinybench's own repetitions nor its warm-up, which would not be interleaved.
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
        // Otherwise tinybench runs the task once more to determine it.
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
    // Each round begins with the next contender, since the first one may run on a cooler processor.
    const first = (round + warmups) % bench.tasks.length;
    for (const task of [...bench.tasks.slice(first), ...bench.tasks.slice(0, first)]) {
      // Without the reset, a finished task keeps its first result.
      task.reset();
      await task.run();
      const { result } = task;
      if (!('latency' in result)) throw new Error(`${task.name} was not timed`);
      if (round >= 0) timings.get(task.name)?.push(result.latency.mean);
    }
  }
  return timings;
}

/** The fastest round, which other work on the machine disturbed least. */
export const fastest = (timings: Timings, name: string): number => Math.min(...(timings.get(name) ?? []));

/** Speed of one contender over the speed of another, by the fastest round of each. */
export const speedRatio = (timings: Timings, name: string, other: string): number =>
  fastest(timings, other) / fastest(timings, name);
