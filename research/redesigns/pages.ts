/** Pages of sites as the bench reads them. */

import { withoutGold } from '../../bench/pages/read.ts';
import type { SiteSource } from '../../bench/pages/sites.ts';
import { shuffle } from '../../bench/random.ts';
import { urlOf } from '../evaluation/judge.ts';

export interface RedesignPage {
  readonly id: string;
  /** With labels, where the site has them. */
  readonly source: string;
}

export interface RedesignSite {
  readonly name: string;
  readonly isLabelled: boolean;
  /** In path order. */
  readonly pages: readonly RedesignPage[];
}

const decoder = new TextDecoder();

export async function readRedesignSite(site: SiteSource): Promise<RedesignSite> {
  const pages = (await site.read()).map((page) => ({ id: urlOf(site.name, page), source: decoder.decode(page.bytes) }));
  return { name: site.name, isLabelled: pages.some(({ source }) => source.includes(' data-gold="content"')), pages };
}

/** Path order for seed 0. */
export const inOrder = (pages: readonly RedesignPage[], seed: number): readonly RedesignPage[] =>
  seed === 0 ? pages : shuffle(pages, seed);

/** What a crawler gets. */
export const served = ({ source }: RedesignPage): string => withoutGold(source);
