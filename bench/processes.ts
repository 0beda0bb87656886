/** Processes as users start them, and what they take. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const MAIN = pathOf('../packages/cli/dist/bin/main.js');
export const LIBRARY = pathOf('library.mjs');
const USAGE = new URL('usage.mjs', import.meta.url).href;

/** What a process took from its start to its end. */
export interface Usage {
  readonly seconds: number;
  /** Of the user and of the system, all threads. */
  readonly cpuSeconds: number;
  /** The largest resident set, in 10⁶ bytes. */
  readonly peakMegabytes: number;
}

/** Runs a program of Node to its end. Its output goes into a pipe if `read` takes it, and else is discarded. */
export async function runProcess(words: readonly string[], read?: (chunk: string) => void): Promise<Usage> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, ...words], {
    // Where the package is found by its name.
    ...{ cwd: pathOf('..'), stdio: ['ignore', read ? 'pipe' : 'ignore', 'inherit', 'pipe'] },
  });
  let used = '';
  (child.stdio[3] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
    used += chunk;
  });
  if (read) child.stdout?.setEncoding('utf8').on('data', read);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, ...(JSON.parse(used) as Omit<Usage, 'seconds'>) };
}

/** Pages that `library.mjs` read, and its milliseconds without reading. */
export async function runLibrary(
  output: 'learn' | 'document',
  folders: readonly string[],
): Promise<{ readonly pages: number; readonly milliseconds: number }> {
  let printed = '';
  await runProcess([LIBRARY, output, ...folders], (chunk) => {
    printed += chunk;
  });
  return JSON.parse(printed);
}

/**
 * Runs contenders in turn, so that other work on the machine slows all of them. Gives the least time of each, wall and CPU, and its
 * greatest peak.
 */
export async function inTurn<N extends string>(
  contenders: Readonly<Record<N, () => Promise<Usage>>>,
  rounds: number,
): Promise<Readonly<Record<N, Usage>>> {
  const found: Partial<Record<N, Usage>> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(contenders) as N[]) {
      const { seconds, cpuSeconds, peakMegabytes } = await contenders[name]();
      const before = found[name];
      found[name] = {
        seconds: Math.min(seconds, before?.seconds ?? seconds),
        cpuSeconds: Math.min(cpuSeconds, before?.cpuSeconds ?? cpuSeconds),
        peakMegabytes: Math.max(peakMegabytes, before?.peakMegabytes ?? 0),
      };
    }
  }
  return found as Record<N, Usage>;
}
