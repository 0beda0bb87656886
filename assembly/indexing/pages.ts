/** The current page → its words, block by block, and what detection needs to know of the blocks. */
import {
  BLOCK_BYTES,
  BLOCK_KIND,
  BLOCK_KIND_TEMPLATE,
  BLOCK_SEGMENTS,
  INDEXED_BYTES,
  INDEXED_STYLE,
  INDEXED_WORDS,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
} from '../layout';
import { blockCount, blocks, output, reserveOutput } from '../page/arena';
import { kindsRoom, writeBlock } from '../page/render';
import { REGION_BYTES, reserve, startOf } from './regions';
import { findPlaces, styleOf } from './styles';
import { findWords, forgetWords, reserveWords, wordCount } from './words';

/** A record for each block with text. */
const INDEXED = memory.data(<i32>REGION_BYTES, 8);
export let indexedCount: u32 = 0;
let position: u32 = 0;

export function indexedAddress(): usize {
  return startOf(INDEXED);
}

/** No block and no word was found yet. */
export function beginWords(): void {
  forgetWords();
  indexedCount = 0;
  position = 1;
}

function addBlock(style: u64, words: u32): void {
  const record = startOf(INDEXED) + <usize>(indexedCount++) * INDEXED_BYTES;
  store<u64>(record, style, INDEXED_STYLE);
  store<u32>(record, words, INDEXED_WORDS);
}

/** Words of the text in the output, which has padding, as those of one block more. */
function readBlock(end: usize, style: u64): bool {
  const before = wordCount;
  const next = findWords(output, end, position, indexedCount);
  if (!next) return false;
  // So that no phrase goes on from one block to the next.
  position = next + 1;
  addBlock(style, wordCount - before);
  return true;
}

/**
 * Finds the words of the current page; of all blocks, or of those that were not found to be template (`keepsVerdicts`).
 * `finds` the styles of blocks too. A `STATUS_…` code.
 */
export function readPageWords(keepsVerdicts: bool, finds: bool): u32 {
  beginWords();
  const end = blockCount * <u32>BLOCK_BYTES;
  const room = kindsRoom();
  if (!reserve(INDEXED, <usize>(blockCount + 1) * INDEXED_BYTES, 0)) return STATUS_OUT_OF_MEMORY;
  if (!reserveOutput(room) || !reserveWords(room)) return STATUS_OUT_OF_MEMORY;
  if (finds && !findPlaces()) return STATUS_OUT_OF_MEMORY;
  for (let block: u32 = 0; block < end; block += <u32>BLOCK_BYTES) {
    if (!load<u32>(blocks + block, BLOCK_SEGMENTS)) continue;
    if (keepsVerdicts && load<u32>(blocks + block, BLOCK_KIND) == BLOCK_KIND_TEMPLATE) {
      addBlock(0, 0);
      continue;
    }
    const style = finds ? styleOf(block / <u32>BLOCK_BYTES) : 0;
    if (finds && !style) return STATUS_OUT_OF_MEMORY;
    const to = writeBlock(block, output, false);
    if (!to || !readBlock(to, style)) return STATUS_OUT_OF_MEMORY;
  }
  return STATUS_OK;
}

/** Finds the words of a text that stands in the output, as a block more that is no template; a `STATUS_…` code. */
export function readTextWords(bytes: u32): u32 {
  if (!reserve(INDEXED, <usize>(indexedCount + 1) * INDEXED_BYTES, <usize>indexedCount * INDEXED_BYTES)) {
    return STATUS_OUT_OF_MEMORY;
  }
  return reserveWords(bytes) && readBlock(output + bytes, 0) ? STATUS_OK : STATUS_OUT_OF_MEMORY;
}
