/** Signals: how many segments a page has in common with its site. */
import type { Page } from 'refrain';
import { contextOf, layout } from 'refrain/engine';
import { list, row, type ValueOf, whole } from '../apply/schema.ts';

/** Minimum number of pages with a segment that counts as common. */
const COMMON_DF = 8;
/** Minimum share of pages with a segment that counts as nearly everywhere. */
const EVERYWHERE_SHARE = 0.75;
/** Maximum page count that the narrowest table can store. */
const DF_MAX = 255;
/** A floor is the value that all pages except this share reach: nearly all pages, or most pages. */
const FLOOR_SHARE = 1 / 16;
export const USUAL_SHARE = 1 / 4;

/**
 * Numbers of segments of a page that are also on other pages of the site. Each segment counts once, because a thread
 * repeats links below each post.
 */
export type Signals = Readonly<ValueOf<typeof SIGNALS>>;

export const SIGNALS = row({
  common: whole,
  everywhere: whole,
});

/**
 * Records of the segments of the page, valid until the next call into the module. Sizes and offsets are in 32-bit
 * words.
 */
export function segmentsOf(page: Page): { words: Uint32Array; step: number; dfAt: number; keyAt: number } {
  const core = contextOf(page).core;
  const words = core.wordsAt(
    core.result(layout.Page.SEGMENTS),
    core.result(layout.Page.SEGMENT_COUNT) * layout.Segment.BYTES,
  );
  return { words, step: layout.Segment.BYTES >>> 2, dfAt: layout.Segment.DF >>> 2, keyAt: layout.Segment.KEY >>> 2 };
}

/** Reused for all pages, because allocating a set is slower than the rest. */
let seen = new Uint32Array(0);

/** Counts the segments that are also on others of `pages` pages. */
export function signalsOf(page: Page, pages: number): Signals {
  const { words, step, dfAt, keyAt } = segmentsOf(page);
  // If the page was counted, the counts include it.
  const own = Number(page.counted);
  const least = COMMON_DF + own;
  const most = Math.max(least, EVERYWHERE_SHARE * Math.min(DF_MAX, pages) + own);
  // Slots of the hash set, so that it is at most half full.
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

/** Sizes of the sample of a site: maximum, minimum for a verdict, and number of saved values. */
export const SITE_SAMPLE = 64;
export const SITE_KNOWN = 12;
export const SITE_SAVED = 16;

/** Values of each signal in a sample of pages. The size is bounded; later pages are more frequent. */
export const SAMPLE = row({ pages: whole, common: list(whole), everywhere: list(whole) });
export interface Sample extends ValueOf<typeof SAMPLE> {
  /** Sorted values, kept because sorting for each page would be slow. Not saved. */
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
  // Later, fewer pages are added, so the sample represents more than the last section of a crawl.
  if (sample.pages > size && sample.pages % (1 + Math.floor(sample.pages / (4 * size))) > 0) return;
  const orders = ordersOf(sample);
  addValue(sample.common, orders.common, size, signals.common);
  addValue(sample.everywhere, orders.everywhere, size, signals.everywhere);
}

function addValue(values: number[], order: number[], size: number, value: number): void {
  // Moves the values between the removed and the new value by one.
  let at = values.push(value) > size ? Math.max(0, order.indexOf(values.shift() ?? 0)) : order.length;
  for (; at + 1 < order.length && (order[at + 1] as number) < value; at += 1) order[at] = order[at + 1] as number;
  for (; at > 0 && (order[at - 1] as number) > value; at -= 1) order[at] = order[at - 1] as number;
  order[at] = value;
}

/** The values that all pages reach, except the lowest `share`; undefined if there are too few pages. */
export function floorOf(sample: Sample, leastPages: number, share = FLOOR_SHARE): Signals | undefined {
  if (sample.pages < leastPages) return undefined;
  const { common, everywhere } = ordersOf(sample);
  const low = (values: readonly number[]): number => values[Math.floor(values.length * share)] ?? 0;
  return { common: low(common), everywhere: low(everywhere) };
}

/** Reduces a sample, keeping its distribution. */
export function thin(sample: Sample, most: number): Sample {
  const few = (values: readonly number[]): number[] => {
    const count = Math.min(most, values.length);
    return Array.from({ length: count }, (_, at) => values[Math.floor((at * values.length) / count)] ?? 0);
  };
  const { common, everywhere } = ordersOf(sample);
  return { pages: sample.pages, common: few(common), everywhere: few(everywhere) };
}
