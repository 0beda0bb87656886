/** What a page says about the template of its site: how much of it the site has on many pages. Read from the module's records. */
import type { Page } from 'refrain';
import { contextOf } from 'refrain/internal';
import { type Checked, whole } from '../apply/schema.ts';
import { row } from '../template/row.ts';
import { KeySet } from './key-set.ts';
import { KEY_END } from './place.ts';

/** Pages that must have a segment before it counts as common. */
const COMMON_DF = 8;
/** Share of the pages that must have it before it counts as nearly everywhere. */
const EVERYWHERE_SHARE = 0.75;
/** Counts of pages end here in the narrowest table. */
const DF_MAX = 255;
/** Keys that are kept of one page: of its first and last segments, where template mostly is. */
const KEYS_MAX = 1024;

/** Segments of a page that the site has elsewhere too. Each counts once: a thread repeats the links below each of its posts. */
export type Signals = Readonly<Checked<typeof SAVED_SIGNALS>>;

export const SAVED_SIGNALS = row({
  /** Segments that several other pages have. */
  common: whole,
  /** Segments that nearly all pages have. */
  everywhere: whole,
});

/** Common segments of the current page. */
const seen = new KeySet();

/**
 * Counts the segments of the page that are on other pages, `pages` of which were seen. A walk over the records of its segments:
 * about a microsecond for two hundred of them.
 */
export function signalsOf(page: Page, pages: number): Signals {
  const core = contextOf(page).core;
  const { Page, Segment } = core.layout;
  const end = core.result(Page.SEGMENT_COUNT) * Segment.BYTES;
  // The counts of a counted page have the page itself.
  const own = Number(page.counted);
  const least = COMMON_DF + own;
  const most = Math.max(least, EVERYWHERE_SHARE * Math.min(DF_MAX, pages) + own);
  let common = 0;
  let everywhere = 0;
  seen.clear();
  for (let at = 0; at < end; at += Segment.BYTES) {
    const df = core.segment(at, Segment.DF);
    if (df < least || !seen.add(core.segment(at, Segment.KEY))) continue;
    common += 1;
    if (df >= most) everywhere += 1;
  }
  return { common, everywhere };
}

/** Keys of the page's segments, by which two pages are compared. */
export function keysOf(page: Page): Set<number> {
  const core = contextOf(page).core;
  const { Page, Segment } = core.layout;
  const count = core.result(Page.SEGMENT_COUNT);
  const keys = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    if (count > KEYS_MAX && index >= KEYS_MAX / 2 && index < count - KEYS_MAX / 2) continue;
    keys.add(core.segment(index * Segment.BYTES, Segment.KEY) % KEY_END);
  }
  return keys;
}

/** How many keys two pages share. */
export function sharedKeys(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const key of one) if (other.has(key)) shared += 1;
  return shared;
}
