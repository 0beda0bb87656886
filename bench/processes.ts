/** Processes as users start them, and their times. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './report.ts';

export const MAIN = fileURLToPath(new URL('../packages/cli/dist/bin/main.js', import.meta.url));

/** Runs a process, whose output is discarded, to its end. */
export function finish(words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${words.join(' ')} ended with ${code}`));
    });
  });
}

/**
 * Runs contenders in turn, so that other work on the machine slows all of them, with one round before that does not count. Gives
 * the median of each contender's seconds.
 */
export async function timeInTurn<N extends string>(
  contenders: Readonly<Record<N, () => Promise<unknown>>>,
  rounds: number,
): Promise<Readonly<Record<N, number>>> {
  const names = Object.keys(contenders) as N[];
  const times = new Map<N, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const begun = performance.now();
      await contenders[name]();
      if (round > 0) times.get(name)?.push((performance.now() - begun) / 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<N, number>;
}
