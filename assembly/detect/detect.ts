/**
 * One page from segments to verdicts: expand, detect, shrink (Wang et al., WWW 2008).
 *
 * All steps that can fail precede all changes: capacity of the table is reserved first. Then known segments are counted, which renews their
 * entries. New segments take the slots of entries that expire on this page, so a table is hardly larger than its living entries. Shrinking
 * needs no step: later pages treat an expired entry as absent (table.ts).
 */
import { Evidence, Status } from '../layout';
import { Block, Segment, Verdict } from '../page/records';
import { Site } from '../site/records';
import { scorePage, threshold } from '../evidence/model/forest';
import { followVerdicts, noteVerdicts } from '../evidence/site/position-verdicts';
import { spreadFrequencies } from '../evidence/site/occurrences';
import { decideRepeated, repeatedFrom } from '../evidence/site/repetition';
import { countLayout, publishLayout, reserveLayout, setLayout } from '../site/layouts';
import { PAGE, blockAt, blockCount, blockOf, segmentAt, segmentCount } from '../page/arena';
import { Work, isSpent, spend } from '../work';
import { countMissing, countPage, hasCommon, lookUpPage, pagesKnown } from './count';
import { clearParts } from './parts';
import { forgetNameKeys } from '../page/element-names';
import { hashWith, isSeed, setSeed } from '../page/hash';
import { checkSite, isFull, isRecent, remember, reserveRecent } from '../site/site';
import { releaseSpare, reserveCapacity, scrub } from '../site/table';

/** The ratio is compared in whole millionths, so that a verdict is independent of an engine's floating point. */
const RATIO_SCALE: u64 = 1000000;

/** Work for a block that a model scores. */
const BLOCK_STEPS: u64 = 128;

let templateDf: u32 = 5;
let templateMillionths: u64 = 700000;

export function setThresholds(df: u32, millionths: u32): void {
  templateDf = df;
  templateMillionths = millionths;
}

function addTemplateLength(segment: Segment): void {
  const block = blockOf(segment.block);
  block.templateLength += segment.length;
}

/** Sets the verdicts: by the template ratio, or by the score if a model decides. */
function judgeBlocks(): void {
  let contentLength: u32 = 0;
  let templateLength: u32 = 0;
  const end = blockAt(blockCount);
  for (let block = blockOf(0); block < end; block = block.nextRecord<Block>()) {
    const length = <u64>block.length;
    const template = <u64>block.templateLength;
    const isTemplate =
      evidence == Evidence.REPETITION ? template * RATIO_SCALE > length * templateMillionths : block.score > threshold;
    const verdict = length == 0 ? Verdict.NONE : isTemplate ? Verdict.TEMPLATE : Verdict.CONTENT;
    block.verdict = verdict;
    if (verdict == Verdict.TEMPLATE) templateLength += <u32>length;
    else contentLength += <u32>length;
  }
  PAGE.contentLength = contentLength;
  PAGE.templateLength = templateLength;
}

/** Sets template lengths and verdicts from the DFs of the segments. */
function judge(): void {
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord<Segment>()) {
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

/** The evidence that decides: an `Evidence`. */
export let evidence: u32 = Evidence.REPETITION;

export function setEvidence(code: u32): void {
  evidence = code;
}

/** Scores the blocks of the page after the look-up, if a model decides. */
function score(): void {
  setLayout(0, false);
  if (evidence == Evidence.REPETITION) return;
  spend(<u64>blockCount * BLOCK_STEPS);
  spreadFrequencies(repeatedFrom(pagesKnown));
  scorePage(pagesKnown, evidence);
  if (evidence == Evidence.PAGE) return;
  noteVerdicts(threshold);
  followVerdicts();
  decideRepeated(threshold);
}

/**
 * Labels the segmented page by what the table knows of other pages. `id` and `hasId` are as in `learnPage`. `isCounted`: the page was
 * counted before, though its id may no longer be among the last ones.
 */
export function labelPage(site: Site, id: u64, hasId: bool, isCounted: bool): u32 {
  if (!ASC_NO_ASSERT) checkSite(site);
  const clock = site.clock;
  const isAlreadyCounted = clock && (isCounted || (hasId && isRecent(site, id)));
  lookUpPage(site, <u32>isAlreadyCounted, evidence);
  score();
  if (isSpent()) return Status.TOO_COMPLEX;
  judge();
  if (evidence != Evidence.REPETITION) publishLayout(site);
  publishVerdict(clock, false, 0);
  return Status.OK;
}

/**
 * Labels the segmented page and counts it, unless one of the last `Site.RECENT_IDS` counted pages has the same id. `id`: hash of the page
 * id; `hasId`: the page has one.
 */
export function learnPage(site: Site, id: u64, hasId: bool): u32 {
  if (!ASC_NO_ASSERT) checkSite(site);
  PAGE.evicted = 0;
  if (hasId && isRecent(site, id)) return labelPage(site, id, hasId, true);
  if (hasId && !reserveRecent(site)) return Status.OUT_OF_MEMORY;
  const clock = site.clock;
  const hasOccurrences = evidence != Evidence.REPETITION;
  const unknown = lookUpPage(site, 0, evidence);
  score();
  // Nothing is changed before this.
  if (isSpent()) return Status.TOO_COMPLEX;
  if (hasOccurrences && !reserveLayout(site)) return Status.OUT_OF_MEMORY;
  const status = reserveCapacity(site, clock, countMissing(unknown));
  if (status != Status.OK) return status;
  const number = clock + 1;
  const added = countPage(site);
  releaseSpare();
  if (hasOccurrences) countLayout(site, number, hasCommon);
  judge();
  site.clock = number;
  if (hasId) {
    PAGE.evicted = u32(isFull(site));
    PAGE.evictedId = remember(site, id);
  }
  scrub(site);
  publishVerdict(number, true, added);
  return Status.OK;
}

/**
 * Makes all later keys with the seed of a site. One instance has many tables, each with its own seed. Snapshots and records contain the
 * seed; pages never reveal it.
 */
export function useSeedOf(site: Site): void {
  if (isSeed(site.seedLow, site.seedHigh)) return;
  setSeed(site.seedLow, site.seedHigh);
  // The cache of names remains valid: keys of another seed find nothing in it.
  forgetNameKeys();
}

/** Key of some bytes by the seed of a site. The current seed does not change. */
export function hashFor(site: Site, start: usize, length: usize): u64 {
  return hashWith(site.seedLow, site.seedHigh, start, length);
}
