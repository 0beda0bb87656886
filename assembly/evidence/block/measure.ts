/**
 * Measures of blocks that depend only on the page. The segmenter reports blocks, links and texts in document order; then a pass from the
 * last block to the first adds each block to its parent.
 */
import { Measure, measureAt, newOrder } from './measures';
import { Arena, Node, NodeKind, nodeAt } from '../../html/nodes';
import { Segment } from '../../page/records';
import { Tag } from '../../html/names';
import { clearRecord } from '../../memory';
import { blockAt, blockCount, holdsMeasures, ranked, reserveMeasures, segmentAt } from '../../page/arena';
import { EVIDENCE, INHERITED, Trait, has, traitsOf } from '../../elements';
import { nameKey } from '../../page/element-names';
import { extendPath } from '../../page/hash';
import { cleanEnd, cleanStart, codePoints } from '../../page/text';
import { names, namesOf } from './names';
import { commas, digits, ends, readProse, stops, words } from './prose';
import { TEXT_SEED } from './word-hash';
import { clearWords, noteTextWords, lexiconOdds } from './words';

/** Maximum number of words of a short text, which are looked up. */
export const SHORT_WORDS: u32 = 8;

/** From this number of blocks on, capacity is reserved for all at once, because repeated doubling would need too much memory. */
const MANY_BLOCKS: u32 = 1 << 14;

/** Number of measures to reserve for `count` blocks. With the default separators, a page has at most this number of blocks. */
function measuresFor(count: u32): u32 {
  if (count < MANY_BLOCKS) return count;
  let separators: u32 = 1;
  for (let node = Arena.nodes, end = node + Arena.end; node < end; node += Node.BYTES) {
    if (changetype<Node>(node).kind == NodeKind.ELEMENT && has(changetype<Node>(node).tag, Trait.SEPARATOR))
      ++separators;
  }
  return max(count, separators);
}

/** Starts the measure of a block; false if memory is unavailable. */
export function openMeasure(index: u32, parent: u32, node: u32): bool {
  if (!holdsMeasures((<usize>index + 1) * Measure.BYTES)) {
    if (!reserveMeasures(<usize>measuresFor(index + 1) * Measure.BYTES)) return false;
  }
  const measure = measureAt(index);
  clearRecord(measure.at, Measure.BYTES);
  const tag = node ? <u32>nodeAt(node).tag : 0;
  measure.tag = tag;
  measure.order = Measure.NO_ORDER;
  // The position of the root does not include names, because names of body often identify the page.
  if (!index) {
    measure.traits = traitsOf(tag) & EVIDENCE;
    measure.positionKey = nameKey(tag);
    return true;
  }
  if (!namesOf(node)) return false;
  const above = measureAt(parent);
  measure.parent = parent;
  measure.depth = above.depth + 1;
  measure.traits = (above.traits & INHERITED) | (traitsOf(tag) & EVIDENCE);
  measure.positionKey = extendPath(above.positionKey, nameKey(tag) + names.hash);
  const sum = <i32>names.sum;
  measure.names = sum;
  measure.bestName = names.best;
  measure.namesSum = above.namesSum + sum;
  measure.namesMax = max(above.namesMax, sum);
  measure.namesMin = min(above.namesMin, sum);
  const mainSum = <i32>names.mainSum;
  measure.mainNames = mainSum;
  measure.mainBest = names.mainBest;
  measure.mainWorst = names.mainWorst;
  measure.mainSum = above.mainSum + mainSum;
  measure.mainMax = max(above.mainMax, mainSum);
  measure.mainMin = min(above.mainMin, mainSum);
  return true;
}

export function measureElement(index: u32, tag: u32): void {
  const measure = measureAt(index);
  if (tag == Tag.A) ++measure.links;
  else if (tag == Tag.IMG) ++measure.images;
  else if (tag == Tag.INPUT || tag == Tag.SELECT || tag == Tag.BUTTON || tag == Tag.TEXTAREA) ++measure.inputs;
}

/** Measures the text that was normalised last, a segment of the block. */
export function measureText(index: u32, isLinked: bool): void {
  const measure = measureAt(index);
  readProse(cleanStart, <u32>(cleanEnd - cleanStart));
  if (measure.order == Measure.NO_ORDER) {
    measure.order = newOrder();
    measure.blocks = 1;
  }
  measure.text += codePoints;
  if (isLinked) measure.linked += codePoints;
  measure.words += words;
  measure.stops += stops;
  measure.commas += commas;
  measure.digits += digits;
  measure.ends = ends;
}

/** Sums the measures and lists the blocks with text in order. Capacity was reserved. */
export function endMeasures(): void {
  for (let index = blockCount - 1; index < blockCount; --index) {
    const measure = measureAt(index);
    addUp(measure, index != 0);
    const order = measure.order;
    if (order == Measure.NO_ORDER) continue;
    store<u32>(ranked + ((<usize>order) << 2), index);
    if (measure.words <= SHORT_WORDS) readShort(measure, index);
  }
}

/** Adds the eight counts of a block to those of its element, and the sums to those of the parent. */
function addUp(measure: Measure, hasParent: bool): void {
  const low = i32x4.add(
    v128.load(measure.at, offsetof<Measure>('allText')),
    v128.load(measure.at, offsetof<Measure>('text')),
  );
  const high = i32x4.add(
    v128.load(measure.at, offsetof<Measure>('allStops')),
    v128.load(measure.at, offsetof<Measure>('stops')),
  );
  v128.store(measure.at, low, offsetof<Measure>('allText'));
  v128.store(measure.at, high, offsetof<Measure>('allStops'));
  if (!hasParent) return;
  const parent = measureAt(measure.parent).at;
  v128.store(parent, i32x4.add(v128.load(parent, offsetof<Measure>('allText')), low), offsetof<Measure>('allText'));
  v128.store(parent, i32x4.add(v128.load(parent, offsetof<Measure>('allStops')), high), offsetof<Measure>('allStops'));
}

function readShort(measure: Measure, index: u32): void {
  noteText(index, TEXT_SEED);
  measure.wordOdds = lexiconOdds.sum;
  measure.wordOddsMax = lexiconOdds.max;
  measure.wordOddsMin = lexiconOdds.min;
  measure.mainWordOdds = lexiconOdds.mainSum;
  measure.mainWordOddsMax = lexiconOdds.mainMax;
  measure.mainWordOddsMin = lexiconOdds.mainMin;
}

/** Collects the words of a block's own text; `seed` as in `noteTextWords`. */
export function noteText(index: u32, seed: u32): void {
  clearWords(true);
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
    const at = nodeAt(segmentAt(segment).node);
    const start = at.text;
    noteTextWords(start, start + at.textLength, seed);
  }
}
