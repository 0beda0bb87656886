import { RefrainError } from 'refrain';
import type { InputFailure, ReadOptions } from './page.ts';

/** Tells of a failure, or throws it where nobody wants to be told. */
export function report({ onFailure }: ReadOptions, failure: InputFailure): void {
  if (onFailure !== undefined) {
    onFailure(failure);
    return;
  }
  const { error, source } = failure;
  // Whoever gets the error alone has to know where; the system's own errors name their file.
  if (error instanceof RefrainError) error.message = `${source}: ${error.message}`;
  throw error;
}

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Items up to where there are no more, or where getting the next one fails, which `fail` is told. */
export async function* untilFailure<T>(items: AsyncIterable<T>, fail: (error: Error) => void): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch(asError);
      if (next instanceof Error) return fail(next);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** An input that was named holds no page. */
export class NoPagesError extends Error {
  readonly code = 'NO_PAGES';
}
