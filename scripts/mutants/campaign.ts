/** Which test files reach a mutant, and which mutants none of them notices. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { runFile } from './run-file.ts';

/** A test file with what it reaches. */
export interface Reach {
  readonly file: string;
  readonly milliseconds: number;
  readonly mutants: ReadonlySet<number>;
}

export type Result = 'killed' | 'timeout' | 'survived' | 'not reached';

/** A test file that takes longer without a mutant is left out. */
const MAX_FILE_MS = 300_000;
const PROCESSES = 2;

/** Maps with a few calls at the same time. */
async function mapped<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await map(items[at] as T);
  };
  await Promise.all(Array.from({ length: PROCESSES }, worker));
  return results;
}

/** Runs every file with recording modules. Files that fail or take too long are left out. */
export async function findReach(copy: string, files: readonly string[], mutants: number): Promise<Reach[]> {
  const all = await mapped(files, async (file): Promise<Reach | undefined> => {
    const record = join(copy, `reached-${file.replaceAll('/', '-')}`);
    const variables = { REFRAIN_REACHED: record, REFRAIN_MUTANTS: String(mutants) };
    const { passed, milliseconds } = await runFile(copy, file, variables, MAX_FILE_MS);
    const numbers = existsSync(record)
      ? readFileSync(record, 'utf8')
          .split(/\s+/)
          .filter((word) => word !== '')
      : [];
    rmSync(record, { force: true });
    if (!passed) process.stderr.write(`left out: ${file} fails without a mutant, or takes too long\n`);
    return passed ? { file, milliseconds, mutants: new Set(numbers.map(Number)) } : undefined;
  });
  return all.filter((reach) => reach !== undefined).sort((one, other) => one.milliseconds - other.milliseconds);
}

/** Tests mutants until the time is over; a mutant without a result is missing in the map. */
export async function testMutants(
  copy: string,
  mutants: readonly Mutant[],
  reach: readonly Reach[],
  end: number,
  onResult: (mutant: Mutant, result: Result) => void,
): Promise<void> {
  const runs = new Map(reach.map(({ file }) => [file, { tries: 0, kills: 0 }]));
  /** Expected time until a file detects a mutant, by those before. */
  const cost = ({ file, milliseconds }: Reach): number => {
    const { tries, kills } = runs.get(file) ?? { tries: 0, kills: 0 };
    return (milliseconds * (tries + 2)) / (kills + 1);
  };
  await mapped(mutants, async (mutant) => {
    if (performance.now() > end) return;
    const files = reach.filter((one) => one.mutants.has(mutant.id)).sort((one, other) => cost(one) - cost(other));
    const variables = { REFRAIN_MUTANT: String(mutant.id), __STRYKER_ACTIVE_MUTANT__: String(mutant.id) };
    for (const { file, milliseconds } of files) {
      const limit = 5 * milliseconds + 10_000;
      const run = await runFile(copy, file, variables, limit);
      const counts = runs.get(file);
      if (counts !== undefined) {
        counts.tries += 1;
        counts.kills += run.passed ? 0 : 1;
      }
      if (!run.passed) {
        onResult(mutant, run.milliseconds >= limit ? 'timeout' : 'killed');
        return;
      }
    }
    onResult(mutant, files.length === 0 ? 'not reached' : 'survived');
  });
}
