/** Times contenders in rounds. Each runs once in every round, so that a slow minute of the machine affects all of them. */
import { Bench } from 'tinybench';
import type { Contender, Outcome, Round } from './contender.ts';
import { collectGarbage } from './garbage.ts';

/** Milliseconds of each round, by contender. */
export type Timings = ReadonlyMap<string, readonly number[]>;

export async function timeRounds(
  contenders: readonly Contender[],
  { warmups, rounds }: { readonly warmups: number; readonly rounds: number },
): Promise<Timings> {
  // One task run is one round: neither tinybench's own repetitions nor its warm-up, which would not be interleaved.
  const bench = new Bench({ iterations: 1, time: 0, warmup: false, retainSamples: true, throws: true });
  for (const contender of contenders) {
    let round: Round = () => ({ found: 0 });
    const check = ({ found, milliseconds }: Outcome) => {
      if (found === 0) throw new Error(`${contender.name} found nothing`);
      return milliseconds === undefined ? undefined : { overriddenDuration: milliseconds };
    };
    bench.add(
      contender.name,
      () => {
        const outcome = round();
        return outcome instanceof Promise ? outcome.then(check) : check(outcome);
      },
      {
        // Otherwise tinybench runs the task once more to find out.
        async: contender.isAsync ?? false,
        beforeEach: async () => {
          round = await contender.prepare();
          // Otherwise the garbage of the contender before is collected, by several threads, while this one is timed.
          collectGarbage();
        },
      },
    );
  }
  const timings = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmups; round < rounds; round += 1) {
    // Each round begins with the next contender, since the first one may run on a cooler processor.
    const first = (round + warmups) % bench.tasks.length;
    for (const task of [...bench.tasks.slice(first), ...bench.tasks.slice(0, first)]) {
      // Without the reset, a task that has run keeps its first result.
      task.reset();
      await task.run();
      const { result } = task;
      if (!('latency' in result)) throw new Error(`${task.name} was not timed`);
      if (round >= 0) timings.get(task.name)?.push(result.latency.mean);
    }
  }
  return timings;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The fastest round: the one that other work on the machine has disturbed least. */
export const fastest = (timings: Timings, name: string): number => Math.min(...(timings.get(name) ?? []));

/** Speed of one contender over the speed of another, by the fastest round of each. */
export const speedRatio = (timings: Timings, name: string, other: string): number =>
  fastest(timings, other) / fastest(timings, name);
