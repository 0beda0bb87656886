/** Processes as users start them, and their times. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../packages/cli/dist/bin/main.js', import.meta.url));

/** Seconds from start to exit of a process, whose output is discarded. */
export function seconds(words: readonly string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve((performance.now() - begun) / 1000);
      else reject(new Error(`${words.join(' ')} ended with ${code}`));
    });
  });
}

/** Contenders that give a promise of their end. */
export type Contenders = Readonly<Record<string, () => Promise<unknown>>>;

const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/**
 * Runs contenders in turn, so that other work on the machine slows all of them, with one round before that does not count. Gives
 * the median of a contender's seconds.
 */
export async function timeInTurn(contenders: Contenders, rounds: number): Promise<(name: string) => number> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(contenders)) {
      const begun = performance.now();
      await run();
      if (round > 0) times.set(name, [...(times.get(name) ?? []), (performance.now() - begun) / 1000]);
    }
  }
  return (name) => medianOf(times.get(name) ?? []);
}
