/** Looks up what the site knows of a page, and counts the page. */
import { Segment } from '../page/records';
import { Group, Site, Table } from '../site/records';
import {
  EVIDENCE_DF,
  dependentOccurrences,
  firstOccurrence,
  noteDependent,
  occurrencesEnd,
} from '../evidence/site/occurrences';
import { Occurrence } from '../evidence/site/occurrence-records';
import { segmentAt, segmentCount } from '../page/arena';
import { addUnknown, expectEntries, lookUp, renew } from '../site/count';
import { Evidence } from '../layout';
import { findLayout, pagesOfSection } from '../site/layouts';

/** Maximum number of entries that the page adds: `unknown` ones, and those that verdicts depend on. */
export function countMissing(unknown: u32): u32 {
  let missing = unknown;
  const end = occurrencesEnd();
  for (let dependent = dependentOccurrences(); dependent < end; dependent = dependent.nextRecord<Occurrence>())
    missing += dependent.isCounted & u32(!dependent.df);
  expectEntries(missing);
  return missing;
}

/**
 * Counts the page as the next one of the table. Known entries are renewed; others are added once for each different segment or occurrence.
 * Then DFs of segments include the page; those of occurrences do not, because they are evidence that may be requested later. Returns the
 * number of new segments.
 */
export function countPage(table: Table): u32 {
  const number = table.clock + 1;
  const first = segmentAt(0);
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  const dependent = dependentOccurrences();
  const last = occurrencesEnd();
  renew(number, first, end, Segment.BYTES);
  renew(number, firstOccurrence(), dependent, Occurrence.BYTES);
  for (let at = dependent; at < last; at = at.nextRecord<Occurrence>())
    if (at.isCounted) renew(number, at, at.nextRecord<Occurrence>(), Occurrence.BYTES);
  // New entries take the slots of those that expire on this page.
  const added = addUnknown(table, first, end, Segment.BYTES);
  addUnknown(table, firstOccurrence(), dependent, Occurrence.BYTES);
  for (let at = dependent; at < last; at = at.nextRecord<Occurrence>())
    if (at.isCounted) addUnknown(table, at, at.nextRecord<Occurrence>(), Occurrence.BYTES);
  for (let at = first; at < end; at = at.nextRecord<Segment>()) at.df = min(at.df + 1, Group.DF_MAX);
  return added;
}

// All look-ups precede all verdicts. If the page was counted before, it is subtracted from the counts.

/** Number of other pages that could share texts with this page: all, or only its section if it shares no text with half of all pages. */
export let pagesKnown: u32 = 0;
/** True if the page has a text that at least half of the known pages have. */
export let hasCommon: bool = false;

function mostKnown(end: Segment): u32 {
  let most: u32 = 0;
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord<Segment>()) most = max(most, segment.df);
  return most;
}

/**
 * Looks up all that the table knows of the page, for the `Evidence` that decides; `ownCount` as in `lookUp`. Returns the number of unknown
 * records that the page counts. Records that are only queried are counted by verdicts.
 */
export function lookUpPage(site: Site, ownCount: u32, evidence: u32): u32 {
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  const misses = lookUp(site, ownCount, segmentAt(0), end, Segment.BYTES);
  if (evidence == Evidence.REPETITION) return misses;
  const most = mostKnown(end);
  const known = site.clock - ownCount;
  hasCommon = most >= (min(known, EVIDENCE_DF) + 1) >> 1;
  findLayout(site);
  pagesKnown = hasCommon ? known : pagesOfSection(site, known, most);
  const more = lookUp(site, ownCount, firstOccurrence(), dependentOccurrences(), Occurrence.BYTES);
  noteDependent(evidence != Evidence.PAGE);
  lookUp(site, ownCount, dependentOccurrences(), occurrencesEnd(), Occurrence.BYTES);
  return misses + more;
}
