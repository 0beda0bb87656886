/** `--keep`: the part of every page that is written. */
import type { Choice, DetectorOptions, Evidence } from 'refrain';
import { CommandError } from '../errors.ts';
import type { KEEPS } from './common-flags.ts';
import { usageError } from './flags.ts';
import type { Format } from './formats.ts';

export type Keep = (typeof KEEPS)[number];

export const choiceOf = (keep: Keep): Choice => (keep === 'main+comments' ? ['main', 'comments'] : keep);

/** The options of a run that depend on each other. */
export interface KeepOptions {
  readonly keep: Keep;
  readonly structured: boolean;
  readonly keepOne: boolean;
  readonly maxRemoved: number | undefined;
  readonly format: Format;
}

/** Formats with text, in which text from data can stand. */
const TEXT_FORMATS: ReadonlySet<Format> = new Set<Format>(['ndjson', 'text', 'csv', 'bulk', 'minisearch']);

/** @throws {CommandError} where the flags beside `--keep` have no meaning with it */
export function checkKeep({ keep, structured, keepOne, maxRemoved, format }: KeepOptions): void {
  if (keep !== 'content') {
    const [flag] = [...(keepOne ? ['keep-one'] : []), ...(maxRemoved === undefined ? [] : ['max-removed'])];
    if (flag !== undefined)
      throw usageError(`--${flag}: keeps template in the content; it has no meaning with --keep ${keep}`);
  }
  if (!structured) return;
  if (keep === 'content') throw usageError('--structured: works only with --keep main or --keep main+comments');
  if (!TEXT_FORMATS.has(format)) throw usageError(`--structured: the format ${format} has no text to add it to`);
}

/** The flag that asks for main content; undefined where none does. */
export const keepFlag = (keep: Keep): string | undefined => (keep === 'content' ? undefined : `--keep ${keep}`);

/** @throws {CommandError} `NO_MAIN` where no model decides. `flag`: what asks for main content; `source`: what has set the evidence */
export function checkEvidence(flag: string | undefined, evidence: Evidence, source: string): void {
  if (flag === undefined || evidence !== 'repetition') return;
  const message = `${flag}: main content is found by the model, and ${source} decides by repetition alone`;
  throw new CommandError(message, { usage: true, code: 'NO_MAIN' });
}

/** The evidence that flags ask for. Their other values are checked later. */
export const evidenceOf = ({ preset, evidence }: DetectorOptions): Evidence =>
  evidence ?? (preset === 'paper' ? 'repetition' : 'joint');

/** What of the flags has set it. */
export const evidenceName = ({ evidence }: DetectorOptions): string =>
  evidence === undefined ? 'the preset paper' : '--evidence repetition';
