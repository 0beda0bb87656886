/** The verdict on one input. */
import { RefrainError } from 'refrain';
import { Difference, isPromised, type Subject } from './subject.ts';

/** A `trap` is a module that failed; an `error` anything thrown that is no `RefrainError`. */
type Kind = 'difference' | 'trap' | 'error' | 'hang';

export interface Failure {
  readonly kind: Kind;
  readonly message: string;
}

/** Maximum time of an input. Inputs have a few kilobytes. */
const HANG_MS = 1000;

function failureOf(error: unknown): Failure | undefined {
  if (isPromised(error)) return undefined;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof Difference) return { kind: 'difference', message };
  return { kind: error instanceof RefrainError ? 'trap' : 'error', message };
}

/**
 * The failure of an input; `known` for a difference that the tests explain; undefined where it passes. An input that was slow is
 * run again, and the time that it had the processor counts: the disk or another process may have been slow.
 */
export async function judge(subject: Subject, input: string): Promise<Failure | 'known' | undefined> {
  try {
    const start = performance.now();
    const result = await subject.run(input);
    if (performance.now() - start <= HANG_MS) return result;
    const before = process.cpuUsage();
    await subject.run(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 <= HANG_MS ? result : { kind: 'hang', message: `more than ${HANG_MS} ms` };
  } catch (error) {
    return failureOf(error);
  }
}
