import { parseArgs } from 'node:util';
import { OptionError } from '../errors.ts';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from '../options.ts';
import type { SiteOf } from '../sites/site-of.ts';
import { CommandError } from './errors.ts';
import { DETECTOR_FLAGS, DETECTOR_OPTIONS, type DetectorFlag, type Flag, flagOf, RUN_FLAGS } from './flags.ts';

export const FORMATS = ['ndjson', 'text', 'html', 'warc'] as const;

export type Format = (typeof FORMATS)[number];

/** What a run was asked to do. */
export interface RunOptions {
  readonly inputs: readonly string[];
  readonly format: Format;
  readonly out: string | undefined;
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  readonly shuffle: number | undefined;
  readonly state: string | undefined;
  readonly labelOnly: boolean;
  readonly relabel: boolean;
  readonly keepOne: boolean;
  readonly maxRemoved: number | undefined;
  readonly model: string | undefined;
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

export type Request =
  | { readonly ask: 'help' | 'version' }
  | { readonly ask: 'run'; readonly options: RunOptions }
  | { readonly ask: 'state'; readonly options: StateOptions };

const SEED_MAX = 0xffff_ffff;
const JOBS_MAX = 64;

const usageError = (message: string): CommandError => new CommandError(message, { usage: true });

/** Makes sense of the command line; the values of the detector's options are checked by the library. */
export function readArguments(words: readonly string[]): Request {
  const { values, positionals: inputs } = parse(words);
  const text = (name: string): string | undefined => {
    const value = values[name];
    if (value === '') throw usageError(`--${name} must not be empty`);
    return typeof value === 'string' ? value : undefined;
  };
  if (values['help'] === true) return { ask: 'help' };
  if (values['version'] === true) return { ask: 'version' };
  if (inputs[0] === 'state') return { ask: 'state', options: readState(inputs.slice(1)) };
  if (inputs.length === 0) throw usageError('no input was given');

  const format = FORMATS.find((known) => known === (text('format') ?? 'ndjson'));
  if (format === undefined) throw usageError(`--format must be one of ${FORMATS.join(', ')}, not ${text('format')}`);
  const state = text('state');
  const labelOnly = values['label-only'] === true;
  if (labelOnly && state === undefined) throw usageError('--label-only needs --state FOLDER to label by');
  const relabel = values['relabel'] === true;
  if (relabel && state === undefined && inputs.includes('-')) {
    throw usageError('--relabel without --state reads the input twice, and standard input comes once');
  }
  const options: RunOptions = {
    ...{ inputs, format, out: text('out'), state, labelOnly, relabel },
    site: text('site'),
    siteOf: readSiteOf(text('site-of')),
    shuffle: readSeed(text('shuffle')),
    keepOne: values['keep-one'] === true,
    maxRemoved: readShare(text('max-removed')),
    model: text('model'),
    jobs: readCount('jobs', text('jobs'), JOBS_MAX) ?? 1,
    ...readFlush(text('flush-every')),
    quiet: values['quiet'] === true,
    detector: readDetectorOptions((option) => text(flagOf(option))),
  };
  return { ask: 'run', options };
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

function readSiteOf(text: string | undefined): SiteOf {
  if (text === undefined || text === 'host') return 'host';
  if (text === 'domain') return 'domain';
  const folders = Number(/^folders:(\d+)$/.exec(text)?.[1] ?? 0);
  if (folders === 0) throw usageError(`--site-of must be host, domain or folders:N, not ${text}`);
  return { folders };
}

function readCount(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > most) {
    throw usageError(`--${name} must be a whole number from 1 to ${most}, not ${text}`);
  }
  return count;
}

function readShare(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) {
    throw usageError(`--max-removed must be a number from 0 to 1, not ${text}`);
  }
  return share;
}

/** Seconds with an `s`, pages without. */
function readFlush(text: string | undefined): { flushPages: number; flushSeconds: number } {
  const [, count, unit] = /^(\d+)(s?)$/.exec(text ?? '30s') ?? [];
  const value = Number(count);
  if (!(value > 0)) throw usageError(`--flush-every must be a number of pages (5000) or seconds (30s), not ${text}`);
  return unit === 's'
    ? { flushPages: Number.POSITIVE_INFINITY, flushSeconds: value }
    : { flushPages: value, flushSeconds: Number.POSITIVE_INFINITY };
}

/** Node's own parser: it refuses what it does not know, and leaves values the strings that they are (`--site 007`). */
function parse(words: readonly string[]): { values: Readonly<Record<string, unknown>>; positionals: string[] } {
  const detectorFlags = DETECTOR_OPTIONS.map((option): [string, Flag] => [flagOf(option), DETECTOR_FLAGS[option]]);
  const options = Object.fromEntries(
    [...Object.entries<Flag>(RUN_FLAGS), ...detectorFlags].map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    // What follows the first sentence is advice on dashes.
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\. |\.?\n/);
    throw usageError(sentence.charAt(0).toLowerCase() + sentence.slice(1));
  }
}

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > SEED_MAX) {
    throw usageError(`--shuffle must be a whole number from 0 to ${SEED_MAX}, not ${text}`);
  }
  return seed;
}

function readDetectorOptions(textOf: (option: DetectorFlag) => string | undefined): DetectorOptions {
  const given: Record<string, unknown> = {};
  for (const option of DETECTOR_OPTIONS) {
    const text = textOf(option);
    if (text !== undefined) given[option] = readValue(option, text);
  }
  return given;
}

/** What is no number or list stays text: the library names it in its error. */
function readValue(option: DetectorFlag, text: string): unknown {
  switch (option) {
    case 'preset':
    case 'evidence':
    case 'lifetimeBoundary':
    case 'path':
      return text;
    case 'separators':
      return text === 'paper' || text === 'html5' || text === 'blocks'
        ? text
        : text.split(',').map((name) => name.trim());
    default:
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  }
}

/** `resolveOptions`, its errors in the words of the command line. */
export function resolveFlags(options: DetectorOptions): ResolvedOptions {
  try {
    return resolveOptions(options);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const known: ReadonlySet<string> = new Set(DETECTOR_OPTIONS);
    // `path` is a word of English as well; where it is the option, it comes first.
    const message = error.message.replace(/^\w+|\w+[A-Z]\w+/g, (word) =>
      known.has(word) ? `--${flagOf(word)}` : word,
    );
    throw new CommandError(`${message} (${error.code})`);
  }
}
