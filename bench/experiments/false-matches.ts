/**
 * What short fingerprints cost: how often a segment that the table does not know is taken for one that it knows, beside how
 * often that is to be expected. A table with keys of 64 bits reads the same pages and says what is truly new.
 */
import { Detector, type FingerprintBits, type Page } from 'refrain';
import { REPETITION } from '../methods/repetition.ts';
import type { LabelledPage } from './pages.ts';

export interface FalseMatches {
  readonly fingerprintBits: FingerprintBits;
  /** Of the paper and as they are by default, or without forgetting, which makes large tables of the same pages. */
  readonly lifetimes: 'default' | 'endless';
  /** New segments that were looked for, each once a page. */
  readonly lookups: number;
  readonly measured: number;
  /** Sum over the lookups of entries / 2^bits. */
  readonly expected: number;
  /** Blocks that were judged otherwise than with keys of 64 bits, of how many. */
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

/** Over several sites. */
export function sumFalseMatches(all: readonly FalseMatches[]): FalseMatches[] {
  const sums = new Map<string, FalseMatches>();
  for (const one of all) {
    const key = `${one.fingerprintBits} ${one.lifetimes}`;
    const so = sums.get(key);
    sums.set(
      key,
      so === undefined
        ? one
        : {
            ...so,
            lookups: so.lookups + one.lookups,
            measured: so.measured + one.measured,
            expected: so.expected + one.expected,
            blocksChanged: so.blocksChanged + one.blocksChanged,
            blocks: so.blocks + one.blocks,
          },
    );
  }
  return [...sums.values()];
}
