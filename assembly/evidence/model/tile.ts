/**
 * The tile has a row for each feature, with a byte for each of sixteen blocks. The features of a block are first written as a contiguous
 * line, which needs the fewest stores; then sixteen lines are transposed.
 *
 * Transposition interleaves the first and the second half of the lines byte by byte, four times. Each step moves the highest bit of a
 * byte's line number to the end of its address. After four steps, the line number follows the feature number.
 */
import { Features } from '../../layout';
import { magnitudes, packBytes } from '../block/scales';

export const TILE = memory.data(<i32>(Features.COUNT * Features.TILE_BLOCKS), 16);

/** Maximum length of a line, a multiple of four. */
const LINE_MOST: usize = Features.TEMPLATE;

/** Sixteen lines; vectors may extend beyond the last one. */
export const LINES = memory.data(<i32>(LINE_MOST * Features.TILE_BLOCKS + 16), 16);
/** Buffer for the transposition. */
const INTERLEAVED = memory.data(<i32>(LINE_MOST * Features.TILE_BLOCKS), 16);

/** Used for explanations and training. */
export function tileAddress(): usize {
  return TILE;
}

function low(first: v128, second: v128): v128 {
  return v128.shuffle<u8>(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

function high(first: v128, second: v128): v128 {
  return v128.shuffle<u8>(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Interleaves four times `quarter` bytes, twice. */
function interleave(from: usize, to: usize, quarter: usize): void {
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

export function rowOf(feature: usize): usize {
  return TILE + feature * Features.TILE_BLOCKS;
}

/** Transposes lines of `bytes`, a multiple of four, into the rows from `row` on. */
export function transposeLines(row: usize, bytes: usize): void {
  assert(bytes <= LINE_MOST && bytes % 4 == 0, 'tile: lines of a wrong length');
  const quarter = (bytes * Features.TILE_BLOCKS) >> 2;
  interleave(LINES, INTERLEAVED, quarter);
  interleave(INTERLEAVED, rowOf(row), quarter);
}

/** Writes one byte for all blocks. */
export function putByte(row: usize, byte: u32): void {
  v128.store(rowOf(row), i8x16.splat(<i8>byte));
}

/** Writes the words of four blocks as bytes. */
export function putFour(to: usize, words: v128): void {
  store<u32>(to, i32x4.extract_lane(packBytes(words, words, words, words), 0));
}

/** Writes log odds in sixteenths, as bytes around 128. */
export function putOdds(to: usize, words: v128): void {
  const halves = i16x8.narrow_i32x4_s(words, words);
  store<u32>(to, i32x4.extract_lane(i8x16.narrow_i16x8_s(halves, halves), 0) ^ 0x80808080);
}

/**
 * Writes a row of distances of blocks: before the block `first`, or after the block `last`, as signed magnitudes around 128. `first` and
 * `last` are distances from these blocks to the first block of the tile.
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

/** Flips sign bits, so that signed comparison has the order of unsigned bytes. */
export function flipTile(features: u32): void {
  const end = rowOf(features);
  for (let row = TILE; row < end; row += Features.TILE_BLOCKS)
    v128.store(row, v128.xor(v128.load(row), i8x16.splat(<i8>0x80)));
}
