/** Milliseconds of processor time that work takes in this process. Unlike time on the clock, other processes do not change it. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
