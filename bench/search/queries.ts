import { shuffle } from '../../packages/cli/src/shuffle.ts';
import type { KnownItem } from './known-items.ts';

/** Queries as they are searched for: what stands between double quotes would have to stand on the page just so. */
export const asked = ({ query }: Pick<KnownItem, 'query'>): string => query.replaceAll('"', ' ');

/** So many of them, the same for one seed; in the order in which they came. */
export function sampleQueries(items: readonly KnownItem[], count: number, seed: number): KnownItem[] {
  const chosen = new Set(shuffle(items, seed).slice(0, count));
  return items.filter((item) => chosen.has(item));
}

/** Those that no other site has too: together, they would find either. */
export function distinctQueries(sites: readonly (readonly KnownItem[])[]): KnownItem[] {
  const counts = new Map<string, number>();
  for (const items of sites) {
    for (const { query } of items) counts.set(query.toLowerCase(), (counts.get(query.toLowerCase()) ?? 0) + 1);
  }
  return sites.flat().filter(({ query }) => counts.get(query.toLowerCase()) === 1);
}
