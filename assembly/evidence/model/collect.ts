/** Outputs data that training needs in addition to tiles: words of blocks, and features for the page's kind. */
import { Measure, indexOf, measureAt, rankedCount } from '../block/measures';
import { Block } from '../../page/records';
import { blockAt, output, publishOutput, reserveOutput } from '../../page/arena';
import { HEADING_WORDS } from './context';
import { addPageFeatures } from './kind-features';
import { listFeatures, listLength } from './kinds';
import { SHORT_WORDS, noteText } from '../block/measure';
import { readNamesOf } from '../block/names';
import { HEADING_SEED, TEXT_SEED } from '../block/word-hash';
import { NOTED_MAX, wordCount, wordHash } from '../block/words';

/**
 * Outputs the reference of the `order`-th block with text, and hashes of words: of its names, its ancestors' names, its text if short, and
 * the heading before it. False if the block does not exist or memory is unavailable.
 */
export function collectWords(order: u32): bool {
  if (order >= rankedCount) return false;
  const index = indexOf(order);
  let bytes: usize = 4;
  const wordsMax = (measureAt(index).depth + 2) * NOTED_MAX;
  if (!reserveOutput(bytes + ((<usize>wordsMax) << 2))) return false;
  store<u32>(output, index * <u32>Block.BYTES);
  for (let at = index; at; at = measureAt(at).parent) {
    if (!readNamesOf(blockAt(at).node)) return false;
    bytes = writeNoted(bytes);
  }
  if (measureAt(index).words <= SHORT_WORDS) {
    noteText(index, TEXT_SEED);
    bytes = writeNoted(bytes);
  }
  const heading = headingBefore(order);
  if (heading != Measure.NO_ORDER) {
    noteText(heading, HEADING_SEED);
    bytes = writeNoted(bytes);
  }
  publishOutput(bytes);
  return true;
}

/** Appends collected words to the output of `bytes` bytes; returns its new length. */
function writeNoted(bytes: usize): usize {
  for (let word: u32 = 0; word < wordCount; ++word) store<u32>(output + bytes + ((<usize>word) << 2), wordHash(word));
  return bytes + ((<usize>wordCount) << 2);
}

/** Index of the last heading before the `order`-th block with text; NO_ORDER if it is missing or long, or the block is a heading. */
function headingBefore(order: u32): u32 {
  if (measureAt(indexOf(order)).level) return Measure.NO_ORDER;
  while (order--) {
    const index = indexOf(order);
    if (measureAt(index).level) return measureAt(index).words <= HEADING_WORDS ? index : Measure.NO_ORDER;
  }
  return Measure.NO_ORDER;
}

/** Outputs the hashes of the features for the page's kind, with repetitions; false if memory is unavailable. */
export function collectKindFeatures(): bool {
  listFeatures(true, 0);
  addPageFeatures();
  const bytes = (<usize>listLength) << 2;
  const hasCapacity = reserveOutput(bytes);
  if (hasCapacity) {
    listFeatures(true, output);
    addPageFeatures();
    publishOutput(bytes);
  }
  listFeatures(false, 0);
  return hasCapacity;
}
