/** Arguments of `refrain changed`. */
import type { SiteOf } from '@refrain/crawl';
import { CHANGED_FORMATS } from '../flag-values.ts';
import { checkInputs } from '../input-arguments.ts';
import { checkPatterns, type Patterns } from '../patterns.ts';
import { type HasFlag, type ListOf, readSiteOf, readWord, type TextOf, usageError } from '../values.ts';

/** Options of `refrain changed`. */
export interface ChangedOptions {
  readonly old: string;
  readonly next: string;
  readonly format: (typeof CHANGED_FORMATS)[number] | 'json';
  readonly patterns: Patterns;
  readonly siteOf: SiteOf;
  readonly model: string | undefined;
  readonly quiet: boolean;
}

export function readChanged(words: readonly string[], text: TextOf, has: HasFlag, list: ListOf): ChangedOptions {
  const [old, next, ...more] = words;
  if (old === undefined || next === undefined || more.length > 0)
    throw usageError('changed: needs two crawls, OLD and NEW');
  checkInputs([old, next]);
  if (old === '-' || next === '-')
    throw usageError('changed: reads each crawl twice, and standard input can be read only once');
  if (has('json') && text('format') !== undefined) throw usageError('--json: works without --format');
  const patterns = { include: list('include'), exclude: list('exclude') };
  checkPatterns(patterns);
  return {
    ...{ old, next, patterns, model: text('model'), quiet: has('quiet') },
    format: has('json') ? 'json' : readWord('format', text('format'), CHANGED_FORMATS),
    siteOf: readSiteOf(text('site-of')),
  };
}
