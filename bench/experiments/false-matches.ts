/**
 * False matches of short fingerprints: how often a new segment matches an entry of another segment, measured and expected. A
 * table with fingerprints of 64 bits learns the same pages as reference.
 */
import { Detector, type FingerprintBits, type Page } from 'refrain';
import { REPETITION } from '../methods/repetition.ts';
import type { LabelledPage } from './pages.ts';

export interface FalseMatches {
  readonly fingerprintBits: FingerprintBits;
  /** The default lifetimes, or none: without eviction the same pages make a larger table. */
  readonly lifetimes: 'default' | 'endless';
  /** Lookups of new segments, each once a page. */
  readonly lookups: number;
  readonly measured: number;
  /** Sum over the lookups of entries / 2^bits. */
  readonly expected: number;
  /** Blocks with another verdict than with fingerprints of 64 bits, and all blocks. */
  readonly blocksChanged: number;
  readonly blocks: number;
}

const ENDLESS = { baseLifetime: Number.POSITIVE_INFINITY, lifetimeGrowth: 1 };

/** Whether each segment of the page was known to the table before the page. */
const knownOf = (page: Page<never>): boolean[] =>
  page.blocks.flatMap(({ segments }) => segments.map(({ lastPage }) => lastPage > 0));

export async function countFalseMatches(
  pages: readonly LabelledPage[],
  fingerprintBits: FingerprintBits,
  lifetimes: FalseMatches['lifetimes'],
): Promise<FalseMatches> {
  const options = { ...REPETITION, ...(lifetimes === 'endless' ? ENDLESS : {}) };
  const whole = await Detector.create({ ...options, fingerprintBits: 64 });
  const short = await Detector.create({ ...options, fingerprintBits });
  let [lookups, measured, expected, blocksChanged, blocks] = [0, 0, 0, 0, 0];
  for (const { html } of pages) {
    const { entries } = whole.stats;
    const page = whole.learn(html);
    const other = short.learn(html);
    const known = knownOf(other);
    const texts = page.blocks.flatMap(({ segments }) => segments);
    const seen = new Set<string>();
    for (const [at, { lastPage, path, text }] of texts.entries()) {
      const key = `${path}\n${text}`;
      if (lastPage > 0 || seen.has(key)) continue;
      seen.add(key);
      lookups += 1;
      expected += entries / 2 ** fingerprintBits;
      if (known[at]) measured += 1;
    }
    const kinds = other.blocks.map(({ kind }) => kind);
    blocks += kinds.length;
    blocksChanged += page.blocks.filter(({ kind }, at) => kind !== kinds[at]).length;
  }
  return { fingerprintBits, lifetimes, lookups, measured, expected, blocksChanged, blocks };
}

/** Sums over several sites. */
export function sumFalseMatches(all: readonly FalseMatches[]): FalseMatches[] {
  const sums = new Map<string, FalseMatches>();
  for (const one of all) {
    const key = `${one.fingerprintBits} ${one.lifetimes}`;
    const sum = sums.get(key);
    sums.set(
      key,
      sum === undefined
        ? one
        : {
            ...sum,
            lookups: sum.lookups + one.lookups,
            measured: sum.measured + one.measured,
            expected: sum.expected + one.expected,
            blocksChanged: sum.blocksChanged + one.blocksChanged,
            blocks: sum.blocks + one.blocks,
          },
    );
  }
  return [...sums.values()];
}
