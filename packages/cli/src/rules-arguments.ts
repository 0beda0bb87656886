/** Arguments of `refrain rules`. */
import type { SiteOf } from '@refrain/crawl';
import type { DetectorOptions } from 'refrain';
import { RULES_FORMATS, RULES_PAGES } from './flag-values.ts';
import { FLAGS, flagOf } from './flags.ts';
import { type InputArguments, readInputs } from './input-arguments.ts';
import {
  type HasFlag,
  type ListOf,
  readCount,
  readDetectorOptions,
  readSite,
  readSiteOf,
  readWord,
  type TextOf,
  usageError,
} from './values.ts';

export type RulesFormat = (typeof RULES_FORMATS)[number];

/** How rules are written. */
export interface RulesOutput {
  readonly format: RulesFormat;
  /** A file; undefined for standard output. */
  readonly out: string | undefined;
}

/** Options of `refrain rules` with pages. */
export interface RulesRunOptions extends InputArguments, RulesOutput {
  readonly kind: 'pages';
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  /** Maximum number of pages that are read. */
  readonly pages: number;
  readonly model: string | undefined;
  readonly quiet: boolean;
  /** Only the given ones. */
  readonly detector: DetectorOptions;
}

/** Options of `refrain rules` with a store. */
export interface RulesStateOptions extends RulesOutput {
  readonly kind: 'state';
  readonly folder: string;
  readonly site: string;
  readonly quiet: boolean;
}

/** Flags that may stand beside `--state`: no page is read. */
const STATE_FLAGS: ReadonlySet<string> = new Set(['state', 'format', 'out', 'quiet']);

export function readRules(
  words: readonly string[],
  text: TextOf,
  has: HasFlag,
  list: ListOf,
): RulesRunOptions | RulesStateOptions {
  const folder = text('state');
  const path = text('out');
  const output = { format: readWord('format', text('format'), RULES_FORMATS), out: path === '-' ? undefined : path };
  if (folder !== undefined) {
    const flag = Object.keys(FLAGS.rules).find(
      (name) => !STATE_FLAGS.has(name) && (has(name) || list(name).length > 0),
    );
    if (flag !== undefined) throw usageError(`--${flag}: works only with pages, not with --state`);
    const [word] = words;
    if (word === undefined || words.length !== 1) throw usageError('rules --state: needs the name of one SITE');
    return { kind: 'state', folder, site: readSite('SITE', word) ?? word, ...output, quiet: has('quiet') };
  }
  return {
    kind: 'pages',
    ...readInputs(words, text, list),
    ...output,
    ...{ site: readSite('--site', text('site')), siteOf: readSiteOf(text('site-of')) },
    pages: readCount('pages', text('pages'), RULES_PAGES) ?? RULES_PAGES.default,
    ...{ model: text('model'), quiet: has('quiet') },
    detector: readDetectorOptions((option) => text(flagOf(option))),
  };
}
