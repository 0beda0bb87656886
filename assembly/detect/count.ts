/**
 * Counting a page that was looked up: entries that it knows are renewed, others are added, once for each different segment or
 * sighting.
 */
import { Counted, Segment } from '../page/records';
import { Table } from '../site/records';
import { firstSighting, sightingsEnd } from '../evidence/site/sightings';
import { segmentAt, segmentCount } from '../page/arena';
import { clockMask, dfAt, dfMax, expiryAt, setCount } from '../site/group';
import { lifetime } from '../site/lifetime';
import { INSERT_ADDED, INSERT_NO_ROOM, insert, rebuild } from '../site/table';

/** Maximum number of entries that the page has yet to add. */
let missing: u32 = 0;

function segmentsEnd(): Segment {
  return segmentAt(segmentCount * <u32>Segment.BYTES);
}

/** Maximum number of entries that the page adds. */
export function countMissing(hasSightings: bool): u32 {
  missing = 0;
  const end = segmentsEnd();
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) missing += u32(!segment.df);
  if (!hasSightings) return missing;
  const last = sightingsEnd();
  for (let sighting = firstSighting(); sighting < last; sighting = sighting.nextRecord)
    missing += sighting.isCounted & u32(!sighting.df);
  return missing;
}

function renew(number: u32, record: Counted): void {
  const slot = record.slot;
  if (!slot) return;
  let df = dfAt(slot);
  // An entry whose expiry is this page plus its life was counted on this page already.
  if (((number + lifetime(df)) & clockMask) == expiryAt(slot)) return;
  if (df < dfMax) ++df;
  setCount(slot, df, number + lifetime(df));
}

/** Adds a record that the table did not know; whether it is the first of its key. */
function addUnknown(table: Table, number: u32, record: Counted): bool {
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
  return outcome == INSERT_ADDED;
}

/**
 * Counts the page for its segments and sightings; `number`: its number. How many different segments are new. DFs of segments count the
 * page then; those of sightings do not: they are evidence that may be asked for later.
 */
export function countPage(table: Table, number: u32, hasSightings: bool): u32 {
  const end = segmentsEnd();
  const last = hasSightings ? sightingsEnd() : firstSighting();
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) renew(number, segment);
  for (let sighting = firstSighting(); sighting < last; sighting = sighting.nextRecord) {
    if (sighting.isCounted) renew(number, sighting);
  }
  // New entries take the slots of those that expire on this page.
  let added: u32 = 0;
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) {
    if (!segment.df) added += u32(addUnknown(table, number, segment));
    segment.df = min(segment.df + 1, dfMax);
  }
  for (let sighting = firstSighting(); sighting < last; sighting = sighting.nextRecord) {
    if (sighting.isCounted && !sighting.df) addUnknown(table, number, sighting);
  }
  return added;
}
