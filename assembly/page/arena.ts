/**
 * The page workspace: one region for each kind of record, grown when a page needs more and kept for the next page. The
 * nodes have a file of their own (html/nodes.ts), which the parser fills as well.
 */
import { Measure } from '../evidence/measure-records';
import { Block, INPUT_PADDING, Page, Segment } from './records';
import { Arena } from '../html/nodes';
import { allocate, release, roundUp } from '../memory';

/** The page result: static, so that the bindings find it at one address. */
export const PAGE = changetype<Page>(memory.data(<i32>offsetof<Page>(), 16));

export let input: usize = 0;
let inputBytes: usize = 0;
export let tape: usize = 0;
let tapeBytes: usize = 0;
export let segments: usize = 0;
let segmentsBytes: usize = 0;
export let blocks: usize = 0;
let blocksBytes: usize = 0;
/** Evidence: measures of blocks, sightings, blocks with text in the order of their texts, and the length of the text before each. */
export let measures: usize = 0;
let measuresBytes: usize = 0;
let unitsBytes: usize = 0;
export let sightings: usize = 0;
let sightingsBytes: usize = 0;
export let ranked: usize = 0;
export let textBefore: usize = 0;
export let buckets: usize = 0;
let ranksBytes: usize = 0;
export let stack: usize = 0;
let stackBytes: usize = 0;
export let scratch: usize = 0;
let scratchBytes: usize = 0;
export let output: usize = 0;
let outputBytes: usize = 0;
/** One byte for each node: which of them an output has. */
export let marks: usize = 0;
let marksBytes: usize = 0;
/** Footnotes of the page. */
export let notes: usize = 0;
let notesBytes: usize = 0;
/** Columns of the table that is written now. */
export let columns: usize = 0;
let columnsBytes: usize = 0;

/** Numbers of segments and blocks of the current page; blocks without text are counted too. */
export let segmentCount: u32 = 0;
export let blockCount: u32 = 0;

/** The current page has no segments and no blocks yet. */
export function clearRecords(): void {
  segmentCount = 0;
  blockCount = 0;
}

/** Makes records that were copied from the core those of the current page: in the module of indexing. */
export function adoptRecords(segmentsAt: usize, segmentsUsed: u32, blocksAt: usize, blocksUsed: u32): void {
  segments = segmentsAt;
  segmentCount = segmentsUsed;
  blocks = blocksAt;
  blockCount = blocksUsed;
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
  assert((<usize>segmentCount + 1) * Segment.BYTES <= segmentsBytes, 'arena: no room for the segment');
  return segmentCount++ * <u32>Segment.BYTES;
}

/** Reference of a new block record, for which `reserveBlocks` has made room; its fields are not set. */
export function newBlock(): u32 {
  assert((<usize>blockCount + 1) * Block.BYTES <= blocksBytes, 'arena: no room for the block');
  return blockCount++ * <u32>Block.BYTES;
}

// Debug builds ask these of what callers outside of the module pass.

/** Whether the input has room for `bytes` bytes and the padding after them. */
export function inputHolds(bytes: usize): bool {
  return bytes <= inputBytes && bytes + INPUT_PADDING <= inputBytes;
}

/** Whether the tape has room for `words` words. */
export function tapeHolds(words: u32): bool {
  return (<u64>words) << 2 <= <u64>tapeBytes;
}

/** Whether a reference is that of a block of the current page. */
export function isBlock(block: u32): bool {
  return block % <u32>Block.BYTES == 0 && block / <u32>Block.BYTES < blockCount;
}

/** Whether a reference is that of a segment of the current page. */
export function isSegment(segment: u32): bool {
  return segment % <u32>Segment.BYTES == 0 && segment / <u32>Segment.BYTES < segmentCount;
}

/** Whether the `index`-th measure is within its region. */
export function holdsMeasure(index: u32): bool {
  return (<usize>index + 1) * Measure.BYTES <= measuresBytes;
}

/**
 * A region of at least `bytes`: `region` itself if it is large enough, else a new one without the old contents. 0 if memory
 * is unavailable; the old region is released then, and its owner must set its size to 0.
 */
function replaced(region: usize, have: usize, bytes: usize): usize {
  if (bytes <= have) return region;
  release(region, have);
  return allocate(bytes);
}

/** A size for a region that grows: doubled, so that all smaller sizes together waste less than one region; exact at first. */
function ample(have: usize, bytes: usize): usize {
  return roundUp(have == 0 || bytes > have << 1 ? bytes : have << 1);
}

/** Room for the bytes of a page and the padding after them; 0 if memory is unavailable. */
export function reserveInput(bytes: usize): usize {
  bytes += INPUT_PADDING;
  if (bytes > inputBytes) {
    const wanted = ample(inputBytes, bytes);
    input = replaced(input, inputBytes, wanted);
    inputBytes = input ? wanted : 0;
  }
  return input;
}

/**
 * A block of `wanted` bytes for a page that arrives in chunks. It is not the input, because other pages may use the input
 * before the page is complete. The first `used` bytes of `block`, which has room for `capacity` bytes and may be 0, are
 * copied and `block` is released. 0, and `block` kept, if memory is unavailable.
 */
export function growChunks(block: usize, capacity: usize, used: usize, wanted: usize): usize {
  assert(used <= capacity && used <= wanted, 'arena: chunks of impossible lengths');
  const larger = allocate(wanted + INPUT_PADDING);
  if (!larger) return 0;
  memory.copy(larger, block, used);
  if (block) release(block, capacity + INPUT_PADDING);
  return larger;
}

export function releaseChunks(block: usize, capacity: usize): void {
  release(block, capacity + INPUT_PADDING);
}

/** Makes the block the input, without the `bomBytes` bytes of its byte order mark. */
export function adoptChunks(block: usize, capacity: usize, used: usize, bomBytes: usize): void {
  assert(used <= capacity && bomBytes <= used, 'arena: chunks of impossible lengths');
  release(input, inputBytes);
  input = block;
  inputBytes = capacity + INPUT_PADDING;
  if (bomBytes) memory.copy(block, block + bomBytes, used - bomBytes);
}

export function reserveTape(words: usize): usize {
  const bytes = words << 2;
  if (bytes > tapeBytes) {
    const wanted = ample(tapeBytes, bytes);
    tape = replaced(tape, tapeBytes, wanted);
    tapeBytes = tape ? wanted : 0;
  }
  return tape;
}

export function reserveSegments(count: usize): bool {
  const bytes = count * Segment.BYTES;
  if (bytes > segmentsBytes) {
    const wanted = ample(segmentsBytes, bytes);
    segments = replaced(segments, segmentsBytes, wanted);
    segmentsBytes = segments ? wanted : 0;
  }
  return segments != 0;
}

export function reserveBlocks(count: usize): bool {
  const bytes = count * Block.BYTES;
  if (bytes > blocksBytes) {
    const wanted = ample(blocksBytes, bytes);
    blocks = replaced(blocks, blocksBytes, wanted);
    blocksBytes = blocks ? wanted : 0;
  }
  return blocks != 0;
}

/** A block of `wanted` bytes with what `region` holds; 0, and the old one kept, if memory is unavailable. */
function grown(region: usize, have: usize, wanted: usize): usize {
  const moved = allocate(wanted);
  if (!moved) return 0;
  memory.copy(moved, region, have);
  release(region, have);
  return moved;
}

/** Whether there is room for the measures of `count` blocks. */
export function measuresFit(count: usize): bool {
  return count * Measure.BYTES <= measuresBytes;
}

/** Room for the measures of `count` blocks, those present are kept. */
export function reserveMeasures(count: usize): bool {
  const bytes = count * Measure.BYTES;
  if (bytes > measuresBytes) {
    const wanted = ample(measuresBytes, bytes);
    const moved = grown(measures, measuresBytes, wanted);
    if (!moved) return false;
    measures = moved;
    measuresBytes = wanted;
  }
  return true;
}

/** Room for `bytes` bytes of what units know of blocks. */
export function reserveUnits(bytes: usize): bool {
  if (bytes > unitsBytes) {
    const wanted = ample(unitsBytes, bytes);
    PAGE.units = replaced(PAGE.units, unitsBytes, wanted);
    unitsBytes = PAGE.units ? wanted : 0;
  }
  return PAGE.units != 0;
}

/** Room for `count` sightings; those present are kept. */
export function reserveSightings(count: usize): bool {
  const bytes = count * Segment.BYTES;
  if (bytes > sightingsBytes) {
    const wanted = ample(sightingsBytes, bytes);
    const moved = grown(sightings, sightingsBytes, wanted);
    if (!moved) return false;
    sightings = moved;
    sightingsBytes = wanted;
  }
  return true;
}

/** Room for the order of `count` blocks with text, the text before each, and `bucketCount` hash buckets of positions. */
export function reserveRanks(count: usize, bucketCount: usize): bool {
  const bytes = (count << 3) + 4 + (bucketCount << 2);
  if (bytes > ranksBytes) {
    const wanted = ample(ranksBytes, bytes);
    ranked = replaced(ranked, ranksBytes, wanted);
    ranksBytes = ranked ? wanted : 0;
  }
  textBefore = ranked + (count << 2);
  buckets = textBefore + ((count + 1) << 2);
  return ranked != 0;
}

/** Room for the stack; its contents are kept. */
export function reserveStack(bytes: usize): bool {
  if (bytes > stackBytes) {
    const wanted = ample(stackBytes, bytes);
    const moved = grown(stack, stackBytes, wanted);
    if (!moved) return false;
    stack = moved;
    stackBytes = wanted;
  }
  return true;
}

export function reserveScratch(bytes: usize): bool {
  bytes += INPUT_PADDING;
  if (bytes > scratchBytes) {
    const wanted = ample(scratchBytes, bytes);
    scratch = replaced(scratch, scratchBytes, wanted);
    scratchBytes = scratch ? wanted : 0;
  }
  return scratch != 0;
}

/** Room for the marks of `count` nodes; they are not cleared. */
export function reserveMarks(count: usize): bool {
  const bytes = count + INPUT_PADDING;
  if (bytes > marksBytes) {
    const wanted = ample(marksBytes, bytes);
    marks = replaced(marks, marksBytes, wanted);
    marksBytes = marks ? wanted : 0;
  }
  return marks != 0;
}

/** Room for the footnotes of the page, in `bytes` bytes; they are not cleared. */
export function reserveNotes(bytes: usize): bool {
  if (bytes > notesBytes) {
    const wanted = ample(notesBytes, bytes);
    notes = replaced(notes, notesBytes, wanted);
    notesBytes = notes ? wanted : 0;
  }
  return notes != 0;
}

/** Room for columns of `bytes` bytes; those present are kept. */
export function reserveColumns(bytes: usize): bool {
  if (bytes > columnsBytes) {
    const wanted = ample(columnsBytes, bytes);
    const moved = grown(columns, columnsBytes, wanted);
    if (!moved) return false;
    columns = moved;
    columnsBytes = wanted;
  }
  return true;
}

/** Room for `bytes` bytes of output, of which the first `used` are kept; false, and the output stays, if memory is unavailable. */
export function growOutput(bytes: usize, used: usize): bool {
  bytes += INPUT_PADDING;
  if (bytes <= outputBytes) return true;
  let room = ample(outputBytes, bytes);
  let larger = allocate(room);
  if (!larger) {
    room = roundUp(bytes);
    larger = allocate(room);
  }
  if (!larger) return false;
  memory.copy(larger, output, used);
  release(output, outputBytes);
  output = larger;
  outputBytes = room;
  return true;
}

/** Bytes that may be written to the output, beside the padding. */
export function outputRoom(): usize {
  return outputBytes - INPUT_PADDING;
}

/** Room in the output. The old output is kept until the new one exists: without memory, a table must still be saved through it. */
export function reserveOutput(bytes: usize): bool {
  return growOutput(bytes, 0);
}

/** Releases the regions of the current page, except the output, through which tables are saved. */
export function releasePage(): void {
  release(input, inputBytes);
  release(tape, tapeBytes);
  release(segments, segmentsBytes);
  release(blocks, blocksBytes);
  release(measures, measuresBytes);
  release(sightings, sightingsBytes);
  release(PAGE.units, unitsBytes);
  release(ranked, ranksBytes);
  release(stack, stackBytes);
  release(scratch, scratchBytes);
  release(marks, marksBytes);
  release(columns, columnsBytes);
  release(notes, notesBytes);
  input =
    tape =
    segments =
    blocks =
    measures =
    sightings =
    ranked =
    stack =
    scratch =
    marks =
    columns =
    notes =
    PAGE.units =
      0;
  inputBytes =
    tapeBytes =
    segmentsBytes =
    blocksBytes =
    stackBytes =
    scratchBytes =
    marksBytes =
    columnsBytes =
    notesBytes =
      0;
  measuresBytes = sightingsBytes = unitsBytes = ranksBytes = 0;
}

/** Publishes the address and length of the output. */
export function publishOutput(bytes: usize): void {
  assert(!bytes || bytes + INPUT_PADDING <= outputBytes, 'arena: more was written than the output has room for');
  PAGE.output = output;
  PAGE.outputLength = <u32>bytes;
}

/** Publishes the addresses and numbers of the page's records; addresses hold until the next page. */
export function publishPage(nodeCount: u32): void {
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
  return pageRoom() + outputBytes;
}

/** Bytes of the regions that `releasePage` and `releaseParser` release. */
export function pageRoom(): usize {
  const records = segmentsBytes + blocksBytes + measuresBytes + sightingsBytes + unitsBytes + ranksBytes;
  const buffers = inputBytes + tapeBytes + stackBytes + scratchBytes + marksBytes + columnsBytes + notesBytes;
  return buffers + Arena.room + records;
}
