/**
 * refrain/duplicates: which pages say the same, whatever their sites put around it.
 *
 * @module refrain/duplicates
 */

export { InputError, LimitError, OptionError, UsageError } from '../errors.ts';
export type { CreateOptions } from '../open.ts';
export type { DetectorOptions } from '../options.ts';
export type { SiteOf } from '../sites/site-of.ts';
export { Duplicates } from './duplicates.ts';
export type { DuplicatePair, DuplicatesOptions, DuplicatesTemplate, ResolvedDuplicatesOptions } from './options.ts';
