/**
 * Measures of blocks that need only the page. The segmenter reports each block, link and text in document order; one pass
 * from the last block to the first then adds each block to its parent.
 */
import { Measure } from './measure-records';
import { Node, NodeKind } from '../html/records';
import { Layouts } from '../layouts/layout-records';
import { Segment } from '../page/records';
import { Arena, nodeAt } from '../html/nodes';
import { clearRecord } from '../memory';
import { blockAt, blockCount, measuresFit, ranked, reserveMeasures, reserveRanks, segmentAt } from '../page/arena';
import { clearPlaces, placeCount, placeOf } from '../layouts/places';
import { SEPARATOR, flagsOf, nameKey } from '../page/elements';
import { extendPath } from '../page/hash';
import { cleanEnd, cleanStart, codePoints } from '../page/text';
import {
  bestName,
  classesHash,
  mainBestName,
  mainNamesSum,
  mainWorstName,
  namesHash,
  namesOf,
  namesSum,
} from './names';
import { commas, digits, ends, readProse, stops, words } from './prose';
import { add, measureAt } from './records';
import { beginSightings, notePositions, noteSegment } from './sightings';
import { INHERITED, traitsOf } from './traits';
import { spend } from '../work';
import { TEXT_SEED } from './word-hash';
import {
  clearWords,
  noteTextWords,
  notedMainMax,
  notedMainMin,
  notedMainSum,
  notedMin,
  notedMax,
  notedSum,
} from './words';

/** Maximum number of words of a text that is read word by word. */
export const SHORT_WORDS: u32 = 8;

/** How many blocks have text of their own; `ranked` lists them as their texts begin. */
export let rankedCount: u32 = 0;

/** Starts the measures of a page, whose root element is given; false if memory is unavailable. */
export function beginMeasures(root: u32): bool {
  rankedCount = 0;
  clearPlaces();
  return beginSightings(root);
}

/** Blocks of a page from which on there is room for all at once: doubled again and again, it would be most of the page's memory. */
const MANY_BLOCKS: u32 = 1 << 14;

/** Measures to make room for, where `count` do not fit: without names of its own choice, a page has no more blocks than these. */
function measuresFor(count: u32): u32 {
  if (count < MANY_BLOCKS) return count;
  let separators: u32 = 1;
  for (let node = Arena.nodes, end = node + Arena.end; node < end; node += Node.BYTES) {
    if (changetype<Node>(node).kind == NodeKind.ELEMENT && flagsOf(changetype<Node>(node).tag) & SEPARATOR)
      ++separators;
  }
  return max(count, separators);
}

/** Starts the measure of a block with element `node` inside of the block `parent`; false if memory is unavailable. */
export function openMeasure(index: u32, parent: u32, node: u32): bool {
  if (!measuresFit(index + 1) && !reserveMeasures(measuresFor(index + 1))) return false;
  const measure = measureAt(index);
  clearRecord(measure, Measure.BYTES);
  const tag = node ? <u32>nodeAt(node).tag : 0;
  store<u32>(measure, tag, Measure.TAG);
  store<u32>(measure, Measure.NO_ORDER, Measure.ORDER);
  // Names of body often identify the page, so they are no part of a position.
  if (!index) {
    store<u32>(measure, traitsOf(tag), Measure.TRAITS);
    store<u64>(measure, nameKey(tag), Measure.POSITION);
    return true;
  }
  if (!namesOf(node)) return false;
  const above = measureAt(parent);
  store<u32>(measure, parent, Measure.PARENT);
  store<u32>(measure, load<u32>(above, Measure.DEPTH) + 1, Measure.DEPTH);
  store<u32>(measure, (load<u32>(above, Measure.TRAITS) & INHERITED) | traitsOf(tag), Measure.TRAITS);
  store<u64>(measure, extendPath(load<u64>(above, Measure.POSITION), nameKey(tag) + namesHash), Measure.POSITION);
  const name = <u32>(nameKey(tag) >> 32) + classesHash;
  store<u32>(measure, placeOf(load<u32>(above, Measure.PLACE), name), Measure.PLACE);
  store<i32>(measure, namesSum, Measure.NAMES);
  store<i32>(measure, bestName, Measure.BEST_NAME);
  store<i32>(measure, load<i32>(above, Measure.NAMES_SUM) + namesSum, Measure.NAMES_SUM);
  store<i32>(measure, max(load<i32>(above, Measure.NAMES_MAX), namesSum), Measure.NAMES_MAX);
  store<i32>(measure, min(load<i32>(above, Measure.NAMES_MIN), namesSum), Measure.NAMES_MIN);
  store<i32>(measure, mainNamesSum, Measure.MAIN_NAMES);
  store<i32>(measure, mainBestName, Measure.MAIN_BEST);
  store<i32>(measure, mainWorstName, Measure.MAIN_WORST);
  store<i32>(measure, load<i32>(above, Measure.MAIN_SUM) + mainNamesSum, Measure.MAIN_SUM);
  store<i32>(measure, max(load<i32>(above, Measure.MAIN_MAX), mainNamesSum), Measure.MAIN_MAX);
  store<i32>(measure, min(load<i32>(above, Measure.MAIN_MIN), mainNamesSum), Measure.MAIN_MIN);
  return true;
}

/** Counts an element inside of the block in a field of its measure. */
export function measureCount(index: u32, field: usize): void {
  add(measureAt(index) + field, 1);
}

/** Measures the text that was normalised last, a segment of the block; false if memory is unavailable. */
export function measureText(index: u32, segment: u32, isLinked: bool): bool {
  const measure = measureAt(index);
  readProse(cleanStart, <u32>(cleanEnd - cleanStart));
  if (load<u32>(measure, Measure.ORDER) == Measure.NO_ORDER) {
    store<u32>(measure, rankedCount++, Measure.ORDER);
    store<u32>(measure, 1, Measure.BLOCKS);
  }
  add(measure + Measure.TEXT, codePoints);
  if (isLinked) add(measure + Measure.LINKED, codePoints);
  add(measure + Measure.WORDS, words);
  add(measure + Measure.STOPS, stops);
  add(measure + Measure.COMMAS, commas);
  add(measure + Measure.DIGITS, digits);
  store<u32>(measure, ends, Measure.ENDS);
  return noteSegment(measure, segment, digits != 0, isLinked);
}

/** Adds up the measures of the segmented page and notes its positions; false if memory is unavailable. */
export function endMeasures(): bool {
  let bucketCount: u32 = 16;
  while (bucketCount < blockCount << 1) bucketCount <<= 1;
  if (!reserveRanks(rankedCount, bucketCount)) return false;
  for (let index = blockCount - 1; index < blockCount; --index) {
    const measure = measureAt(index);
    addUp(measure, index != 0);
    const order = load<u32>(measure, Measure.ORDER);
    if (order == Measure.NO_ORDER) continue;
    store<u32>(ranked + ((<usize>order) << 2), index);
    if (load<u32>(measure, Measure.WORDS) <= SHORT_WORDS) readShort(measure, index);
  }
  // Comparisons with all layouts that a site can have. Who makes a digest does not know how many it has.
  spend(<u64>placeCount * Layouts.MAX);
  return notePositions(bucketCount);
}

/** A block's own eight words, and then those of all its text to those of its parent. */
function addUp(measure: usize, hasParent: bool): void {
  const low = i32x4.add(v128.load(measure, Measure.ALL_TEXT), v128.load(measure, Measure.TEXT));
  const high = i32x4.add(v128.load(measure, Measure.ALL_STOPS), v128.load(measure, Measure.STOPS));
  v128.store(measure, low, Measure.ALL_TEXT);
  v128.store(measure, high, Measure.ALL_STOPS);
  if (!hasParent) return;
  const parent = measureAt(load<u32>(measure, Measure.PARENT));
  v128.store(parent, i32x4.add(v128.load(parent, Measure.ALL_TEXT), low), Measure.ALL_TEXT);
  v128.store(parent, i32x4.add(v128.load(parent, Measure.ALL_STOPS), high), Measure.ALL_STOPS);
}

/** Stores the scores of the words of a short block. */
function readShort(measure: usize, index: u32): void {
  noteText(index, TEXT_SEED);
  store<i32>(measure, notedSum, Measure.SAYS);
  store<i32>(measure, notedMax, Measure.SAYS_MAX);
  store<i32>(measure, notedMin, Measure.SAYS_MIN);
  store<i32>(measure, notedMainSum, Measure.MAIN_SAYS);
  store<i32>(measure, notedMainMax, Measure.MAIN_SAYS_MAX);
  store<i32>(measure, notedMainMin, Measure.MAIN_SAYS_MIN);
}

/** Notes the words of a block's own text, after clearing the others; `seed` as in `noteTextWords`. */
export function noteText(index: u32, seed: u32): void {
  clearWords(true);
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
    const at = nodeAt(segmentAt(segment).node);
    const start = at.text;
    noteTextWords(start, start + at.textLength, seed);
  }
}
