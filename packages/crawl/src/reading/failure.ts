import { RefrainError } from 'refrain';
import type { InputFailure, ReadOptions } from './page.ts';

/** Passes a failure to `onFailure`, or throws it where there is no such option. */
export function reportFailure({ onFailure }: ReadOptions, failure: InputFailure): void {
  if (onFailure !== undefined) {
    onFailure(failure);
    return;
  }
  const { error, source } = failure;
  // A thrown error comes without its source. The system's own errors name their file.
  if (error instanceof RefrainError) error.message = `${source}: ${error.message}`;
  throw error;
}

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Items up to the end, or up to an error of the iterator, which is passed to `onError`. */
export async function* untilFailure<T>(items: AsyncIterable<T>, onError: (error: Error) => void): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch(asError);
      if (next instanceof Error) return onError(next);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
