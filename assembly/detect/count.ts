/**
 * Counting a page that was looked up: entries that it knows are renewed, others are added, once for each different segment or
 * sighting.
 */
import { Counted, Segment } from '../page/records';
import { Group, Table } from '../site/records';
import { askedSightings, firstSighting, sightingsEnd } from '../evidence/site/sightings';
import { Sighting } from '../evidence/site/sighting-records';
import { segmentAt, segmentCount } from '../page/arena';
import { dfAt, pagesLeft, setCount } from '../site/group';
import { lifetime } from '../site/lifetime';
import { INSERT_ADDED, INSERT_NO_ROOM, insert, rebuild } from '../site/table';

/** Maximum number of entries that the page has yet to add. */
let missing: u32 = 0;

function segmentsEnd(): Segment {
  return segmentAt(segmentCount * <u32>Segment.BYTES);
}

/** Maximum number of entries that the page adds: `unknown` ones, and what verdicts have decided on. */
export function countMissing(unknown: u32, hasSightings: bool): u32 {
  missing = unknown;
  if (!hasSightings) return missing;
  const end = sightingsEnd();
  for (let asked = askedSightings(); asked < end; asked = asked.nextRecord) {
    missing += asked.isCounted & u32(!asked.df);
  }
  return missing;
}

/** Counts the page for the known ones of records of `bytes` bytes. */
function renew(number: u32, record: Counted, end: Counted, bytes: usize): void {
  for (; record < end; record = record.behind(bytes)) {
    const slot = record.slot;
    if (!slot) continue;
    let df = dfAt(slot);
    // An entry whose expiry is this page plus its life was counted on this page already.
    if (pagesLeft(slot, number) == <i32>lifetime(df)) continue;
    if (df < Group.DF_MAX) ++df;
    setCount(slot, df, number + lifetime(df));
  }
}

/** Adds the unknown ones of records of `bytes` bytes; returns how many different ones. */
function addUnknown(table: Table, record: Counted, end: Counted, bytes: usize): u32 {
  const number = table.clock + 1;
  let added: u32 = 0;
  for (; record < end; record = record.behind(bytes)) {
    if (record.df) continue;
    const key = record.key;
    let outcome = insert(table, key, number);
    if (outcome == INSERT_NO_ROOM) {
      // A rebuild cannot fail here. `insert` finds a slot as long as the table's room is at least `missing`, so `reserveRoom` has
      // set memory aside: enough for all entries that lived before this page and all that the page adds.
      const isRebuilt = rebuild(table, number, missing);
      assert(isRebuilt, 'count: no memory was set aside for a rebuild');
      outcome = insert(table, key, number);
      assert(outcome != INSERT_NO_ROOM, 'count: a rebuilt table has no room');
    }
    --missing;
    added += u32(outcome == INSERT_ADDED);
  }
  return added;
}

/**
 * Counts the page as the next one of the table. How many different segments are new. DFs of segments count the page then; those of
 * sightings do not: they are evidence that may be asked for later.
 */
export function countPage(table: Table, hasSightings: bool): u32 {
  const number = table.clock + 1;
  const first = segmentAt(0);
  const end = segmentsEnd();
  renew(number, first, end, Segment.BYTES);
  if (hasSightings) {
    renew(number, firstSighting(), askedSightings(), Sighting.BYTES);
    for (let asked = askedSightings(); asked < sightingsEnd(); asked = asked.nextRecord)
      if (asked.isCounted) renew(number, asked, asked.nextRecord, Sighting.BYTES);
  }
  // New entries take the slots of those that expire on this page.
  const added = addUnknown(table, first, end, Segment.BYTES);
  if (hasSightings) {
    addUnknown(table, firstSighting(), askedSightings(), Sighting.BYTES);
    for (let asked = askedSightings(); asked < sightingsEnd(); asked = asked.nextRecord)
      if (asked.isCounted) addUnknown(table, asked, asked.nextRecord, Sighting.BYTES);
  }
  for (let segment = first; segment < end; segment = segment.nextRecord) segment.df = min(segment.df + 1, Group.DF_MAX);
  return added;
}
