/** The current page → its words, block by block, and the records of blocks that detection needs. */
import { Block } from '../page/records';
import { IndexedBlock } from './records';
import { blockCount, blockOf, input, output, reserveOutput } from '../page/arena';
import { textRoom, writeBlock } from '../shown/render';
import { isSelected } from '../shown/selection';
import { newRegion } from '../region';
import { findPositions, styleOf } from './styles';
import { findWords, forgetWords, reserveWords, wordCount } from './words';

/** Record of each block with text. */
const INDEXED = newRegion();
/** Number of these records. */
export let indexedCount: u32 = 0;
/** Position of the next word of the page. */
let nextPosition: u32 = 0;

export function indexedAddress(): usize {
  return INDEXED.at;
}

/** Removes all blocks and words. */
export function beginWords(): void {
  forgetWords();
  indexedCount = 0;
  nextPosition = 1;
}

function addBlock(style: u64, words: u32): void {
  const block = INDEXED.record<IndexedBlock>(indexedCount++);
  block.style = style;
  block.words = words;
}

/** Adds the words of a text that has padding as one block. */
function readBlock(text: usize, end: usize, style: u64): bool {
  const before = wordCount;
  const next = findWords(text, end, nextPosition, indexedCount);
  if (!next) return false;
  // One position stays unused between two blocks: no phrase matches across them.
  nextPosition = next + 1;
  addBlock(style, wordCount - before);
  return true;
}

/**
 * Finds the words of the current page; false if memory is unavailable. The words of blocks of the selection `skipped` are left
 * out; `findsStyles` finds the styles of blocks too, with `seesClasses` by their classes.
 */
export function readPageWords(skipped: u32, findsStyles: bool, seesClasses: bool): bool {
  beginWords();
  const room = textRoom();
  if (!INDEXED.reserveFor<IndexedBlock>(blockCount + 1)) return false;
  if (!reserveOutput(room) || !reserveWords(room)) return false;
  if (findsStyles && !findPositions(seesClasses)) return false;
  const end = blockCount * <u32>Block.BYTES;
  for (let block: u32 = 0; block < end; block += <u32>Block.BYTES) {
    if (!blockOf(block).segments) continue;
    if (isSelected(blockOf(block), skipped)) {
      addBlock(0, 0);
      continue;
    }
    const style = findsStyles ? styleOf(block / <u32>Block.BYTES) : 0;
    if (findsStyles && !style) return false;
    const to = writeBlock(block, output, false);
    if (!to || !readBlock(output, to, style)) return false;
  }
  return true;
}

/** Adds the words of the text in the input as one block without style, which cannot be template; false if memory is unavailable. */
export function readTextWords(bytes: u32): bool {
  const used = <usize>indexedCount * IndexedBlock.BYTES;
  return INDEXED.grow(used + IndexedBlock.BYTES, used) && reserveWords(bytes) && readBlock(input, input + bytes, 0);
}
