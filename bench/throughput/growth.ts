/**
 * Does a page cost more on an old site than on a young one? One table reads a long synthetic site from its first page;
 * again and again a young one reads the last pages of it, so that both hold the same entries and only one has a past;
 * then both read on, page by page in turn, and their table work is timed.
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
  /** The same where all that the young table missed is forgotten. */
  readonly youngEntries: number;
  readonly oldEntries: number;
}

/** A stretch is long enough for a clock and for the work that is not done on every page. */
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
    const cost = (table: number, held: TapedPage): number => {
      bench.hold(held);
      return bench.timeTable(table);
    };
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      let youngCost = 0;
      let oldCost = 0;
      for (let place = 0; place < STRETCH; place += 1) {
        const held = page(++clock);
        // Whoever is second may find the code and the page warmer.
        if (place % 2 === 0) {
          youngCost += cost(young, held);
          oldCost += cost(old, held);
        } else {
          oldCost += cost(old, held);
          youngCost += cost(young, held);
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
