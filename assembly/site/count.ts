/** Looks up and counts the page's segments and occurrences in the table of a site. */
import { CountRecord } from '../page/records';
import { Group, Table } from './records';
import { spend } from '../work';
import { INSERT_ADDED, INSERT_FULL, dfAt, find, insert, lifetime, pagesLeft, rebuild, setCount } from './table';

/** Work for a record. */
const RECORD_STEPS: u64 = 32;

/** Maximum number of entries that are still to be added for the page. */
let missing: u32 = 0;

/** Expects up to `count` new entries, for which `reserveCapacity` was called. */
export function expectEntries(count: u32): void {
  missing = count;
}

/**
 * Stores DF, previous page and slot in records of `bytes` bytes; returns the number of unknown records. `ownCount`: 1 if the table has
 * counted this page before. It is subtracted from DFs, except from the maximum, at which counting stops.
 */
export function lookUp(table: Table, ownCount: u32, record: CountRecord, end: CountRecord, bytes: usize): u32 {
  spend(<u64>((changetype<usize>(end) - changetype<usize>(record)) / bytes) * RECORD_STEPS);
  const clock = table.clock;
  let misses: u32 = 0;
  for (; record < end; record = record.after(bytes)) {
    const slot = find(table, record.key);
    const left = slot ? pagesLeft(slot, clock) : 0;
    const known = left > 0 ? dfAt(slot) : 0;
    const df = known == Group.DF_MAX ? known : known - min(known, ownCount);
    if (df) {
      if (!ASC_NO_ASSERT) assert(left <= <i32>lifetime(known), 'look-up: an entry lives longer than its lifetime');
      record.df = df;
      // A living entry was last seen one lifetime before its expiry.
      record.previousPage = clock + <u32>left - lifetime(known);
      record.slot = slot;
    } else {
      record.df = 0;
      record.previousPage = 0;
      record.slot = 0;
      ++misses;
    }
  }
  return misses;
}

/** Counts the page for known records of `bytes` bytes. */
export function renew(number: u32, record: CountRecord, end: CountRecord, bytes: usize): void {
  for (; record < end; record = record.after(bytes)) {
    const slot = record.slot;
    if (!slot) continue;
    let df = dfAt(slot);
    // An entry with its full lifetime was already counted on this page.
    if (pagesLeft(slot, number) == <i32>lifetime(df)) continue;
    if (df < Group.DF_MAX) ++df;
    setCount(slot, df, number + lifetime(df));
  }
}

/** Adds unknown records of `bytes` bytes; returns the number of added entries. */
export function addUnknown(table: Table, record: CountRecord, end: CountRecord, bytes: usize): u32 {
  const number = table.clock + 1;
  let added: u32 = 0;
  for (; record < end; record = record.after(bytes)) {
    if (record.df) continue;
    const key = record.key;
    let outcome = insert(table, key, number);
    if (outcome == INSERT_FULL) {
      // A rebuild cannot fail here. `insert` finds a slot if the table has capacity for `missing` entries. Otherwise `reserveCapacity` has
      // reserved memory for all live entries and for all new entries of the page.
      const isRebuilt = rebuild(table, number, missing);
      assert(isRebuilt, 'count: no memory was set aside for a rebuild');
      outcome = insert(table, key, number);
      assert(outcome != INSERT_FULL, 'count: a rebuilt table has no capacity');
    }
    --missing;
    added += u32(outcome == INSERT_ADDED);
  }
  return added;
}
