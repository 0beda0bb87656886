/** What stands behind flags, as values; those of the detector's options are checked by the library. */

import type { SiteOf } from '@refrain/crawl';
import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { CommandError } from './errors.ts';
import { DETECTOR_OPTIONS, type DetectorFlag, flagOf } from './flags.ts';

export const usageError = (message: string): CommandError => new CommandError(message, { usage: true });

export function readSiteOf(text: string | undefined): SiteOf {
  if (text === undefined || text === 'host') return 'host';
  if (text === 'domain') return 'domain';
  const folders = Number(/^folders:(\d+)$/.exec(text)?.[1] ?? 0);
  if (folders === 0) throw usageError(`--site-of must be host, domain or folders:N, not ${text}`);
  return { folders };
}

/** One of a few words; the first where none was given. */
export function readWord<T extends string>(name: string, text: string | undefined, words: readonly [T, ...T[]]): T {
  const found = words.find((word) => word === (text ?? words[0]));
  if (found === undefined) throw usageError(`--${name} must be one of ${words.join(', ')}, not ${text}`);
  return found;
}

/** A whole number in a range; undefined where none was given. */
export function readCount(
  name: string,
  text: string | undefined,
  { least = 1, most }: { readonly least?: number; readonly most: number },
): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < least || count > most) {
    throw usageError(`--${name} must be a whole number from ${least} to ${most}, not ${text}`);
  }
  return count;
}

export function readShare(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) {
    throw usageError(`--max-removed must be a number from 0 to 1, not ${text}`);
  }
  return share;
}

/** Seconds with an `s`, pages without. */
export function readFlush(text: string | undefined): { flushPages: number; flushSeconds: number } {
  const [, count, unit] = /^(\d+)(s?)$/.exec(text ?? '30s') ?? [];
  const value = Number(count);
  if (!(value > 0)) throw usageError(`--flush-every must be a number of pages (5000) or seconds (30s), not ${text}`);
  return unit === 's'
    ? { flushPages: Number.POSITIVE_INFINITY, flushSeconds: value }
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
