import type { PageWords } from './module/page-words.ts';

export interface Query {
  /** Keys of the different words in the order of their first occurrences, and their numbers of occurrences. */
  readonly terms: readonly { readonly key: bigint; readonly times: number }[];
  /** Keys of the words between double quotes, of two words or more. */
  readonly phrases: readonly (readonly bigint[])[];
}

/** Divides a query into words by the same rules as pages. */
export function parseQuery(words: PageWords, query: string): Query {
  const times = new Map<bigint, number>();
  const phrases: bigint[][] = [];
  for (const [index, part] of query.split('"').entries()) {
    words.begin();
    words.readText(part);
    const keys = [...words.keys()];
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
    if (index % 2 === 1 && keys.length > 1) phrases.push(keys);
  }
  return { terms: [...times].map(([key, count]) => ({ key, times: count })), phrases };
}
