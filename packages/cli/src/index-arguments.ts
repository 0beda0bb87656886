/** Arguments of `refrain index` and `refrain search`. */
import type { SiteOf } from '@refrain/crawl';
import type { IndexTemplate, Ranking } from '@refrain/search';
import type { DetectorOptions } from 'refrain';
import { INDEX_MEMORY, KEEPS, RANKINGS, SEARCH_LIMIT, TEMPLATES } from './flag-values.ts';
import { DETECTOR_OPTIONS, type DetectorFlag, flagOf } from './flags.ts';
import { type InputArguments, readInputs } from './input-arguments.ts';
import type { Keep } from './keep.ts';
import {
  type HasFlag,
  type ListOf,
  readCount,
  readDetectorOptions,
  readSite,
  readSiteOf,
  readSize,
  readWord,
  type TextOf,
  usageError,
} from './values.ts';

/** Options of `refrain index`. */
export interface IndexRunOptions extends InputArguments {
  readonly out: string;
  readonly template: IndexTemplate;
  /** The part of a page that is indexed. */
  readonly keep: Keep;
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  readonly model: string | undefined;
  /** Bytes. */
  readonly maxMemory: number | undefined;
  readonly quiet: boolean;
  /** Only the given ones. */
  readonly detector: DetectorOptions;
}

/** Options of `refrain search`. */
export interface SearchRunOptions {
  readonly file: string;
  readonly query: string;
  readonly ranking: Ranking;
  readonly limit: number;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Options that also apply if the detector labels no page: separators, limits of a page, and the seed. */
const PAGE_OPTIONS: ReadonlySet<DetectorFlag> = new Set([
  ...(['seed', 'separators', 'maxPageBytes', 'maxNodes', 'maxDepth', 'maxWork'] as const),
]);

export function readIndex(words: readonly string[], text: TextOf, has: HasFlag, list: ListOf): IndexRunOptions {
  const input = readInputs(words, text, list);
  const out = text('out');
  if (out === undefined) throw usageError('--out: refrain index needs --out FILE');
  if (out === '-') throw usageError('--out: an index is a file; it cannot go to standard output');
  const template = readWord('template', text('template'), TEMPLATES);
  const keep = readWord('keep', text('keep'), KEEPS);
  const model = text('model');
  const detector = readDetectorOptions((option) => (option === 'maxMemory' ? undefined : text(flagOf(option))));
  if (template !== 'incremental') {
    const ignored = DETECTOR_OPTIONS.filter(
      (option) => detector[option] !== undefined && !PAGE_OPTIONS.has(option),
    ).map(flagOf);
    const others = [...(keep === 'content' ? [] : ['keep']), ...(model === undefined ? [] : ['model'])];
    const [flag] = [...others, ...ignored];
    if (flag !== undefined) throw usageError(`--${flag}: works only with --template incremental`);
  }
  return {
    ...{ ...input, out, template, keep, model, detector },
    ...{ site: readSite('--site', text('site')), siteOf: readSiteOf(text('site-of')), quiet: has('quiet') },
    maxMemory: readSize('max-memory', text('max-memory'), INDEX_MEMORY),
  };
}

export function readSearch([file, ...words]: readonly string[], text: TextOf, has: HasFlag): SearchRunOptions {
  const query = words.join(' ');
  if (file === undefined || query.trim() === '') throw usageError('search: needs FILE QUERY…');
  return {
    ...{ file, query, json: has('json'), quiet: has('quiet') },
    ranking: readWord('ranking', text('ranking'), RANKINGS),
    limit: readCount('limit', text('limit'), SEARCH_LIMIT) ?? SEARCH_LIMIT.default,
  };
}
