/**
 * Stores trees in the form that evaluates sixteen blocks at once with the fewest instructions.
 *
 *   0         12        36      40
 *   │ rows    │ limits  │       │ leaves       │
 *     6 × u16   6 × u32   4 B     4 × 16 × i8
 *
 * rows: offsets in the tile of the rows that the six levels compare. limits: with the sign bit flipped, like the rows, because engines
 * compare signed bytes in one instruction, but unsigned bytes in up to four. Each limit is repeated four times, because one load broadcasts
 * four bytes to a vector.
 *
 * Leaves: the results of the last four levels are an index 0–15 into the quarters A, B, C, D of the leaves. The results of the first two, p
 * and q, are masks that select a quarter:
 *
 *   A ^ (q & (A ^ B)) ^ (p & ((A ^ C) ^ (q & (A ^ B ^ C ^ D))))
 *
 * The four terms are stored instead of the quarters: a look-up in A ^ B equals that in A xor that in B.
 */
import { Features, Tree } from '../../layout';
import { TILE } from './tile';

const ROWS: usize = 0;
const LIMITS: usize = ROWS + 6 * 2;
const LEAVES: usize = LIMITS + 6 * 4 + 4;
export const TREE_BYTES: usize = LEAVES + 64;

/** Sums of leaves, 16 bits for each block of the tile. */
export const SUMS = memory.data(<i32>(Features.TILE_BLOCKS * 2), 16);

/** Converts `count` trees of a model; returns the end of the output. */
export function layOutTrees(from: usize, count: u32, to: usize): usize {
  for (; count; --count, from += Tree.BYTES, to += TREE_BYTES) {
    for (let level: usize = 0; level < Tree.DEPTH; ++level) {
      const feature = <u32>load<u8>(from + level, Tree.FEATURES);
      assert(feature < Features.COUNT, 'trees: a tree asks for an unknown feature');
      store<u16>(to + (level << 1), <u16>(feature * Features.TILE_BLOCKS), ROWS);
      const limit = <u32>load<u8>(from + level, Tree.LIMITS) ^ 0x80;
      store<u32>(to + (level << 2), limit * 0x01010101, LIMITS);
    }
    for (let term: usize = 0; term < 4; ++term) {
      let sum = i8x16.splat(0);
      for (let quarter: usize = 0; quarter <= term; ++quarter) {
        if ((quarter & term) == quarter) sum = v128.xor(sum, v128.load(from + (quarter << 4), Tree.LEAVES));
      }
      v128.store(to + (term << 4), sum, LEAVES);
    }
  }
  return to;
}

/** -1 in lanes whose byte of a row is above a limit. */
function compare(row: u32, limit: v128): v128 {
  return i8x16.gt_s(v128.load(row, TILE), limit);
}

/** Appends a comparison to the bits of previous comparisons. The result is a negative number or 0. */
function append(answers: v128, answer: v128): v128 {
  return i8x16.add(i8x16.add(answers, answers), answer);
}

/** The leaves that the tile's blocks select. */
function leavesOf(tree: usize): v128 {
  const p = compare(load<u16>(tree, ROWS), v128.load32_splat(tree, LIMITS));
  const q = compare(load<u16>(tree, ROWS + 2), v128.load32_splat(tree, LIMITS + 4));
  let answers = compare(load<u16>(tree, ROWS + 4), v128.load32_splat(tree, LIMITS + 8));
  answers = append(answers, compare(load<u16>(tree, ROWS + 6), v128.load32_splat(tree, LIMITS + 12)));
  answers = append(answers, compare(load<u16>(tree, ROWS + 8), v128.load32_splat(tree, LIMITS + 16)));
  answers = append(answers, compare(load<u16>(tree, ROWS + 10), v128.load32_splat(tree, LIMITS + 20)));
  const index = i8x16.abs(answers);
  const first = v128.swizzle(v128.load(tree, LEAVES), index);
  const second = v128.swizzle(v128.load(tree, LEAVES + 16), index);
  const third = v128.swizzle(v128.load(tree, LEAVES + 32), index);
  const fourth = v128.swizzle(v128.load(tree, LEAVES + 48), index);
  return v128.xor(v128.xor(first, v128.and(q, second)), v128.and(p, v128.xor(third, v128.and(q, fourth))));
}

/** Sums the selected leaves over the trees from `tree` to `end` in SUMS. */
export function sumTrees(tree: usize, end: usize): void {
  let low = i16x8.splat(0);
  let high = i16x8.splat(0);
  for (; tree < end; tree += TREE_BYTES) {
    const leaves = leavesOf(tree);
    low = i16x8.add(low, i16x8.extend_low_i8x16_s(leaves));
    high = i16x8.add(high, i16x8.extend_high_i8x16_s(leaves));
  }
  v128.store(SUMS, low);
  v128.store(SUMS, high, 16);
}
