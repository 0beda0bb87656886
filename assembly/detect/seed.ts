/**
 * The seed of the keys that are made now. One instance has many tables, each with a seed of its own: the seed changes with
 * the table. Snapshots and records hold the seed, so whoever reads one knows it; pages never show it.
 */
import { Table } from '../table/records';
import { forgetNameKeys } from '../page/element-names';
import { hashWith, isSeed, setSeed } from '../page/hash';

/** Makes all keys from now on with this seed. */
export function useSeed(low: u64, high: u64): void {
  if (isSeed(low, high)) return;
  setSeed(low, high);
  // The cache of names needs no change: it finds a start tag by a key, and finds none by keys of another seed.
  forgetNameKeys();
}

/** Makes all keys from now on with the seed of a table. */
export function useSeedOf(table: Table): void {
  useSeed(table.seedLow, table.seedHigh);
}

/** Key of some bytes by the seed of a table; the current seed stays. */
export function hashFor(table: Table, start: usize, length: usize): u64 {
  return hashWith(table.seedLow, table.seedHigh, start, length);
}
