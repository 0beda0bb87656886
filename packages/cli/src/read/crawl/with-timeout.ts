/** A time limit for a promise. */
import { setTimeout as pause } from 'node:timers/promises';

/** The result of a promise within this many seconds. Otherwise throws the error of `late`, and ignores the result. */
export async function withTimeout<T>(coming: Promise<T>, seconds: number, late: () => Error): Promise<T> {
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
