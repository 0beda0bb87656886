/** What must come in time. */
import { setTimeout as pause } from 'node:timers/promises';

/** Gives what comes in this many seconds; else throws what `late` makes. What comes later is left. */
export async function inTime<T>(coming: Promise<T>, seconds: number, late: () => Error): Promise<T> {
  const ending = new AbortController();
  const end = pause(1000 * seconds, undefined, { signal: ending.signal }).then(() => {
    throw late();
  });
  try {
    return await Promise.race([coming, end]);
  } finally {
    ending.abort();
  }
}
