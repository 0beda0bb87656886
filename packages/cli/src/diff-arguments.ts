/** Arguments of `refrain diff`. */
import { type HasFlag, usageError } from './values.ts';

/** Options of `refrain diff`. */
export interface DiffOptions {
  /** Files of rules. */
  readonly old: string;
  readonly now: string;
  readonly json: boolean;
}

export function readDiff(operands: readonly string[], has: HasFlag): DiffOptions {
  const [old, now] = operands;
  if (old === undefined || now === undefined || operands.length !== 2) {
    throw usageError('diff: needs two files of rules: OLD NEW');
  }
  return { old, now, json: has('json') };
}
