/**
 * Features of a block as bytes, in the order of `bindings/evidence/features.ts`. A tile is filled lane by
 * lane: sixteen blocks with text, in the order in which their texts begin.
 */
import {
  BLOCK_BYTES,
  BLOCK_SEGMENTS,
  FEATURES,
  MEASURE_ALL_BLOCKS,
  MEASURE_ALL_KNOWN,
  MEASURE_ALL_LINKED,
  MEASURE_ALL_OFTEN,
  MEASURE_ALL_STOPS,
  MEASURE_ALL_TEXT,
  MEASURE_ALL_WORDS,
  MEASURE_BEST_NAME,
  MEASURE_COMMAS,
  MEASURE_DEPTH,
  MEASURE_DF,
  MEASURE_DIGITS,
  MEASURE_ENDS,
  MEASURE_FOLDED_DF,
  MEASURE_KNOWN,
  MEASURE_LINKED,
  MEASURE_LINKS,
  MEASURE_NAMES,
  MEASURE_NAMES_MAX,
  MEASURE_NAMES_MIN,
  MEASURE_NAMES_SUM,
  MEASURE_OFTEN,
  MEASURE_PARENT,
  MEASURE_SAYS,
  MEASURE_SAYS_MIN,
  MEASURE_SAYS_MAX,
  MEASURE_SHARED,
  MEASURE_SIGHTING,
  MEASURE_STOPS,
  MEASURE_TEXT,
  MEASURE_TRAITS,
  MEASURE_WORDS,
  SEGMENT_DF,
  SITE_FEATURES,
  TEMPLATE_FEATURES,
  SIGHTING_BLOCKS,
  SIGHTING_KNOWN_POSITION,
  TILE_BLOCKS,
} from '../layout';
import { blockCount, blocks, ranked, sightings, textBefore } from '../page/arena';
import { beginContext, putContext } from './context';
import { rankedCount } from './measure';
import { measureAt } from './records';
import { magnitude, odds, share } from './scales';
import { EVIDENCE_DF } from './sightings';
import { TRAITS } from './traits';

/** A row of sixteen bytes for each feature. */
export const TILE = memory.data(<i32>(FEATURES * TILE_BLOCKS), 16);

/** Address of the tile, for explanations and training. */
export function tileAddress(): usize {
  return TILE;
}

/** Pages of the site that were counted, as far as DFs count. */
let pages: u32 = 0;
let pageMagnitude: u32 = 0;

// @ts-ignore: decorator
@inline
function rankedMeasure(order: u32): usize {
  return measureAt(load<u32>(ranked + (<usize>order << 2)));
}

// @ts-ignore: decorator
@inline
function word(measure: usize, offset: usize): u32 {
  return load<u32>(measure + offset);
}

// @ts-ignore: decorator
@inline
function part(measure: usize, some: usize, whole: usize): u32 {
  return share(<f64>word(measure, some), <f64>word(measure, whole));
}

// Bytes of a block that are features of the blocks inside of it too, computed once: shares of all text in its element, of the
// page and of its position, and magnitudes.
const ALL_TEXT: usize = MEASURE_SHARED;
const ALL_LINKED: usize = ALL_TEXT + 1;
const ALL_STOPS: usize = ALL_LINKED + 1;
const ALL_BLOCKS: usize = ALL_STOPS + 1;
const ALL_SHARE: usize = ALL_BLOCKS + 1;
const ALL_KNOWN: usize = ALL_SHARE + 1;
const ALL_OFTEN: usize = ALL_KNOWN + 1;
const POSITION_KNOWN: usize = ALL_OFTEN + 1;
const POSITION_SEEN: usize = POSITION_KNOWN + 1;

function share8(measure: usize, to: usize, some: usize, whole: usize): void {
  store<u8>(measure + to, <u8>part(measure, some, whole));
}

/** Computes the shared bytes of a block that has text in it. */
function prepare(measure: usize, pageText: f64): void {
  const text = word(measure, MEASURE_ALL_TEXT);
  store<u8>(measure + ALL_TEXT, <u8>magnitude(text));
  share8(measure, ALL_LINKED, MEASURE_ALL_LINKED, MEASURE_ALL_TEXT);
  share8(measure, ALL_STOPS, MEASURE_ALL_STOPS, MEASURE_ALL_WORDS);
  store<u8>(measure + ALL_BLOCKS, <u8>magnitude(word(measure, MEASURE_ALL_BLOCKS)));
  store<u8>(measure + ALL_SHARE, <u8>share(<f64>text, pageText));
  share8(measure, ALL_KNOWN, MEASURE_ALL_KNOWN, MEASURE_ALL_TEXT);
  share8(measure, ALL_OFTEN, MEASURE_ALL_OFTEN, MEASURE_ALL_TEXT);
  const sighting = sightings + word(measure, MEASURE_SIGHTING);
  const seen = <f64>load<u32>(sighting, SEGMENT_DF);
  const known = <f64>load<u32>(sightings + load<u32>(sighting, SIGHTING_KNOWN_POSITION), SEGMENT_DF);
  store<u8>(measure + POSITION_KNOWN, <u8>share(known, seen));
  store<u8>(measure + POSITION_SEEN, <u8>share(seen, <f64>min(pages, EVIDENCE_DF)));
}

/** Writes a shared byte. */
// @ts-ignore: decorator
@inline
function put8(measure: usize, feature: usize): void {
  put(load<u8>(measure + feature));
}

// @ts-ignore: decorator
@inline
function above(measure: usize): usize {
  return measureAt(word(measure, MEASURE_PARENT));
}

/** Prepares the features of the page; `clock` pages of its site were counted before. */
export function beginFeatures(clock: u32): void {
  hasContext = false;
  pages = clock;
  pageMagnitude = magnitude(min(clock, EVIDENCE_DF));
  const pageText = <f64>word(measureAt(0), MEASURE_ALL_TEXT);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (word(measure, MEASURE_ALL_TEXT)) prepare(measure, pageText);
  }
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    store<u32>(textBefore + (<usize>order << 2), before);
    before += word(rankedMeasure(order), MEASURE_TEXT);
  }
}

/** Address of the next byte of the lane. */
let lane: usize = 0;

// @ts-ignore: decorator
@inline
function put(byte: u32): void {
  assert(lane < TILE + FEATURES * TILE_BLOCKS, 'features: a byte outside of the tile');
  store<u8>(lane, <u8>byte);
  lane += TILE_BLOCKS;
}

/** Whether the context of the page is measured: then tiles have its features too. */
let hasContext: bool = false;

/** Measures the context of the page, unless it is measured. */
export function needContext(): void {
  if (hasContext) return;
  beginContext(textBefore);
  hasContext = true;
}

/** Fills the tile with the blocks from `order` on; lanes without a block keep what they had. */
export function fillTile(order: u32): u32 {
  return fillLanes(order, true);
}

/** `fillTile` with the features of the site as they are on its first page, whatever was counted. */
export function fillTileOfPage(order: u32): u32 {
  return fillLanes(order, false);
}

/** Flips the sign of the tile's bytes: signed bytes are then in the order that unsigned ones were in. */
export function flipTile(): void {
  const end = TILE + (hasContext ? FEATURES : TEMPLATE_FEATURES) * TILE_BLOCKS;
  for (let row = TILE; row < end; row += TILE_BLOCKS) v128.store(row, v128.xor(v128.load(row), i8x16.splat(<i8>0x80)));
}

function fillLanes(order: u32, hasSite: bool): u32 {
  assert(order < rankedCount, 'features: a tile after the last block with text');
  const count = min(TILE_BLOCKS, rankedCount - order);
  for (let index: u32 = 0; index < count; ++index) {
    lane = TILE + index;
    if (hasSite) putSite(order + index);
    else putFirstPage();
    putPage(order + index);
    assert(lane == TILE + TEMPLATE_FEATURES * TILE_BLOCKS + index, 'features: a lane has too many features or too few');
    if (!hasContext) continue;
    lane = putContext(order + index, lane, TILE_BLOCKS);
    assert(lane == TILE + FEATURES * TILE_BLOCKS + index, 'features: a lane has too much context or too little');
  }
  return count;
}

/** The features of the site that are odds: DFs beside those of the position and of the pages. */
const OF_PLACE: u32 = 5;
const OF_PLACE_COUNT: u32 = 3;

function putSite(order: u32): void {
  const measure = rankedMeasure(order);
  const text = word(measure, MEASURE_TEXT);
  const df = <u32>(load<u64>(measure, MEASURE_DF) / text);
  const folded = <u32>(load<u64>(measure, MEASURE_FOLDED_DF) / text);
  const position = magnitude(min(load<u32>(sightings + word(measure, MEASURE_SIGHTING), SEGMENT_DF), EVIDENCE_DF));
  put(magnitude(pages));
  put(part(measure, MEASURE_KNOWN, MEASURE_TEXT));
  put(part(measure, MEASURE_OFTEN, MEASURE_TEXT));
  put(df);
  put(folded);
  put(odds(df - position));
  put(odds(folded - position));
  put(odds(df - pageMagnitude));
  put8(measureAt(0), ALL_KNOWN);
  let at = measure;
  for (let level: u32 = 0; level < 3; ++level) {
    at = above(at);
    put8(at, ALL_KNOWN);
    put8(at, ALL_OFTEN);
  }
  at = measure;
  for (let level: u32 = 0; level < 4; ++level) {
    put8(at, POSITION_KNOWN);
    put8(at, POSITION_SEEN);
    at = above(at);
  }
}

/** Writes what `putSite` writes where no page was counted. */
function putFirstPage(): void {
  for (let feature: u32 = 0; feature < SITE_FEATURES; ++feature) {
    put(feature - OF_PLACE < OF_PLACE_COUNT ? odds(0) : 0);
  }
}

function putPage(order: u32): void {
  const measure = rankedMeasure(order);
  const root = measureAt(0);
  const block = blocks + load<u32>(ranked + (<usize>order << 2)) * <u32>BLOCK_BYTES;
  const text = word(measure, MEASURE_TEXT);
  const all = word(root, MEASURE_ALL_TEXT);
  put(magnitude(load<u32>(sightings + word(measure, MEASURE_SIGHTING), SIGHTING_BLOCKS)));
  put(magnitude(text));
  put(part(measure, MEASURE_LINKED, MEASURE_TEXT));
  put(magnitude(word(measure, MEASURE_LINKS)));
  put(magnitude(load<u32>(block, BLOCK_SEGMENTS)));
  put(magnitude(word(measure, MEASURE_WORDS)));
  put(part(measure, MEASURE_STOPS, MEASURE_WORDS));
  put(part(measure, MEASURE_COMMAS, MEASURE_WORDS));
  put(part(measure, MEASURE_DIGITS, MEASURE_TEXT));
  put(share(<f64>text / 16, <f64>word(measure, MEASURE_WORDS)));
  put(word(measure, MEASURE_ENDS));
  let at = measure;
  for (let level: u32 = 0; level < 4; ++level) {
    at = above(at);
    put8(at, ALL_TEXT);
    put8(at, ALL_LINKED);
    put8(at, ALL_STOPS);
    put8(at, ALL_BLOCKS);
    put8(at, ALL_SHARE);
  }
  const before = load<u32>(textBefore + (<usize>order << 2));
  const after = all - before - text;
  put(share(<f64>before, <f64>all));
  put(share(<f64>after, <f64>all));
  put(share(<f64>min(before, after), <f64>all));
  put(share(<f64>order, <f64>rankedCount));
  put(min(word(measure, MEASURE_DEPTH), 255));
  put(magnitude(all));
  put8(root, ALL_LINKED);
  put(magnitude(rankedCount));
  const traits = word(measure, MEASURE_TRAITS);
  for (let trait: u32 = 0; trait < TRAITS; ++trait) put((traits >> trait) & 1);
  putWords(measure);
}

function putWords(measure: usize): void {
  put(odds(<i32>word(measure, MEASURE_NAMES)));
  put(odds(<i32>word(measure, MEASURE_BEST_NAME)));
  // The root block is above itself, and its names are no evidence: 0.
  let at = measure;
  for (let level: u32 = 0; level < 3; ++level) {
    at = above(at);
    put(odds(<i32>word(at, MEASURE_NAMES)));
  }
  put(odds(<i32>word(measure, MEASURE_NAMES_MAX)));
  put(odds(<i32>word(measure, MEASURE_NAMES_MIN)));
  put(odds(<i32>word(measure, MEASURE_NAMES_SUM) >> 1));
  put(odds(<i32>word(measure, MEASURE_SAYS)));
  put(odds(<i32>word(measure, MEASURE_SAYS_MAX)));
  put(odds(<i32>word(measure, MEASURE_SAYS_MIN)));
}
