/** Times contenders against one another: round by round, each once a round, so that a slow minute hits them all. */
import { Bench } from 'tinybench';
import type { Contender, Outcome, Round } from './contender.ts';

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
        // Known to be so, and not to be found out by running it once more.
        async: contender.isAsync ?? false,
        beforeEach: async () => {
          round = await contender.prepare();
        },
      },
    );
  }
  const timings = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmups; round < rounds; round += 1) {
    // Each round begins with another one, for what comes first may find a cooler machine.
    const first = (round + warmups) % bench.tasks.length;
    for (const task of [...bench.tasks.slice(first), ...bench.tasks.slice(0, first)]) {
      // A task that has run once gives the same result for ever, unless it is told to forget it.
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

/**
 * How many times as fast one contender is as another: median over rounds of the quotient of one round, which a machine
 * that slows down changes least.
 */
export function speedRatio(timings: Timings, name: string, other: string): number {
  const own = timings.get(name) ?? [];
  const others = timings.get(other) ?? [];
  return median(own.map((milliseconds, round) => (others[round] ?? Number.NaN) / milliseconds));
}
