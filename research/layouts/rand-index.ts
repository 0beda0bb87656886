/** Adjusted Rand index of two groupings of the same things (Hubert and Arabie): 1 where they agree, 0 where they do so by chance. */
const pairs = (counts: Iterable<number>): number =>
  [...counts].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);

function counted(values: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

export function adjustedRandIndex(one: readonly string[], other: readonly string[]): number {
  const all = pairs([one.length]);
  const [first, second] = [pairs(counted(one)), pairs(counted(other))];
  const both = pairs(counted(one.map((value, at) => JSON.stringify([value, other[at]]))));
  const expected = (first * second) / all;
  const most = (first + second) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}
