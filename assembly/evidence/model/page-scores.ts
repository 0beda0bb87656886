/**
 * Features of the forest WHOLE: scores for main content of a block's ancestors, its neighbours and the page. Main content is a region or a
 * list, so this forest decides, and uses only these features.
 *
 * Scores are clipped and weighted by the text of their blocks. The features replace others in the first rows of the tile.
 */
import { Features } from '../../layout';
import { Context } from './context-records';
import { Measure, indexOf, measureAt, rankedCount } from '../block/measures';
import { blockAt, blockCount } from '../../page/arena';
import { contextAt } from './contexts';
import { differences, evidenceList, extendList, extendSums, positiveSums, scoreSums, textList } from './lists';
import { magnitude, odds, share } from '../block/scales';
import { positionAt } from '../site/occurrences';
import { LINES, putByte, putDistances, putOdds, rowOf, transposeLines } from './tile';

/** Scores are clipped to ± this, in 1/1024. */
const MOST: i32 = 3 * 1024;
/** Scores beyond this are certain, in 1/1024. */
const SURE: i32 = 1536;
/** Subtracted from scores, in 1/1024, to find the best element: the sum of the differences, weighted by text, is largest. */
const SHIFT: f64 = 307;
/** Minimum words of a mark: the first or last block that is certainly main content. */
const MARK_WORDS: u32 = 8;
/** Number of ancestors, each with more text than the previous one. */
const LEVELS: usize = 6;
/** Number of positions: those of the block and its ancestors. */
const ALIKE_LEVELS: usize = 4;
/** Number of blocks on each side whose mean score, weighted by text, is a feature. */
const NEAR: i32 = 3;
/** The same for the wider window. */
const FAR: i32 = 10;
/** Number of blocks on each side whose unweighted mean score is a feature. */
const FEW: i32 = 4;
const FEW_SHIFT: i32 = 2;

/** Number of features of the page. */
const PAGE_LENGTH: usize = 6;
const PAGE_BYTES = memory.data(8);

/** The element with the most evidence. */
let best: u32 = 0;
/** The first block after that element. */
let bestEnd: u32 = 0;
let foundEvidence: f64 = 0;
/** Index of the first mark among blocks with text, or NO_ORDER. */
let first: u32 = 0;
/** Index of the last mark, or NO_ORDER. */
let last: u32 = 0;

/** Means of two sums of scores, as log odds in 1/24, in the first two words; 0 for an empty sum. */
// @ts-ignore: decorator
@inline
function meansOf(sums: v128, weights: v128): v128 {
  const means = f64x2.div(f64x2.mul(sums, f64x2.splat(3)), f64x2.mul(weights, f64x2.splat(128)));
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(means));
}

/** Measures the page by the scores in `Block.main`. */
export function beginWhole(): void {
  readScores();
  sumUp();
  passDown();
  bestEnd = contextAt(best).end;
  store<u8>(PAGE_BYTES, <u8>share(<f64>measureAt(best).allText, <f64>measureAt(0).allText), 5);
}

/** Clips the scores, finds the marks, and computes the features of the page. */
function readScores(): void {
  first = Measure.NO_ORDER;
  last = Measure.NO_ORDER;
  let most: i32 = -MOST;
  let likely: f64 = 0;
  let found: f64 = 0;
  let foundLikely: f64 = 0;
  let allEvidence: f64 = 0;
  let allScores: i32 = 0;
  foundEvidence = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const measure = measureAt(index);
    const context = contextAt(index);
    const score = max(-MOST, min(MOST, blockAt(index).main));
    const text = <f64>measure.text;
    const ownEvidence = text * <f64>score;
    // Likelihood of main content: 0 to `MOST`.
    const ownLikely = text * <f64>max(0, min(MOST, score + SURE));
    context.evidence = ownEvidence;
    context.likely = ownLikely;
    store<i32>(scoreSums + ((<usize>order) << 2), allScores);
    store<f64>(evidenceList + ((<usize>order) << 3), allEvidence);
    store<f64>(positiveSums + ((<usize>order) << 3), foundEvidence);
    most = max(most, score);
    allEvidence += ownEvidence;
    allScores += score;
    likely += ownLikely;
    if (score <= 0) continue;
    found += text;
    foundLikely += ownLikely;
    foundEvidence += ownEvidence;
    if (score <= SURE || measure.words < MARK_WORDS) continue;
    if (first == Measure.NO_ORDER) first = order;
    last = order;
  }
  // Beyond the page, lists continue with the lowest score, or with constant sums.
  extendList(scoreSums, allScores, -MOST);
  extendSums(evidenceList, allEvidence);
  extendSums(positiveSums, foundEvidence);
  const all = <f64>measureAt(0).allText;
  const mean = odds(i32x4.extract_lane(meansOf(f64x2.splat(allEvidence), f64x2.splat(all)), 0));
  store<u8>(PAGE_BYTES, <u8>(all > 0 ? mean : 0), 0);
  store<u8>(PAGE_BYTES, <u8>share(found, all), 1);
  store<u8>(PAGE_BYTES, <u8>odds((most * 3) >> 7), 2);
  // The expected F1 of the scores.
  store<u8>(PAGE_BYTES, <u8>share(2 * foundLikely, found * <f64>MOST + likely), 3);
  store<u8>(PAGE_BYTES, <u8>magnitude(<u32>(likely / <f64>MOST)), 4);
}

/** Sums over descendants, and over all elements at one position. */
function sumUp(): void {
  for (let index = blockCount - 1; index < blockCount; --index) {
    const measure = measureAt(index);
    if (!measure.allText) continue;
    const context = contextAt(index);
    const evidence = context.evidence;
    positionAt(measure.position).evidence += evidence;
    if (!index) return;
    const parent = contextAt(measure.parent);
    parent.evidence += evidence;
    parent.likely += context.likely;
  }
}

/** Passes the bytes of elements to descendants. Finds the best element, and for each the nearest ancestor with more text, or the root. */
function passDown(): void {
  best = 0;
  let most = evidenceOf(0);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const text = <f64>measure.allText;
    if (!(text > 0)) continue;
    const context = contextAt(index);
    const parent = measure.parent;
    context.upper = !parent || <f64>measureAt(parent).allText > text ? parent : contextAt(parent).upper;
    const position = positionAt(measure.position);
    const means = meansOf(
      f64x2.replace_lane(f64x2.splat(context.evidence), 1, position.evidence),
      f64x2.replace_lane(f64x2.splat(text), 1, <f64>position.text),
    );
    const own = odds(i32x4.extract_lane(means, 0)) | (share(context.likely, text * <f64>MOST) << 8);
    const alike = odds(i32x4.extract_lane(means, 1)) | (magnitude(position.blocks) << 8);
    passChains(index, own, alike);
    const evidence = evidenceOf(index);
    if (evidence < most) continue;
    most = evidence;
    best = index;
  }
}

/** Puts the bytes of an element before those of its ancestors. */
// @ts-ignore: decorator
@inline
function passChains(index: u32, own: u32, alike: u32): void {
  const context = contextAt(index);
  const chain = i16x8.splat(<i16>own);
  const upper = index ? v128.load(contextAt(context.upper).at, offsetof<Context>('chain')) : chain;
  v128.store(
    context.at,
    v128.shuffle<u8>(chain, upper, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29),
    offsetof<Context>('chain'),
  );
  const above = index ? contextAt(measureAt(index).parent).alikes : <u64>alike * 0x0001000100010001;
  context.alikes = (above << 16) | alike;
}

function evidenceOf(index: u32): f64 {
  return contextAt(index).evidence - SHIFT * <f64>measureAt(index).allText;
}

// First feature of each run, after the score of the block.
const AROUND: usize = 1;
const POSITIONS: usize = AROUND + LEVELS * 2;
const OF_BEFORE: usize = POSITIONS + ALIKE_LEVELS * 2;
const OF_AFTER: usize = OF_BEFORE + 4;
const OF_PAGE: usize = OF_AFTER + 4;
const OF_BEST: usize = OF_PAGE + PAGE_LENGTH;
const OF_MARKS: usize = OF_BEST + 2;
const OF_EVIDENCE: usize = OF_MARKS + 2;
const END: usize = OF_EVIDENCE + 2;
/**
 * A line contains only features of elements. Those of the best element are stored at the place of others, which are stored later. Lines are
 * transposed four bytes at a time.
 */
const LINE_BYTES: usize = (OF_BEFORE + 2 + 3) & ~3;

/** Fills the first rows of the tile with the blocks from `order` on; returns their number. */
export function fillWhole(order: u32): u32 {
  assert(order < rankedCount, 'whole: a tile after the last block with text');
  assert(END == Features.WHOLE, 'whole: a line has too many features or too few');
  const count = min(Features.TILE_BLOCKS, rankedCount - order);
  let line = LINES;
  for (let index: u32 = 0; index < count; ++index, line += LINE_BYTES) putElements(line, order + index);
  transposeLines(0, LINE_BYTES);
  v128.store(rowOf(OF_BEST), v128.load(rowOf(OF_BEFORE)));
  v128.store(rowOf(OF_BEST + 1), v128.load(rowOf(OF_BEFORE + 1)));
  putScores(0, order, 0, 1, 0);
  // For each side: the score of the next block, and means of three blocks (weighted by text), four (unweighted) and ten (weighted).
  putScores(OF_BEFORE, order, -1, 0, 0);
  putMeans(OF_BEFORE + 1, order, -NEAR, 0);
  putScores(OF_BEFORE + 2, order, -FEW, 0, FEW_SHIFT);
  putMeans(OF_BEFORE + 3, order, -FAR, 0);
  putScores(OF_AFTER, order, 1, 2, 0);
  putMeans(OF_AFTER + 1, order, 1, 1 + NEAR);
  putScores(OF_AFTER + 2, order, 1, 1 + FEW, FEW_SHIFT);
  putMeans(OF_AFTER + 3, order, 1, 1 + FAR);
  for (let feature: usize = 0; feature < PAGE_LENGTH; ++feature)
    putByte(OF_PAGE + feature, load<u8>(PAGE_BYTES + feature));
  putMarkDistances(OF_MARKS, order, first);
  putMarkDistances(OF_MARKS + 1, order, last);
  putEvidence(order);
  return count;
}

function putElements(line: usize, order: u32): void {
  const index = indexOf(order);
  const measure = measureAt(index);
  const context = contextAt(index);
  // An element without text of other blocks adds no information.
  const around = measure.allText == measure.text ? contextAt(context.upper) : context;
  v128.store(line, v128.load(around.at, offsetof<Context>('chain')), AROUND);
  store<u64>(line, context.alikes, POSITIONS);
  store<u8>(line, u8(index >= best && index < bestEnd), OF_BEFORE);
  store<u8>(line, <u8>odds(<i32>measure.depth - <i32>measureAt(best).depth), OF_BEFORE + 1);
}

// Each of these functions writes a row for the blocks from `order` on.

/** Unweighted means of `1 << shift` scores, in 1/24, of the blocks in [`from`, `to`). */
function putScores(feature: usize, order: u32, from: i32, to: i32, shift: i32): void {
  let list = scoreSums + (order << 2);
  for (let lane: usize = 0; lane < Features.TILE_BLOCKS; lane += 4, list += 16) {
    const sums = i32x4.mul(differences(list, from, to), i32x4.splat(3));
    putOdds(rowOf(feature) + lane, i32x4.shr_s(sums, 7 + shift));
  }
}

/** Means weighted by text, of the blocks in [`from`, `to`). */
function putMeans(feature: usize, order: u32, from: i32, to: i32): void {
  const text = textList + (order << 2);
  const sums = evidenceList + (order << 3);
  for (let lane: usize = 0; lane < Features.TILE_BLOCKS; lane += 2) {
    const at = text + (lane << 2);
    const texts = i32x4.sub(v128.load64_zero(at + (to << 2)), v128.load64_zero(at + (from << 2)));
    const end = sums + (lane << 3);
    const evidence = f64x2.sub(v128.load(end + (to << 3)), v128.load(end + (from << 3)));
    // Overwrites two lanes that the next iteration stores.
    putOdds(rowOf(feature) + lane, meansOf(evidence, f64x2.convert_low_i32x4_u(texts)));
  }
}

/** Distances from a mark; 0 without marks. */
function putMarkDistances(feature: usize, order: u32, mark: u32): void {
  if (mark == Measure.NO_ORDER) return putByte(feature, 0);
  const off = <i32>order - <i32>mark;
  putDistances(rowOf(feature), off, off);
}

/** Shares of the evidence for main content before and after the blocks. */
function putEvidence(order: u32): void {
  const before = rowOf(OF_EVIDENCE);
  const after = rowOf(OF_EVIDENCE + 1);
  let list = positiveSums + (order << 3);
  for (let lane: usize = 0; lane < Features.TILE_BLOCKS; ++lane, list += 8) {
    store<u8>(before + lane, <u8>share(load<f64>(list), foundEvidence));
    store<u8>(after + lane, <u8>share(foundEvidence - load<f64>(list, 8), foundEvidence));
  }
}
