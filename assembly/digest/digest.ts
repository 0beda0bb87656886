/**
 * A digest: what the table of a site needs to know of a page, so that a page can be read apart from the owner of the table. It has no
 * text, and nothing of a page that does not go through the table: features, trees and verdicts stay with who has the page.
 *
 *   0         1      9
 *   │ version │ mark │ numbers, segments, sightings │ seal │
 *
 * `mark` tells seed and options: the caller's. `seal` is a key of all bytes before it by the seed of the table, so that nobody else can
 * make a digest. Numbers are as in bytes.ts:
 *
 *   work, segments; and where a model decides: blocks, folded texts (those of the title first), positions
 *   of each block but the first, where a model decides: blocks from its parent to it
 *   of each segment: fingerprint; where a model decides: code points, and blocks from that of the segment before
 *   of each folded text: fingerprint
 *   of each block that has text in it: 0 for the next position, else how many positions ago
 *   of each position: key, because that of the known position is made of it
 *   where a model decides: places (layouts/places.ts); of each: the number of the place around it, and its hash
 */
import { Block, Digest, Evidence, Layout, Measure, Segment, Status } from '../layout';
import { evidence } from '../detect/detect';
import { hashFor } from '../detect/seed';
import { add, measureAt } from '../evidence/records';
import { addPlace, clearPlaces, placeAround, placeCount, placeHash } from '../layouts/places';
import { foldedEnd, positionsEnd, setSightings } from '../evidence/sightings';
import {
  blockCount,
  clearRecords,
  input,
  newBlock,
  newSegment,
  output,
  publishOutput,
  reserveBlocks,
  reserveMeasures,
  reserveOutput,
  reserveSegments,
  reserveSightings,
  segmentCount,
  segments,
  sightings,
} from '../page/arena';
import { Work } from '../work';
import { NUMBER_BYTES, PRINT_BYTES, at, begin, damage, end, isDamaged, put, putKey, putPrint, putWord, take, takeBelow, takeKey, takePrint, takeWord } from './bytes';

/** The seal of the digest that was made last, and the work until then. */
export let sealed: u64 = 0;
export let workDone: u64 = 0;

/** Seals what was written to the output by the seed of a table, and publishes it. */
export function sealOutput(table: usize): void {
  sealed = hashFor(table, output, at - output);
  store<u64>(at, sealed);
  publishOutput(at - output + Digest.SEAL_BYTES);
}

/** Whether some bytes are sealed by the seed of a table. */
export function isSealed(table: usize, start: usize, bytes: u32): bool {
  if (<usize>bytes < Digest.NUMBERS + Digest.SEAL_BYTES) return false;
  return load<u64>(start + bytes - Digest.SEAL_BYTES) == hashFor(table, start, <usize>bytes - Digest.SEAL_BYTES);
}

// @ts-ignore: decorator
@inline
function sightingAt(index: u32): usize {
  return sightings + <usize>index * Segment.BYTES;
}

/** Writes the digest of the segmented page to the output; a `STATUS_…` code. */
export function writeDigest(table: usize, mark: u64): u32 {
  const isMeasured = evidence != Evidence.REPETITION;
  const folded = isMeasured ? foldedEnd / <u32>Segment.BYTES : 0;
  const positions = isMeasured ? positionsEnd / <u32>Segment.BYTES - folded : 0;
  const most = <usize>segmentCount + blockCount + folded + positions + 1;
  if (!reserveOutput((most + Layout.PLACES_MAX) * (NUMBER_BYTES + NUMBER_BYTES + PRINT_BYTES))) return Status.OUT_OF_MEMORY;
  store<u8>(output, <u8>Digest.VERSION);
  store<u64>(output, mark, Digest.MARK);
  begin(output + Digest.NUMBERS, 0);
  workDone = Work.done;
  put(workDone);
  put(segmentCount);
  if (isMeasured) {
    put(blockCount);
    put(folded);
    put(positions);
    for (let index: u32 = 1; index < blockCount; ++index) put(index - load<u32>(measureAt(index), Measure.PARENT));
  }
  let last: i32 = 0;
  for (let index: u32 = 0; index < segmentCount; ++index) {
    const segment = segments + <usize>index * Segment.BYTES;
    putPrint(load<u64>(segment, Segment.KEY));
    if (!isMeasured) continue;
    put(load<u32>(segment, Segment.LENGTH));
    const block = <i32>(load<u32>(segment, Segment.BLOCK) / <u32>Block.BYTES);
    // Zigzag: a segment behind a block inside belongs to a block before that one.
    put(<u32>(((block - last) << 1) ^ ((block - last) >> 31)));
    last = block;
  }
  for (let index: u32 = 0; index < folded; ++index) putPrint(load<u64>(sightingAt(index), Segment.KEY));
  let next = folded;
  for (let index: u32 = 0; isMeasured && index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!load<u32>(measure, Measure.ALL_TEXT)) continue;
    const position = load<u32>(measure, Measure.SIGHTING) / <u32>Segment.BYTES;
    put(next - position);
    if (position == next) putKey(load<u64>(sightingAt(next++), Segment.KEY));
  }
  if (isMeasured) putPlaces();
  sealOutput(table);
  return Status.OK;
}

function putPlaces(): void {
  put(placeCount);
  for (let number: u32 = 1; number <= placeCount; ++number) {
    put(placeAround(number));
    putWord(placeHash(number));
  }
}

function readPlaces(): void {
  clearPlaces();
  const count = takeBelow(Layout.PLACES_MAX + 1);
  for (let number: u32 = 1; number <= count; ++number) {
    const around = takeBelow(number);
    if (addPlace(around, takeWord()) != number) damage();
  }
}

/**
 * Reads the digest in the first `bytes` bytes of the input: then the segments and sightings are those of its page, as far as a table
 * needs them. Everything is checked; a `STATUS_…` code.
 */
export function readDigest(table: usize, bytes: u32): u32 {
  if (!isSealed(table, input, bytes)) return Status.BAD_DIGEST;
  sealed = load<u64>(input + bytes - Digest.SEAL_BYTES);
  begin(input + Digest.NUMBERS, input + bytes - Digest.SEAL_BYTES);
  const isMeasured = evidence != Evidence.REPETITION;
  Work.done = take();
  // Each record has a byte at least, so that records are in proportion to the digest.
  const most = bytes;
  const segmentsWanted = takeBelow(most);
  const blocksWanted = isMeasured ? takeBelow(most) : 0;
  const folded = isMeasured ? takeBelow(most) : 0;
  const positions = isMeasured ? takeBelow(blocksWanted + 1) : 0;
  if (isDamaged || (isMeasured && !blocksWanted)) return Status.BAD_DIGEST;
  clearRecords();
  if (
    !reserveSegments(segmentsWanted + 1) ||
    !reserveBlocks(blocksWanted + 1) ||
    !reserveMeasures(blocksWanted) ||
    !reserveSightings(folded + (positions << 1))
  ) {
    return Status.OUT_OF_MEMORY;
  }
  setSightings(folded * <u32>Segment.BYTES, (folded + positions) * <u32>Segment.BYTES);
  for (let index: u32 = 0; index < blocksWanted; ++index) {
    newBlock();
    const measure = measureAt(index);
    store<u32>(measure, 0, Measure.ALL_TEXT);
    // The first block is its own parent, and no other is.
    const parent = index ? index - 1 - takeBack(index) : 0;
    store<u32>(measure, parent, Measure.PARENT);
  }
  readSegments(segmentsWanted, isMeasured);
  for (let index: u32 = 0; index < folded; ++index) store<u64>(sightingAt(index), takePrint(), Segment.KEY);
  if (isMeasured) {
    readPositions(folded, positions);
    readPlaces();
  }
  return isDamaged || at != end ? Status.BAD_DIGEST : Status.OK;
}

/** Reads how many blocks from the one before to the parent. */
function takeBack(index: u32): u32 {
  const back = takeBelow(index + 1);
  if (!back) damage();
  return back ? back - 1 : 0;
}

function readSegments(count: u32, isMeasured: bool): void {
  let block: u32 = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const segment = segments + newSegment();
    store<u64>(segment, takePrint(), Segment.KEY);
    if (!isMeasured) continue;
    const length = <u32>take();
    const step = <u32>take();
    block += (step >> 1) ^ -(step & 1);
    if (block >= blockCount) {
      damage();
      block = 0;
    }
    store<u32>(segment, length, Segment.LENGTH);
    store<u32>(segment, block * <u32>Block.BYTES, Segment.BLOCK);
    add(measureAt(block) + Measure.ALL_TEXT, length);
  }
}

/** Adds texts to those of the blocks around them, and reads the position of each block that has some. */
function readPositions(first: u32, count: u32): void {
  for (let index = blockCount - 1; index; --index) {
    const measure = measureAt(index);
    add(measureAt(load<u32>(measure, Measure.PARENT)) + Measure.ALL_TEXT, load<u32>(measure, Measure.ALL_TEXT));
  }
  let next: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!load<u32>(measure, Measure.ALL_TEXT)) continue;
    const back = takeBelow(next + 1);
    const position = next - back;
    if (!back) {
      if (next == count) return damage();
      store<u64>(sightingAt(first + next++), takeKey(), Segment.KEY);
    }
    store<u32>(measure, (first + position) * <u32>Segment.BYTES, Measure.SIGHTING);
  }
  if (next != count) damage();
}
