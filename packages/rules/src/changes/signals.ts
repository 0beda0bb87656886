/** Evidence of a page about the template of its site. */
import type { Page } from 'refrain';
import { contextOf, layout } from 'refrain/engine';
import { list, row, type ValueOf, whole } from '../apply/schema.ts';

/** Pages with a segment before it counts as common. */
const COMMON_DF = 8;
/** Share of the pages with a segment before it counts as nearly everywhere. */
const EVERYWHERE_SHARE = 0.75;
/** Saturation of page counts in the narrowest table. */
const DF_MAX = 255;
/** Shares of pages that may have lower values than nearly all pages, and than most. */
const FLOOR_SHARE = 1 / 16;
export const USUAL_SHARE = 1 / 4;

/**
 * Segments of a page that other pages of the site have. Each counts once: a thread repeats the links below each post.
 */
export type Signals = Readonly<ValueOf<typeof SIGNALS>>;

export const SIGNALS = row({
  common: whole,
  everywhere: whole,
});

/**
 * Records of the segments of the page, until the next call into the module, and offsets in a record, in 32-bit words.
 */
export function segmentsOf(page: Page): { words: Uint32Array; step: number; dfAt: number; keyAt: number } {
  const core = contextOf(page).core;
  const { Page, Segment } = layout;
  const words = core.wordsAt(core.result(Page.SEGMENTS), core.result(Page.SEGMENT_COUNT) * Segment.BYTES);
  return { words, step: Segment.BYTES >>> 2, dfAt: Segment.DF >>> 2, keyAt: Segment.KEY >>> 2 };
}

/** One set for all pages, since allocating one is slower than the rest. */
let seen = new Uint32Array(0);

/** Counts the segments that are on other pages, of `pages`. */
export function signalsOf(page: Page, pages: number): Signals {
  const { words, step, dfAt, keyAt } = segmentsOf(page);
  // The counts of a counted page include the page itself.
  const own = Number(page.counted);
  const least = COMMON_DF + own;
  const most = Math.max(least, EVERYWHERE_SHARE * Math.min(DF_MAX, pages) + own);
  // At most half full.
  const size = 2 << (32 - Math.clz32(words.length / step));
  if (seen.length < size) seen = new Uint32Array(size);
  else seen.fill(0, 0, size);
  let [common, everywhere] = [0, 0];
  for (let at = 0; at < words.length; at += step) {
    const df = words[at + dfAt] as number;
    if (df < least) continue;
    const key = (words[at + keyAt] as number) || 1;
    let slot = key & (size - 1);
    while (seen[slot] !== 0 && seen[slot] !== key) slot = (slot + 1) & (size - 1);
    if (seen[slot] === key) continue;
    seen[slot] = key;
    common += 1;
    if (df >= most) everywhere += 1;
  }
  return { common, everywhere };
}

/** Sizes of the sample of a site: the maximum, the minimum for a verdict, and the saved number. */
export const SITE_SAMPLE = 64;
export const SITE_KNOWN = 12;
export const SITE_SAVED = 16;

/** Values of each signal in a sample of pages, of bounded size, biased to late ones. */
export const SAMPLE = row({ pages: whole, common: list(whole), everywhere: list(whole) });
export interface Sample extends ValueOf<typeof SAMPLE> {
  /** Sorted values, not saved. Sorting them for each page would be slower than the rest. */
  orders?: Orders;
}

type Orders = Record<keyof Signals, number[]>;

export const newSample = (): Sample => ({ pages: 0, common: [], everywhere: [] });

const inOrder = (values: readonly number[]): number[] => [...new Uint32Array(values).sort()];

function ordersOf(sample: Sample): Orders {
  sample.orders ??= { common: inOrder(sample.common), everywhere: inOrder(sample.everywhere) };
  return sample.orders;
}

export function addTo(sample: Sample, size: number, signals: Signals): void {
  sample.pages += 1;
  // Over time fewer pages enter, so the sample represents the whole crawl, not its last section.
  if (sample.pages > size && sample.pages % (1 + Math.floor(sample.pages / (4 * size))) > 0) return;
  const orders = ordersOf(sample);
  addValue(sample.common, orders.common, size, signals.common);
  addValue(sample.everywhere, orders.everywhere, size, signals.everywhere);
}

function addValue(values: number[], order: number[], size: number, value: number): void {
  // The values between the removed one, if any, and the new one move by one.
  let at = values.push(value) > size ? Math.max(0, order.indexOf(values.shift() ?? 0)) : order.length;
  for (; at + 1 < order.length && (order[at + 1] as number) < value; at += 1) order[at] = order[at + 1] as number;
  for (; at > 0 && (order[at - 1] as number) > value; at -= 1) order[at] = order[at - 1] as number;
  order[at] = value;
}

/** The values that all but the lowest `share` of the pages reach; undefined for too few pages. */
export function floorOf(sample: Sample, leastPages: number, share = FLOOR_SHARE): Signals | undefined {
  if (sample.pages < leastPages) return undefined;
  const { common, everywhere } = ordersOf(sample);
  const low = (values: readonly number[]): number => values[Math.floor(values.length * share)] ?? 0;
  return { common: low(common), everywhere: low(everywhere) };
}

/** A smaller sample with the same distribution. */
export function thin(sample: Sample, most: number): Sample {
  const few = (values: readonly number[]): number[] => {
    const count = Math.min(most, values.length);
    return Array.from({ length: count }, (_, at) => values[Math.floor((at * values.length) / count)] ?? 0);
  };
  const { common, everywhere } = ordersOf(sample);
  return { pages: sample.pages, common: few(common), everywhere: few(everywhere) };
}
