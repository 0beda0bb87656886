/**
 * What is left out before pages are compared, and how often duplicates and others are told apart then (Chakrabarti, Kumar
 * and Punera, WWW 2007, section 5.4): the same content on sites of different templates, different contents on one site.
 */

import { Duplicates, type DuplicatesOptions } from '@refrain/search/duplicates';
import type { CreateOptions } from 'refrain';
import { type Mirrors, makeMirrors } from './mirrors.ts';
import { chooseRoles } from './roles.ts';
import type { LabelledSite } from './site.ts';
import type { WordRange } from './sources.ts';

/** Contents about as long as the template around them, as lyrics are. */
export const LYRICS: WordRange = { least: 50, most: 200 };

/** Resemblances from which on two pages are duplicates. */
export const THRESHOLDS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
export const DEFAULT_THRESHOLD = 0.5;

/** Shares of pairs that are judged right. */
export interface Accuracy {
  readonly threshold: number;
  readonly duplicates: number;
  readonly others: number;
}

export interface RemovalResult {
  /** What is left out, or `content` for the content itself. */
  readonly removal: string;
  readonly curve: readonly Accuracy[];
  /** At the usual threshold. */
  readonly duplicates: number;
  readonly others: number;
}

export interface DuplicatesResult {
  readonly hosts: readonly string[];
  readonly source: string;
  readonly pages: number;
  readonly duplicatePairs: number;
  readonly otherPairs: number;
  readonly removals: readonly RemovalResult[];
}

const REMOVALS: Readonly<Record<string, DuplicatesOptions>> = {
  none: { template: 'none' },
  'site-level': { template: 'site-level' },
  'page-level': { template: 'page-level' },
  repetition: { template: 'incremental', detector: { evidence: 'repetition' } },
  incremental: { template: 'incremental' },
};

async function fill(duplicates: Duplicates, { pages }: Mirrors): Promise<void> {
  if (duplicates.options.template === 'site-level') {
    for (const { url, html } of pages) await duplicates.survey(url, html);
  }
  for (const { url, html } of pages) await duplicates.add(url, html);
}

function judge(removal: string, duplicates: Duplicates, mirrors: Mirrors): RemovalResult {
  const same = mirrors.duplicates.map(([one, other]) => duplicates.resemblance(one, other));
  const different = mirrors.others.map(([one, other]) => duplicates.resemblance(one, other));
  const share = (of: readonly number[], isRight: (resemblance: number) => boolean): number =>
    of.filter(isRight).length / of.length;
  const at = (threshold: number): Accuracy => ({
    threshold,
    duplicates: share(same, (resemblance) => resemblance >= threshold),
    others: share(different, (resemblance) => resemblance < threshold),
  });
  const { duplicates: found, others } = at(DEFAULT_THRESHOLD);
  return { removal, curve: THRESHOLDS.map(at), duplicates: found, others };
}

/** One source of contents on three hosts. */
export async function compareRemovals(
  hosts: readonly LabelledSite[],
  source: LabelledSite,
  { items, words = LYRICS, create = {} }: { items?: number; words?: WordRange; create?: CreateOptions } = {},
): Promise<DuplicatesResult> {
  const fewest = Math.min(...hosts.map(({ pages }) => pages.length));
  const mirrors = makeMirrors(hosts, source, { words, items: Math.min(fewest, items ?? fewest) });
  const removals: RemovalResult[] = [];
  for (const [removal, options] of Object.entries(REMOVALS)) {
    const duplicates = await Duplicates.create(options, create);
    await fill(duplicates, mirrors);
    removals.push(judge(removal, duplicates, mirrors));
  }
  // What the measure itself gets wrong.
  const content = await Duplicates.create({ template: 'none' });
  for (const { item } of mirrors.pages) content.addText(mirrors.items[item]?.text ?? '');
  removals.push(judge('content', content, mirrors));
  return {
    ...{ hosts: hosts.map(({ name }) => name), source: source.name, pages: mirrors.pages.length },
    ...{ duplicatePairs: mirrors.duplicates.length, otherPairs: mirrors.others.length, removals },
  };
}

/** Fewer say nothing. */
const PAIRS_LEAST = 30;

/**
 * Every site that is no host as a source, but for those with next to no pages of that length.
 *
 * @throws {Problem} where there are not enough sites
 */
export async function duplicatesExperiment(
  sites: readonly LabelledSite[],
  create: CreateOptions = {},
): Promise<DuplicatesResult[]> {
  const { hosts } = chooseRoles(sites, LYRICS);
  const results: DuplicatesResult[] = [];
  for (const source of sites) {
    if (hosts.includes(source)) continue;
    const result = await compareRemovals(hosts, source, { create });
    if (result.duplicatePairs >= PAIRS_LEAST) results.push(result);
  }
  return results;
}
