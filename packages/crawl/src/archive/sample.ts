import { createHash } from 'node:crypto';
import type { IndexEntry } from './entry.ts';

/** Indexes ignore this prefix when they sort hosts. */
const WWW = /^(https?:\/\/)www\d{0,2}\./i;

interface RankedEntry {
  readonly entry: IndexEntry;
  readonly at: number;
  readonly rank: number;
}

/**
 * Yields at most `size` pages of each site, those with the lowest SHA-1 of their URLs, in the order of the index. So
 * the choice depends only on the pages of the site. The index must group pages by site, for example by sorting reversed
 * hosts. At most twice `size` entries are in memory.
 *
 * @param fail receives errors of `siteOf`
 */
export async function* sample(
  entries: AsyncIterable<IndexEntry>,
  size: number,
  siteOf: (url: string) => string,
  fail: (entry: IndexEntry, error: unknown) => void,
): AsyncGenerator<IndexEntry> {
  let at = 0;
  let group = '';
  const sites = new Map<string, RankedEntry[]>();
  for await (const entry of entries) {
    let site: string;
    let next: string;
    try {
      site = siteOf(entry.url);
      next = siteOf(entry.url.replace(WWW, '$1'));
    } catch (error) {
      fail(entry, error);
      continue;
    }
    if (next !== group) {
      yield* inOrder(sites, size);
      sites.clear();
      group = next;
    }
    const ranked = sites.get(site) ?? [];
    sites.set(site, ranked);
    ranked.push({ entry, at, rank: rankOf(entry.url) });
    at += 1;
    if (ranked.length >= 2 * size) lowest(ranked, size);
  }
  yield* inOrder(sites, size);
}

const rankOf = (url: string): number => createHash('sha1').update(url).digest().readUIntBE(0, 6);

function lowest(ranked: RankedEntry[], size: number): void {
  ranked.sort((one, other) => one.rank - other.rank || one.at - other.at);
  ranked.length = Math.min(ranked.length, size);
}

function* inOrder(sites: ReadonlyMap<string, RankedEntry[]>, size: number): Generator<IndexEntry> {
  for (const ranked of sites.values()) lowest(ranked, size);
  const all = [...sites.values()].flat().sort((one, other) => one.at - other.at);
  for (const { entry } of all) yield entry;
}
