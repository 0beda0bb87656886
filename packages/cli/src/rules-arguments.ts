/** Arguments of `refrain rules`. */
import type { SiteOf } from '@refrain/crawl';
import type { DetectorOptions } from 'refrain';
import { RULES_FORMATS, RULES_PAGES } from './flag-values.ts';
import { flagOf } from './flags.ts';
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
} from './values.ts';

export type RulesFormat = (typeof RULES_FORMATS)[number];

/** Options of `refrain rules`. */
export interface RulesRunOptions extends InputArguments {
  readonly format: RulesFormat;
  /** A file; undefined for standard output. */
  readonly out: string | undefined;
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  /** Maximum number of pages that are read. */
  readonly pages: number;
  readonly model: string | undefined;
  readonly quiet: boolean;
  /** Only the given ones. */
  readonly detector: DetectorOptions;
}

export function readRules(words: readonly string[], text: TextOf, has: HasFlag, list: ListOf): RulesRunOptions {
  const out = text('out');
  return {
    ...readInputs(words, text, list),
    format: readWord('format', text('format'), RULES_FORMATS),
    out: out === '-' ? undefined : out,
    ...{ site: readSite('--site', text('site')), siteOf: readSiteOf(text('site-of')) },
    pages: readCount('pages', text('pages'), RULES_PAGES) ?? RULES_PAGES.default,
    ...{ model: text('model'), quiet: has('quiet') },
    detector: readDetectorOptions((option) => text(flagOf(option))),
  };
}
