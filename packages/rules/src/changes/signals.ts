/** What a page says about the template of its site: how much of it the site has on many pages. Read from the module's records. */
import type { Page } from 'refrain';
import { coreOf } from 'refrain/unstable';

/** Pages that must have a segment before it counts as common. */
export const COMMON_DF = 8;
/** Keys that are kept of one page: of its first and last segments, where template mostly is. */
const KEYS_MAX = 1024;

/**
 * Segments of the page that at least `COMMON_DF` other pages have. A walk over the records of its segments: about a microsecond for
 * two hundred of them.
 */
export function commonOf(page: Page): number {
  const core = coreOf(page);
  const { PAGE_SEGMENT_COUNT, SEGMENT_BYTES, SEGMENT_DF } = core.layout;
  const end = core.result(PAGE_SEGMENT_COUNT) * SEGMENT_BYTES;
  // The counts of a counted page have the page itself.
  const least = COMMON_DF + Number(page.counted);
  let common = 0;
  for (let at = SEGMENT_DF; at < end; at += SEGMENT_BYTES) {
    if (core.segment(at, 0) >= least) common += 1;
  }
  return common;
}

/** Keys of the page's segments, by which two pages are compared. */
export function keysOf(page: Page): Set<number> {
  const core = coreOf(page);
  const { PAGE_SEGMENT_COUNT, SEGMENT_BYTES, SEGMENT_KEY } = core.layout;
  const count = core.result(PAGE_SEGMENT_COUNT);
  const keys = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    if (count > KEYS_MAX && index >= KEYS_MAX / 2 && index < count - KEYS_MAX / 2) continue;
    keys.add(core.segment(index * SEGMENT_BYTES, SEGMENT_KEY));
  }
  return keys;
}

/** How many keys two pages share. */
export function sharedKeys(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const key of one) if (other.has(key)) shared += 1;
  return shared;
}
