/**
 * Near copies: texts of many pages that differ in a word, anywhere on the page. A text of the length of a sentence has two keys, of its
 * beginning and of its end, each with the number of its words and its tag, but without its path. A different word changes only one key.
 * Numbers are folded, as in folded texts. The table counts both keys like other sightings; only repetition.ts queries them.
 */
import { hashBytes, segmentKey } from '../../page/hash';
import { IS_CELL, IS_HEADING, IS_ITEM, IS_TERM } from '../../elements';

/** Minimum length of a text with near copies, in code points: shorter ones are labels, names and links. */
const COPIED_LEAST: u32 = 40;
/** Maximum length of the text of their block up to their end, in code points: longer ones are paragraphs of an article. */
const COPIED_MOST: u32 = 400;
/** Bytes of the beginning and of the end of a text; shorter folded texts are used whole. */
const END_BYTES: usize = 24;

/** Number of near copies of a text. */
export const COPIES: u32 = 2;

const NEAR_COPY: u64 = 0x2545f4914f6cdd1d;

/**
 * True if a text of this length may have near copies, in a block with these traits and `read` code points of text, including this one.
 * Texts of cells, items and headings may not, because they belong to new texts next to them.
 */
export function hasCopies(length: u32, read: u32, traits: u32): bool {
  return length >= COPIED_LEAST && read <= COPIED_MOST && !(traits & (IS_CELL | IS_TERM | IS_ITEM | IS_HEADING));
}

function countSpaces(at: usize, end: usize): i32 {
  let count = 0;
  for (; at < end; at += 16) {
    const spaces = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x20)));
    const left = <i32>(end - at);
    count += popcnt<i32>(left < 16 ? spaces & ((1 << left) - 1) : spaces);
  }
  return count;
}

/** Key of the near copy of a text with its first bytes. */
export let beginKey: u64 = 0;
/** Key of the near copy of a text with its last bytes. */
export let endKey: u64 = 0;

/**
 * Computes the keys of the text from `start` to `end`, in a block with the element `tag`. Copies have the same tag, number of words and
 * link.
 */
export function makeCopyKeys(start: usize, end: usize, tag: u32, isLinked: bool): void {
  const sort = (((((<u64>tag) << 1) | u64(isLinked)) << 16) | countSpaces(start, end)) << 1;
  const length = min<usize>(END_BYTES, end - start);
  beginKey = segmentKey(hashBytes(start, length), NEAR_COPY + sort);
  endKey = segmentKey(hashBytes(end - length, length), NEAR_COPY + (sort | 1));
}
