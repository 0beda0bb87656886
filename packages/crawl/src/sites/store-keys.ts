/**
 * Keys of a store.
 *
 *   m           format and options of the store, JSON
 *   n           number of sites
 *   s SITE      the site's record
 *   t SITE      the site's template, where templates are kept
 *   p SITE ␀ ID a page of this id (sixteen digits) was counted; only ids that the record has evicted
 *
 * `checkSite` refuses names with NUL, so a key has one meaning.
 */
import type { PageKey } from './store.ts';

export const META_KEY = 'm';
export const COUNT_KEY = 'n';

export const siteKey = (site: string): string => `s${site}`;
export const templateKey = (site: string): string => `t${site}`;
export const pageKey = ({ site, id }: PageKey): string => `p${site}\0${id}`;

/** From the first key on, up to but without the first one that no store has. */
export const ALL_KEYS = { gte: META_KEY, lt: 'u' } as const;
