/**
 * @refrain/search/duplicates: finds pages with the same text, whatever template their sites have.
 *
 * @module @refrain/search/duplicates
 */

export type { DetectorOptions } from 'refrain';
export { InputError, LimitError, OptionError, UsageError } from 'refrain';
export type { IndexCreateOptions } from '../module/memory.ts';
export { Duplicates } from './duplicates.ts';
export type { DuplicatePair, DuplicatesOptions, DuplicatesTemplate, ResolvedDuplicatesOptions } from './options.ts';
