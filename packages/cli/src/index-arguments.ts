/** The words behind `refrain index` and `refrain search`. */

import type { SiteOf } from '@refrain/crawl';
import type { IndexTemplate, Ranking } from '@refrain/search';
import type { DetectorOptions } from 'refrain';
import type { TextOf } from './arguments.ts';
import { DETECTOR_OPTIONS, type DetectorFlag, flagOf } from './flags.ts';
import { readCount, readDetectorOptions, readSiteOf, readWord, usageError } from './values.ts';

/** What an index is to be built of. */
export interface IndexRunOptions {
  readonly inputs: readonly string[];
  readonly out: string;
  readonly template: IndexTemplate;
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  readonly model: string | undefined;
  /** Bytes. */
  readonly maxMemory: number | undefined;
  readonly quiet: boolean;
  /** Only what was given. */
  readonly detector: DetectorOptions;
}

/** What is asked of an index. */
export interface SearchRunOptions {
  readonly file: string;
  readonly query: string;
  readonly ranking: Ranking;
  readonly limit: number;
  readonly json: boolean;
  readonly quiet: boolean;
}

type Has = (flag: string) => boolean;

const TEMPLATES = ['incremental', 'two-stage', 'none'] as const satisfies readonly IndexTemplate[];
const RANKINGS = ['bm25', 'pivoted'] as const satisfies readonly Ranking[];
const MIB = 2 ** 20;
/** The bounds that the builder has, in MiB. */
const MEMORY = { least: 16, most: 2048 };
const LIMIT = { usual: 10, most: 1_000_000 };

/** What matters of the detector where it does not judge: what opens a block, and how large a page may be. */
const OF_PAGES: ReadonlySet<DetectorFlag> = new Set(['separators', 'maxPageBytes', 'maxNodes', 'maxDepth']);

export function readIndex(inputs: readonly string[], text: TextOf, has: Has): IndexRunOptions {
  if (inputs.length === 0) throw usageError('no input was given; one that is called index is ./index');
  const out = text('out');
  if (out === undefined) throw usageError('refrain index needs --out FILE');
  const template = readWord('template', text('template'), TEMPLATES);
  const model = text('model');
  const memory = readCount('max-memory', text('max-memory'), MEMORY);
  const detector = readDetectorOptions((option) => (option === 'maxMemory' ? undefined : text(flagOf(option))));
  if (template !== 'incremental') {
    const idle = DETECTOR_OPTIONS.filter((option) => detector[option] !== undefined && !OF_PAGES.has(option)).map(
      flagOf,
    );
    const [flag] = model === undefined ? idle : ['model', ...idle];
    if (flag !== undefined) throw usageError(`--${flag} goes with --template incremental`);
  }
  return {
    ...{ inputs, out, template, model, detector },
    ...{ site: text('site'), siteOf: readSiteOf(text('site-of')), quiet: has('quiet') },
    maxMemory: memory === undefined ? undefined : memory * MIB,
  };
}

export function readSearch([file, ...words]: readonly string[], text: TextOf, has: Has): SearchRunOptions {
  const query = words.join(' ');
  if (file === undefined || query.trim() === '') throw usageError('refrain search wants FILE QUERY…');
  return {
    ...{ file, query, json: has('json'), quiet: has('quiet') },
    ranking: readWord('ranking', text('ranking'), RANKINGS),
    limit: readCount('limit', text('limit'), LIMIT) ?? LIMIT.usual,
  };
}
