/**
 * The tile: a row of sixteen bytes for each feature, one byte for each of sixteen blocks. The features of a block are written as
 * a line, next to each other, since that takes the fewest stores; then sixteen lines are turned into the rows.
 *
 * Turning: the second half of the lines is woven into the first, byte by byte, four times. Weaving moves the highest bit of the
 * number of the line to the end of the position of its bytes, so after four times that number stands behind the feature's.
 */
import { FEATURES, TEMPLATE_FEATURES, TILE_BLOCKS } from '../layout';

export const TILE = memory.data(<i32>(FEATURES * TILE_BLOCKS), 16);

/** Bytes of a line: the features of both questions. Those of context are written to the rows. */
export const LINE_BYTES: usize = TEMPLATE_FEATURES;
/** Half of the lines; sixteen divide it. */
const HALF: usize = (LINE_BYTES * TILE_BLOCKS) / 2;

/** Sixteen lines; vectors may be stored across the end of the last one. */
export const LINES = memory.data(<i32>(HALF * 2 + 16), 16);
const WOVEN = memory.data(<i32>(HALF * 2), 16);

/** Address of the tile, for explanations and training. */
export function tileAddress(): usize {
  return TILE;
}

function weave(from: usize, to: usize): void {
  for (const end = from + HALF; from < end; from += 16, to += 32) {
    const first = v128.load(from);
    const second = v128.load(from, HALF);
    v128.store(to, v128.shuffle<u8>(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    v128.store(to, v128.shuffle<u8>(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
  }
}

/** Turns the lines into the first rows of the tile. The lines are used up. */
export function turnLines(): void {
  weave(LINES, WOVEN);
  weave(WOVEN, LINES);
  weave(LINES, WOVEN);
  weave(WOVEN, TILE);
}

/** Flips the sign of the first `features` rows: signed bytes are then in the order that unsigned ones were in. */
export function flipTile(features: u32): void {
  const end = TILE + features * TILE_BLOCKS;
  for (let row = TILE; row < end; row += TILE_BLOCKS) v128.store(row, v128.xor(v128.load(row), i8x16.splat(<i8>0x80)));
}
