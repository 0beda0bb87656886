/**
 * The lifetime law on segmented pages whose keys are replaced by numbers, so that many settings are measured in seconds. The
 * result is exact: the tests compare it with the twin.
 */
import { Counts } from '../evaluation/counts.ts';
import type { Label } from '../evaluation/gold.ts';

export interface ReplaySegment {
  /** Number of the key (path and text) of the segment. */
  readonly key: number;
  readonly length: number;
  readonly label: Label;
}

/** A page as its blocks. */
export type ReplayPage = readonly (readonly ReplaySegment[])[];

export interface ReplaySite {
  readonly name: string;
  /** Number of different keys. */
  readonly keys: number;
  readonly pages: readonly ReplayPage[];
}

export interface ReplayFigures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly contentLost: number;
  /** AverageSize: entries after expansion and before eviction, mean over pages. */
  readonly entries: number;
}

const TEMPLATE_DF = 5;

/** Lifetime in pages of a segment with this DF: Tb·N / (1 + (N−1)·e^−(df−1)), rounded up. */
export const lifetimeOf = (df: number, baseLifetime: number, lifetimeGrowth: number): number =>
  Math.ceil((baseLifetime * lifetimeGrowth) / (1 + (lifetimeGrowth - 1) * Math.exp(1 - df)));

/** From this DF on the lifetime no longer changes. */
const DF_STEPS = 64;

export function replay(site: ReplaySite, baseLifetime: number, lifetimeGrowth: number): ReplayFigures {
  const lifetimes = Array.from({ length: DF_STEPS }, (_, step) => lifetimeOf(step + 1, baseLifetime, lifetimeGrowth));
  const longest = Math.max(...lifetimes);
  const df = new Uint32Array(site.keys);
  const lastPage = new Uint32Array(site.keys);
  /** The page at whose end an entry is evicted. */
  const expiry = new Uint32Array(site.keys);
  /** Number of entries that are evicted at the end of each page. */
  const evictions = new Uint32Array(site.pages.length + longest + 2);
  const counts = new Counts();
  let entries = 0;
  let sumOfEntries = 0;
  for (const [index, blocks] of site.pages.entries()) {
    const page = index + 1;
    for (const { key } of blocks.flat()) {
      if (lastPage[key] === page) continue;
      const due = expiry[key] ?? 0;
      const isKnown = due >= page;
      if (isKnown) evictions[due] = (evictions[due] ?? 0) - 1;
      else entries += 1;
      const seen = isKnown ? (df[key] ?? 0) + 1 : 1;
      const nextDue = page + (lifetimes[Math.min(seen, DF_STEPS) - 1] ?? longest);
      df[key] = seen;
      lastPage[key] = page;
      expiry[key] = nextDue;
      evictions[nextDue] = (evictions[nextDue] ?? 0) + 1;
    }
    sumOfEntries += entries;
    for (const block of blocks) countBlock(counts, block, df);
    entries -= evictions[page] ?? 0;
  }
  const { precision, recall, f1, contentLost } = counts;
  return { precision, recall, f1, contentLost, entries: sumOfEntries / site.pages.length };
}

function countBlock(counts: Counts, block: readonly ReplaySegment[], df: Uint32Array): void {
  let template = 0;
  let all = 0;
  for (const { key, length } of block) {
    all += length;
    if ((df[key] ?? 0) >= TEMPLATE_DF) template += length;
  }
  const isTemplate = template * 10 > all * 7;
  for (const { label, length } of block) counts.add(label, isTemplate, length);
}
