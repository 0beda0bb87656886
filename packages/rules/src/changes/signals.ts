/** What a page says about the template of its site: how much of it the site has on many pages; and what pages say together. */
import type { Page } from 'refrain';
import { contextOf } from 'refrain/internal';
import { type Checked, list, whole } from '../apply/schema.ts';
import { row } from '../template/row.ts';

/** Pages that must have a segment before it counts as common. */
const COMMON_DF = 8;
/** Share of the pages that must have it before it counts as nearly everywhere. */
const EVERYWHERE_SHARE = 0.75;
/** Counts of pages end here in the narrowest table. */
const DF_MAX = 255;
/** Shares of pages that may have less than nearly all of them, and than most. */
const FLOOR_SHARE = 1 / 16;
export const USUAL_SHARE = 1 / 4;

/** Segments of a page that the site has elsewhere too. Each counts once: a thread repeats the links below each of its posts. */
export type Signals = Readonly<Checked<typeof SIGNALS>>;

export const SIGNALS = row({
  /** Segments that several other pages have. */
  common: whole,
  /** Segments that nearly all pages have. */
  everywhere: whole,
});

/** Counts the segments of the page that are on other pages, `pages` of which were seen, in the module's records. */
export function signalsOf(page: Page, pages: number): Signals {
  const core = contextOf(page).core;
  const { Page, Segment } = core.layout;
  const end = core.result(Page.SEGMENT_COUNT) * Segment.BYTES;
  // The counts of a counted page have the page itself.
  const own = Number(page.counted);
  const least = COMMON_DF + own;
  const most = Math.max(least, EVERYWHERE_SHARE * Math.min(DF_MAX, pages) + own);
  const common = new Set<number>();
  let everywhere = 0;
  for (let at = 0; at < end; at += Segment.BYTES) {
    const df = core.segment(at, Segment.DF);
    const key = df < least ? 0 : core.segment(at, Segment.KEY);
    if (df < least || common.has(key)) continue;
    common.add(key);
    if (df >= most) everywhere += 1;
  }
  return { common: common.size, everywhere };
}

/** Signals of a sample of pages, of bounded size, that ends with late ones: the values of each signal. */
export const SAMPLE = row({ pages: whole, common: list(whole), everywhere: list(whole) });
export type Sample = Checked<typeof SAMPLE>;

export const newSample = (): Sample => ({ pages: 0, common: [], everywhere: [] });

export function addTo(sample: Sample, size: number, signals: Signals): void {
  sample.pages += 1;
  // The more pages, the fewer of them replace others: so the sample is of the whole crawl, not of its last section.
  if (sample.pages > size && sample.pages % (1 + Math.floor(sample.pages / (4 * size))) > 0) return;
  for (const signal of ['common', 'everywhere'] as const) {
    if (sample[signal].push(signals[signal]) > size) sample[signal].shift();
  }
}

/** The value with `rank` others before it in order. Sorting all of them would take longer than the rest of a page. */
function valueAt(values: readonly number[], rank: number): number {
  const lowest: number[] = [];
  for (const value of values) {
    if (lowest.length > rank && value >= (lowest[rank] ?? 0)) continue;
    let at = Math.min(lowest.length, rank);
    for (; at > 0 && (lowest[at - 1] ?? 0) > value; at -= 1) lowest[at] = lowest[at - 1] ?? 0;
    lowest[at] = value;
  }
  return lowest[rank] ?? 0;
}

/** What all but the lowest `share` of the pages reach: nearly all; undefined where too few were seen. */
export function reached(sample: Sample, leastPages: number, share = FLOOR_SHARE): Signals | undefined {
  const low = (values: readonly number[]): number => valueAt(values, Math.floor(values.length * share));
  if (sample.pages < leastPages) return undefined;
  return { common: low(sample.common), everywhere: low(sample.everywhere) };
}

/** The sample with fewer values, which are distributed as all of them. */
export function thinned({ pages, common, everywhere }: Sample, most: number): Sample {
  const few = (values: readonly number[]): number[] => {
    const count = Math.min(most, values.length);
    const all = new Uint32Array(values).sort();
    return Array.from({ length: count }, (_, at) => all[Math.floor((at * values.length) / count)] ?? 0);
  };
  return { pages, common: few(common), everywhere: few(everywhere) };
}
