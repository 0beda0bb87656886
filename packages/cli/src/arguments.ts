/** Command lines as requests. The library checks the values of the detector's options. */
import type { SiteOf } from '@refrain/crawl';
import type { DetectorOptions } from 'refrain';
import { type ChangedOptions, readChanged } from './changed/arguments.ts';
import { type DiffOptions, readDiff } from './diff-arguments.ts';
import { type Field, readFields } from './fields.ts';
import { CHUNK_WORDS, FORMATS, JOBS, KEEPS, REPORT_PAGES, SEED } from './flag-values.ts';
import { COMMANDS, type Command, flagOf } from './flags.ts';
import { type IndexRunOptions, readIndex, readSearch, type SearchRunOptions } from './index-arguments.ts';
import { checkNotMisspelt, type InputArguments, readInputs } from './input-arguments.ts';
import { checkKeep, type Keep } from './keep.ts';
import { type McpOptions, readMcp } from './mcp/arguments.ts';
import { nearest } from './nearest.ts';
import { type RulesRunOptions, type RulesStateOptions, readRules } from './rules-arguments.ts';
import { readState, type StateOptions } from './state-arguments.ts';
import {
  type HasFlag,
  type ListOf,
  readCount,
  readDetectorOptions,
  readFlush,
  readShare,
  readSite,
  readSiteOf,
  readWord,
  type TextOf,
  usageError,
} from './values.ts';
import { commandOf, parseWords } from './words.ts';

export type Format = (typeof FORMATS)[number];

/** The report to make. */
export interface ReportRequest {
  readonly folder: string;
  /** Maximum number of pages of a site that can be opened. */
  readonly pages: number;
  /** Whether the run writes nothing else. */
  readonly isAll: boolean;
}

/** Options of a run. */
export interface RunOptions extends InputArguments {
  readonly format: Format;
  /** Members of a line, or columns of a table; empty for other formats. */
  readonly fields: readonly Field[];
  /** Only for `html`: whether it is the source without what goes. */
  readonly cut: boolean;
  /** Only for `chunks`: maximum number of words. */
  readonly chunkWords: number;
  /** A file or a folder; undefined for standard output. */
  readonly out: string | undefined;
  /** The part of a page that is written. */
  readonly keep: Keep;
  /** Whether text that stands in the data of a page only is added. */
  readonly structured: boolean;
  /** Only for `bulk`. */
  readonly bulkIndex: string | undefined;
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  readonly shuffle: number | undefined;
  readonly state: string | undefined;
  readonly labelOnly: boolean;
  readonly relabel: boolean;
  /** Whether pages that were counted before are left out. */
  readonly skipKnown: boolean;
  /** File of the events of templates, `-` for standard error. */
  readonly events: string | undefined;
  readonly keepOne: boolean;
  readonly maxRemoved: number | undefined;
  readonly model: string | undefined;
  readonly report: ReportRequest | undefined;
  readonly jobs: number;
  readonly flushPages: number;
  readonly flushSeconds: number;
  readonly quiet: boolean;
  /** Only the given ones: the preset or the state has the others. */
  readonly detector: DetectorOptions;
  /** File of the template texts of sites. */
  readonly templates: string | undefined;
}

export type Request =
  | { readonly kind: 'help'; readonly command: Command }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly options: RunOptions }
  | { readonly kind: 'diff'; readonly options: DiffOptions }
  | { readonly kind: 'state'; readonly options: StateOptions }
  | { readonly kind: 'rules'; readonly options: RulesRunOptions | RulesStateOptions }
  | { readonly kind: 'index'; readonly options: IndexRunOptions }
  | { readonly kind: 'mcp'; readonly options: McpOptions }
  | { readonly kind: 'changed'; readonly options: ChangedOptions }
  | { readonly kind: 'search'; readonly options: SearchRunOptions };

/** @throws {CommandError} */
export function readArguments(words: readonly string[]): Request {
  const command = commandOf(words);
  const { values, lists, operands } = parseWords(words, command);
  const text: TextOf = (flag) => {
    const value = values.get(flag);
    return value === true ? undefined : value;
  };
  const has: HasFlag = (flag) => values.has(flag);
  const list: ListOf = (flag) => lists.get(flag) ?? [];
  if (has('help')) return { kind: 'help', command };
  if (has('version')) return { kind: 'version' };
  switch (command) {
    case 'run':
      return { kind: 'run', options: readRun(operands, text, has, list) };
    case 'report':
      return { kind: 'run', options: readReport(operands, text, has, list) };
    case 'rules':
      return { kind: 'rules', options: readRules(operands, text, has, list) };
    case 'index':
      return { kind: 'index', options: readIndex(operands, text, has, list) };
    case 'search':
      return { kind: 'search', options: readSearch(operands, text, has) };
    case 'diff':
      return { kind: 'diff', options: readDiff(operands, text, has) };
    case 'changed':
      return { kind: 'changed', options: readChanged(operands, text, has, list) };
    case 'state':
      return { kind: 'state', options: readState(operands, text, has) };
    case 'mcp':
      return { kind: 'mcp', options: readMcp(operands, text) };
    case 'help':
      return { kind: 'help', command: readTopic(operands) };
  }
}

/** The command that `refrain help COMMAND` names. */
function readTopic([word, ...more]: readonly string[]): Command {
  if (word === undefined) return 'run';
  const found = COMMANDS.find((name) => name === word);
  if (found !== undefined && more.length === 0) return found;
  const names = COMMANDS.filter((name) => name !== 'run' && name !== 'help');
  const near = nearest(word, names);
  throw usageError(
    `help: takes one of ${names.join(', ')}, or nothing${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
}

function readRun(words: readonly string[], text: TextOf, has: HasFlag, list: ListOf): RunOptions {
  const input = readInputs(words, text, list);
  const { inputs } = input;
  checkNotMisspelt(inputs);
  const format = readWord('format', text('format'), FORMATS);
  const bulkIndex = text('bulk-index');
  if (bulkIndex !== undefined && format !== 'bulk') throw usageError('--bulk-index: works only with --format bulk');
  if (has('cut') && format !== 'html') throw usageError('--cut: works only with --format html');
  if (text('chunk-words') !== undefined && format !== 'chunks')
    throw usageError('--chunk-words: works only with --format chunks');
  const common = readCommon(text, has);
  const relabel = has('relabel');
  const structured = has('structured');
  const skipKnown = has('skip-known');
  if (skipKnown && (common.state === undefined || common.labelOnly || relabel))
    throw usageError('--skip-known: needs --state, and pages that are counted: not --label-only or --relabel');
  const events = text('events');
  if (events !== undefined && (common.labelOnly || relabel))
    throw usageError('--events: needs pages that are counted: not --label-only or --relabel');
  if (relabel && common.state === undefined) checkReadTwice('--relabel without --state', inputs);
  const folder = text('report');
  if (folder === undefined && text('pages') !== undefined) throw usageError('--pages: works only with --report');
  if (folder !== undefined) checkReadTwice('--report', inputs);
  const out = text('out');
  const options = {
    ...{ ...input, format, out: out === '-' ? undefined : out, bulkIndex, relabel },
    ...common,
    keep: readWord('keep', text('keep'), KEEPS),
    fields: readFields(text('fields'), format, structured),
    ...{ structured, skipKnown, events, cut: has('cut') },
    chunkWords: readCount('chunk-words', text('chunk-words'), CHUNK_WORDS) ?? CHUNK_WORDS.default,
    keepOne: has('keep-one'),
    maxRemoved: readShare('max-removed', text('max-removed')),
    templates: readTemplates(text('templates')),
    report: folder === undefined ? undefined : { folder, pages: readReportPages(text), isAll: false },
    ...readFlush(text('flush-every')),
  };
  checkKeep(options);
  return options;
}

function readReport(words: readonly string[], text: TextOf, has: HasFlag, list: ListOf): RunOptions {
  const input = readInputs(words, text, list);
  const folder = text('out');
  if (folder === undefined) throw usageError('--out: refrain report needs --out FOLDER');
  if (folder === '-') throw usageError('--out: a report is a folder; it cannot go to standard output');
  checkReadTwice('report', input.inputs);
  return {
    ...{ ...input, format: 'ndjson', out: undefined, bulkIndex: undefined, relabel: false, skipKnown: false },
    events: undefined,
    ...{
      keep: 'content',
      fields: [],
      cut: false,
      chunkWords: CHUNK_WORDS.default,
      structured: false,
      keepOne: false,
      maxRemoved: undefined,
      templates: undefined,
    },
    ...readCommon(text, has),
    ...readFlush(),
    report: { folder, pages: readReportPages(text), isAll: true },
  };
}

/** The options that a run and `refrain report` share. */
function readCommon(text: TextOf, has: HasFlag) {
  const state = text('state');
  const labelOnly = has('label-only');
  if (labelOnly && state === undefined) throw usageError('--label-only: needs --state FOLDER, the store to label by');
  return {
    ...{ state, labelOnly },
    site: readSite('--site', text('site')),
    siteOf: readSiteOf(text('site-of')),
    shuffle: readCount('shuffle', text('shuffle'), SEED),
    model: text('model'),
    jobs: readCount('jobs', text('jobs'), JOBS) ?? JOBS.default,
    quiet: has('quiet'),
    detector: readDetectorOptions((option) => text(flagOf(option))),
  };
}

function readTemplates(path: string | undefined): string | undefined {
  if (path === '-') throw usageError('--templates: is a file; it cannot go to standard output');
  return path;
}

function checkReadTwice(what: string, inputs: readonly string[]): void {
  if (inputs.includes('-'))
    throw usageError(`${what}: reads the input twice, and standard input can be read only once`);
}

const readReportPages = (text: TextOf): number =>
  readCount('pages', text('pages'), REPORT_PAGES) ?? REPORT_PAGES.default;
