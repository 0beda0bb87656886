/**
 * The tile: a row of sixteen bytes for each feature, one byte for each of sixteen blocks. The features of a block are written as
 * a line, next to each other, since that takes the fewest stores; then sixteen lines are turned into rows.
 *
 * Turning: the second half of the lines is woven into the first, byte by byte, four times. Weaving moves the highest bit of the
 * number of the line to the end of the position of its bytes, so after four times that number stands behind the feature's.
 */
import { Features } from '../../layout';
import { magnitudes, packed } from '../block/scales';

/** The tile. */
export const TILE = memory.data(<i32>(Features.COUNT * Features.TILE_BLOCKS), 16);

/** The longest line: the features of both questions, a multiple of four. */
const LINE_MOST: usize = Features.TEMPLATE;

/** Sixteen lines; vectors may be stored across the end of the last one. */
export const LINES = memory.data(<i32>(LINE_MOST * Features.TILE_BLOCKS + 16), 16);
/** Buffer of the lines while they are turned. */
const WOVEN = memory.data(<i32>(LINE_MOST * Features.TILE_BLOCKS), 16);

/** Address of the tile, for explanations and training. */
export function tileAddress(): usize {
  return TILE;
}

function low(first: v128, second: v128): v128 {
  return v128.shuffle<u8>(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

function high(first: v128, second: v128): v128 {
  return v128.shuffle<u8>(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Weaves four times `quarter` bytes twice, from one buffer to another. */
function weave(from: usize, to: usize, quarter: usize): void {
  for (const end = from + quarter; from < end; from += 16, to += 64) {
    const first = v128.load(from);
    const second = v128.load(from + quarter);
    const third = v128.load(from + quarter * 2);
    const fourth = v128.load(from + quarter * 3);
    const even = low(first, third);
    const odd = low(second, fourth);
    v128.store(to, low(even, odd));
    v128.store(to, high(even, odd), 16);
    const nextEven = high(first, third);
    const nextOdd = high(second, fourth);
    v128.store(to, low(nextEven, nextOdd), 32);
    v128.store(to, high(nextEven, nextOdd), 48);
  }
}

/** Turns lines of `bytes`, a multiple of four, into the rows of the tile from `row` on. */
export function turnLines(row: usize, bytes: usize): void {
  assert(bytes <= LINE_MOST && bytes % 4 == 0, 'tile: lines of a wrong length');
  const quarter = (bytes * Features.TILE_BLOCKS) >> 2;
  weave(LINES, WOVEN, quarter);
  weave(WOVEN, TILE + row * Features.TILE_BLOCKS, quarter);
}

/** Writes one byte for all blocks of the tile to a row. */
export function putByte(row: usize, byte: u32): void {
  v128.store(TILE + row * Features.TILE_BLOCKS, i8x16.splat(<i8>byte));
}

/** Writes the bytes of four blocks, each in a word, to a row. */
export function putFour(to: usize, words: v128): void {
  store<u32>(to, i32x4.extract_lane(packed(words, words, words, words), 0));
}

/** The same of log odds in sixteenths, as bytes around 128. */
export function putOdds(to: usize, words: v128): void {
  const halves = i16x8.narrow_i32x4_s(words, words);
  store<u32>(to, i32x4.extract_lane(i8x16.narrow_i16x8_s(halves, halves), 0) ^ 0x80808080);
}

/**
 * Writes to a row how far the blocks of the tile are before a first one, or behind a last one, as magnitudes with a sign, around 128; of
 * the first block of the tile these are `first` and `last`.
 */
export function putDistances(row: usize, first: i32, last: i32): void {
  const zero = i32x4.splat(0);
  let lanes = i32x4(0, 1, 2, 3);
  for (let to = row; to < row + Features.TILE_BLOCKS; to += 4) {
    const before = i32x4.min_s(i32x4.add(i32x4.splat(first), lanes), zero);
    const off = i32x4.add(before, i32x4.max_s(i32x4.add(i32x4.splat(last), lanes), zero));
    const sign = i32x4.shr_s(off, 31);
    putOdds(to, i32x4.sub(v128.xor(magnitudes(i32x4.abs(off)), sign), sign));
    lanes = i32x4.add(lanes, i32x4.splat(4));
  }
}

/** Flips the sign of the first `features` rows: signed bytes are then in the order that unsigned ones were in. */
export function flipTile(features: u32): void {
  const end = TILE + features * Features.TILE_BLOCKS;
  for (let row = TILE; row < end; row += Features.TILE_BLOCKS)
    v128.store(row, v128.xor(v128.load(row), i8x16.splat(<i8>0x80)));
}
