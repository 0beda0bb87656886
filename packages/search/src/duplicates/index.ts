/**
 * @refrain/search/duplicates: which pages say the same, whatever their sites put around it.
 *
 * @module @refrain/search/duplicates
 */

export type { CreateOptions, DetectorOptions } from 'refrain';
export { InputError, LimitError, OptionError, UsageError } from 'refrain';
export { Duplicates } from './duplicates.ts';
export type { DuplicatePair, DuplicatesOptions, DuplicatesTemplate, ResolvedDuplicatesOptions } from './options.ts';
