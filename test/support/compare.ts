/** Compares pages and tables of the module with those of the twin. */
import type { Detector, Page, ResolvedOptions, Segment } from 'refrain';
import * as assert from 'uvu/assert';
import type { ReferenceDetector, ReferencePage, ReferenceSegment } from '../reference/detector.ts';
import { life } from '../reference/options.ts';
import { Keys } from './keys.ts';

/** The largest DF that a detector stores. The twin has no such limit. */
const dfMaxOf = ({ fingerprintBits, templateDf }: ResolvedOptions): number =>
  fingerprintBits === 64 || templateDf > 255 ? 65535 : 255;

/** The properties of a page that both have. In path mode `none` the twin has no paths. */
const describe = (
  page: Page | ReferencePage,
  paths: boolean,
  dfOf: (df: number) => number,
  lastPageOf: (segment: Segment | ReferenceSegment) => number,
): unknown => ({
  number: page.number,
  counted: page.counted,
  fresh: page.fresh,
  blocks: page.blocks.map((block) => ({
    path: paths ? block.path : '',
    verdict: block.verdict,
    length: block.length,
    templateLength: block.templateLength,
    segments: block.segments.map((segment) => ({
      text: segment.text,
      path: paths ? segment.path : '',
      length: segment.length,
      df: dfOf(segment.df),
      lastPage: lastPageOf(segment),
    })),
  })),
});

/**
 * Fails with the page's name where a block, DF, ratio or verdict differs. `own` is 1 if the page's own sight was left out: one
 * DF below the largest is then the largest, since a detector cannot tell it from more.
 */
export const comparePage = (
  page: Page,
  expected: ReferencePage,
  name: string,
  options: ResolvedOptions,
  own: 0 | 1 = 0,
): void => {
  const paths = options.path !== 'none';
  const dfMax = dfMaxOf(options) - own;
  const dfOf = (df: number): number => Math.min(df, dfMax);
  const actual = describe(page, paths, dfOf, (segment) => ('lastPage' in segment ? segment.lastPage : -1));
  const wanted = describe(expected, paths, dfOf, (segment) => ('previous' in segment ? segment.previous : -1));
  // Compares strings first, because deep comparisons of thousands of pages take longer than making them.
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) assert.equal(actual, wanted, name);
};

/** An entry of a table that is not evicted. */
interface Entry {
  readonly key: bigint;
  readonly df: number;
  readonly last: number;
}

const SEED_BYTES = 16;

/** The seed of a detector's table, and its entries, ascending by key. */
const tableOf = (detector: Detector): { seed: readonly [bigint, bigint]; entries: Entry[] } => {
  const bytes = detector.snapshot();
  const view = new DataView(bytes.buffer);
  const [optionBytes, pages, entries] = [12, 16, 20].map((at) => view.getUint32(at, true)) as [number, number, number];
  const { baseLifetime, lifetimeGrowth, lifetimeBoundary } = detector.options;
  const seedAt = 28 + optionBytes;
  const start = seedAt + SEED_BYTES;
  const found = Array.from({ length: entries }, (_, index) => {
    const at = start + index * 12;
    const df = view.getUint16(at + 8, true);
    const lifetime = life(df, baseLifetime, lifetimeGrowth);
    const pagesOfLife =
      baseLifetime === Number.POSITIVE_INFINITY
        ? 16384
        : lifetimeBoundary === 'exceeded'
          ? Math.floor(lifetime) + 1
          : Math.ceil(lifetime);
    return { key: view.getBigUint64(at, true), df, last: pages + view.getUint16(at + 10, true) - pagesOfLife };
  });
  return { seed: [view.getBigUint64(seedAt, true), view.getBigUint64(seedAt + 8, true)], entries: found };
};

/** The entries of a detector's snapshot, ascending by key. */
export const entriesOf = (detector: Detector): Entry[] => tableOf(detector).entries;

/** Keys of each detector's seed. */
const keysOf = new WeakMap<Detector, Keys>();

const fingerprintMasks = { 23: 0xffff_0000_0000_007fn, 39: 0xffff_ffff_0000_007fn, 64: 0xffff_ffff_ffff_ffffn };

/** Fails if the tables differ in a fingerprint, a DF or a last page. For path modes `tags` and `none`. */
export const compareTables = (detector: Detector, twin: ReferenceDetector, name: string): void => {
  const mask = fingerprintMasks[detector.options.fingerprintBits];
  const dfMax = dfMaxOf(detector.options);
  const { seed, entries } = tableOf(detector);
  const keys = keysOf.get(detector) ?? new Keys(seed);
  keysOf.set(detector, keys);
  const expected = twin
    .table()
    .map(({ path, text, df, last }) => ({ key: keys.segment(text, path) & mask, df: Math.min(df, dfMax), last }));
  expected.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const write = ({ key, df, last }: Entry): string => `${key} ${df} ${last}`;
  const actual = entries.map(write).join('\n');
  const wanted = expected.map(write).join('\n');
  if (actual !== wanted) assert.equal(actual, wanted, name);
};
