/** Runs the test files that `test.ts` names, in this process. Each ends with a line of totals. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Begins a line of totals. */
export const TOTALS = '\0totals ';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** A suite of uvu. Returns failures as text, and the numbers of passed, skipped and all tests. */
type Suite = () => Promise<readonly [failures: string | true, passed: number, skipped: number, total: number]>;

/** `uvu/run` sets this for files that share a process. */
const uvu = globalThis as typeof globalThis & { UVU_DEFER?: boolean; UVU_QUEUE?: Suite[][] };

async function run(file: string): Promise<Totals> {
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  const suites: Suite[] = [];
  uvu.UVU_QUEUE = [suites];
  await import(pathToFileURL(resolve(file)).href);
  if (suites.length === 0) throw new Error(`${file} runs no tests: it needs test.run()`);
  for (const suite of suites) {
    const [failures, passed, skipped, total] = await suite();
    totals.passed += passed;
    totals.failed += total - passed;
    totals.skipped += skipped;
    if (failures !== true) process.stdout.write(`\n${failures}\n`);
  }
  if (process.exitCode) totals.failed += 1;
  process.exitCode = 0;
  return totals;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  uvu.UVU_DEFER = true;
  // A file that cannot be loaded ends the process, because its tests may be registered already.
  process.on('message', async (file: string) => {
    if (file === '') process.disconnect();
    else process.stdout.write(`\n${TOTALS}${JSON.stringify(await run(file))}\n`);
  });
}
