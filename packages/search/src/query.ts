import type { IndexingMemory } from './memory.ts';

export interface Query {
  /** Words by their keys, in the order in which they come first, and how often they come. */
  readonly terms: readonly { readonly key: bigint; readonly times: number }[];
  /** What stands between double quotes. */
  readonly phrases: readonly (readonly bigint[])[];
}

/** Words of a query are found as those of pages are. */
export function parseQuery(memory: IndexingMemory, query: string): Query {
  const times = new Map<bigint, number>();
  const phrases: bigint[][] = [];
  for (const [index, part] of query.split('"').entries()) {
    memory.beginWords();
    memory.readText(part);
    const keys = [...memory.keys()];
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
    if (index % 2 === 1 && keys.length > 1) phrases.push(keys);
  }
  return { terms: [...times].map(([key, count]) => ({ key, times: count })), phrases };
}
