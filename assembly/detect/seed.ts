/**
 * The seed of the keys that are made now. One instance has many tables, each with a seed of its own: the seed changes with
 * the table. Snapshots and records hold the seed, so whoever reads one knows it; pages never show it.
 */
import { Site } from '../site/records';
import { forgetNameKeys } from '../page/element-names';
import { hashWith, isSeed, setSeed } from '../page/hash';

/** Makes all keys from now on with this seed. */
function useSeed(low: u64, high: u64): void {
  if (isSeed(low, high)) return;
  setSeed(low, high);
  // The cache of names needs no change: it finds a start tag by a key, and finds none by keys of another seed.
  forgetNameKeys();
}

/** Makes all keys from now on with the seed of a site. */
export function useSeedOf(site: Site): void {
  useSeed(site.seedLow, site.seedHigh);
}

/** Key of some bytes by the seed of a site; the current seed stays. */
export function hashFor(site: Site, start: usize, length: usize): u64 {
  return hashWith(site.seedLow, site.seedHigh, start, length);
}
