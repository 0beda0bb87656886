/**
 * Trees as they are asked: sixteen blocks at once, in the form that takes the fewest instructions. `layOutTrees` makes it of the
 * trees of a model when that is loaded.
 *
 *   0           24       30     32
 *   │ rows      │ limits │ more │ selected leaves │
 *     6 × u32     6 × i8   u8     4 × 16 × i8
 *
 * rows: addresses of the rows of the tile that the six levels compare. limits: with the sign flipped, as the rows have it then:
 * engines compare signed bytes by one instruction, unsigned ones by up to four.
 *
 * Leaves: the answers of the last four levels are an index 0–15 for a look-up in sixteen bytes. The answers of the first two,
 * p and q, are masks that select one of the four look-ups A, B, C, D of the leaves:
 *
 *   A ^ (q & (A ^ B)) ^ (p & (A ^ C)) ^ (p & q & (A ^ B ^ C ^ D))
 *
 * The four terms in brackets are stored instead of the leaves, since a look-up of A ^ B is the look-up of A ^ that of B.
 *
 * more: 1 if the leaves of the next tree can be added to those of this one, and to all that were added before, as bytes. The
 * least and the largest leaf of each tree say so when the model is loaded. So four trees in five need no wider sum.
 */
import { FEATURES, TILE_BLOCKS, TREE_BYTES, TREE_DEPTH, TREE_FEATURES, TREE_LEAVES, TREE_LIMITS } from '../layout';
import { TILE } from './tile';

const ROWS: usize = 0;
const LIMITS: usize = ROWS + 6 * 4;
const MORE: usize = LIMITS + 6;
const LEAVES: usize = MORE + 2;
/** Bytes of a tree in this form. */
export const ASKED_BYTES: usize = LEAVES + 64;

/** The sums of the leaves of the tile's blocks, which `sumTrees` leaves here: sixteen words of sixteen bits. */
export const SUMS = memory.data(<i32>(TILE_BLOCKS * 2), 16);

// @ts-ignore: decorator
@inline
function leavesAt(tree: usize, quarter: usize): v128 {
  return v128.load(tree + TREE_LEAVES + quarter * 16);
}

/** Writes `count` trees of a model, which begin at `from`, to `to`; the end of what it wrote. */
export function layOutTrees(from: usize, count: u32, to: usize): usize {
  let least: i32 = 0;
  let most: i32 = 0;
  for (let index: u32 = 0; index < count; ++index, from += TREE_BYTES, to += ASKED_BYTES) {
    for (let level: usize = 0; level < TREE_DEPTH; ++level) {
      const feature = <u32>load<u8>(from + level, TREE_FEATURES);
      assert(feature < FEATURES, 'trees: a tree asks for an unknown feature');
      store<u32>(to + (level << 2), <u32>TILE + feature * TILE_BLOCKS, ROWS);
      store<u8>(to + level, load<u8>(from + level, TREE_LIMITS) ^ 0x80, LIMITS);
    }
    const first = leavesAt(from, 0);
    const second = v128.xor(first, leavesAt(from, 1));
    const third = v128.xor(first, leavesAt(from, 2));
    v128.store(to, first, LEAVES);
    v128.store(to, second, LEAVES + 16);
    v128.store(to, third, LEAVES + 32);
    v128.store(to, v128.xor(v128.xor(leavesAt(from, 3), first), v128.xor(second, third)), LEAVES + 48);
    let low: i32 = 127;
    let high: i32 = -128;
    for (let leaf: usize = 0; leaf < 64; ++leaf) {
      const odds = <i32>load<i8>(from + leaf, TREE_LEAVES);
      low = min(low, odds);
      high = max(high, odds);
    }
    least += low;
    most += high;
    const isTooWide = least < -128 || most > 127;
    if (isTooWide) {
      least = low;
      most = high;
    }
    store<u8>(to, 0, MORE);
    if (index) store<u8>(to - ASKED_BYTES, <u8>!isTooWide, MORE);
  }
  return to;
}

/** Compares a row of the tile with a limit: -1 in the lanes that are above it. */
// @ts-ignore: decorator
@inline
function compare(row: u32, limit: v128): v128 {
  return i8x16.gt_s(v128.load(row), limit);
}

/** Appends a comparison to the bits of those before. */
// @ts-ignore: decorator
@inline
function append(answers: v128, answer: v128): v128 {
  return i8x16.sub(i8x16.add(answers, answers), answer);
}

/** The leaves of a tree that the tile's blocks select. */
// @ts-ignore: decorator
@inline
function leavesOf(tree: usize): v128 {
  const left = compare(load<u32>(tree, ROWS), v128.load8_splat(tree, LIMITS));
  const right = compare(load<u32>(tree, ROWS + 4), v128.load8_splat(tree, LIMITS + 1));
  let index = i8x16.neg(compare(load<u32>(tree, ROWS + 8), v128.load8_splat(tree, LIMITS + 2)));
  index = append(index, compare(load<u32>(tree, ROWS + 12), v128.load8_splat(tree, LIMITS + 3)));
  index = append(index, compare(load<u32>(tree, ROWS + 16), v128.load8_splat(tree, LIMITS + 4)));
  index = append(index, compare(load<u32>(tree, ROWS + 20), v128.load8_splat(tree, LIMITS + 5)));
  const first = v128.swizzle(v128.load(tree, LEAVES), index);
  const second = v128.and(v128.swizzle(v128.load(tree, LEAVES + 16), index), right);
  const third = v128.and(v128.swizzle(v128.load(tree, LEAVES + 32), index), left);
  const fourth = v128.and(v128.swizzle(v128.load(tree, LEAVES + 48), index), v128.and(left, right));
  return v128.xor(v128.xor(first, second), v128.xor(third, fourth));
}

/** Sums up the leaves that the trees from `tree` to `end` give the tile's blocks, in SUMS. */
export function sumTrees(tree: usize, end: usize): void {
  let low = i16x8.splat(0);
  let high = i16x8.splat(0);
  while (tree < end) {
    let leaves = i8x16.splat(0);
    let more: u32;
    do {
      leaves = i8x16.add(leaves, leavesOf(tree));
      more = load<u8>(tree, MORE);
      tree += ASKED_BYTES;
    } while (more);
    low = i16x8.add(low, i16x8.extend_low_i8x16_s(leaves));
    high = i16x8.add(high, i16x8.extend_high_i8x16_s(leaves));
  }
  v128.store(SUMS, low);
  v128.store(SUMS, high, 16);
}
