/**
 * Features of blocks as bytes, in the order of `bench/reference/feature-names.ts`. They are computed for sixteen blocks with text at a
 * time, one line per block (tile.ts). Features that descendants share are computed once per block.
 *
 * A vector store may overwrite the following features, because they are stored later.
 */
import { Features } from '../../layout';
import { Measure, above, indexOf, measureAt, rankedCount } from '../block/measures';
import { blockAt, blockCount, textBefore } from '../../page/arena';
import { beginContext, putContext, putCounts } from './context';
import { vectorOf, magnitude, magnitudes, odds, packBytes, shares } from '../block/scales';
import { EVIDENCE_DF, knownOccurrence, positionAt, positionOccurrence } from '../site/occurrences';
import { LINES, TILE, flipTile, rowOf, transposeLines } from './tile';

let pageMagnitude: u32 = 0;
let seenMagnitude: u32 = 0;
/** Number of counted pages of the site, at most EVIDENCE_DF. */
let pagesSeen: u32 = 0;
/** In code points. */
let pageText: u32 = 0;
/** From the second byte on: magnitude of the page's text, its linked share, magnitude of the number of blocks with text. */
let pageBytes: u32 = 0;

// Offsets of a block's shared bytes: text (magnitude), linked share, stops per word, blocks with text (magnitude), share of the page;
// known, often; known and seen of its position; its names.
const SHARED_TEXT: usize = offsetof<Measure>('shared');
const SHARED_LINKED: usize = SHARED_TEXT + 1;
const SHARED_KNOWN: usize = SHARED_TEXT + 5;
const SHARED_POSITION: usize = SHARED_KNOWN + 2;
const SHARED_NAMES: usize = SHARED_POSITION + 2;

/** Computes the shared bytes of a block that contains text. */
function prepare(measure: Measure): void {
  const low = v128.load(measure.at, offsetof<Measure>('allText'));
  const high = v128.load(measure.at, offsetof<Measure>('allStops'));
  const seen = positionOccurrence(measure.position).df;
  const known = knownOccurrence(measure.position).df;
  const text = i32x4.extract_lane(low, 0);
  // Text and blocks; linked, stops, known and often; share of the page, known and seen of the position.
  const counted = magnitudes(v128.shuffle<u32>(low, high, 0, 5, 0, 5));
  const parts = shares(v128.shuffle<u32>(low, high, 1, 4, 6, 7), v128.shuffle<u32>(low, low, 0, 3, 0, 0));
  const places = shares(vectorOf(text, known, seen, 0), vectorOf(pageText, seen, pagesSeen, 0));
  const bytes = packBytes(counted, parts, places, places);
  v128.store(
    measure.at,
    v128.shuffle<u8>(bytes, bytes, 0, 4, 5, 1, 8, 6, 7, 9, 10, 0, 0, 0, 0, 0, 0, 0),
    offsetof<Measure>('shared'),
  );
  measure.setByte(SHARED_NAMES, odds(measure.names));
}

/** Prepares the features of the page; `clock`: number of pages of the site counted before. */
export function beginFeatures(clock: u32): void {
  hasContext = false;
  pagesSeen = min(clock, EVIDENCE_DF);
  pageMagnitude = magnitude(clock);
  seenMagnitude = magnitude(pagesSeen);
  const root = measureAt(0);
  pageText = root.allText;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (measure.allText) prepare(measure);
  }
  pageBytes = (magnitude(pageText) << 8) | ((<u32>root.byte(SHARED_LINKED)) << 16) | (magnitude(rankedCount) << 24);
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    store<u32>(textBefore + ((<usize>order) << 2), before);
    before += measureAt(indexOf(order)).text;
  }
  store<u32>(textBefore + ((<usize>rankedCount) << 2), before);
}

/** True if tiles include the features of the context. */
let hasContext: bool = false;

export function needContext(): void {
  if (hasContext) return;
  beginContext();
  hasContext = true;
}

/** `fillTile` with signed bytes, for trees. */
export function fillForTrees(order: u32): u32 {
  const count = fillTile(order);
  flipTile(hasContext ? Features.COUNT : Features.TEMPLATE);
  return count;
}

/** Sets the features of the site, in a tile of signed bytes, to those of the first page of a site. */
export function hideSite(): void {
  const end = rowOf(Features.SITE);
  for (let row = TILE; row < end; row += Features.TILE_BLOCKS) v128.store(row, i8x16.splat(<i8>0x80));
  // Odds of 0.
  for (let feature: usize = 2; feature < 5; ++feature) v128.store(rowOf(OF_TEXT + feature), i8x16.splat(0));
}

/** Fills the tile with the blocks from `order` on and returns their number; other lanes have no meaning. */
export function fillTile(order: u32): u32 {
  assert(order < rankedCount, 'features: a tile after the last block with text');
  const count = min(Features.TILE_BLOCKS, rankedCount - order);
  let line = LINES;
  for (let index: u32 = 0; index < count; ++index, line += Features.TEMPLATE) putLine(line, order + index);
  transposeLines(0, Features.TEMPLATE);
  putOrders(order);
  if (!hasContext) return count;
  line = LINES;
  for (let index: u32 = 0; index < count; ++index, line += Features.CONTEXT) putContext(order + index, line);
  transposeLines(Features.TEMPLATE, Features.CONTEXT);
  putCounts(order);
  return count;
}

// First feature of each run in a line.
const OF_TEXT: usize = 3;
const AROUND: usize = OF_TEXT + 6;
const OF_POSITION: usize = AROUND + 6;
const OWN: usize = OF_POSITION + 8;
const UP: usize = OWN + 11;
const ORDER: usize = UP + 4 * 5;
const DEPTH: usize = ORDER + 4;
const TRAITS: usize = DEPTH + 4;
const NAMES: usize = TRAITS + 15;

/** Maximum number of words in a share, so that sixteen times the number is below 2^31. A page of 256 MiB may have more. */
const WORDS_MOST: u32 = (1 << 27) - 1;

function putLine(line: usize, order: u32): void {
  const index = indexOf(order);
  const measure = measureAt(index);
  const low = v128.load(measure.at, offsetof<Measure>('text'));
  const high = v128.load(measure.at, offsetof<Measure>('stops'));
  const text = i32x4.extract_lane(low, 0);
  const words = i32x4.extract_lane(low, 3);
  // Text, links, words, segments; linked, digits, known, often; stops, commas, length of words.
  const counts = i32x4.replace_lane(v128.shuffle<u32>(low, low, 0, 2, 3, 3), 3, blockAt(index).segments);
  const lengths = i32x4.replace_lane(v128.shuffle<u32>(low, high, 1, 1, 6, 7), 1, measure.digits);
  const marks = i32x4.replace_lane(v128.shuffle<u32>(high, low, 0, 0, 4, 4), 1, measure.commas);
  const ofMarks = i32x4.replace_lane(i32x4.splat(words), 2, min(words, WORDS_MOST) << 4);
  const ofWords = shares(marks, ofMarks);
  const bytes = packBytes(magnitudes(counts), shares(lengths, i32x4.splat(text)), ofWords, ofWords);

  store<u8>(line, <u8>pageMagnitude);
  store<u16>(line, i16x8.extract_lane_u(bytes, 3), 1);
  const means = meansOf(measure, text);
  const df = i32x4.extract_lane(means, 0);
  const folded = i32x4.extract_lane(means, 1);
  const position = magnitude(min(positionOccurrence(measure.position).df, EVIDENCE_DF));
  // The odds are in range: magnitudes of DFs are below 64.
  store<u32>(line, df | (folded << 8) | ((128 + df - position) << 16) | ((128 + folded - position) << 24), OF_TEXT);
  store<u8>(line, <u8>(128 + df - seenMagnitude), OF_TEXT + 4);
  store<u8>(line, measureAt(0).byte(SHARED_KNOWN), OF_TEXT + 5);
  store<u8>(line, <u8>magnitude(positionAt(measure.position).blocks), OWN);
  v128.store(line, v128.shuffle<u8>(bytes, bytes, 0, 4, 1, 3, 2, 8, 9, 5, 10, 0, 0, 0, 0, 0, 0, 0), OWN + 1);
  store<u8>(line, <u8>measure.ends, OWN + 10);
  putKinds(line, measure);
  putUp(line, measure);
  store<u32>(line, min(measure.depth, 255) | pageBytes, DEPTH);
}

/** Bits of the floating-point number 2^52. With a whole number below 2^52 in the low bits, they represent the sum. */
const TWO_TO_52: u64 = 0x4330000000000000;

/** The mean magnitudes of DFs over the block's text, rounded down. The quotients are too small for an error by rounding up. */
function meansOf(measure: Measure, text: u32): v128 {
  const marked = v128.or(v128.load(measure.at, offsetof<Measure>('df')), i64x2.splat(TWO_TO_52));
  const sums = f64x2.sub(marked, i64x2.splat(TWO_TO_52));
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.div(sums, f64x2.splat(<f64>text)));
}

/** Writes features of the block's ancestors. The root is its own parent, and its names are 0. */
function putUp(line: usize, measure: Measure): void {
  let at = measure;
  for (let level: usize = 0; level < 3; ++level) {
    store<u16>(line + level * 2, load<u16>(at.at, SHARED_POSITION), OF_POSITION);
    at = above(at);
    store<u16>(line + level * 2, load<u16>(at.at, SHARED_KNOWN), AROUND);
    store<u64>(line + level * 5, load<u64>(at.at, SHARED_TEXT), UP);
    store<u8>(line + level, at.byte(SHARED_NAMES), NAMES + 2);
  }
  store<u16>(line, load<u16>(at.at, SHARED_POSITION), OF_POSITION + 6);
  store<u64>(line, load<u64>(above(at).at, SHARED_TEXT), UP + 15);
}

function putKinds(line: usize, measure: Measure): void {
  const traits = i16x8.splat(<i16>measure.traits);
  const spread = v128.shuffle<u8>(traits, traits, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  const ofEach = i64x2.splat(0x8040201008040201);
  v128.store(line, i8x16.min_u(v128.and(spread, ofEach), i8x16.splat(1)), TRAITS);
  const all = measure.namesSum >> 1;
  const names = i32x4.replace_lane(v128.load(measure.at, offsetof<Measure>('names')), 2, all);
  const scores = i16x8.narrow_i32x4_s(names, v128.load(measure.at, offsetof<Measure>('namesMin')));
  const bytes = v128.xor(i8x16.narrow_i16x8_s(scores, scores), i8x16.splat(<i8>0x80));
  v128.store(line, v128.shuffle<u8>(bytes, bytes, 0, 1, 0, 0, 0, 3, 4, 2, 5, 6, 7, 0, 0, 0, 0, 0), NAMES);
}

/** Writes the features that depend on the order of blocks, from `order` on, four blocks at a time. */
function putOrders(order: u32): void {
  const row = rowOf(ORDER);
  const all = i32x4.splat(pageText);
  const before = textBefore + ((<usize>order) << 2);
  let orders = i32x4.add(i32x4.splat(order), i32x4(0, 1, 2, 3));
  for (let lane: usize = 0; lane < Features.TILE_BLOCKS; lane += 4) {
    const start = shares(v128.load(before + (lane << 2)), all);
    const end = shares(i32x4.sub(all, v128.load(before + (lane << 2), 4)), all);
    const bytes = packBytes(start, end, i32x4.min_s(start, end), shares(orders, i32x4.splat(rankedCount)));
    store<u32>(row + lane, i32x4.extract_lane(bytes, 0));
    store<u32>(row + lane, i32x4.extract_lane(bytes, 1), Features.TILE_BLOCKS);
    store<u32>(row + lane, i32x4.extract_lane(bytes, 2), Features.TILE_BLOCKS * 2);
    store<u32>(row + lane, i32x4.extract_lane(bytes, 3), Features.TILE_BLOCKS * 3);
    orders = i32x4.add(orders, i32x4.splat(4));
  }
}
