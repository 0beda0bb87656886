/** The current page → its words, block by block, and the records of blocks that detection needs. */
import { Status } from '../layout';
import { Block } from '../page/records';
import { Indexed } from './layout';
import { blockCount, blockOf, output, reserveOutput } from '../page/arena';
import { textRoom, writeBlock } from '../page/render';
import { isSelected } from '../page/selection';
import { REGION_BYTES, reserve, startOf } from './regions';
import { findPositions, styleOf } from './styles';
import { findWords, forgetWords, reserveWords, wordCount } from './words';

/** Record of each block with text. */
const INDEXED = memory.data(<i32>REGION_BYTES, 8);
export let indexedCount: u32 = 0;
let position: u32 = 0;

export function indexedAddress(): usize {
  return startOf(INDEXED);
}

/** Removes all blocks and words. */
export function beginWords(): void {
  forgetWords();
  indexedCount = 0;
  position = 1;
}

function addBlock(style: u64, words: u32): void {
  const record = startOf(INDEXED) + usize(indexedCount++) * Indexed.BYTES;
  store<u64>(record, style, Indexed.STYLE);
  store<u32>(record, words, Indexed.WORDS);
}

/** Adds the words of the text in the output, which has padding, as one block. */
function readBlock(end: usize, style: u64): bool {
  const before = wordCount;
  const next = findWords(output, end, position, indexedCount);
  if (!next) return false;
  // One position stays unused between two blocks: no phrase matches across them.
  position = next + 1;
  addBlock(style, wordCount - before);
  return true;
}

/**
 * Finds the words of the current page; a `STATUS_…` code. the words of blocks of the selection `skipped` are left
 * out; `findsStyles` finds the styles of blocks too.
 */
export function readPageWords(skipped: u32, findsStyles: bool): u32 {
  beginWords();
  const end = blockCount * <u32>Block.BYTES;
  const room = textRoom();
  if (!reserve(INDEXED, <usize>(blockCount + 1) * Indexed.BYTES, 0)) return Status.OUT_OF_MEMORY;
  if (!reserveOutput(room) || !reserveWords(room)) return Status.OUT_OF_MEMORY;
  if (findsStyles && !findPositions()) return Status.OUT_OF_MEMORY;
  for (let block: u32 = 0; block < end; block += <u32>Block.BYTES) {
    if (!blockOf(block).segments) continue;
    if (isSelected(blockOf(block), skipped)) {
      addBlock(0, 0);
      continue;
    }
    const style = findsStyles ? styleOf(block / <u32>Block.BYTES) : 0;
    if (findsStyles && !style) return Status.OUT_OF_MEMORY;
    const to = writeBlock(block, output, false);
    if (!to || !readBlock(to, style)) return Status.OUT_OF_MEMORY;
  }
  return Status.OK;
}

/** Adds the words of the text in the output as one block without style, which cannot be template; a `STATUS_…` code. */
export function readTextWords(bytes: u32): u32 {
  if (!reserve(INDEXED, <usize>(indexedCount + 1) * Indexed.BYTES, <usize>indexedCount * Indexed.BYTES)) {
    return Status.OUT_OF_MEMORY;
  }
  return reserveWords(bytes) && readBlock(output + bytes, 0) ? Status.OK : Status.OUT_OF_MEMORY;
}
