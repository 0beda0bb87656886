import { setTimeout as pause } from 'node:timers/promises';

/** Resolves like `coming`. After `seconds`, rejects with `late()` and ignores a later result. */
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
