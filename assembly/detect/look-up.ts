/**
 * What the site knew of a page before it: everything is looked up here, before anything is judged. A page that was counted before is
 * no evidence of itself.
 */
import { Evidence } from '../layout';
import { Counted, Segment } from '../page/records';
import { Site, Table } from '../site/records';
import { EVIDENCE_DF, firstSighting, knownSightings, noteAsked, sightingsEnd } from '../evidence/site/sightings';
import { Sighting } from '../evidence/site/sighting-records';
import { findLayout, pagesOfSection } from '../site/layouts';
import { segmentAt, segmentCount } from '../page/arena';
import { dfAt, dfMax, pagesLeft } from '../site/group';
import { lifetime } from '../site/lifetime';
import { find } from '../site/table';
import { spend } from '../work';

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
 * Stores DF, page of last sight and slot of a segment or sighting. `own` is 1 if the table has counted this page before, else 0: its
 * sight is subtracted from each DF. A DF at its maximum stays, since more pages may have been seen than it says.
 */
function lookUp(table: Table, clock: u32, own: u32, record: Counted): void {
  const slot = find(table, record.key);
  const left = slot ? pagesLeft(slot, clock) : 0;
  if (left > 0) {
    const known = dfAt(slot);
    const df = known == dfMax ? known : known - min(known, own);
    if (df) {
      if (!ASC_NO_ASSERT) checkExpiry(slot, clock);
      record.df = df;
      // An entry alive after `clock` pages was last seen its lifetime before its expiry.
      record.previousPage = clock + <u32>left - lifetime(known);
      record.slot = slot;
      return;
    }
  }
  record.df = 0;
  record.previousPage = 0;
  record.slot = 0;
}

/** Looks up the segments of the page; the largest DF of them. */
function lookUpSegments(table: Table, own: u32): u32 {
  const clock = table.clock;
  spend(<u64>segmentCount * RECORD_STEPS);
  let most: u32 = 0;
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) {
    lookUp(table, clock, own, segment);
    most = max(most, segment.df);
  }
  return most;
}

function lookUpSightings(table: Table, own: u32, first: Sighting, end: Sighting): void {
  const clock = table.clock;
  spend(<u64>((changetype<usize>(end) - changetype<usize>(first)) / Sighting.BYTES) * RECORD_STEPS);
  for (let sighting = first; sighting < end; sighting = sighting.nextRecord) lookUp(table, clock, own, sighting);
}

/** Looks up all that the table knows of the page, by the evidence that decides; `own` as in `lookUp`. */
export function lookUpPage(site: Site, own: u32, evidence: u32): void {
  const most = lookUpSegments(site, own);
  if (evidence == Evidence.REPETITION) return;
  const known = site.clock - own;
  hasCommon = most >= (min(known, EVIDENCE_DF) + 1) >> 1;
  findLayout(site);
  pagesKnown = hasCommon ? known : pagesOfSection(site, known, most);
  lookUpSightings(site, own, firstSighting(), knownSightings());
  noteAsked(evidence != Evidence.PAGE);
  lookUpSightings(site, own, knownSightings(), sightingsEnd());
}
