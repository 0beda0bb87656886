/** Selection of sites and pages: groups of sites and their folds, the pages of a site and their order. */
import { type CommandLine, Problem } from '../../bench/command-line.ts';
import { shuffle } from '../../bench/random.ts';

export interface Selection {
  /** Number of pages of a site: the first ones after shuffling. */
  readonly pages: number | 'all';
  /** Seed of the order; `none` for path order. */
  readonly shuffle: number | 'none';
}

/** The paper has 400 pages of each site. The default order is one fixed shuffle. */
const DEFAULTS = { pages: '400', shuffle: '1' };

export const SELECTION_FLAGS = ['pages', 'shuffle'];

export const SELECTION_HELP = `  --pages N                      the first N pages after shuffling, or all (default: ${DEFAULTS.pages})
  --shuffle SEED                 seed as a whole number, or none for path order (default: ${DEFAULTS.shuffle})`;

export function readSelection(line: CommandLine, defaults = DEFAULTS): Selection {
  const pages = line.text('pages') ?? defaults.pages;
  const seed = line.text('shuffle') ?? defaults.shuffle;
  if (pages !== 'all' && !/^[1-9]\d*$/.test(pages))
    throw new Problem(`--pages must be all or a whole number above 0, not ${pages}`);
  if (seed !== 'none' && !/^\d{1,9}$/.test(seed))
    throw new Problem(`--shuffle must be none or a whole number below 1,000,000,000, not ${seed}`);
  return { pages: pages === 'all' ? pages : Number(pages), shuffle: seed === 'none' ? seed : Number(seed) };
}

export function selectPages<T>(pages: readonly T[], selection: Selection): T[] {
  const ordered = selection.shuffle === 'none' ? [...pages] : shuffle(pages, selection.shuffle);
  return selection.pages === 'all' ? ordered : ordered.slice(0, selection.pages);
}

/** Cuts pages in order into parts of about equal size. */
export function partsOf<T>(pages: readonly T[], parts: number): T[][] {
  const cut = (part: number): number => Math.round((part * pages.length) / parts);
  return Array.from({ length: parts }, (_, part) => pages.slice(cut(part), cut(part + 1)));
}

// Sites that are together in training or in test, and their folds.

/** The name up to the first hyphen. */
export const groupOf = (site: string): string => site.split('-')[0] ?? site;

/** The group of a host. Pages of `site` without a URL are a separate group. */
export const groupOfHost = (host: string, site: string): string => (host === site ? site : domainOf(host));

/**
 * The registered domain of a host: two labels, or three below a country's second-level domain (`co.uk`). Hosts of one
 * domain are one group. A list of public suffixes would only join fewer hosts.
 */
export function domainOf(host: string): string {
  const labels = host.replace(/:\d+$/, '').split('.');
  if (labels.every((label) => /^\d+$/.test(label))) return host;
  const [second = '', last = ''] = labels.slice(-2);
  return labels.slice(last.length === 2 && second.length <= 3 ? -3 : -2).join('.');
}

/** Number of cohorts of single pages with a text. Mixed pages are made of pages of one cohort. */
const COHORTS = 20;

const cohortNumber = (group: string): number =>
  Array.from(group).reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 0) % COHORTS;

/**
 * The cohort of a group. Groups of one cohort are together in training or in test. A group of labelled sites is a
 * cohort by itself.
 */
export const cohortOf = (group: string): string => (group.includes('.') ? `.${cohortNumber(group)}` : group);

/** A predicate for the groups of `--fold K/N`; undefined without the flag. */
export function readFold(line: CommandLine): ((group: string) => boolean) | undefined {
  const text = line.text('fold');
  if (text === undefined) return undefined;
  const [, fold, folds] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  if (fold === undefined || Number(fold) < 1 || Number(fold) > Number(folds) || Number(folds) > COHORTS)
    throw new Problem(`--fold must be K/N with K from 1 to N, and N up to ${COHORTS}, not ${text}`);
  return (group) => cohortNumber(group) % Number(folds) === Number(fold) - 1;
}
