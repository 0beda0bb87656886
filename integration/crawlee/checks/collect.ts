import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage three times, with pauses in which pending work can end. */
export async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('the garbage collector is not exposed');
  for (let times = 0; times < 3; times += 1) {
    await pause(50);
    gc();
  }
}
