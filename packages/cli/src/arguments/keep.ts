/** `--keep`: the part of every page that is written. */
import type { Choice, DetectorOptions } from 'refrain';
import { CommandError } from '../errors.ts';
import type { KEEPS } from './common-flags.ts';

export type Keep = (typeof KEEPS)[number];

export const choiceOf = (keep: Keep): Choice => (keep === 'main+comments' ? ['main', 'comments'] : keep);

/** The flag that asks for main content; undefined where none does. */
export const keepFlag = (keep: Keep): string | undefined => (keep === 'content' ? undefined : `--keep ${keep}`);

/**
 * @param flag what asks for main content, if anything does
 * @param state the store whose options these are; default: they are those of flags, and checked later
 * @throws {CommandError} `NO_MAIN` where no model decides
 */
export function checkMain(flag: string | undefined, { preset, evidence }: DetectorOptions, state?: string): void {
  const decides = evidence ?? (preset === 'paper' ? 'repetition' : 'joint');
  if (flag === undefined || decides !== 'repetition') return;
  const ofFlags = evidence === undefined ? 'the preset paper' : '--evidence repetition';
  const source = state === undefined ? ofFlags : `the store ${state}`;
  const message = `${flag}: main content is found by the model, and ${source} decides by repetition alone`;
  throw new CommandError(message, { usage: true, code: 'NO_MAIN' });
}
