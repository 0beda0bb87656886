import * as assert from 'uvu/assert';

/** Milliseconds of processor time that work takes in this process. Unlike time on the clock, other processes do not change it. */
async function cpuTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Milliseconds below which growth cannot be measured. */
const SHORT = 1000;
/** Collections of garbage and other processes disturb one measurement, hardly three. */
const ATTEMPTS = 3;

/** Fails where work on four times the size takes eight times the time: linear work takes four times as long, quadratic work sixteen times. */
export async function assertLinear(name: string, size: number, work: (size: number) => unknown): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const large = await cpuTime(() => work(size));
    if (large < SHORT) return;
    const small = await cpuTime(() => work(size / 4));
    if (large < 8 * small) return;
    assert.ok(attempt < ATTEMPTS, `${name}: ${small} ms, ${large} ms for four times the size`);
  }
}
