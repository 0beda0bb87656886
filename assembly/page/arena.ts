/** The page workspace: a region for each kind of record, kept for the next page. Nodes are in html/nodes.ts. */
import { Block, INPUT_PADDING, Page, Segment } from './records';
import { Arena } from '../html/nodes';
import { checkGuards } from '../memory';
import { Region } from '../region';

/** The page result, at a fixed address for the bindings. */
export const PAGE = changetype<Page>(memory.data(<i32>offsetof<Page>(), 16));

const REGIONS = memory.data(16 * 8, 4);
/** Address after the last region. */
const REGIONS_END = REGIONS + 16 * offsetof<Region>();

/** The output; not released with the page, because it may be a snapshot. */
const OUTPUT = changetype<Region>(REGIONS);
/** The source of the page, or a loaded model or snapshot. */
const INPUT = changetype<Region>(REGIONS + 8);
/** Posts of a thread. */
export const POSTS = changetype<Region>(REGIONS + 16);
const SEGMENTS = changetype<Region>(REGIONS + 24);
const BLOCKS = changetype<Region>(REGIONS + 32);
const MEASURES = changetype<Region>(REGIONS + 40);
const OCCURRENCES = changetype<Region>(REGIONS + 48);
const UNITS = changetype<Region>(REGIONS + 56);
/** `ranked`, `textBefore` and `buckets`. */
const RANKS = changetype<Region>(REGIONS + 64);
/** The stack of a walk. */
export const STACK = changetype<Region>(REGIONS + 72);
/** Collapsed or decoded texts. */
const SCRATCH = changetype<Region>(REGIONS + 80);
/** The marks of nodes for an output, one byte per node. */
const MARKS = changetype<Region>(REGIONS + 88);
export const NOTES = changetype<Region>(REGIONS + 96);
/** Columns of the current table in Markdown, and the work area of places. */
export const COLUMNS = changetype<Region>(REGIONS + 104);
/** Contexts of blocks, if main content is requested. */
const CONTEXTS = changetype<Region>(REGIONS + 112);
const POSITIONS = changetype<Region>(REGIONS + 120);

// Addresses of the most used regions, and of the parts of RANKS.
export let input: usize = 0;
let segments: usize = 0;
export let blocks: usize = 0;
export let measures: usize = 0;
export let contexts: usize = 0;
export let occurrences: usize = 0;
export let positions: usize = 0;
export let scratch: usize = 0;
export let output: usize = 0;
export let marks: usize = 0;
/** Indexes of the blocks with text. The position in this list is the `order` of a block. */
export let ranked: usize = 0;
/** Length of the text before each block with text. */
export let textBefore: usize = 0;
/** Hash buckets of positions. */
export let buckets: usize = 0;

export let segmentCount: u32 = 0;
/** Number of blocks, with or without text. */
export let blockCount: u32 = 0;

export function clearRecords(): void {
  segmentCount = 0;
  blockCount = 0;
}

export function segmentAt(segment: u32): Segment {
  return changetype<Segment>(segments + segment);
}

export function blockOf(block: u32): Block {
  return changetype<Block>(blocks + block);
}

export function blockAt(index: u32): Block {
  return changetype<Block>(blocks + <usize>index * offsetof<Block>());
}

/** Makes a segment within the capacity, without setting fields. */
export function newSegment(): u32 {
  assert((<usize>segmentCount + 1) * Segment.BYTES <= SEGMENTS.bytes, 'arena: no capacity for the segment');
  return segmentCount++ * <u32>Segment.BYTES;
}

/** Makes a block within the capacity, without setting fields. */
export function newBlock(): u32 {
  assert((<usize>blockCount + 1) * Block.BYTES <= BLOCKS.bytes, 'arena: no capacity for the block');
  return blockCount++ * <u32>Block.BYTES;
}

// With these functions, debug builds check arguments from outside the module.

/** True if the input has `bytes` bytes and the padding. */
export function inputHolds(bytes: usize): bool {
  return bytes <= INPUT.bytes && bytes + INPUT_PADDING <= INPUT.bytes;
}

export function isBlock(block: u32): bool {
  return block % <u32>Block.BYTES == 0 && block / <u32>Block.BYTES < blockCount;
}

export function isSegment(segment: u32): bool {
  return segment % <u32>Segment.BYTES == 0 && segment / <u32>Segment.BYTES < segmentCount;
}

export function holdsMeasures(bytes: usize): bool {
  return bytes <= MEASURES.bytes;
}

/** Reserves capacity for `bytes` and the padding; 0 if memory is unavailable. */
export function reserveInput(bytes: usize): usize {
  input = INPUT.replace(bytes + INPUT_PADDING);
  return input;
}

export function reserveSegments(count: usize): bool {
  segments = SEGMENTS.replace(count * Segment.BYTES);
  return segments != 0;
}

export function reserveBlocks(count: usize): bool {
  blocks = BLOCKS.replace(count * Block.BYTES);
  return blocks != 0;
}

/** Reserves measures and keeps existing ones; false if memory is unavailable. */
export function reserveMeasures(bytes: usize): bool {
  const fits = MEASURES.grow(bytes, MEASURES.bytes);
  measures = MEASURES.at;
  return fits;
}

export function reserveContexts(bytes: usize): bool {
  contexts = CONTEXTS.replace(bytes);
  return contexts != 0;
}

export function reserveUnits(bytes: usize): bool {
  PAGE.units = UNITS.replace(bytes);
  return PAGE.units != 0;
}

/** Reserves occurrences and keeps existing ones; false if memory is unavailable. */
export function reserveOccurrenceBytes(bytes: usize): bool {
  const fits = OCCURRENCES.grow(bytes, OCCURRENCES.bytes);
  occurrences = OCCURRENCES.at;
  return fits;
}

export function reservePositions(bytes: usize): bool {
  positions = POSITIONS.replace(bytes);
  return positions != 0;
}

export function reserveRanks(count: usize, bucketCount: usize): bool {
  ranked = RANKS.replace((count << 3) + 4 + (bucketCount << 2));
  textBefore = ranked + (count << 2);
  buckets = textBefore + ((count + 1) << 2);
  return ranked != 0;
}

/** Reserves stack and keeps its contents. */
export function reserveStack(bytes: usize): bool {
  return bytes <= STACK.bytes || STACK.grow(bytes, STACK.bytes);
}

export function reserveScratch(bytes: usize): bool {
  scratch = SCRATCH.replace(bytes + INPUT_PADDING);
  return scratch != 0;
}

/** Reserves two sets of marks without clearing them; makes `set`, 0 or 1, current. */
export function reserveMarks(count: usize, set: u32): bool {
  const bytes = count + INPUT_PADDING;
  marks = MARKS.replace(bytes << 1);
  if (!marks) return false;
  marks += bytes * set;
  return true;
}

/** Reserves output and keeps the first `used` bytes; false, without a change, if memory is unavailable. */
export function growOutput(bytes: usize, used: usize): bool {
  const fits = OUTPUT.grow(bytes + INPUT_PADDING, used);
  output = OUTPUT.at;
  return fits;
}

/** Bytes of the output without the padding. */
export function outputCapacity(): usize {
  return OUTPUT.bytes - INPUT_PADDING;
}

/** Reserves output; false if memory is unavailable. The old output is then kept, so a snapshot remains possible. */
export function reserveOutput(bytes: usize): bool {
  return growOutput(bytes, 0);
}

/** Releases all regions except the output. */
export function releasePage(): void {
  for (let at = REGIONS + offsetof<Region>(); at < REGIONS_END; at += offsetof<Region>())
    changetype<Region>(at).release();
  PAGE.units = 0;
  // Addresses are cleared: the next page may use this memory, so a stale address would seem valid.
  input =
    segments =
    blocks =
    measures =
    contexts =
    occurrences =
    positions =
    scratch =
    marks =
    ranked =
    textBefore =
    buckets =
      0;
}

export function publishOutput(bytes: usize): void {
  assert(!bytes || bytes + INPUT_PADDING <= OUTPUT.bytes, 'arena: more was written than the output has capacity for');
  if (!ASC_NO_ASSERT) checkGuards();
  PAGE.output = output;
  PAGE.outputLength = <u32>bytes;
}

/** Number of pages read. Caches for one page store it. */
export let pagesRead: u32 = 0;

/** Publishes the page's records, which are valid until the next page. */
export function publishPage(nodeCount: u32): void {
  if (!ASC_NO_ASSERT) checkGuards();
  ++pagesRead;
  PAGE.nodes = Arena.nodes;
  PAGE.nodeCount = nodeCount;
  PAGE.segments = segments;
  PAGE.segmentCount = segmentCount;
  PAGE.blocks = blocks;
  PAGE.blockCount = blockCount;
  PAGE.measures = measures;
}

export function workspaceBytes(): usize {
  return pageCapacity() + OUTPUT.bytes;
}

/** Bytes that `releasePage` and `releaseParser` release. */
export function pageCapacity(): usize {
  let bytes = Arena.capacity;
  for (let at = REGIONS + offsetof<Region>(); at < REGIONS_END; at += offsetof<Region>())
    bytes += <u32>changetype<Region>(at).bytes;
  return bytes;
}
