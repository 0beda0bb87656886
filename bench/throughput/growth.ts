/**
 * Whether a page costs more on an old site than on a young one. An old table learns a long synthetic site from its first page.
 * A young table learns only the last pages of it, so that both have the same entries. Then both learn the next pages in turn,
 * and the work on each table is timed. This is repeated with new young tables.
 */
import type { ResolvedOptions } from 'refrain';
import { median } from './rounds.ts';
import { syntheticAdapter, syntheticPage } from './synthetic.ts';
import { TableBench, type TapedPage } from './table-work.ts';

export interface Growth {
  /** Cost of a page on the old table over that on the young one. */
  readonly ratio: number;
  readonly youngPage: number;
  readonly oldPage: number;
  readonly youngMicroseconds: number;
  readonly oldMicroseconds: number;
  /** Entries of both tables; equal where everything before the first page of the young table is evicted. */
  readonly youngEntries: number;
  readonly oldEntries: number;
}

/** Pages of one measurement: enough for the clock, and for work that is not done on every page. */
const STRETCH = 24;
const STRETCHES = 8;

export async function measureGrowth(
  options: ResolvedOptions,
  { youngPage, oldPage, repetitions }: { youngPage: number; oldPage: number; repetitions: number },
): Promise<Growth> {
  const bench = await TableBench.create(options);
  const page = (number: number): TapedPage => bench.write(syntheticPage(number), syntheticAdapter);
  const old = bench.createTable();
  let clock = 0;
  while (clock < oldPage) bench.learn(old, page(++clock));
  let youngEntries = 0;
  let oldEntries = 0;
  const youngCosts: number[] = [];
  const oldCosts: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const young = bench.createTable();
    for (let number = clock - youngPage + 1; number <= clock; number += 1) bench.learn(young, page(number));
    youngEntries = bench.entries(young);
    oldEntries = bench.entries(old);
    const cost = (table: number, current: TapedPage): number => {
      bench.load(current);
      return bench.timeTable(table);
    };
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      let youngCost = 0;
      let oldCost = 0;
      for (let at = 0; at < STRETCH; at += 1) {
        const current = page(++clock);
        // The order alternates, since the second table may find code and page in the cache.
        if (at % 2 === 0) {
          youngCost += cost(young, current);
          oldCost += cost(old, current);
        } else {
          oldCost += cost(old, current);
          youngCost += cost(young, current);
        }
      }
      youngCosts.push(youngCost);
      oldCosts.push(oldCost);
    }
    bench.releaseTable(young);
  }
  const microseconds = (costs: readonly number[]): number => (median(costs) / STRETCH) * 1000;
  return {
    ratio: median(oldCosts.map((cost, index) => cost / (youngCosts[index] ?? Number.NaN))),
    ...{ youngPage, oldPage, youngEntries, oldEntries },
    youngMicroseconds: microseconds(youngCosts),
    oldMicroseconds: microseconds(oldCosts),
  };
}
