/**
 * Finds pages with the same text, whatever template their sites have.
 *
 * @module @refrain/search/duplicates
 */

export { Duplicates } from './duplicates.ts';
export type { DuplicatePair, DuplicatesOptions, DuplicatesTemplate, ResolvedDuplicatesOptions } from './options.ts';
