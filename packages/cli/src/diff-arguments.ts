/** Arguments of `refrain diff`. */
import { type HasFlag, readSite, type TextOf, usageError } from './values.ts';

/** Options of `refrain diff`. */
export interface DiffOptions {
  /** Files of rules, or folders of stores. */
  readonly old: string;
  readonly now: string;
  /** The site of a store; undefined for its only one. */
  readonly site: string | undefined;
  readonly json: boolean;
}

export function readDiff(operands: readonly string[], text: TextOf, has: HasFlag): DiffOptions {
  const [old, now] = operands;
  if (old === undefined || now === undefined || operands.length !== 2) {
    throw usageError('diff: needs two files of rules, or stores: OLD NEW');
  }
  return { old, now, site: readSite('--site', text('site')), json: has('json') };
}
