import { parseArgs } from 'node:util';
import type { SiteOf } from '@refrain/crawl';
import type { DetectorOptions } from 'refrain';
import {
  DETECTOR_FLAGS,
  DETECTOR_OPTIONS,
  type Flag,
  flagOf,
  INDEX_FLAGS,
  REPORT_FLAGS,
  RUN_FLAGS,
  SEARCH_FLAGS,
} from './flags.ts';
import { type IndexRunOptions, readIndex, readSearch, type SearchRunOptions } from './index-arguments.ts';
import { readCount, readDetectorOptions, readFlush, readShare, readSiteOf, readWord, usageError } from './values.ts';

export const FORMATS = ['ndjson', 'text', 'html', 'warc', 'bulk', 'minisearch'] as const;

export type Format = (typeof FORMATS)[number];

/** What report to make. */
export interface ReportRequest {
  readonly folder: string;
  /** Most pages of a site that can be opened. */
  readonly pages: number;
  /** Whether nothing else is to be written. */
  readonly isAll: boolean;
}

/** What a run was asked to do. */
export interface RunOptions {
  readonly inputs: readonly string[];
  readonly format: Format;
  readonly out: string | undefined;
  /** Of `bulk`. */
  readonly bulkIndex: string | undefined;
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  readonly shuffle: number | undefined;
  readonly state: string | undefined;
  readonly labelOnly: boolean;
  readonly relabel: boolean;
  readonly keepOne: boolean;
  readonly maxRemoved: number | undefined;
  readonly model: string | undefined;
  readonly report: ReportRequest | undefined;
  readonly jobs: number;
  readonly flushPages: number;
  readonly flushSeconds: number;
  readonly quiet: boolean;
  /** Only what was given: the rest is up to the preset or the state. */
  readonly detector: DetectorOptions;
}

/** What to do with a store. */
export interface StateOptions {
  readonly action: StateAction;
  readonly folder: string;
  readonly site: string | undefined;
  readonly file: string | undefined;
}

export const STATE_ACTIONS = ['list', 'export', 'import', 'forget'] as const;

export type StateAction = (typeof STATE_ACTIONS)[number];

/** What the first word asks for, where it is no input. */
export type Command = 'run' | 'state' | 'report' | 'index' | 'search';

export type Request =
  | { readonly ask: 'help'; readonly command: Command }
  | { readonly ask: 'version' }
  | { readonly ask: 'run'; readonly options: RunOptions }
  | { readonly ask: 'state'; readonly options: StateOptions }
  | { readonly ask: 'index'; readonly options: IndexRunOptions }
  | { readonly ask: 'search'; readonly options: SearchRunOptions };

const SEED_MAX = 0xffff_ffff;
const JOBS_MAX = 64;
/** Pages of a site that a report opens, and the most that it may. */
const REPORT_PAGES = { usual: 2000, most: 100_000 };

/** Gives the text behind a flag. */
export type TextOf = (flag: string) => string | undefined;

/** Flags by name, the detector's among them. */
const withDetector = (flags: Readonly<Record<string, Flag>>): Record<string, Flag> => ({
  ...Object.fromEntries(DETECTOR_OPTIONS.map((option): [string, Flag] => [flagOf(option), DETECTOR_FLAGS[option]])),
  ...flags,
});

const FLAGS: Readonly<Record<Command, Readonly<Record<string, Flag>>>> = {
  run: withDetector(RUN_FLAGS),
  state: withDetector(RUN_FLAGS),
  report: withDetector(REPORT_FLAGS),
  index: withDetector(INDEX_FLAGS),
  search: SEARCH_FLAGS,
};

/** Which command the words are of: the first of them that is no flag says it, wherever it stands. */
export function commandOf(words: readonly string[]): Command {
  const { positionals } = parseArgs({
    args: [...words],
    options: parserOptions({ ...FLAGS.run, ...FLAGS.index, ...FLAGS.search }),
    allowPositionals: true,
    strict: false,
  });
  return (['state', 'report', 'index', 'search'] as const).find((command) => command === positionals[0]) ?? 'run';
}

/** Makes sense of the command line; the values of the detector's options are checked by the library. */
export function readArguments(words: readonly string[]): Request {
  const command = commandOf(words);
  const { values, positionals } = parse(words, FLAGS[command]);
  const text: TextOf = (name) => {
    const value = values[name];
    if (value === '') throw usageError(`--${name} must not be empty`);
    return typeof value === 'string' ? value : undefined;
  };
  const has = (name: string): boolean => values[name] === true;
  if (has('help')) return { ask: 'help', command };
  if (has('version')) return { ask: 'version' };
  switch (command) {
    case 'run':
      return { ask: 'run', options: readRun(positionals, text, has) };
    case 'state':
      return { ask: 'state', options: readState(positionals.slice(1)) };
    case 'report':
      return { ask: 'run', options: readReport(positionals.slice(1), text, has) };
    case 'index':
      return { ask: 'index', options: readIndex(positionals.slice(1), text, has) };
    case 'search':
      return { ask: 'search', options: readSearch(positionals.slice(1), text, has) };
  }
}

function readRun(inputs: readonly string[], text: TextOf, has: (flag: string) => boolean): RunOptions {
  if (inputs.length === 0) throw usageError('no input was given');
  const format = readWord('format', text('format'), FORMATS);
  const bulkIndex = text('bulk-index');
  if (bulkIndex !== undefined && format !== 'bulk') throw usageError('--bulk-index goes with --format bulk');
  const state = text('state');
  const labelOnly = has('label-only');
  if (labelOnly && state === undefined) throw usageError('--label-only needs --state FOLDER to label by');
  const relabel = has('relabel');
  if (relabel && state === undefined) checkReadTwice('--relabel without --state', inputs);
  const folder = text('report');
  if (folder === undefined && text('pages') !== undefined) throw usageError('--pages goes with --report');
  if (folder !== undefined) checkReadTwice('--report', inputs);
  return {
    ...{ inputs, format, out: text('out'), bulkIndex, state, labelOnly, relabel },
    ...readCommon(text, has),
    keepOne: has('keep-one'),
    maxRemoved: readShare(text('max-removed')),
    report: folder === undefined ? undefined : { folder, pages: readReportPages(text), isAll: false },
    ...readFlush(text('flush-every')),
  };
}

function checkReadTwice(what: string, inputs: readonly string[]): void {
  if (inputs.includes('-')) throw usageError(`${what} reads the input twice, and standard input comes once`);
}

const readReportPages = (text: TextOf): number =>
  readCount('pages', text('pages'), { most: REPORT_PAGES.most }) ?? REPORT_PAGES.usual;

/** What a run and a report of nothing else have in common. */
function readCommon(text: TextOf, has: (flag: string) => boolean) {
  return {
    site: text('site'),
    siteOf: readSiteOf(text('site-of')),
    shuffle: readCount('shuffle', text('shuffle'), { least: 0, most: SEED_MAX }),
    model: text('model'),
    jobs: readCount('jobs', text('jobs'), { most: JOBS_MAX }) ?? 1,
    quiet: has('quiet'),
    detector: readDetectorOptions((option) => text(flagOf(option))),
  };
}

function readReport(inputs: readonly string[], text: TextOf, has: (flag: string) => boolean): RunOptions {
  if (inputs.length === 0) throw usageError('no input was given; one that is called report is ./report');
  const folder = text('out');
  if (folder === undefined) throw usageError('refrain report needs --out FOLDER');
  checkReadTwice('a report', inputs);
  const state = text('state');
  const labelOnly = has('label-only');
  if (labelOnly && state === undefined) throw usageError('--label-only needs --state FOLDER to label by');
  return {
    ...{ inputs, state, labelOnly, format: 'ndjson', out: undefined, bulkIndex: undefined, relabel: false },
    ...{ keepOne: false, maxRemoved: undefined },
    ...readCommon(text, has),
    ...readFlush(undefined),
    report: { folder, pages: readReportPages(text), isAll: true },
  };
}

function readState([action, folder, site, file, ...more]: readonly string[]): StateOptions {
  const known = STATE_ACTIONS.find((name) => name === action);
  if (known === undefined) throw usageError(`state must be followed by one of ${STATE_ACTIONS.join(', ')}`);
  const wanted = { list: 1, export: 3, import: 3, forget: 2 }[known];
  const given = [folder, site, file].filter((word) => word !== undefined).length + more.length;
  if (folder === undefined || given !== wanted) {
    const words = ['FOLDER', 'SITE', 'FILE'].slice(0, wanted).join(' ');
    throw usageError(`refrain state ${known} wants ${words}`);
  }
  return { action: known, folder, site, file };
}

type ParserOptions = Record<string, { type: 'boolean' | 'string'; short?: string }>;

const parserOptions = (flags: Readonly<Record<string, Flag>>): ParserOptions =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) },
    ]),
  );

/** Node's own parser: it refuses what it does not know, and leaves values the strings that they are (`--site 007`). */
function parse(
  words: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): { values: Readonly<Record<string, unknown>>; positionals: string[] } {
  try {
    return parseArgs({ args: [...words], options: parserOptions(flags), allowPositionals: true });
  } catch (error) {
    // What follows the first sentence is advice on dashes.
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\. |\.?\n/);
    throw usageError(sentence.charAt(0).toLowerCase() + sentence.slice(1));
  }
}
