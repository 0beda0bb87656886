/**
 * The page workspace: one region for each kind of record, grown when a page needs more and kept for the next page. The
 * nodes have a file of their own (html/nodes.ts), which the parser fills as well.
 */
import { Block, INPUT_PADDING, Page, Segment } from './records';
import { Arena } from '../html/nodes';
import { checkGuards } from '../memory';
import { Region } from '../region';

/** The page result: static, so that the bindings find it at one address. */
export const PAGE = changetype<Page>(memory.data(<i32>offsetof<Page>(), 16));

/** The regions, eight bytes each. */
const REGIONS = memory.data(17 * 8, 4);
/** Address behind the last region. */
const REGIONS_END = REGIONS + 17 * offsetof<Region>();

/** The output. Tables are saved through it, so it is not released with the page. */
const OUTPUT = changetype<Region>(REGIONS);
/** The source of the page, or a model or a table that is loaded. */
const INPUT = changetype<Region>(REGIONS + 8);
/** The event stream of a page that is a tree. */
export const EVENTS = changetype<Region>(REGIONS + 16);
/** Segments of the page. */
const SEGMENTS = changetype<Region>(REGIONS + 24);
/** Blocks of the page. */
const BLOCKS = changetype<Region>(REGIONS + 32);
/** Measures of the blocks. */
const MEASURES = changetype<Region>(REGIONS + 40);
/** What the table counts beside segments. */
const SIGHTINGS = changetype<Region>(REGIONS + 48);
/** What units know of blocks. */
const UNITS = changetype<Region>(REGIONS + 56);
/** The order of blocks with text, the length of the text before each, and hash buckets of positions. */
const RANKS = changetype<Region>(REGIONS + 64);
/** The stack of a walk. */
export const STACK = changetype<Region>(REGIONS + 72);
/** Copies of texts that are collapsed or decoded. */
const SCRATCH = changetype<Region>(REGIONS + 80);
/** One byte for each node: which of them an output has. */
const MARKS = changetype<Region>(REGIONS + 88);
/** Footnotes of the page. */
export const NOTES = changetype<Region>(REGIONS + 96);
/** Columns of the table that is written now; also what places are made of. */
export const COLUMNS = changetype<Region>(REGIONS + 104);
/** What is around blocks, where main content is asked for. */
const CONTEXTS = changetype<Region>(REGIONS + 112);
/** The positions of blocks. */
const POSITIONS = changetype<Region>(REGIONS + 120);
/** Posts of a thread. */
export const POSTS = changetype<Region>(REGIONS + 128);

// Addresses of the regions that are read most, and of the parts of the region of ranks.
export let input: usize = 0;
let segments: usize = 0;
export let blocks: usize = 0;
export let measures: usize = 0;
export let contexts: usize = 0;
export let sightings: usize = 0;
export let positions: usize = 0;
export let scratch: usize = 0;
export let output: usize = 0;
export let marks: usize = 0;
/** Indexes of the blocks with text in their order, four bytes each. */
export let ranked: usize = 0;
/** Length of the text before each block with text, four bytes each. */
export let textBefore: usize = 0;
/** Hash buckets of positions. */
export let buckets: usize = 0;

/** Number of segments of the current page. */
export let segmentCount: u32 = 0;
/** Number of blocks of the current page, also of those without text. */
export let blockCount: u32 = 0;

/** The current page has no segments and no blocks yet. */
export function clearRecords(): void {
  segmentCount = 0;
  blockCount = 0;
}

/** The segment of a reference. */
export function segmentAt(segment: u32): Segment {
  return changetype<Segment>(segments + segment);
}

/** The block of a reference. */
export function blockOf(block: u32): Block {
  return changetype<Block>(blocks + block);
}

/** The `index`-th block. */
export function blockAt(index: u32): Block {
  return changetype<Block>(blocks + <usize>index * offsetof<Block>());
}

/** Reference of a new segment record, for which `reserveSegments` has made room; its fields are not set. */
export function newSegment(): u32 {
  assert((<usize>segmentCount + 1) * Segment.BYTES <= SEGMENTS.bytes, 'arena: no room for the segment');
  return segmentCount++ * <u32>Segment.BYTES;
}

/** Reference of a new block record, for which `reserveBlocks` has made room; its fields are not set. */
export function newBlock(): u32 {
  assert((<usize>blockCount + 1) * Block.BYTES <= BLOCKS.bytes, 'arena: no room for the block');
  return blockCount++ * <u32>Block.BYTES;
}

// Debug builds ask these of what callers outside of the module pass.

/** Whether the input has room for `bytes` bytes and the padding after them. */
export function inputHolds(bytes: usize): bool {
  return bytes <= INPUT.bytes && bytes + INPUT_PADDING <= INPUT.bytes;
}

/** True if the event stream has capacity for `words` words. */
export function eventsHold(words: u32): bool {
  return (<u64>words) << 2 <= <u64>EVENTS.bytes;
}

/** Whether a reference is that of a block of the current page. */
export function isBlock(block: u32): bool {
  return block % <u32>Block.BYTES == 0 && block / <u32>Block.BYTES < blockCount;
}

/** Whether a reference is that of a segment of the current page. */
export function isSegment(segment: u32): bool {
  return segment % <u32>Segment.BYTES == 0 && segment / <u32>Segment.BYTES < segmentCount;
}

/** Whether the first `bytes` bytes of the measures are within their region. */
export function holdsMeasures(bytes: usize): bool {
  return bytes <= MEASURES.bytes;
}

/** Room for the bytes of a page and the padding after them; 0 if memory is unavailable. */
export function reserveInput(bytes: usize): usize {
  input = INPUT.replace(bytes + INPUT_PADDING);
  return input;
}

export function reserveEvents(words: usize): usize {
  return EVENTS.replace(words << 2);
}

export function reserveSegments(count: usize): bool {
  segments = SEGMENTS.replace(count * Segment.BYTES);
  return segments != 0;
}

export function reserveBlocks(count: usize): bool {
  blocks = BLOCKS.replace(count * Block.BYTES);
  return blocks != 0;
}

/** Room for measures in `bytes` bytes; those present are kept. */
export function reserveMeasures(bytes: usize): bool {
  const fits = MEASURES.grow(bytes, MEASURES.bytes);
  measures = MEASURES.at;
  return fits;
}

/** Room for `bytes` bytes of what is around blocks. */
export function reserveContexts(bytes: usize): bool {
  contexts = CONTEXTS.replace(bytes);
  return contexts != 0;
}

/** Room for `bytes` bytes of what units know of blocks. */
export function reserveUnits(bytes: usize): bool {
  PAGE.units = UNITS.replace(bytes);
  return PAGE.units != 0;
}

/** Room for sightings in `bytes` bytes; those present are kept. */
export function reserveSightingBytes(bytes: usize): bool {
  const fits = SIGHTINGS.grow(bytes, SIGHTINGS.bytes);
  sightings = SIGHTINGS.at;
  return fits;
}

/** Room for `bytes` bytes of positions. */
export function reservePositions(bytes: usize): bool {
  positions = POSITIONS.replace(bytes);
  return positions != 0;
}

/** Room for the order of `count` blocks with text, the text before each, and `bucketCount` hash buckets of positions. */
export function reserveRanks(count: usize, bucketCount: usize): bool {
  ranked = RANKS.replace((count << 3) + 4 + (bucketCount << 2));
  textBefore = ranked + (count << 2);
  buckets = textBefore + ((count + 1) << 2);
  return ranked != 0;
}

/** Room for the stack; its contents are kept. */
export function reserveStack(bytes: usize): bool {
  return bytes <= STACK.bytes || STACK.grow(bytes, STACK.bytes);
}

export function reserveScratch(bytes: usize): bool {
  scratch = SCRATCH.replace(bytes + INPUT_PADDING);
  return scratch != 0;
}

/** Room for two sets of marks of `count` nodes, which are not cleared; `set`: 0 or 1, that of `marks`. */
export function reserveMarks(count: usize, set: u32): bool {
  const bytes = count + INPUT_PADDING;
  marks = MARKS.replace(bytes << 1);
  if (!marks) return false;
  marks += bytes * set;
  return true;
}

/** Room for `bytes` bytes of output, of which the first `used` are kept; false, and the output stays, if memory is unavailable. */
export function growOutput(bytes: usize, used: usize): bool {
  const fits = OUTPUT.grow(bytes + INPUT_PADDING, used);
  output = OUTPUT.at;
  return fits;
}

/** Bytes that may be written to the output, beside the padding. */
export function outputRoom(): usize {
  return OUTPUT.bytes - INPUT_PADDING;
}

/** Room in the output. The old output is kept until the new one exists: without memory, a table must still be saved through it. */
export function reserveOutput(bytes: usize): bool {
  return growOutput(bytes, 0);
}

/** Releases the regions of the current page, which are all but the output. */
export function releasePage(): void {
  for (let at = REGIONS + offsetof<Region>(); at < REGIONS_END; at += offsetof<Region>())
    changetype<Region>(at).release();
  PAGE.units = 0;
  // The next page may have its source where a region was: an address that is kept would be taken for one of its own.
  input =
    segments =
    blocks =
    measures =
    contexts =
    sightings =
    positions =
    scratch =
    marks =
    ranked =
    textBefore =
    buckets =
      0;
}

/** Publishes the address and length of the output. */
export function publishOutput(bytes: usize): void {
  assert(!bytes || bytes + INPUT_PADDING <= OUTPUT.bytes, 'arena: more was written than the output has room for');
  if (!ASC_NO_ASSERT) checkGuards();
  PAGE.output = output;
  PAGE.outputLength = <u32>bytes;
}

/** Number of pages that were read: what is kept of one has it. */
export let pagesRead: u32 = 0;

/** Publishes the addresses and numbers of the page's records; addresses hold until the next page. */
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

/** Bytes of all regions of the workspace. */
export function workspaceBytes(): usize {
  return pageRoom() + OUTPUT.bytes;
}

/** Bytes of the regions that `releasePage` and `releaseParser` release. */
export function pageRoom(): usize {
  let bytes = Arena.room;
  for (let at = REGIONS + offsetof<Region>(); at < REGIONS_END; at += offsetof<Region>())
    bytes += <u32>changetype<Region>(at).bytes;
  return bytes;
}
