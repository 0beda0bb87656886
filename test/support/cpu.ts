import * as assert from 'uvu/assert';
import { testSize } from './effort.ts';

/** The result of work, and its milliseconds of CPU time in this process. */
async function timed<T>(work: () => T): Promise<{ result: Awaited<T>; time: number }> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return { result, time: (user + system) / 1000 };
}

/** The tested part of a size: the nightly run tests all. */
const PART = testSize(1 / 4, 1);
/** The sizes of `assertLinear`. */
export const sizesOf = (most: number): readonly [large: number, small: number] => [most * PART, (most * PART) / 4];
/** Milliseconds below which growth cannot be measured. */
const SHORT = PART * 1000;
/** The best of three measurements is hardly disturbed by garbage collection and other processes. */
const ATTEMPTS = 3;

/**
 * Fails if work on four times the size takes eight times the time: linear work takes four times as long, quadratic work
 * sixteen times. Returns the result of the larger size, which is a quarter of `most` in the usual test run.
 */
export async function assertLinear<T>(name: string, most: number, work: (size: number) => T): Promise<Awaited<T>> {
  const [size, smaller] = sizesOf(most);
  for (let attempt = 1; ; attempt++) {
    const { result, time: large } = await timed(() => work(size));
    if (large < SHORT) return result;
    const { time: small } = await timed(() => work(smaller));
    if (large < 8 * small) return result;
    assert.ok(attempt < ATTEMPTS, `${name}: ${small} ms, ${large} ms for four times the size`);
  }
}
