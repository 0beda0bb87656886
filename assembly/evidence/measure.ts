/**
 * What the page alone shows of its blocks: one walk over the tree, which meets blocks and segments in the order in which
 * the segmenter wrote them down, and one pass back over the blocks that adds each to its parent.
 */
import {
  BLOCK_BYTES,
  BLOCK_LENGTH,
  BLOCK_NODE,
  BLOCK_SEGMENTS,
  KIND_ELEMENT,
  KIND_TEXT,
  MEASURE_ALL_BLOCKS,
  MEASURE_ALL_LINKED,
  MEASURE_ALL_LINKS,
  MEASURE_ALL_STOPS,
  MEASURE_ALL_TEXT,
  MEASURE_ALL_WORDS,
  MEASURE_BEST_NAME,
  MEASURE_BYTES,
  MEASURE_COMMAS,
  MEASURE_DEPTH,
  MEASURE_DIGITS,
  MEASURE_ENDS,
  MEASURE_LINKED,
  MEASURE_LINKS,
  MEASURE_NAMES,
  MEASURE_ORDER,
  MEASURE_PARENT,
  MEASURE_PLACE,
  MEASURE_SAYS,
  MEASURE_SAYS_LEAST,
  MEASURE_SAYS_MOST,
  MEASURE_STOPS,
  MEASURE_TEXT,
  MEASURE_TRAITS,
  MEASURE_WORDS,
  NODE_FIRST_CHILD,
  NODE_KIND,
  NODE_NEXT,
  NODE_PARENT,
  NODE_TAG,
  NODE_TEXT,
  NODE_TEXT_LENGTH,
  NO_ORDER,
  SEGMENT_BLOCK,
  SEGMENT_BYTES,
  SEGMENT_LENGTH,
  SEGMENT_NEXT,
  SEGMENT_NODE,
  BLOCK_FIRST_SEGMENT,
  NO_SEGMENT,
} from '../layout';
import { Tag } from '../html/names';
import { Arena, nodeAt } from '../html/nodes';
import { blocks, ranked, measures, reserveMeasures, segments } from '../page/arena';
import { IGNORED, flagsOf, nameKey } from '../page/elements';
import { extendPath } from '../page/hash';
import { blockCount, segmentCount } from '../page/segment';
import { namesHash, readNamesOf } from './names';
import { beginSightings, noteFolded, notePlaces } from './sightings';
import { commas, digits, ends, readProse, stops, words } from './prose';
import { INHERITED, traitsOf } from './traits';
import { forgetWords, meetWords, metLeast, metMost, metSum } from './words';

/** Texts up to so many words are read word by word. */
export const SHORT_WORDS: u32 = 8;

/** How many blocks have text of their own; `ranked` lists them as their texts begin. */
export let rankedCount: u32 = 0;

/** The measure of a block; references of blocks and measures differ by their sizes alone. */
// @ts-ignore: decorator
@inline
export function measureAt(index: u32): usize {
  return measures + <usize>index * MEASURE_BYTES;
}

/** Where the measures of the page in hand stand. */
export function measuresAddress(): usize {
  return measures;
}

/** Which place a block has among those with text, as their texts begin. */
export function orderOf(block: u32): u32 {
  return load<u32>(measureAt(block / <u32>BLOCK_BYTES), MEASURE_ORDER);
}

// @ts-ignore: decorator
@inline
function add(measure: usize, offset: usize, more: u32): void {
  store<u32>(measure + offset, load<u32>(measure + offset) + more);
}

/** Begins the measure of the block whose element is `node`; false where there is no memory. */
function openMeasure(index: u32, parent: u32, node: u32): bool {
  const measure = measureAt(index);
  memory.fill(measure, 0, MEASURE_BYTES);
  const tag = node ? <u32>load<u16>(nodeAt(node), NODE_TAG) : 0;
  store<u32>(measure, NO_ORDER, MEASURE_ORDER);
  store<u32>(measure, load<u32>(blocks + index * <u32>BLOCK_BYTES, BLOCK_LENGTH), MEASURE_TEXT);
  // What body is called often names the page, so it is no part of a place.
  if (!index) {
    store<u32>(measure, traitsOf(tag), MEASURE_TRAITS);
    store<u64>(measure, nameKey(tag), MEASURE_PLACE);
    return true;
  }
  if (!readNamesOf(node)) return false;
  const above = measureAt(parent);
  store<u32>(measure, parent, MEASURE_PARENT);
  store<u32>(measure, load<u32>(above, MEASURE_DEPTH) + 1, MEASURE_DEPTH);
  store<u32>(measure, (load<u32>(above, MEASURE_TRAITS) & INHERITED) | traitsOf(tag), MEASURE_TRAITS);
  store<u64>(measure, extendPath(load<u64>(above, MEASURE_PLACE), nameKey(tag) + namesHash), MEASURE_PLACE);
  store<i32>(measure, metSum, MEASURE_NAMES);
  store<i32>(measure, metMost, MEASURE_BEST_NAME);
  return true;
}

function measureText(measure: usize, segment: usize, node: usize, isLinked: bool): bool {
  readProse(load<usize>(node, NODE_TEXT), load<u32>(node, NODE_TEXT_LENGTH));
  if (isLinked) add(measure, MEASURE_LINKED, load<u32>(segment, SEGMENT_LENGTH));
  add(measure, MEASURE_WORDS, words);
  add(measure, MEASURE_STOPS, stops);
  add(measure, MEASURE_COMMAS, commas);
  add(measure, MEASURE_DIGITS, digits);
  store<u32>(measure, ends, MEASURE_ENDS);
  return !digits || noteFolded(segment, node, load<u64>(measure, MEASURE_PLACE));
}

/** Measures the blocks of the segmented page; false where there is no memory. */
export function measurePage(): bool {
  if (!reserveMeasures(blockCount) || !beginSightings()) return false;
  rankedCount = 0;
  const rootNode = load<u32>(blocks, BLOCK_NODE);
  if (!openMeasure(0, 0, rootNode)) return false;
  if (!walk()) return false;
  for (let index = blockCount - 1; index < blockCount; --index) {
    const measure = measureAt(index);
    addOwn(measure);
    if (load<u32>(measure, MEASURE_ORDER) != NO_ORDER) {
      add(measure, MEASURE_ALL_BLOCKS, 1);
      if (load<u32>(measure, MEASURE_WORDS) <= SHORT_WORDS) readShort(measure, index);
    }
    if (index) addToParent(measure);
  }
  notePlaces();
  return true;
}

function walk(): bool {
  let block: u32 = 0;
  let nextBlock: u32 = 1;
  let segment = segments;
  const segmentsEnd = segments + segmentCount * <u32>SEGMENT_BYTES;
  let link: u32 = 0;
  let depth: u32 = 0;
  let node = load<u32>(nodeAt(0), NODE_FIRST_CHILD);
  while (node && load<u8>(nodeAt(node), NODE_KIND) != KIND_ELEMENT) node = load<u32>(nodeAt(node), NODE_NEXT);
  while (node) {
    const at = nodeAt(node);
    const kind = load<u8>(at, NODE_KIND);
    let child: u32 = 0;
    if (kind == KIND_TEXT) {
      if (segment < segmentsEnd && load<u32>(segment, SEGMENT_NODE) == node) {
        const measure = measureAt(block);
        if (load<u32>(measure, MEASURE_ORDER) == NO_ORDER) {
          store<u32>(measure, rankedCount, MEASURE_ORDER);
          store<u32>(ranked + (<usize>rankedCount << 2), block);
          ++rankedCount;
        }
        if (!measureText(measure, segment, at, link != 0)) return false;
        segment += SEGMENT_BYTES;
      }
    } else if (kind == KIND_ELEMENT) {
      const tag = <u32>load<u16>(at, NODE_TAG);
      if (!(flagsOf(tag) & IGNORED)) {
        if (nextBlock < blockCount && load<u32>(blocks + nextBlock * <u32>BLOCK_BYTES, BLOCK_NODE) == node) {
          if (!openMeasure(nextBlock, block, node)) return false;
          block = nextBlock++;
        } else if (tag == Tag.A) {
          add(measureAt(block), MEASURE_LINKS, 1);
          if (!link) link = node;
        }
        child = load<u32>(at, NODE_FIRST_CHILD);
      }
    }
    if (child) {
      node = child;
      ++depth;
      continue;
    }
    for (;;) {
      // The element, or text, is done with all that is in it.
      if (node == link) link = 0;
      if (block && node == load<u32>(blocks + block * <u32>BLOCK_BYTES, BLOCK_NODE)) {
        block = load<u32>(measureAt(block), MEASURE_PARENT);
      }
      if (!depth) {
        node = 0;
        break;
      }
      const next = load<u32>(nodeAt(node), NODE_NEXT);
      if (next) {
        node = next;
        break;
      }
      node = load<u32>(nodeAt(node), NODE_PARENT);
      --depth;
    }
  }
  return true;
}

function addOwn(measure: usize): void {
  add(measure, MEASURE_ALL_TEXT, load<u32>(measure, MEASURE_TEXT));
  add(measure, MEASURE_ALL_LINKED, load<u32>(measure, MEASURE_LINKED));
  add(measure, MEASURE_ALL_LINKS, load<u32>(measure, MEASURE_LINKS));
  add(measure, MEASURE_ALL_WORDS, load<u32>(measure, MEASURE_WORDS));
  add(measure, MEASURE_ALL_STOPS, load<u32>(measure, MEASURE_STOPS));
}

function addToParent(measure: usize): void {
  const parent = measureAt(load<u32>(measure, MEASURE_PARENT));
  for (let offset = MEASURE_ALL_TEXT; offset <= MEASURE_ALL_STOPS; offset += 4) {
    add(parent, offset, load<u32>(measure + offset));
  }
  add(parent, MEASURE_ALL_BLOCKS, load<u32>(measure, MEASURE_ALL_BLOCKS));
}

/** What the words of a short block say. */
function readShort(measure: usize, index: u32): void {
  forgetWords();
  let segment = load<u32>(blocks + index * <u32>BLOCK_BYTES, BLOCK_FIRST_SEGMENT);
  while (segment != NO_SEGMENT) {
    const at = nodeAt(load<u32>(segments + segment, SEGMENT_NODE));
    const start = load<usize>(at, NODE_TEXT);
    meetWords(start, start + load<u32>(at, NODE_TEXT_LENGTH), false);
    segment = load<u32>(segments + segment, SEGMENT_NEXT);
  }
  store<i32>(measure, metSum, MEASURE_SAYS);
  store<i32>(measure, metMost, MEASURE_SAYS_MOST);
  store<i32>(measure, metLeast, MEASURE_SAYS_LEAST);
}
