/**
 * Near-duplicate detection after removal of template (Chakrabarti, Kumar and Punera, WWW 2007, section 5.4). Pairs with the same
 * content in different templates are duplicates; pairs with different contents on one site are not.
 */

import { Duplicates, type DuplicatesOptions } from '@refrain/search/duplicates';
import type { CreateOptions } from 'refrain';
import { type Mirrors, makeMirrors } from './mirrors.ts';
import { chooseRoles } from './roles.ts';
import type { LabelledSite } from './site.ts';
import type { WordRange } from './sources.ts';

/** Contents about as long as the template around them, like the lyrics of the paper. */
export const LYRICS: WordRange = { least: 50, most: 200 };

/** Thresholds of resemblance: pages at or above a threshold are judged duplicates. */
export const THRESHOLDS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
export const DEFAULT_THRESHOLD = 0.5;

/** Shares of pairs that are judged correctly. */
export interface Accuracy {
  readonly threshold: number;
  readonly duplicates: number;
  readonly others: number;
}

export interface RemovalResult {
  /** Method of removal; `content` for the content itself. */
  readonly removal: string;
  readonly curve: readonly Accuracy[];
  /** Shares of correct pairs at the default threshold. */
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
  const { duplicates: correct, others } = at(DEFAULT_THRESHOLD);
  return { removal, curve: THRESHOLDS.map(at), duplicates: correct, others };
}

/** Compares all methods of removal on the contents of one source in pages of three hosts. */
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
  // The errors of the comparison itself, without any template.
  const content = await Duplicates.create({ template: 'none' });
  for (const { item } of mirrors.pages) content.addText(mirrors.items[item]?.text ?? '');
  removals.push(judge('content', content, mirrors));
  return {
    ...{ hosts: hosts.map(({ name }) => name), source: source.name, pages: mirrors.pages.length },
    ...{ duplicatePairs: mirrors.duplicates.length, otherPairs: mirrors.others.length, removals },
  };
}

/** Minimum pairs of duplicates; fewer give no meaningful share. */
const MIN_PAIRS = 30;

/**
 * Runs the experiment with every site that is not a host as source. Sources with too few pairs are left out.
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
    if (result.duplicatePairs >= MIN_PAIRS) results.push(result);
  }
  return results;
}
