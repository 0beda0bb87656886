/** The verdict on one input. */
import { RefrainError } from 'refrain';
import { Difference, isPromised, type Subject } from './subject.ts';

/** A `trap` is a module that failed; an `error` anything thrown that is no `RefrainError`. */
export type Kind = 'difference' | 'trap' | 'error' | 'hang';

export interface Failure {
  readonly kind: Kind;
  readonly message: string;
}

/** Maximum time of an input. Inputs have a few kilobytes. */
const HANG_MS = 1000;
/** An input that was slow is run again, since another process may have had the processor. */
const TRIES = 3;

function failureOf(error: unknown): Failure | undefined {
  if (isPromised(error)) return undefined;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof Difference) return { kind: 'difference', message };
  return { kind: error instanceof RefrainError ? 'trap' : 'error', message };
}

/** The failure of an input; `known` for a difference that the tests explain; undefined where it passes. */
export async function judge(subject: Subject, input: string): Promise<Failure | 'known' | undefined> {
  for (let left = TRIES; left > 0; left -= 1) {
    const start = performance.now();
    try {
      const result = await subject.run(input);
      if (performance.now() - start <= HANG_MS) return result;
    } catch (error) {
      return failureOf(error);
    }
  }
  return { kind: 'hang', message: `more than ${HANG_MS} ms` };
}
