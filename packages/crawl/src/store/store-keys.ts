/**
 * Keys of a store.
 *
 *   g NUMBER    one of the last batches of changes
 *   m           its head
 *   p SITE ␀ ID a page of this id (sixteen digits) was counted; only ids that the record has evicted
 *   s SITE      the site's record
 *   t SITE      the site's template, where templates are kept
 *
 * `checkSite` refuses names with NUL, so a key has one meaning.
 */
import type { PageKey } from './store.ts';

export const HEAD_KEY = 'm';

/** Batches that the store remembers: LevelDB's log, of which it drops what it cannot read, has fewer. */
const BATCHES = 1024;

/** The key of a batch, whose value is its number. */
export const batchKey = (generation: number): string => `g${generation % BATCHES}`;

/** The numbers of the batches that a store remembers. */
export function rememberedBatches(generation: number): number[] {
  const first = Math.max(1, generation - BATCHES + 1);
  return Array.from({ length: generation - first + 1 }, (_, at) => first + at);
}

export const siteKey = (site: string): string => `s${site}`;
export const templateKey = (site: string): string => `t${site}`;
export const pageKey = ({ site, id }: PageKey): string => `p${site}\0${id}`;

/** From the first key on, up to but without the first one that no store has. */
export const ALL_KEYS = { gte: 'g', lt: 'u' } as const;
export const SITE_KEYS = { gte: 's', lt: 't' } as const;

/** The keys of all pages of a site. */
export const pageRange = (site: string) => ({ gte: `p${site}\0`, lt: `p${site}\u0001` });
