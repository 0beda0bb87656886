/** Suggestions for misspelt words. */

/** Levenshtein distance: the least number of inserted, deleted and replaced characters. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** The most similar word. Undefined if more than a third of the longer word, or two characters, differ. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const candidates = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate) }))
    .filter(({ candidate, far }) => far <= Math.min(2, Math.max(word.length, candidate.length) / 3));
  return candidates.sort((one, other) => one.far - other.far)[0]?.candidate;
}
