/** Runs processes as users start them, and measures their resource usage. */
import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const MAIN = pathOf('../packages/cli/dist/bin/main.js');
export const LIBRARY = pathOf('library.mjs');
export const USAGE = new URL('usage.mjs', import.meta.url).href;

export interface Usage {
  readonly seconds: number;
  /** User and system time of all threads. */
  readonly cpuSeconds: number;
  /** The largest resident set, in 10⁶ bytes. */
  readonly peakMegabytes: number;
}

/** Runs a Node program to its end. `read` receives its output. */
export async function runProcess(words: readonly string[], read?: (chunk: string) => void): Promise<Usage> {
  const { child, usage } = startProcess(words, ['ignore', read ? 'pipe' : 'ignore', 'inherit', 'pipe']);
  if (read) child.stdout?.setEncoding('utf8').on('data', read);
  return usage;
}

/** `usage` resolves when the program has ended. */
function startProcess(words: readonly string[], stdio: StdioOptions) {
  const start = performance.now();
  // The package is resolved from this folder.
  const child = spawn(process.execPath, ['--import', USAGE, ...words], { cwd: pathOf('..'), stdio });
  let used = '';
  (child.stdio[3] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
    used += chunk;
  });
  const usage = once(child, 'close').then(([code]): Usage => {
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
    return { seconds: (performance.now() - start) / 1000, ...(JSON.parse(used) as Omit<Usage, 'seconds'>) };
  });
  return { child, usage };
}

/** Runs `use` with `refrain serve`. Returns its usage, and its final memory in 10⁶ bytes. */
export async function withServer<T>(words: readonly string[], use: (address: string) => Promise<T>) {
  const { child, usage } = startProcess([MAIN, 'serve', '--port', '0', ...words], ['ignore', 'ignore', 'pipe', 'pipe']);
  const [line] = (await once((child.stderr as Readable).setEncoding('utf8'), 'data')) as [string];
  const found = await use(/http:\S+/.exec(line)?.[0] ?? '');
  const megabytes = residentMegabytes(child.pid ?? 0);
  child.kill('SIGTERM');
  return { found, megabytes, usage: await usage };
}

const residentMegabytes = (pid: number): number =>
  (1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))) / 1e6;

/** Runs `library.mjs`. Returns the number of pages, and the wall and CPU milliseconds without reading. */
export async function runLibrary(
  output: 'learn' | 'document' | 'markdown',
  folders: readonly string[],
): Promise<{ readonly pages: number; readonly milliseconds: number; readonly cpuMilliseconds: number }> {
  let printed = '';
  await runProcess([LIBRARY, output, ...folders], (chunk) => {
    printed += chunk;
  });
  return JSON.parse(printed);
}

/**
 * Runs contenders in turn, so that other work slows all of them. Returns the minimum wall and CPU time and the maximum
 * peak of each.
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
