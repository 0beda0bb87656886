/**
 * Measures of blocks that need only the page. The segmenter reports each block, link and text in document order; one pass
 * from the last block to the first then adds each block to its parent.
 */
import {
  BLOCK_BYTES,
  BLOCK_FIRST_SEGMENT,
  LAYOUTS_MAX,
  MEASURE_ALL_STOPS,
  MEASURE_ALL_TEXT,
  MEASURE_BEST_NAME,
  MEASURE_BLOCKS,
  MEASURE_BYTES,
  MEASURE_COMMAS,
  MEASURE_DEPTH,
  MEASURE_DIGITS,
  MEASURE_ENDS,
  MEASURE_LINKED,
  MEASURE_MAIN_BEST,
  MEASURE_MAIN_MAX,
  MEASURE_MAIN_MIN,
  MEASURE_MAIN_NAMES,
  MEASURE_MAIN_SAYS,
  MEASURE_MAIN_SAYS_MAX,
  MEASURE_MAIN_SAYS_MIN,
  MEASURE_MAIN_SUM,
  MEASURE_MAIN_WORST,
  MEASURE_NAMES,
  MEASURE_NAMES_MAX,
  MEASURE_NAMES_MIN,
  MEASURE_NAMES_SUM,
  MEASURE_ORDER,
  MEASURE_PARENT,
  MEASURE_PLACE,
  MEASURE_POSITION,
  MEASURE_SAYS,
  MEASURE_SAYS_MIN,
  MEASURE_SAYS_MAX,
  MEASURE_STOPS,
  MEASURE_TEXT,
  MEASURE_TRAITS,
  MEASURE_WORDS,
  NODE_TAG,
  NODE_TEXT,
  NODE_TEXT_LENGTH,
  NO_ORDER,
  NO_SEGMENT,
  SEGMENT_NEXT,
  SEGMENT_NODE,
} from '../layout';
import { nodeAt } from '../html/nodes';
import { clearRecord } from '../memory';
import { blockCount, blocks, ranked, reserveMeasures, reserveRanks, segments } from '../page/arena';
import { clearPlaces, placeCount, placeOf } from '../layouts/places';
import { nameKey } from '../page/elements';
import { extendPath } from '../page/hash';
import { cleanEnd, cleanStart, codePoints } from '../page/text';
import { bestName, classesHash, mainBestName, mainNamesSum, mainWorstName, namesHash, namesOf, namesSum } from './names';
import { commas, digits, ends, readProse, stops, words } from './prose';
import { add, measureAt } from './records';
import { beginSightings, noteFolded, notePositions } from './sightings';
import { INHERITED, traitsOf } from './traits';
import { spend } from '../work';
import { TEXT_SEED } from './word-hash';
import { clearWords, noteTextWords, notedMainMax, notedMainMin, notedMainSum, notedMin, notedMax, notedSum } from './words';

/** Maximum number of words of a text that is read word by word. */
export const SHORT_WORDS: u32 = 8;

/** How many blocks have text of their own; `ranked` lists them as their texts begin. */
export let rankedCount: u32 = 0;

/** Starts the measures of a page; false if memory is unavailable. */
export function beginMeasures(): bool {
  rankedCount = 0;
  clearPlaces();
  return beginSightings();
}

/** Starts the measure of a block with element `node` inside of the block `parent`; false if memory is unavailable. */
export function openMeasure(index: u32, parent: u32, node: u32): bool {
  if (!reserveMeasures(index + 1)) return false;
  const measure = measureAt(index);
  clearRecord(measure, MEASURE_BYTES);
  const tag = node ? <u32>load<u16>(nodeAt(node), NODE_TAG) : 0;
  store<u32>(measure, NO_ORDER, MEASURE_ORDER);
  // Names of body often identify the page, so they are no part of a position.
  if (!index) {
    store<u32>(measure, traitsOf(tag), MEASURE_TRAITS);
    store<u64>(measure, nameKey(tag), MEASURE_POSITION);
    return true;
  }
  if (!namesOf(node)) return false;
  const above = measureAt(parent);
  store<u32>(measure, parent, MEASURE_PARENT);
  store<u32>(measure, load<u32>(above, MEASURE_DEPTH) + 1, MEASURE_DEPTH);
  store<u32>(measure, (load<u32>(above, MEASURE_TRAITS) & INHERITED) | traitsOf(tag), MEASURE_TRAITS);
  store<u64>(measure, extendPath(load<u64>(above, MEASURE_POSITION), nameKey(tag) + namesHash), MEASURE_POSITION);
  const name = <u32>(nameKey(tag) >> 32) + classesHash;
  store<u32>(measure, placeOf(load<u32>(above, MEASURE_PLACE), name), MEASURE_PLACE);
  store<i32>(measure, namesSum, MEASURE_NAMES);
  store<i32>(measure, bestName, MEASURE_BEST_NAME);
  store<i32>(measure, load<i32>(above, MEASURE_NAMES_SUM) + namesSum, MEASURE_NAMES_SUM);
  store<i32>(measure, max(load<i32>(above, MEASURE_NAMES_MAX), namesSum), MEASURE_NAMES_MAX);
  store<i32>(measure, min(load<i32>(above, MEASURE_NAMES_MIN), namesSum), MEASURE_NAMES_MIN);
  store<i32>(measure, mainNamesSum, MEASURE_MAIN_NAMES);
  store<i32>(measure, mainBestName, MEASURE_MAIN_BEST);
  store<i32>(measure, mainWorstName, MEASURE_MAIN_WORST);
  store<i32>(measure, load<i32>(above, MEASURE_MAIN_SUM) + mainNamesSum, MEASURE_MAIN_SUM);
  store<i32>(measure, max(load<i32>(above, MEASURE_MAIN_MAX), mainNamesSum), MEASURE_MAIN_MAX);
  store<i32>(measure, min(load<i32>(above, MEASURE_MAIN_MIN), mainNamesSum), MEASURE_MAIN_MIN);
  return true;
}

/** Counts an element inside of the block in a field of its measure. */
// @ts-ignore: decorator
@inline
export function measureCount(index: u32, field: usize): void {
  add(measureAt(index) + field, 1);
}

/** Measures the text that was normalised last, a segment of the block; false if memory is unavailable. */
export function measureText(index: u32, segment: u32, isLinked: bool): bool {
  const measure = measureAt(index);
  readProse(cleanStart, <u32>(cleanEnd - cleanStart));
  if (load<u32>(measure, MEASURE_ORDER) == NO_ORDER) {
    store<u32>(measure, rankedCount++, MEASURE_ORDER);
    store<u32>(measure, 1, MEASURE_BLOCKS);
  }
  add(measure + MEASURE_TEXT, codePoints);
  if (isLinked) add(measure + MEASURE_LINKED, codePoints);
  add(measure + MEASURE_WORDS, words);
  add(measure + MEASURE_STOPS, stops);
  add(measure + MEASURE_COMMAS, commas);
  add(measure + MEASURE_DIGITS, digits);
  store<u32>(measure, ends, MEASURE_ENDS);
  return !digits || noteFolded(segment, load<u64>(measure, MEASURE_POSITION));
}

/** Adds up the measures of the segmented page and notes its positions; false if memory is unavailable. */
export function endMeasures(): bool {
  let bucketCount: u32 = 16;
  while (bucketCount < blockCount << 1) bucketCount <<= 1;
  if (!reserveRanks(rankedCount, bucketCount)) return false;
  for (let index = blockCount - 1; index < blockCount; --index) {
    const measure = measureAt(index);
    addUp(measure, index != 0);
    const order = load<u32>(measure, MEASURE_ORDER);
    if (order == NO_ORDER) continue;
    store<u32>(ranked + (<usize>order << 2), index);
    if (load<u32>(measure, MEASURE_WORDS) <= SHORT_WORDS) readShort(measure, index);
  }
  // Comparisons with all layouts that a site can have. Who makes a digest does not know how many it has.
  spend(<u64>placeCount * LAYOUTS_MAX);
  return notePositions(bucketCount);
}

/** A block's own eight words, and then those of all its text to those of its parent. */
function addUp(measure: usize, hasParent: bool): void {
  const low = i32x4.add(v128.load(measure, MEASURE_ALL_TEXT), v128.load(measure, MEASURE_TEXT));
  const high = i32x4.add(v128.load(measure, MEASURE_ALL_STOPS), v128.load(measure, MEASURE_STOPS));
  v128.store(measure, low, MEASURE_ALL_TEXT);
  v128.store(measure, high, MEASURE_ALL_STOPS);
  if (!hasParent) return;
  const parent = measureAt(load<u32>(measure, MEASURE_PARENT));
  v128.store(parent, i32x4.add(v128.load(parent, MEASURE_ALL_TEXT), low), MEASURE_ALL_TEXT);
  v128.store(parent, i32x4.add(v128.load(parent, MEASURE_ALL_STOPS), high), MEASURE_ALL_STOPS);
}

/** Stores the scores of the words of a short block. */
function readShort(measure: usize, index: u32): void {
  noteText(index, TEXT_SEED);
  store<i32>(measure, notedSum, MEASURE_SAYS);
  store<i32>(measure, notedMax, MEASURE_SAYS_MAX);
  store<i32>(measure, notedMin, MEASURE_SAYS_MIN);
  store<i32>(measure, notedMainSum, MEASURE_MAIN_SAYS);
  store<i32>(measure, notedMainMax, MEASURE_MAIN_SAYS_MAX);
  store<i32>(measure, notedMainMin, MEASURE_MAIN_SAYS_MIN);
}

/** Notes the words of a block's own text, after clearing the others; `seed` as in `noteTextWords`. */
export function noteText(index: u32, seed: u32): void {
  clearWords();
  let segment = load<u32>(blocks + index * <u32>BLOCK_BYTES, BLOCK_FIRST_SEGMENT);
  for (; segment != NO_SEGMENT; segment = load<u32>(segments + segment, SEGMENT_NEXT)) {
    const at = nodeAt(load<u32>(segments + segment, SEGMENT_NODE));
    const start = load<usize>(at, NODE_TEXT);
    noteTextWords(start, start + load<u32>(at, NODE_TEXT_LENGTH), seed);
  }
}
