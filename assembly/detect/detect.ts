/**
 * One page from segments to verdicts (Wang et al.): expand, detect, shrink.
 *
 * All steps that can fail come before any change: room in the table is reserved first. Then known segments are counted, which
 * renews them, and new segments take the slots of entries that expire on this page, so that a table is hardly larger than
 * its living entries. Shrinking needs no step: an entry past its expiry is absent for every later page (see table.ts).
 */
import { Evidence, Status } from '../layout';
import { BlockKind, Segment } from '../page/records';
import { Table } from '../table/records';
import { threshold, scorePage } from '../evidence/forest';
import { clearVerdicts, followVerdicts, noteVerdicts, verdictsCounted, verdictsEnd } from '../evidence/place-verdicts';
import {
  EVIDENCE_DF,
  knownPositionsEnd,
  positionsLookedUp,
  sightingsCounted,
  spreadKnown,
} from '../evidence/sightings';
import { decideRepeated, repeatedFrom } from '../evidence/repetition';
import { countLayout, findLayout, pagesOfSection, publishLayout, reserveLayout, setLayout } from '../layouts/layouts';
import { PAGE, blockAt, blockCount, blockOf, segmentAt, segmentCount, segments, sightings } from '../page/arena';
import { clockMask, dfAt, dfMax, expiryAt, pagesLeft, setCount } from '../table/group';
import { lifetime } from '../table/lifetime';
import { Work, isSpent, spend } from '../work';
import { clearParts } from './parts';
import {
  INSERT_ADDED,
  INSERT_NO_ROOM,
  checkTable,
  find,
  insert,
  isFull,
  isRecent,
  rebuild,
  releaseSpare,
  remember,
  reserveRecent,
  reserveRoom,
  scrub,
} from '../table/table';

/** The ratio is compared in whole millionths, so that no engine's floating point can change a verdict. */
const RATIO_SCALE: u64 = 1000000;

/** Work for a segment or sighting that is looked up and counted, and for a block that a model scores. */
const SEGMENT_STEPS: u64 = 32;
const BLOCK_STEPS: u64 = 128;

let templateDf: u32 = 5;
let templateMillionths: u64 = 700000;

export function setThresholds(df: u32, millionths: u32): void {
  templateDf = df;
  templateMillionths = millionths;
}

/** The page on which an entry alive after `clock` pages was last seen. */
function lastPage(slot: usize, clock: u32): u32 {
  return clock + <u32>pagesLeft(slot, clock) - lifetime(dfAt(slot));
}

function segmentsEnd(): usize {
  return segments + segmentCount * <u32>Segment.BYTES;
}

/** Debug builds only: the expiry of a living entry is of this round of the clock. */
function checkExpiry(slot: usize, clock: u32): void {
  assert(pagesLeft(slot, clock) <= <i32>lifetime(dfAt(slot)), 'detect: an entry lives longer than its lifetime');
}

/**
 * Stores DF, page of last sight and slot of each segment or sighting; returns how many are unknown. `own` is 1 if the table has
 * counted this page before, else 0: a page is no evidence of itself, so its sight is subtracted from each DF. A DF at its maximum
 * stays, since more pages may have been seen than it says.
 */
function lookUp(table: Table, clock: u32, own: u32, segment: Segment, end: Segment): u32 {
  let misses: u32 = 0;
  for (; segment < end; segment = segment.nextRecord) {
    const slot = find(table, segment.key);
    const known = slot && pagesLeft(slot, clock) > 0 ? dfAt(slot) : 0;
    const df = known == dfMax ? known : known - min(known, own);
    if (df) {
      if (!ASC_NO_ASSERT) checkExpiry(slot, clock);
      segment.df = df;
      segment.previousPage = lastPage(slot, clock);
      segment.slot = slot;
    } else {
      segment.df = 0;
      segment.previousPage = 0;
      segment.slot = 0;
      ++misses;
    }
  }
  return misses;
}

/**
 * Counts the page once for each different segment or sighting that was known. If `shows`, the record gets the DF with this
 * page counted; records of sightings keep the DF before the page, which is the evidence.
 */
function countKnown(number: u32, segment: Segment, end: Segment, shows: bool): void {
  for (; segment < end; segment = segment.nextRecord) {
    const slot = segment.slot;
    if (!slot) continue;
    let df = dfAt(slot);
    // An entry whose expiry is this page plus its life was counted on this page already.
    if (((number + lifetime(df)) & clockMask) != expiryAt(slot)) {
      if (df < dfMax) ++df;
      setCount(slot, df, number + lifetime(df));
    }
    if (shows) segment.df = df;
  }
}

/** Maximum number of entries that the page has yet to add. */
let missing: u32 = 0;

/** Adds the unknown segments or sightings to the table; returns how many different ones. */
function addUnknown(table: Table, number: u32, segment: Segment, end: Segment, shows: bool): u32 {
  let added: u32 = 0;
  for (; segment < end; segment = segment.nextRecord) {
    if (segment.df) continue;
    const key = segment.key;
    let outcome = insert(table, key, number);
    if (outcome == INSERT_NO_ROOM) {
      // A rebuild cannot fail here. `insert` finds a slot as long as Table.ROOM is at least `missing`, so `reserveRoom` has
      // set memory aside: enough for all entries that lived before this page and all that the page adds.
      const isRebuilt = rebuild(table, number, missing);
      assert(isRebuilt, 'detect: no memory was set aside for a rebuild');
      outcome = insert(table, key, number);
      assert(outcome != INSERT_NO_ROOM, 'detect: a rebuilt table has no room');
    }
    added += u32(outcome == INSERT_ADDED);
    if (shows) segment.df = 1;
    --missing;
  }
  return added;
}

/** Sets the template length of every block to 0. */
export function clearTemplateLengths(): void {
  const end = blockAt(blockCount);
  for (let block = blockOf(0); block < end; block = block.nextRecord) block.templateLength = 0;
}

/** Adds the length of a segment to the template length of its block. */
export function addTemplateLength(segment: Segment): void {
  const block = blockOf(segment.block);
  block.templateLength += segment.length;
}

/** Sets the verdicts: by the template ratio, or by the score if a model decides. */
export function judgeBlocks(): void {
  let contentLength: u32 = 0;
  let templateLength: u32 = 0;
  const end = blockAt(blockCount);
  for (let block = blockOf(0); block < end; block = block.nextRecord) {
    const length = <u64>block.length;
    const template = <u64>block.templateLength;
    const isTemplate =
      evidence == Evidence.REPETITION ? template * RATIO_SCALE > length * templateMillionths : block.score > threshold;
    const kind = length == 0 ? BlockKind.NONE : isTemplate ? BlockKind.TEMPLATE : BlockKind.CONTENT;
    block.kind = kind;
    if (kind == BlockKind.TEMPLATE) templateLength += <u32>length;
    else contentLength += <u32>length;
  }
  PAGE.contentLength = contentLength;
  PAGE.templateLength = templateLength;
}

/** Block template ratios and verdicts from the segments' DFs. */
function judge(): void {
  clearTemplateLengths();
  const end = changetype<Segment>(segmentsEnd());
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) {
    if (segment.df >= templateDf) addTemplateLength(segment);
  }
  judgeBlocks();
  clearParts();
}

function publishVerdict(number: u32, counted: bool, added: u32): void {
  PAGE.number = number;
  PAGE.counted = u32(counted);
  PAGE.newSegments = added;
  PAGE.work = Work.done;
}

/** The evidence that decides: one of the `EVIDENCE_…` codes. */
export let evidence: u32 = Evidence.REPETITION;

export function setEvidence(code: u32): void {
  evidence = code;
}

/** Whether the page that was consulted last has a text that at least half of the pages known have. */
let hasCommon: bool = false;

/** The largest DF of a text of the page. */
function mostKnown(): u32 {
  let most: u32 = 0;
  for (let segment = segments; segment < segmentsEnd(); segment += Segment.BYTES)
    most = max(most, changetype<Segment>(segment).df);
  return most;
}

/**
 * Looks up the segments and the sightings of the current page and scores its blocks; returns how many keys are unknown. `own` as
 * in `lookUp`.
 */
function consult(table: Table, clock: u32, own: u32): u32 {
  let pagesKnown = clock - own;
  spend(<u64>segmentCount * SEGMENT_STEPS);
  let misses = lookUp(table, clock, own, segmentAt(0), changetype<Segment>(segmentsEnd()));
  setLayout(0, false);
  if (evidence == Evidence.REPETITION) return misses;
  findLayout(table);
  const most = mostKnown();
  hasCommon = most >= (min(pagesKnown, EVIDENCE_DF) + 1) >> 1;
  if (!hasCommon) pagesKnown = pagesOfSection(table, pagesKnown, most);
  misses += lookUp(table, clock, own, changetype<Segment>(sightings), changetype<Segment>(positionsLookedUp()));
  spreadKnown(repeatedFrom(pagesKnown));
  misses += lookUp(
    table,
    clock,
    own,
    changetype<Segment>(positionsLookedUp()),
    changetype<Segment>(sightingsCounted()),
  );
  lookUp(table, clock, own, changetype<Segment>(sightingsCounted()), changetype<Segment>(knownPositionsEnd()));
  spend(<u64>((knownPositionsEnd() - sightings) / Segment.BYTES) * SEGMENT_STEPS + <u64>blockCount * BLOCK_STEPS);
  scorePage(pagesKnown, evidence);
  clearVerdicts();
  if (evidence == Evidence.PAGE) return misses;
  noteVerdicts();
  spend(<u64>((verdictsEnd() - knownPositionsEnd()) / Segment.BYTES) * SEGMENT_STEPS);
  misses += lookUp(table, clock, own, changetype<Segment>(knownPositionsEnd()), changetype<Segment>(verdictsCounted()));
  lookUp(table, clock, own, changetype<Segment>(verdictsCounted()), changetype<Segment>(verdictsEnd()));
  followVerdicts();
  decideRepeated();
  return misses;
}

/**
 * Labels the segmented page by what the table knows of other pages. `id` and `hasId` as in `learnPage`; `isCounted` if the caller
 * knows that the page was counted, since the table has the last ids only.
 */
export function labelPage(table: Table, id: u64, hasId: bool, isCounted: bool): u32 {
  if (!ASC_NO_ASSERT) checkTable(table);
  const clock = table.clock;
  const own = clock && (isCounted || (hasId && isRecent(table, id)));
  consult(table, clock, <u32>own);
  if (isSpent()) return Status.TOO_COMPLEX;
  judge();
  if (evidence != Evidence.REPETITION) publishLayout(table);
  publishVerdict(clock, false, 0);
  return Status.OK;
}

/**
 * Labels the segmented page and counts it, unless one of the last Table.RECENT_IDS counted pages has the same id. `id` is the hash of the page
 * id, `hasId` whether there is one.
 */
export function learnPage(table: Table, id: u64, hasId: bool): u32 {
  if (!ASC_NO_ASSERT) checkTable(table);
  PAGE.evicted = 0;
  if (hasId && isRecent(table, id)) return labelPage(table, id, hasId, true);
  if (hasId && !reserveRecent(table)) return Status.OUT_OF_MEMORY;
  const clock = table.clock;
  const hasSightings = evidence != Evidence.REPETITION;
  missing = consult(table, clock, 0);
  // Nothing is changed before this.
  if (isSpent()) return Status.TOO_COMPLEX;
  if (hasSightings && !reserveLayout(table)) return Status.OUT_OF_MEMORY;
  const status = reserveRoom(table, clock, missing);
  if (status != Status.OK) return status;
  const number = clock + 1;
  countKnown(number, segmentAt(0), changetype<Segment>(segmentsEnd()), true);
  if (hasSightings) {
    countKnown(number, changetype<Segment>(sightings), changetype<Segment>(sightingsCounted()), false);
    countKnown(number, changetype<Segment>(knownPositionsEnd()), changetype<Segment>(verdictsCounted()), false);
  }
  const added = addUnknown(table, number, segmentAt(0), changetype<Segment>(segmentsEnd()), true);
  if (hasSightings) {
    addUnknown(table, number, changetype<Segment>(sightings), changetype<Segment>(sightingsCounted()), false);
    addUnknown(table, number, changetype<Segment>(knownPositionsEnd()), changetype<Segment>(verdictsCounted()), false);
  }
  releaseSpare();
  if (hasSightings) countLayout(table, number, hasCommon);
  judge();
  table.clock = number;
  if (hasId) {
    PAGE.evicted = u32(isFull(table));
    PAGE.evictedId = remember(table, id);
  }
  scrub(table);
  publishVerdict(number, true, added);
  return Status.OK;
}
