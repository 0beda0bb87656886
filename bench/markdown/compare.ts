/** How much of a page stands in what its Markdown was rendered to. */
import type { Facts, Link } from './facts.ts';

export const STRUCTURES = ['headings', 'items', 'code', 'cells', 'links'] as const;

export type Structure = (typeof STRUCTURES)[number];

/** How many things a page has, how many the other has, and how many of them are the same. */
export interface Shared {
  readonly source: number;
  readonly found: number;
  readonly same: number;
}

export type Comparison = Readonly<Record<Structure | 'words', Shared>>;

function countShared(source: readonly string[], found: readonly string[]): Shared {
  const left = new Map<string, number>();
  for (const key of source) left.set(key, (left.get(key) ?? 0) + 1);
  let same = 0;
  for (const key of found) {
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    same += 1;
    left.set(key, count - 1);
  }
  return { source: source.length, found: found.length, same };
}

/** A link is kept with its address and words of its own: of a link over several blocks, one block may carry it. */
function countLinks(source: readonly Link[], found: readonly Link[]): Shared {
  const left = new Map<string, string[]>();
  for (const { url, text } of source) left.set(url, [...(left.get(url) ?? []), text]);
  let same = 0;
  for (const { url, text } of found) {
    const texts = left.get(url) ?? [];
    const exact = texts.indexOf(text);
    const at = exact >= 0 ? exact : texts.findIndex((one) => text !== '' && one.includes(text));
    if (at < 0) continue;
    same += 1;
    texts.splice(at, 1);
  }
  return { source: source.length, found: found.length, same };
}

export function compareFacts(source: Facts, found: Facts): Comparison {
  return {
    words: countShared(source.words, found.words),
    headings: countShared(source.headings, found.headings),
    items: countShared(source.items, found.items),
    code: countShared(source.code, found.code),
    cells: countShared(source.cells, found.cells),
    links: countLinks(source.links, found.links),
  };
}

/** F1 of a comparison; 1 where there is nothing on either side. */
export const f1Of = ({ source, found, same }: Shared): number =>
  source + found === 0 ? 1 : (2 * same) / (source + found);

/** Share of the things of the source that are found; undefined where it has none. */
export const keptOf = ({ source, same }: Shared): number | undefined => (source === 0 ? undefined : same / source);

export const addShared = (one: Shared, other: Shared): Shared => ({
  source: one.source + other.source,
  found: one.found + other.found,
  same: one.same + other.same,
});
