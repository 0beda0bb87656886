/** Measures sites in several page orders, in as many processes as there are cores. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Problem } from '../problem.ts';
import type { SiteOrder } from './order.ts';
import type { OrderTask } from './order-task.ts';

const SCRIPT = fileURLToPath(new URL('order-task.ts', import.meta.url));
const OUTPUT_MAX = 256 * 1024 * 1024;

async function runTask(task: OrderTask): Promise<SiteOrder> {
  const words = [...process.execArgv, SCRIPT, JSON.stringify(task)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: OUTPUT_MAX });
    return JSON.parse(stdout) as SiteOrder;
  } catch (error) {
    // A Problem in the process is one line on its standard error.
    const message =
      error instanceof Error && 'stderr' in error ? String(error.stderr).match(/^experiments: (.*)\n$/) : null;
    throw message === null ? error : new Problem(message[1]);
  }
}

/** Results in the order of the tasks. */
export async function runOrders(
  tasks: readonly OrderTask[],
  onDone?: (done: number, all: number) => void,
): Promise<SiteOrder[]> {
  const results: SiteOrder[] = new Array(tasks.length);
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < tasks.length; at = next++) {
      results[at] = await runTask(tasks[at] as OrderTask);
      done += 1;
      onDone?.(done, tasks.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work));
  return results;
}
