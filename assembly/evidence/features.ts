/**
 * What there is to be said of a block, as bytes, in the order of `bindings/evidence/features.ts`. A tile is filled lane by
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
  MEASURE_OFTEN,
  MEASURE_PARENT,
  MEASURE_SAYS,
  MEASURE_SAYS_LEAST,
  MEASURE_SAYS_MOST,
  MEASURE_SIGHTING,
  MEASURE_STOPS,
  MEASURE_TEXT,
  MEASURE_TRAITS,
  MEASURE_WORDS,
  SEGMENT_DF,
  SIGHTING_BLOCKS,
  SIGHTING_KNOWN_PLACE,
  TILE_BLOCKS,
} from '../layout';
import { SUMS, blocks, ranked, sightings, sums } from '../page/arena';
import { measureAt, rankedCount } from './measure';
import { magnitude, odds, share } from './scales';
import { EVIDENCE_DF } from './sightings';
import { TRAITS } from './traits';

/** A row of sixteen bytes for each feature. */
export const TILE = memory.data(<i32>(FEATURES * TILE_BLOCKS), 16);

/** Where the bytes of the blocks that were scored last stand, for those who train models. */
export function tileAddress(): usize {
  return TILE;
}

/** Pages of the site that were counted, as far as DFs count. */
let pages: u32 = 0;
let pageMagnitude: u32 = 0;

const SUM_TEXT: usize = 0;
const SUM_KNOWN: usize = 4;
const SUM_OFTEN: usize = 8;
const SUM_LINKED: usize = 12;

/** What is neither known nor unknown. */
const UNSAID: u32 = 128;

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

// @ts-ignore: decorator
@inline
function above(measure: usize): usize {
  return measureAt(word(measure, MEASURE_PARENT));
}

/** Makes ready for the features of the page, of whose site `clock` pages were counted before. */
export function beginFeatures(clock: u32): void {
  pages = clock;
  pageMagnitude = magnitude(min(clock, EVIDENCE_DF));
  memory.fill(sums, 0, SUMS << 2);
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const measure = rankedMeasure(order);
    const row = sums + order * (SUMS << 2);
    const next = row + (SUMS << 2);
    store<u32>(next, load<u32>(row, SUM_TEXT) + word(measure, MEASURE_TEXT), SUM_TEXT);
    store<u32>(next, load<u32>(row, SUM_KNOWN) + word(measure, MEASURE_KNOWN), SUM_KNOWN);
    store<u32>(next, load<u32>(row, SUM_OFTEN) + word(measure, MEASURE_OFTEN), SUM_OFTEN);
    store<u32>(next, load<u32>(row, SUM_LINKED) + word(measure, MEASURE_LINKED), SUM_LINKED);
  }
}

/** Sum over the blocks from `order - reach` to `order + reach`. */
// @ts-ignore: decorator
@inline
function around(order: u32, reach: u32, offset: usize): u32 {
  const from = order > reach ? order - reach : 0;
  const to = min(order + reach + 1, rankedCount);
  return load<u32>(sums + to * (SUMS << 2) + offset) - load<u32>(sums + from * (SUMS << 2) + offset);
}

/** Where the next byte of the lane goes. */
let lane: usize = 0;

// @ts-ignore: decorator
@inline
function put(byte: u32): void {
  store<u8>(lane, <u8>byte);
  lane += TILE_BLOCKS;
}

/** Fills the tile with the blocks from `order` on; lanes without a block keep what they had. */
export function fillTile(order: u32): u32 {
  const count = min(TILE_BLOCKS, rankedCount - order);
  for (let index: u32 = 0; index < count; ++index) {
    lane = TILE + index;
    putSite(order + index);
    putPage(order + index);
  }
  return count;
}

function putSite(order: u32): void {
  const measure = rankedMeasure(order);
  const text = word(measure, MEASURE_TEXT);
  const df = <u32>(load<u64>(measure, MEASURE_DF) / text);
  const folded = <u32>(load<u64>(measure, MEASURE_FOLDED_DF) / text);
  const place = magnitude(min(load<u32>(sightings + word(measure, MEASURE_SIGHTING), SEGMENT_DF), EVIDENCE_DF));
  put(magnitude(pages));
  put(part(measure, MEASURE_KNOWN, MEASURE_TEXT));
  put(part(measure, MEASURE_OFTEN, MEASURE_TEXT));
  put(df);
  put(folded);
  put(odds(df - place));
  put(odds(folded - place));
  put(odds(df - pageMagnitude));
  const hasBefore = order > 0;
  const hasAfter = order + 1 < rankedCount;
  const before = hasBefore ? rankedMeasure(order - 1) : measure;
  const after = hasAfter ? rankedMeasure(order + 1) : measure;
  put(hasBefore ? part(before, MEASURE_OFTEN, MEASURE_TEXT) : UNSAID);
  put(hasAfter ? part(after, MEASURE_OFTEN, MEASURE_TEXT) : UNSAID);
  put(hasBefore ? part(before, MEASURE_KNOWN, MEASURE_TEXT) : UNSAID);
  put(hasAfter ? part(after, MEASURE_KNOWN, MEASURE_TEXT) : UNSAID);
  const near = <f64>around(order, 3, SUM_TEXT);
  const far = <f64>around(order, 12, SUM_TEXT);
  put(share(<f64>around(order, 3, SUM_KNOWN), near));
  put(share(<f64>around(order, 12, SUM_KNOWN), far));
  put(share(<f64>around(order, 3, SUM_OFTEN), near));
  put(share(<f64>around(order, 12, SUM_OFTEN), far));
  put(part(measureAt(0), MEASURE_ALL_KNOWN, MEASURE_ALL_TEXT));
  let at = measure;
  for (let level: u32 = 0; level < 3; ++level) {
    at = above(at);
    put(part(at, MEASURE_ALL_KNOWN, MEASURE_ALL_TEXT));
    put(part(at, MEASURE_ALL_OFTEN, MEASURE_ALL_TEXT));
  }
  at = measure;
  for (let level: u32 = 0; level < 4; ++level) {
    const sighting = sightings + word(at, MEASURE_SIGHTING);
    const seen = <f64>load<u32>(sighting, SEGMENT_DF);
    put(share(<f64>load<u32>(sightings + load<u32>(sighting, SIGHTING_KNOWN_PLACE), SEGMENT_DF), seen));
    put(share(seen, <f64>min(pages, EVIDENCE_DF)));
    at = above(at);
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
    put(magnitude(word(at, MEASURE_ALL_TEXT)));
    put(part(at, MEASURE_ALL_LINKED, MEASURE_ALL_TEXT));
    put(part(at, MEASURE_ALL_STOPS, MEASURE_ALL_WORDS));
    put(magnitude(word(at, MEASURE_ALL_BLOCKS)));
    put(share(<f64>word(at, MEASURE_ALL_TEXT), <f64>all));
  }
  const before = load<u32>(sums + order * (SUMS << 2), SUM_TEXT);
  const after = all - before - text;
  put(share(<f64>before, <f64>all));
  put(share(<f64>after, <f64>all));
  put(share(<f64>min(before, after), <f64>all));
  put(magnitude(before));
  put(magnitude(after));
  put(share(<f64>order, <f64>rankedCount));
  put(min(word(measure, MEASURE_DEPTH), 255));
  put(magnitude(all));
  put(part(root, MEASURE_ALL_LINKED, MEASURE_ALL_TEXT));
  put(magnitude(rankedCount));
  putNeighbour(order, -1);
  putNeighbour(order, 1);
  putFarNeighbour(order, -2);
  putFarNeighbour(order, 2);
  const near = around(order, 3, SUM_TEXT);
  const far = around(order, 12, SUM_TEXT);
  put(share(<f64>around(order, 3, SUM_LINKED), <f64>near));
  put(share(<f64>around(order, 12, SUM_LINKED), <f64>far));
  put(magnitude(near));
  put(magnitude(far));
  const traits = word(measure, MEASURE_TRAITS);
  for (let trait: u32 = 0; trait < TRAITS; ++trait) put((traits >> trait) & 1);
  putWords(measure);
}

function putNeighbour(order: u32, step: i32): void {
  const other = order + step;
  const measure = rankedMeasure(other < rankedCount ? other : order);
  const isThere = other < rankedCount;
  put(isThere ? magnitude(word(measure, MEASURE_TEXT)) : 0);
  put(isThere ? part(measure, MEASURE_LINKED, MEASURE_TEXT) : UNSAID);
  put(isThere ? part(measure, MEASURE_STOPS, MEASURE_WORDS) : 0);
}

function putFarNeighbour(order: u32, step: i32): void {
  const other = order + step;
  const isThere = other < rankedCount;
  const measure = rankedMeasure(isThere ? other : order);
  put(isThere ? magnitude(word(measure, MEASURE_TEXT)) : 0);
  put(isThere ? part(measure, MEASURE_LINKED, MEASURE_TEXT) : UNSAID);
}

function putWords(measure: usize): void {
  const own = <i32>word(measure, MEASURE_NAMES);
  put(odds(own));
  put(odds(<i32>word(measure, MEASURE_BEST_NAME)));
  let most = own;
  let least = own;
  let sum = own;
  let at = measure;
  let level: u32 = 0;
  while (at != measureAt(0)) {
    at = above(at);
    const names = <i32>word(at, MEASURE_NAMES);
    if (level++ < 3) put(odds(names));
    most = max(most, names);
    least = min(least, names);
    sum += names;
  }
  for (; level < 3; ++level) put(odds(0));
  put(odds(most));
  put(odds(least));
  put(odds(sum >> 1));
  put(odds(<i32>word(measure, MEASURE_SAYS)));
  put(odds(<i32>word(measure, MEASURE_SAYS_MOST)));
  put(odds(<i32>word(measure, MEASURE_SAYS_LEAST)));
}
