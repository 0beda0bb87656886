/**
 * Lists of prefix sums, with a number for each block with text. They extend beyond the first and last block, so that vectors need no bounds
 * checks. They follow the contexts in memory.
 */
import { blockCount, contexts } from '../../page/arena';
import { rankedCount } from '../block/measures';
import { Context } from './context-records';

/** Numbers before the first block. */
const BEFORE: u32 = 16;
/** Numbers after the last block: features read these, and so do lanes without a block. */
const AFTER: u32 = 32;
/** Capacity, in lists of four-byte numbers. */
const LISTS: u32 = 8;

// Addresses of the number of the first block in each list.
/** Length of the text before each block. */
export let textList: usize = 0;
/** Length of the prose before it. */
export let proseList: usize = 0;
/** Length of the linked text before it. */
export let linkList: usize = 0;
/** Sum of the clipped scores before it; see page-scores.ts. */
export let scoreSums: usize = 0;
/** Sum of the evidence for main content before it, in floating point. */
export let evidenceList: usize = 0;
/** Sum of the positive evidence before it. */
export let positiveSums: usize = 0;

function listBytes(): usize {
  return (<usize>((rankedCount + BEFORE + AFTER + 1) & ~1)) << 2;
}

export function contextCapacity(): usize {
  return <usize>blockCount * Context.BYTES + listBytes() * LISTS;
}

export function placeLists(): void {
  const bytes = listBytes();
  const first = contexts + <usize>blockCount * Context.BYTES;
  textList = first + (BEFORE << 2);
  proseList = textList + bytes;
  linkList = proseList + bytes;
  scoreSums = linkList + bytes;
  evidenceList = first + bytes * 4 + (BEFORE << 3);
  positiveSums = evidenceList + bytes * 2;
}

/** Extends a list of sums on both sides, by `step` for each number; `all` is the last sum. */
export function extendList(list: usize, all: i32, step: i32): void {
  for (let off: u32 = 1; off <= BEFORE; ++off) store<i32>(list - (off << 2), -(<i32>off * step));
  list += (<usize>rankedCount) << 2;
  for (let off: u32 = 0; off < AFTER; ++off) store<i32>(list + (off << 2), all + <i32>off * step);
}

export function extendSums(list: usize, all: f64): void {
  memory.fill(list - (BEFORE << 3), 0, BEFORE << 3);
  list += (<usize>rankedCount) << 3;
  for (let off: u32 = 0; off < AFTER; ++off) store<f64>(list + (off << 3), all);
}

/** For four blocks: the number `to` blocks away minus the number `from` blocks away. */
// @ts-ignore: decorator
@inline
export function differences(list: usize, from: i32, to: i32): v128 {
  return i32x4.sub(v128.load(list + (to << 2)), v128.load(list + (from << 2)));
}
