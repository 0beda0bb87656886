/**
 * The ABI of core.wasm: whole words as names, numbers in and numbers out. A caller reserves room, writes into it, makes one
 * call for each page, and reads the records that `pageResult()` points to. Functions that can fail return a `STATUS_…` code.
 *
 * `scripts/generate-exports.ts` writes the names and types of all exports, and the records and constants that callers read, to
 * `bindings/core-exports.ts`, so that no size, offset or signature is written twice.
 * Functions that only measurements and training call are in bench.ts, which does not ship.
 */
import { limitMemory } from './memory';
import { evidence, setEvidence, setThresholds, labelPage, learnPage } from './detect/detect';
import { judgeKind as judge } from './detect/kind';
import { divideParts as divide } from './detect/parts';
import { hashFor, useSeedOf } from './detect/seed';
import { setRepetition } from './evidence/repetition';
import { Evidence, Reading, Status } from './layout';
import { Fragment, Node } from './html/records';
import { Table } from './table/records';
import { parseTree } from './html-abi';
import { releaseParser, setScripting } from './html/parse';
import { limitDepth } from './html/open';
import { limitNodes, nodeCount } from './html/nodes';
import { classLength, classStart, readClass, setOrigin } from './page/element-text';
import { PAGE, input, inputHolds, pageRoom, releasePage, tapeHolds } from './page/arena';
import { IGNORED, flagsOf, markSeparator as mark, readNoscript } from './page/elements';
import { checksum } from './page/checksum';
import { readTape as makeNodes } from './page/tape';
import { isHidden, segmentPage, setPathMode } from './page/segment';
import { setFields } from './table/group';
import { setLifetimes } from './table/lifetime';
import { checkTable, countLive, limitTables } from './table/table';
import { tagOf } from './html/names';
import { beginWork, limitWork, spend } from './work';

export * from './html-abi';
export * from './memory-abi';
export { createTable, releaseTable, tableBytes } from './table/table';
export { saveTable, loadTable, reserveSaving } from './table/saved';
export { renderBlock, renderSegment, renderSelected } from './page/render';
export { renderClean } from './clean/render';
export { renderLine } from './page/line';
export { renderMarkdown } from './markdown/render';
export { renderTitle } from './page/title';
export { findItems } from './detect/items';
export { renderFacts } from './page/facts';
export { renderPlaces } from './places/places';
export { spellingLength, spellingOf } from './html/names';
export { findRemoval } from './page/removal';
export { urlAddress } from './page/address';
export { loadModel, priorOf } from './evidence/forest';
export { fillTile } from './evidence/features';
export { tileAddress } from './evidence/tile';
export { workDone } from './work';
export { adoptChunks, growChunks, releaseChunks, reserveTape, workspaceBytes } from './page/arena';

/**
 * Options of this instance, once, before any table: the thresholds, the lifetime law, the width of fingerprints, the path
 * mode and the limits.
 */
export function configure(
  templateDf: u32,
  ratioMillionths: u32,
  shareMillionths: u32,
  baseLifetime: f64,
  lifetimeGrowth: f64,
  lifetimeExceeded: bool,
  fingerprintBits: u32,
  pathMode: u32,
  tableBytesMax: u32,
  memoryBytesMax: u32,
  nodesMax: u32,
  depthMax: u32,
  evidenceCode: u32,
  workMax: f64,
): void {
  setEvidence(evidenceCode);
  setThresholds(templateDf, ratioMillionths);
  setRepetition(shareMillionths, templateDf, evidenceCode);
  setLifetimes(baseLifetime, lifetimeGrowth, lifetimeExceeded);
  setFields(fingerprintBits, templateDf);
  setPathMode(pathMode);
  limitTables(tableBytesMax);
  limitMemory(memoryBytesMax);
  limitNodes(nodesMax);
  limitDepth(depthMax);
  limitWork(workMax);
  // As in a browser that runs scripts: it does not show the content of noscript elements.
  setScripting(true);
}

/** Makes elements of a name separators: the lower-case name in the first `length` bytes of the input. False if there are too many. */
export function markSeparator(length: u32): bool {
  assert(inputHolds(length), 'index: the name is not in the input');
  return mark(input, length);
}

/** Number of the element name in the first `length` bytes of the input; 0 if the name has no number. */
export function tagNumber(length: u32): u32 {
  assert(inputHolds(length), 'index: the name is not in the input');
  return tagOf(input, length);
}

/** Whether the segmenter ignores elements of this name and all nodes below them. */
export function isIgnored(tag: u32): bool {
  return (flagsOf(tag) & IGNORED) != 0;
}

/** `readHtml` for the page on the tape; its texts are the first `textBytes` bytes of the input. */
export function readTape(at: usize, words: u32, textBytes: u32, id: u64, hasId: bool, how: u32): u32 {
  const table = changetype<Table>(at);
  useSeedOf(table);
  return judgePage(segmentTape(words, textBytes), table, id, hasId, how);
}

function segmentTape(words: u32, textBytes: u32): u32 {
  assert(tapeHolds(words) && inputHolds(textBytes), 'index: the tape is longer than its room');
  setOrigin(false);
  beginWork();
  spend(<u64>words * 4 + (textBytes >> 4));
  const status = makeNodes(words, textBytes);
  PAGE.bytes = (words << 2) + textBytes;
  return status == Status.OK ? segmentPage(evidence != Evidence.REPETITION) : status;
}

/**
 * Judges the HTML page in the first `bytes` bytes of the input, which are UTF-8 without a byte order mark. `id` is the hash of the
 * page's id, `hasId` whether it has one, `how` a code of `Reading`.
 */
export function readHtml(at: usize, bytes: u32, id: u64, hasId: bool, how: u32): u32 {
  const table = changetype<Table>(at);
  useSeedOf(table);
  return judgePage(divideHtml(bytes, evidence != Evidence.REPETITION), table, id, hasId, how);
}

/** Judges the current page, unless reading it failed. */
function judgePage(status: u32, table: Table, id: u64, hasId: bool, how: u32): u32 {
  if (status != Status.OK) return status;
  return how == Reading.LEARN ? learnPage(table, id, hasId) : labelPage(table, id, hasId, how == Reading.LABEL_COUNTED);
}

/** The second verdict on the current page, which a model has judged. */
export function divideParts(): u32 {
  assert(evidence != Evidence.REPETITION, 'index: no model has judged the page');
  return divide();
}

/** The kind of the current page, which was measured; its address, as it stands on the page, is the output. */
export function judgeKind(): u32 {
  assert(evidence != Evidence.REPETITION, 'index: the page was not measured');
  return judge();
}

/**
 * Divides the HTML page in the first `bytes` bytes of the input into blocks and segments, and gives no verdicts. A page to be measured
 * that has next to no text but in noscript elements is read as a browser without scripts shows it.
 */
export function divideHtml(bytes: u32, isMeasured: bool): u32 {
  let status = parseTree(bytes, Fragment.NO_CONTEXT);
  if (status == Status.OK) status = segmentPage(isMeasured);
  if (status != Status.OK || !isMeasured || !isHidden()) return status;
  setScripting(false);
  readNoscript(true);
  status = parseTree(bytes, Fragment.NO_CONTEXT);
  if (status == Status.OK) status = segmentPage(true);
  setScripting(true);
  readNoscript(false);
  return status;
}

/**
 * Publishes the bytes of the class attribute of an element of the current page as the output. For explanations.
 */
export function readClassOf(element: u32): u32 {
  assert(
    element % <u32>Node.BYTES == 0 && element / <u32>Node.BYTES < nodeCount(),
    'index: no node of the current page',
  );
  if (!readClass(element)) return Status.OUT_OF_MEMORY;
  PAGE.output = classStart;
  PAGE.outputLength = classLength;
  return Status.OK;
}

/** Pages that the table has counted. */
export function pagesCounted(at: usize): u32 {
  const table = changetype<Table>(at);
  if (!ASC_NO_ASSERT) checkTable(table);
  return table.clock;
}

/** Entries of the table that are not expired. */
export function entries(at: usize): u32 {
  const table = changetype<Table>(at);
  return countLive(table, table.clock);
}

/** Releases the memory of the current page, except the output. There is no current page then. */
export function releaseWorkspace(): void {
  releasePage();
  releaseParser();
}

/** Workspace that is kept from page to page, beside so many times the bytes of the next one. */
const KEPT_BYTES: u64 = 16 << 20;
const KEPT_PER_BYTE: u64 = 8;

/** Gives the memory of a large page back before a page of `bytes` bytes, so that tables can have it. */
export function trimWorkspace(bytes: u32): void {
  if (<u64>pageRoom() > KEPT_BYTES + <u64>bytes * KEPT_PER_BYTE) releaseWorkspace();
}

/** Key of a page id, the first `length` bytes of the input, by the seed of a table. */
export function hashId(at: usize, length: u32): u64 {
  const table = changetype<Table>(at);
  assert(inputHolds(length), 'index: the id is not in the input');
  return hashFor(table, input, length);
}

/** Checksum of the bytes that were written to the output last; the current page stays. */
export function checksumOutput(): u64 {
  return checksum(PAGE.output, PAGE.outputLength);
}
