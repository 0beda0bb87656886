/** Values of flags. The library checks those of the detector's options. */

import type { SiteOf } from '@refrain/crawl';
import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { checkSite } from 'refrain/internal';
import { CommandError, messageOf, shownCode } from './errors.ts';
import { FLUSH_EVERY, type Range, RUN_MEMORY } from './flag-values.ts';
import { DETECTOR_OPTIONS, type DetectorFlag, flagOf } from './flags.ts';
import { nearest } from './nearest.ts';
import { formatSize, parseSize, unitRule } from './sizes.ts';

/** Gives the text of a flag. */
export type TextOf = (flag: string) => string | undefined;

/** Gives the texts of a flag that can be given several times. */
export type ListOf = (flag: string) => readonly string[];

/** Whether a flag without a value was given. */
export type HasFlag = (flag: string) => boolean;

export const usageError = (message: string): CommandError => new CommandError(message, { usage: true });

export function readSiteOf(text: string | undefined): SiteOf {
  if (text === undefined || text === 'host') return 'host';
  if (text === 'domain') return 'domain';
  const folders = Number(/^folders:(\d+)$/.exec(text)?.[1] ?? 0);
  if (folders === 0) throw usageError(`--site-of: must be host, domain or folders:N (N from 1), not ${text}`);
  return { folders };
}

/** A valid name of a site; undefined if none was given. */
export function readSite(source: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return checkSite(text);
  } catch (error) {
    throw new CommandError(`${source}: ${messageOf(error)}`, { usage: true, code: shownCode(error) });
  }
}

/** One of several words; the first if none was given. */
export function readWord<T extends string>(flag: string, text: string | undefined, words: readonly [T, ...T[]]): T {
  const found = words.find((word) => word === (text ?? words[0]));
  if (found !== undefined) return found;
  const near = nearest(text ?? '', words);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  throw usageError(`--${flag}: must be one of ${words.join(', ')}, not ${text}${hint}`);
}

/** A whole number in a range; undefined if none was given. */
export function readCount(flag: string, text: string | undefined, { min, max }: Range): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < min || count > max) {
    throw usageError(`--${flag}: must be a whole number from ${min} to ${max}, not ${text}`);
  }
  return count;
}

/** Bytes; undefined if none were given. */
export function readSize(flag: string, text: string | undefined, range?: Range): number | undefined {
  if (text === undefined) return undefined;
  const bytes = parseSize(flag, text);
  if (bytes !== undefined && (range === undefined || (bytes >= range.min && bytes <= range.max))) return bytes;
  const bounds = range === undefined ? '' : ` from ${formatSize(range.min)} to ${formatSize(range.max)}`;
  throw usageError(`--${flag}: must be a size${bounds}, such as 64M or 1GiB, not ${text}; ${unitRule(flag)}`);
}

export function readShare(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) {
    throw usageError(`--${flag}: must be a number from 0 to 1, not ${text}`);
  }
  return share;
}

/** Pages counted in the seconds of a flush: a write of many more needs much memory, some kilobytes for each. */
export const FLUSHED_MAX = 100_000;

/** Seconds with an `s`, pages without. */
export function readFlush(text: string = FLUSH_EVERY): { flushPages: number; flushSeconds: number } {
  const [, count, unit] = /^(\d+)(s?)$/.exec(text) ?? [];
  const value = Number(count);
  if (!(value > 0)) throw usageError(`--flush-every: must be a number of pages (5000) or seconds (30s), not ${text}`);
  return unit === 's'
    ? { flushPages: FLUSHED_MAX, flushSeconds: value }
    : { flushPages: value, flushSeconds: Number.POSITIVE_INFINITY };
}

export function readDetectorOptions(textOf: (option: DetectorFlag) => string | undefined): DetectorOptions {
  const given: Record<string, unknown> = {};
  for (const option of DETECTOR_OPTIONS) {
    const text = textOf(option);
    if (text !== undefined) given[option] = readValue(option, text);
  }
  return given;
}

/** Text that is neither a number nor a list stays text: the library names it in its error. */
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
    case 'seed':
      return /^\d{1,16}$/.test(text) ? Number(text) : text;
    case 'maxPageBytes':
    case 'maxTableBytes':
      return readSize(flagOf(option), text);
    case 'maxMemory':
      return readSize(flagOf(option), text, RUN_MEMORY);
    default:
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  }
}

/** `resolveOptions`; its errors name flags instead of options. */
export function resolveFlags(options: DetectorOptions): ResolvedOptions {
  try {
    return resolveOptions(options);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const known: ReadonlySet<string> = new Set(DETECTOR_OPTIONS);
    // `path` is also an English word: it is the option only at the start of the message.
    const message = error.message.replace(/^\w+|\w+[A-Z]\w+/g, (word) =>
      known.has(word) ? `--${flagOf(word)}` : word,
    );
    throw new CommandError(message.replace(/^(--[a-z-]+) /, '$1: '), { code: error.code });
  }
}
