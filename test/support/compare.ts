/** Compares pages and tables of the module with those of the reference. */
import type { Detector, Page, Segment } from 'refrain';
import * as assert from 'uvu/assert';
import type { ReferenceDetector, ReferencePage, ReferenceSegment } from '../reference/detector.ts';
import { life } from '../reference/options.ts';
import { Keys } from './keys.ts';

/** Maximum DF of a detector. The reference has no limit. */
const DF_MAX = 255;

/** The properties of a page that module and reference have. */
const describe = (
  page: Page | ReferencePage,
  dfOf: (df: number) => number,
  lastPageOf: (segment: Segment | ReferenceSegment) => number,
): unknown => ({
  number: page.number,
  counted: page.counted,
  fresh: page.fresh,
  blocks: page.blocks.map((block) => ({
    path: block.path,
    verdict: block.verdict,
    length: block.length,
    templateLength: block.templateLength,
    segments: block.segments.map((segment) => ({
      text: segment.text,
      path: segment.path,
      length: segment.length,
      df: dfOf(segment.df),
      lastPage: lastPageOf(segment),
    })),
  })),
});

/**
 * Fails with the page's name if a block, DF, ratio or verdict differs. `own` is 1 if the page's own occurrence is not
 * counted: then the maximum DF may be one less.
 */
export const comparePage = (page: Page, expected: ReferencePage, name: string, own: 0 | 1 = 0): void => {
  const dfOf = (df: number): number => Math.min(df, DF_MAX - own);
  const actual = describe(page, dfOf, (segment) => ('lastPage' in segment ? segment.lastPage : -1));
  const wanted = describe(expected, dfOf, (segment) => ('previous' in segment ? segment.previous : -1));
  // Comparing thousands of pages deeply takes longer than making them.
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) assert.equal(actual, wanted, name);
};

interface Entry {
  readonly key: bigint;
  readonly df: number;
  readonly last: number;
}

const SEED_BYTES = 16;

const tableOf = (detector: Detector): { seed: readonly [bigint, bigint]; entries: Entry[] } => {
  const bytes = detector.snapshot();
  const view = new DataView(bytes.buffer);
  const [optionBytes, pages, entries] = [12, 16, 20].map((at) => view.getUint32(at, true)) as [number, number, number];
  const { baseLifetime, lifetimeGrowth } = detector.options;
  const seedAt = 28 + optionBytes;
  const start = seedAt + SEED_BYTES;
  const found = Array.from({ length: entries }, (_, index) => {
    const at = start + index * 12;
    const df = view.getUint16(at + 8, true);
    const lifetime = life(df, baseLifetime, lifetimeGrowth);
    const pagesOfLife = baseLifetime === Number.POSITIVE_INFINITY ? 16384 : Math.ceil(lifetime);
    return { key: view.getBigUint64(at, true), df, last: pages + view.getUint16(at + 10, true) - pagesOfLife };
  });
  return { seed: [view.getBigUint64(seedAt, true), view.getBigUint64(seedAt + 8, true)], entries: found };
};

export const entriesOf = (detector: Detector): Entry[] => tableOf(detector).entries;

/** Keys of each detector's seed. */
const keysOf = new WeakMap<Detector, Keys>();

/** The bits of a fingerprint in a key. */
const FINGERPRINT = 0xffff_ffff_0000_007fn;

/** Fails if a fingerprint, a DF or a last page differs. */
export const compareTables = (detector: Detector, reference: ReferenceDetector, name: string): void => {
  const { seed, entries } = tableOf(detector);
  const keys = keysOf.get(detector) ?? new Keys(seed);
  keysOf.set(detector, keys);
  const expected = reference.table().map(({ path, text, df, last }) => ({
    key: keys.segment(text, path) & FINGERPRINT,
    df: Math.min(df, DF_MAX),
    last,
  }));
  expected.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const write = ({ key, df, last }: Entry): string => `${key} ${df} ${last}`;
  const actual = entries.map(write).join('\n');
  const wanted = expected.map(write).join('\n');
  if (actual !== wanted) assert.equal(actual, wanted, name);
};
