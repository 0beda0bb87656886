import type { DuplicatePair } from './options.ts';

/** Connected components of the pairs of `count` pages, by union-find. Without single pages. */
export function groupsOf(count: number, pairs: Iterable<DuplicatePair>): number[][] {
  const parents = Array.from({ length: count }, (_, page) => page);
  const rootOf = (page: number): number => {
    let at = page;
    while (parents[at] !== at) {
      // Path halving.
      parents[at] = parents[parents[at] ?? at] ?? at;
      at = parents[at] ?? at;
    }
    return at;
  };
  for (const { one, other } of pairs) {
    const [first, second] = [rootOf(one), rootOf(other)];
    parents[Math.max(first, second)] = Math.min(first, second);
  }
  const groups = new Map<number, number[]>();
  for (const page of parents.keys()) {
    const root = rootOf(page);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [page]);
    else group.push(page);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
