import * as assert from 'uvu/assert';

/** What work gives, and the milliseconds of processor time that it takes in this process, which other processes do not change. */
async function timed<T>(work: () => T): Promise<{ result: Awaited<T>; time: number }> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return { result, time: (user + system) / 1000 };
}

/** Milliseconds below which growth cannot be measured. */
const SHORT = 1000;
/** Collections of garbage and other processes disturb one measurement, hardly three. */
const ATTEMPTS = 3;

/**
 * Fails where work on four times the size takes eight times the time: linear work takes four times as long, quadratic work sixteen
 * times. Gives what the work on the whole size gives.
 */
export async function assertLinear<T>(name: string, size: number, work: (size: number) => T): Promise<Awaited<T>> {
  for (let attempt = 1; ; attempt++) {
    const { result, time: large } = await timed(() => work(size));
    if (large < SHORT) return result;
    const { time: small } = await timed(() => work(size / 4));
    if (large < 8 * small) return result;
    assert.ok(attempt < ATTEMPTS, `${name}: ${small} ms, ${large} ms for four times the size`);
  }
}
