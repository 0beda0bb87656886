import { shuffle } from '../../packages/cli/src/shuffle.ts';
import type { KnownItem } from './known-items.ts';

/** The text to search for. Double quotes are removed, since they would make a phrase query. */
export const searchText = ({ query }: Pick<KnownItem, 'query'>): string => query.replaceAll('"', ' ');

/** At most `count` of the queries, drawn with a seed and in their original order. */
export function sampleQueries(items: readonly KnownItem[], count: number, seed: number): KnownItem[] {
  const chosen = new Set(shuffle(items, seed).slice(0, count));
  return items.filter((item) => chosen.has(item));
}

/** The queries that only one site has. In one index, a query of two sites has two right answers. */
export function distinctQueries(sites: readonly (readonly KnownItem[])[]): KnownItem[] {
  const counts = new Map<string, number>();
  for (const items of sites) {
    for (const { query } of items) counts.set(query.toLowerCase(), (counts.get(query.toLowerCase()) ?? 0) + 1);
  }
  return sites.flat().filter(({ query }) => counts.get(query.toLowerCase()) === 1);
}
