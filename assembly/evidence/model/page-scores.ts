/**
 * The page as a whole: what the scores of main content say of the elements around a block, of the blocks beside it and of the page.
 * The last trees, which decide, see this alone: main content is a region or a list, and a block is judged by its company.
 *
 * Scores are in 1/1024, cut to three units on both sides; they weigh by the text of their blocks. Features are in the first rows of
 * the tile, in place of the others, in the order in which `putBlock` names their runs.
 */
import { Features } from '../../layout';
import { Context } from './context-records';
import { Measure } from '../block/measure-records';
import { blockAt, blockCount, ranked, textBefore } from '../../page/arena';
import { rankedCount } from '../block/measure';
import { contextAt } from './contexts';
import { measureAt } from '../block/measures';
import { magnitude, odds, share, signed } from '../block/scales';
import { positionAt } from '../site/sightings';
import { LINES, flipTile, turnLines } from './tile';

/** Scores are cut to this, since those beyond say no more, in 1/1024. */
const MOST: i32 = 3 * 1024;
/** Scores beyond this are sure, in 1/1024. */
const SURE: i32 = 1536;
/** The best element has the most evidence, which is the sum of the scores less this. */
const SHIFT: f64 = 307;
/** Minimum number of words of a block that, with a sure score, is a sign of where main content begins and ends. */
const SIGN_WORDS: u32 = 8;
/** Number of elements around a block, each with more text than the one before. */
const LEVELS: usize = 6;
/** Number of positions: that of the block, and those around it. */
const ALIKE_LEVELS: usize = 4;
/** Number of blocks on each side whose mean score, by their text, is a feature. */
const NEAR: u32 = 3;
/** The same, of more blocks. */
const FAR: u32 = 10;
/** Number of blocks on each side whose mean score, each alike, is a feature. */
const FEW: u32 = 4;

/** Number of features of the page. */
const PAGE_LENGTH: usize = 6;
/** The features of the page, a byte each. */
const PAGE_BYTES = memory.data(8);

/** Index of the element with the most evidence. */
let best: u32 = 0;
/** Index of the first block behind that element. */
let bestEnd: u32 = 0;
/** The evidence for main content on the page. */
let foundEvidence: f64 = 0;
/** Evidence of all blocks with text. */
let allEvidence: f64 = 0;
/** Sum of the scores of all blocks with text, in 1/1024. */
let allScores: i32 = 0;
/** Order of the first sign; NO_ORDER without one. */
let first: u32 = 0;
/** Order of the last sign; NO_ORDER without one. */
let last: u32 = 0;

function rankedContext(order: u32): Context {
  return contextAt(load<u32>(ranked + ((<usize>order) << 2)));
}

function textOf(measure: Measure): f64 {
  return <f64>measure.text;
}

function allTextOf(measure: Measure): f64 {
  return <f64>measure.allText;
}

/** The means of two sums of scores as log odds in 1/24: the first two bytes; that of nothing is 0. */
function meansOf(sums: v128, weights: v128): v128 {
  const means = f64x2.div(f64x2.mul(sums, f64x2.splat(3)), f64x2.mul(weights, f64x2.splat(128)));
  const words = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(means));
  const halves = i16x8.narrow_i32x4_s(words, words);
  return v128.xor(i8x16.narrow_i16x8_s(halves, halves), i8x16.splat(<i8>0x80));
}

function scoreOf(order: u32): i32 {
  return order < rankedCount ? rankedContext(order).firstMain : -MOST;
}

/** Measures the page by the scores in `Block.MAIN`. */
export function beginWhole(): void {
  clear();
  readScores();
  sumUp();
  passDown();
  findEnd();
  store<u8>(PAGE_BYTES, <u8>share(allTextOf(measureAt(best)), allTextOf(measureAt(0))), 5);
}

/** The last block at a position has the sum of all. */
function clear(): void {
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const context = contextAt(index);
    context.evidence = 0;
    context.likely = 0;
    context.alike = 0;
    if (measure.allText) positionAt(measure.position).last = index;
  }
}

/** Cuts the scores, finds the signs, and measures the page. */
function readScores(): void {
  first = Measure.NO_ORDER;
  last = Measure.NO_ORDER;
  let most: i32 = -MOST;
  let likely: f64 = 0;
  let found: f64 = 0;
  let foundLikely: f64 = 0;
  foundEvidence = 0;
  allEvidence = 0;
  allScores = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = load<u32>(ranked + ((<usize>order) << 2));
    const measure = measureAt(index);
    const context = contextAt(index);
    const score = max(-MOST, min(MOST, blockAt(index).main));
    const text = textOf(measure);
    const ownEvidence = text * <f64>score;
    // How likely the score is main content: 0 to `MOST`.
    const ownLikely = text * <f64>max(0, min(MOST, score + SURE));
    context.firstMain = score;
    context.evidence = ownEvidence;
    context.likely = ownLikely;
    context.before = foundEvidence;
    context.allBefore = allEvidence;
    context.scoresBefore = allScores;
    most = max(most, score);
    allEvidence += ownEvidence;
    allScores += score;
    likely += ownLikely;
    if (score <= 0) continue;
    found += text;
    foundLikely += ownLikely;
    foundEvidence += ownEvidence;
    if (score <= SURE || measure.words < SIGN_WORDS) continue;
    if (first == Measure.NO_ORDER) first = order;
    last = order;
  }
  const all = allTextOf(measureAt(0));
  const mean = i8x16.extract_lane_u(meansOf(f64x2.splat(allEvidence), f64x2.splat(all)), 0);
  store<u8>(PAGE_BYTES, all > 0 ? mean : 0, 0);
  store<u8>(PAGE_BYTES, <u8>share(found, all), 1);
  store<u8>(PAGE_BYTES, <u8>odds((most * 3) >> 7), 2);
  // The F1 that is to be expected of the scores alone.
  store<u8>(PAGE_BYTES, <u8>share(2 * foundLikely, found * <f64>MOST + likely), 3);
  store<u8>(PAGE_BYTES, <u8>magnitude(<u32>(likely / <f64>MOST)), 4);
}

/** Sums over the blocks inside of each, and over all elements at one position. */
function sumUp(): void {
  for (let index = blockCount - 1; index < blockCount; --index) {
    const measure = measureAt(index);
    if (!measure.allText) continue;
    const context = contextAt(index);
    const evidence = context.evidence;
    contextAt(positionAt(measure.position).last).alike += evidence;
    if (!index) return;
    const parent = contextAt(measure.parent);
    parent.evidence += evidence;
    parent.likely += context.likely;
  }
}

/** The bytes of each element; the next one around it that has more text, or the root; and the best element. */
function passDown(): void {
  best = 0;
  let most = evidenceOf(0);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const text = allTextOf(measure);
    if (!(text > 0)) continue;
    const context = contextAt(index);
    const parent = measure.parent;
    context.upper = !parent || allTextOf(measureAt(parent)) > text ? parent : contextAt(parent).upper;
    const position = positionAt(measure.position);
    const alike = contextAt(position.last).alike;
    const means = meansOf(
      f64x2.replace_lane(f64x2.splat(context.evidence), 1, alike),
      f64x2.replace_lane(f64x2.splat(text), 1, <f64>position.text),
    );
    context.mean = i8x16.extract_lane_u(means, 0);
    context.likelyShare = <u8>share(context.likely, text * <f64>MOST);
    context.alikeMean = i8x16.extract_lane_u(means, 1);
    context.alikeBlocks = <u8>magnitude(position.blocks);
    const evidence = evidenceOf(index);
    if (evidence < most) continue;
    most = evidence;
    best = index;
  }
}

/** The blocks of an element follow each other. */
function findEnd(): void {
  const depth = measureAt(best).depth;
  bestEnd = best + 1;
  while (bestEnd < blockCount && measureAt(bestEnd).depth > depth) ++bestEnd;
}

function evidenceOf(index: u32): f64 {
  return contextAt(index).evidence - SHIFT * allTextOf(measureAt(index));
}

// Features of the line, by the first of each run; the score of the block stands first.
const AROUND: usize = 1;
const POSITIONS: usize = AROUND + LEVELS * 2;
const OF_BEFORE: usize = POSITIONS + ALIKE_LEVELS * 2;
const OF_AFTER: usize = OF_BEFORE + 4;
const OF_PAGE: usize = OF_AFTER + 4;
const OF_BEST: usize = OF_PAGE + PAGE_LENGTH;
const OF_SIGNS: usize = OF_BEST + 2;
const OF_EVIDENCE: usize = OF_SIGNS + 2;
const END: usize = OF_EVIDENCE + 2;
/** Lines are turned four bytes at a time. */
const LINE_BYTES: usize = (END + 3) & ~3;

/** Fills the first rows of the tile with the blocks from `order` on; how many there are. */
export function fillWhole(order: u32): u32 {
  assert(order < rankedCount, 'whole: a tile after the last block with text');
  assert(END == Features.WHOLE, 'whole: a line has too many features or too few');
  const count = min(Features.TILE_BLOCKS, rankedCount - order);
  let line = LINES;
  for (let index: u32 = 0; index < count; ++index, line += LINE_BYTES) putBlock(line, order + index);
  turnLines(0, LINE_BYTES);
  return count;
}

/** The same with signed bytes, for trees. */
export function fillWholeForTrees(order: u32): u32 {
  const count = fillWhole(order);
  flipTile(Features.WHOLE);
  return count;
}

function putBlock(line: usize, order: u32): void {
  const index = load<u32>(ranked + ((<usize>order) << 2));
  const measure = measureAt(index);
  const score = scoreOf(order);
  store<u8>(line, <u8>odds((score * 3) >> 7));
  // An element without text of other blocks is no company.
  const isAlone = measure.allText == measure.text;
  const context = contextAt(index);
  let around = isAlone ? contextAt(context.upper) : context;
  for (let level: usize = 0; level < LEVELS; ++level) {
    store<u16>(line + level * 2, load<u16>(around.at, offsetof<Context>('mean')), AROUND);
    around = contextAt(around.upper);
  }
  let at = index;
  for (let level: usize = 0; level < ALIKE_LEVELS; ++level) {
    store<u16>(line + level * 2, load<u16>(contextAt(at).at, offsetof<Context>('alikeMean')), POSITIONS);
    at = measureAt(at).parent;
  }
  putBeside(line, order);
  store<u64>(line, load<u64>(PAGE_BYTES), OF_PAGE);
  store<u8>(line, u8(index >= best && index < bestEnd), OF_BEST);
  const depth = <i32>measure.depth - <i32>measureAt(best).depth;
  store<u8>(line, <u8>odds(depth), OF_BEST + 1);
  store<u8>(line, first == Measure.NO_ORDER ? 0 : <u8>signed(<i32>order - <i32>first), OF_SIGNS);
  store<u8>(line, first == Measure.NO_ORDER ? 0 : <u8>signed(<i32>order - <i32>last), OF_SIGNS + 1);
  const before = context.before;
  const ownEvidence = textOf(measure) * <f64>max(0, score);
  store<u8>(line, <u8>share(before, foundEvidence), OF_EVIDENCE);
  store<u8>(line, <u8>share(foundEvidence - before - ownEvidence, foundEvidence), OF_EVIDENCE + 1);
}

/**
 * Of the blocks on each side: the next score, the mean of a few scores by their text, the mean of a few, and that of more by their
 * text. Beyond the page, nothing is main content.
 */
function putBeside(line: usize, order: u32): void {
  const next = order + 1;
  const near = meansBeside(order, NEAR);
  const far = meansBeside(order, FAR);
  store<u8>(line, <u8>odds((scoreOf(order - 1) * 3) >> 7), OF_BEFORE);
  store<u8>(line, i8x16.extract_lane_u(near, 0), OF_BEFORE + 1);
  store<u8>(line, <u8>fewWithin(order - min(order, FEW), order), OF_BEFORE + 2);
  store<u8>(line, i8x16.extract_lane_u(far, 0), OF_BEFORE + 3);
  store<u8>(line, <u8>odds((scoreOf(next) * 3) >> 7), OF_AFTER);
  store<u8>(line, i8x16.extract_lane_u(near, 1), OF_AFTER + 1);
  store<u8>(line, <u8>fewWithin(next, min(next + FEW, rankedCount)), OF_AFTER + 2);
  store<u8>(line, i8x16.extract_lane_u(far, 1), OF_AFTER + 3);
}

/** The means of the scores, by their text, of at most `reach` blocks before a block and as many behind it. */
function meansBeside(order: u32, reach: u32): v128 {
  const from = order - min(order, reach);
  const next = order + 1;
  const to = min(next + reach, rankedCount);
  const sums = f64x2.replace_lane(
    f64x2.splat(evidenceBefore(order) - evidenceBefore(from)),
    1,
    evidenceBefore(to) - evidenceBefore(next),
  );
  const texts = f64x2.replace_lane(
    f64x2.splat(<f64>(charactersBefore(order) - charactersBefore(from))),
    1,
    <f64>(charactersBefore(to) - charactersBefore(next)),
  );
  return meansOf(sums, texts);
}

function charactersBefore(order: u32): u32 {
  return load<u32>(textBefore + ((<usize>order) << 2));
}

function fewWithin(from: u32, to: u32): u32 {
  const beyond = <i32>(FEW - (to - from)) * MOST;
  return odds(((scoresBefore(to) - scoresBefore(from) - beyond) * 3) >> 9);
}

function evidenceBefore(order: u32): f64 {
  return order < rankedCount ? rankedContext(order).allBefore : allEvidence;
}

function scoresBefore(order: u32): i32 {
  return order < rankedCount ? rankedContext(order).scoresBefore : allScores;
}
