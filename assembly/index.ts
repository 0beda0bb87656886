/**
 * The ABI of core.wasm. A caller reserves memory, writes the input, makes one call for each page, and reads the records at `pageResult()`.
 * Functions that can fail return a `Status`.
 *
 * `scripts/generate-exports.ts` writes exports, records and constants to `bindings/core-exports.ts`. Functions for measurements and
 * training are in bench.ts, which does not ship.
 */
import { limitMemory } from './memory';
import { evidence, hashFor, labelPage, learnPage, setEvidence, setThresholds, useSeedOf } from './detect/detect';
import { judgeKind as judge } from './detect/kind';
import { divideParts as divide, setRecall } from './detect/parts';
import { omitUnseen } from './output/visible-nodes';
import { setRepetition } from './evidence/site/repetition';
import { Evidence, Options, Reading, Status } from './layout';
import { Fragment } from './html/records';
import { Site } from './site/records';
import { parseTree } from './html-abi';
import { releaseParser, setScripting } from './html/parse';
import { limitDepth } from './html/open';
import { Parser } from './html/state';
import { limitNodes } from './html/nodes';
import { PAGE, input, inputHolds, pageCapacity, releasePage } from './page/arena';
import { Trait, has, setTrait } from './elements';
import { readNoscript } from './page/element-names';
import { checksum } from './page/checksum';
import { attachShadows } from './output/shadow';
import { isHidden, segmentPage } from './segmenter/segment';
import { checkSite, isRecent } from './site/site';
import { countLive, limitTables, setLifetimes } from './site/table';
import { tagOf } from './html/names';
import { limitWork } from './work';

export * from './html-abi';
export * from './memory-abi';
export { createTable, releaseTable, tableBytes } from './site/site';
export { saveTable, loadTable, reserveSaving } from './site/table-snapshot';
export { renderBlock, renderPosts, renderSegment, renderSelected } from './output/render';
export { renderClean } from './clean/render';
export { renderMarkdown } from './markdown/render';
export { renderTitle } from './page/title';
export { isOverlay } from './detect/asides';
export { findItems } from './detect/posts';
export { showsPrice } from './evidence/block/amounts';
export { renderHeadline, renderLines, renderMetadata } from './output/metadata-records';
export { measureUnseen } from './output/unseen-text';
export { renderPlaces } from './places/places';
export { spellingLength, spellingOf } from './html/names';
export { findRemoval } from './output/removal';
export { urlAddress } from './output/address';
export { loadModel, priorOf } from './evidence/model/forest';
export { fillTile } from './evidence/model/features';
export { tileAddress } from './evidence/model/tile';
export { workDone } from './work';
export { workspaceBytes } from './page/arena';

const OPTIONS = changetype<Options>(memory.data(<i32>offsetof<Options>(), 8));

/** The caller writes options there before `configure`. */
export function optionsAddress(): usize {
  return changetype<usize>(OPTIONS);
}

/** Converts a share; at most two million. */
function millionths(share: f64): u32 {
  return <u32>floor(min(share, 2) * 1e6 + 0.5);
}

/** Sets the options of this instance, once, before any table. */
export function configure(): void {
  const templateDf = <u32>OPTIONS.templateDf;
  const evidence = <u32>OPTIONS.evidence;
  setEvidence(evidence);
  setThresholds(templateDf, millionths(OPTIONS.templateRatio));
  // With more than a million millionths, no text counts as repeated.
  setRepetition(millionths(OPTIONS.templateShare), templateDf, evidence);
  setLifetimes(OPTIONS.baseLifetime, OPTIONS.lifetimeGrowth);
  setRecall(OPTIONS.recall);
  omitUnseen(OPTIONS.omitUnseen != 0);
  limitTables(<u32>OPTIONS.maxTableBytes);
  limitMemory(<u32>OPTIONS.maxMemory);
  limitNodes(<u32>OPTIONS.maxNodes);
  limitDepth(<u32>OPTIONS.maxDepth);
  limitWork(OPTIONS.maxWork);
  // As in a browser that runs scripts, where noscript elements are not shown.
  setScripting(true);
}

/** Makes elements of this name separators, which open a block. */
export function markSeparator(tag: u32): void {
  setTrait(tag, Trait.SEPARATOR, true);
}

/** Number of the element name in the first `length` bytes of the input, or 0. */
export function tagNumber(length: u32): u32 {
  assert(inputHolds(length), 'index: the name is not in the input');
  return tagOf(input, length);
}

/** True if the segmenter skips elements of this name. */
export function isIgnored(tag: u32): bool {
  return has(tag, Trait.IGNORED);
}

/**
 * Judges the HTML page in the first `bytes` bytes of the input: UTF-8 without a byte order mark. `id`: hash of the page's id; `reading`: a
 * sum of `Reading` codes.
 */
export function readHtml(at: usize, bytes: u32, id: u64, reading: u32): u32 {
  const site = changetype<Site>(at);
  useSeedOf(site);
  return judgePage(divideHtml(bytes, evidence != Evidence.REPETITION), site, id, reading);
}

function judgePage(status: u32, site: Site, id: u64, reading: u32): u32 {
  if (status != Status.OK) return status;
  const hasId = (reading & Reading.HAS_ID) != 0;
  if (reading & Reading.LEARN) return learnPage(site, id, hasId);
  return labelPage(site, id, hasId, (reading & Reading.LABEL_COUNTED) != 0);
}

/** Finds the parts of the current page, after a model judged it. */
export function divideParts(): u32 {
  assert(evidence != Evidence.REPETITION, 'index: no model has judged the page');
  return divide();
}

/** Finds the kind of the current page, after it was measured; outputs its URL as written. */
export function judgeKind(): u32 {
  assert(evidence != Evidence.REPETITION, 'index: the page was not measured');
  return judge();
}

/** Parses the page in the input, with its shadow roots; returns a `Status`. */
function parsePage(bytes: u32): u32 {
  const status = parseTree(bytes, Fragment.NO_CONTEXT);
  if (status == Status.OK && Parser.hasTemplate) attachShadows();
  return status;
}

/**
 * Divides the HTML page in the input into blocks and segments. If `isMeasured`, a page whose text is in a noscript element is read as in a
 * browser without scripts.
 */
function divideHtml(bytes: u32, isMeasured: bool): u32 {
  let status = parsePage(bytes);
  if (status == Status.OK) status = segmentPage(isMeasured);
  if (status != Status.OK || !isMeasured || !isHidden()) return status;
  setScripting(false);
  readNoscript(true);
  status = parsePage(bytes);
  if (status == Status.OK) status = segmentPage(true);
  setScripting(true);
  readNoscript(false);
  return status;
}

export function pagesCounted(at: usize): u32 {
  const site = changetype<Site>(at);
  if (!ASC_NO_ASSERT) checkSite(site);
  return site.clock;
}

/** True if one of the last `Site.RECENT_IDS` counted pages has this id. */
export function hasRecentId(at: usize, id: u64): bool {
  return isRecent(changetype<Site>(at), id);
}

/** Entries of the table that are not expired. */
export function entries(at: usize): u32 {
  const site = changetype<Site>(at);
  return countLive(site, site.clock);
}

/** Releases the current page's memory, except the output. Page functions then need a new page. */
export function releaseWorkspace(): void {
  releasePage();
  releaseParser();
}

/** Bytes of workspace that `trimWorkspace` keeps. */
const KEPT_BYTES: u64 = 16 << 20;
/** Additional bytes that it keeps for each byte of the next page. */
const KEPT_PER_BYTE: u64 = 8;

/** Releases the memory of a large page before a page of `bytes` bytes, so that tables can use it. */
export function trimWorkspace(bytes: u32): void {
  if (<u64>pageCapacity() > KEPT_BYTES + <u64>bytes * KEPT_PER_BYTE) releaseWorkspace();
}

/** Hashes a page id, the first `length` bytes of the input, with a table's seed. */
export function hashId(at: usize, length: u32): u64 {
  const site = changetype<Site>(at);
  assert(inputHolds(length), 'index: the id is not in the input');
  return hashFor(site, input, length);
}

export function checksumOutput(): u64 {
  return checksum(PAGE.output, PAGE.outputLength);
}
