/** Looking up what the site knows of the page, and counting the page. */
import { Counted, Segment } from '../page/records';
import { Group, Site, Table } from '../site/records';
import { EVIDENCE_DF, askedSightings, firstSighting, noteAsked, sightingsEnd } from '../evidence/site/sightings';
import { Sighting } from '../evidence/site/sighting-records';
import { segmentAt, segmentCount } from '../page/arena';
import { dfAt, lifetime, pagesLeft, setCount } from '../site/group';
import { INSERT_ADDED, INSERT_NO_ROOM, find, insert, rebuild } from '../site/table';
import { Evidence } from '../layout';
import { findLayout, pagesOfSection } from '../site/layouts';
import { spend } from '../work';

// Counting: entries that the page knows are renewed, others are added, once for each different segment or sighting.

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

// Looks up what the site knew before the current page. All look-ups are made here, before any verdict. If the page was counted before, it
// is no evidence of itself.

/** Work for a segment or a sighting that is looked up and counted. */
const RECORD_STEPS: u64 = 32;

/** Other pages of the site whose texts the page could have: where it has no text of half of them, those of its section. */
export let pagesKnown: u32 = 0;
/** Whether the page has a text that at least half of the pages known have. */
export let hasCommon: bool = false;

/** Debug builds only: the expiry of a living entry is of this round of the clock. */
function checkExpiry(slot: usize, clock: u32): void {
  assert(pagesLeft(slot, clock) <= <i32>lifetime(dfAt(slot)), 'look-up: an entry lives longer than its lifetime');
}

/**
 * Stores DF, page of last sight and slot of records of `bytes` bytes, segments or sightings; returns how many are unknown. `ownSights`
 * is 1 if the table has counted this page before, else 0: it is subtracted from each DF. A DF at its maximum stays, since counting stopped
 * there.
 */
function lookUp(table: Table, ownSights: u32, record: Counted, end: Counted, bytes: usize): u32 {
  const clock = table.clock;
  let misses: u32 = 0;
  for (; record < end; record = record.behind(bytes)) {
    const slot = find(table, record.key);
    const left = slot ? pagesLeft(slot, clock) : 0;
    const known = left > 0 ? dfAt(slot) : 0;
    const df = known == Group.DF_MAX ? known : known - min(known, ownSights);
    if (df) {
      if (!ASC_NO_ASSERT) checkExpiry(slot, clock);
      record.df = df;
      // An entry alive after `clock` pages was last seen its lifetime before its expiry.
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

/** The largest DF of a segment. */
function mostKnown(end: Segment): u32 {
  let most: u32 = 0;
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) most = max(most, segment.df);
  return most;
}

function lookUpSightings(table: Table, ownSights: u32, first: Sighting, end: Sighting): u32 {
  spend(<u64>((changetype<usize>(end) - changetype<usize>(first)) / Sighting.BYTES) * RECORD_STEPS);
  return lookUp(table, ownSights, first, end, Sighting.BYTES);
}

/**
 * Looks up all that the table knows of the page, by the evidence that decides; `ownSights` as in `lookUp`. Returns how many of the
 * records that the page counts are unknown; records that are only asked for are counted by verdicts.
 */
export function lookUpPage(site: Site, ownSights: u32, evidence: u32): u32 {
  spend(<u64>segmentCount * RECORD_STEPS);
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  const misses = lookUp(site, ownSights, segmentAt(0), end, Segment.BYTES);
  if (evidence == Evidence.REPETITION) return misses;
  const most = mostKnown(end);
  const known = site.clock - ownSights;
  hasCommon = most >= (min(known, EVIDENCE_DF) + 1) >> 1;
  findLayout(site);
  pagesKnown = hasCommon ? known : pagesOfSection(site, known, most);
  const more = lookUpSightings(site, ownSights, firstSighting(), askedSightings());
  noteAsked(evidence != Evidence.PAGE);
  lookUpSightings(site, ownSights, askedSightings(), sightingsEnd());
  return misses + more;
}
