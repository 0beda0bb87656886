/**
 * The module of `refrain/index` and `refrain/duplicates`: all of index.ts, and what finds words, gathers and merges their
 * postings, and tells template by them. A host that indexes nothing need not load it.
 */
import { STATUS_OK, STATUS_OUT_OF_MEMORY, WORD_BYTES } from './layout';
import { reserveOutput, output } from './page/arena';
import { gather, gatheredBytes, roomForWords } from './indexing/gather';
import { releaseCollection } from './indexing/collection';
import { releaseGroups } from './indexing/clusters';
import { releasePieces } from './indexing/merge';
import { releaseTerms } from './indexing/terms';
import { wordCount } from './indexing/words';

export * from './index';
export { characterKinds, lowerCharacters, wordsAddress } from './indexing/words';
export { beginWords, indexedAddress, readPageWords, readTextWords } from './indexing/pages';
export { setClasses } from './indexing/styles';
export { entryCount, forgetGathered, gatheredBytes, releaseGathered } from './indexing/gather';
export { beginRun, runDirectory, writeRun } from './indexing/run';
export { firstBlocks, pageLengths, reserveCollection, templateBits } from './indexing/collection';
export { GROUP_BLOCK_BYTES, addPages, beginGroup, closeGroup, detectRange, endGroup } from './indexing/clusters';
export { reservePieces } from './indexing/merge';
export { beginTerms, termsAddress, termsCount, writeTerms } from './indexing/terms';
export { addMinima, beginMinima, beginPairs, commonMinima, findPairs } from './indexing/minima';
export { countFragments, judgeByFragments } from './indexing/fragments';

/** Blocks and words of the page that was read last. */
export { indexedCount } from './indexing/pages';
export { wordCount } from './indexing/words';

/** Room in the output for a text whose words are looked for; 0 where there is none. */
export function reserveText(bytes: usize): usize {
  return reserveOutput(bytes) ? output : 0;
}

/** Adds the words found last to the postings, as those of a page; nothing is done if memory is unavailable. */
export function gatherWords(page: u32): u32 {
  if (!roomForWords()) return STATUS_OUT_OF_MEMORY;
  return gather(page) ? STATUS_OK : STATUS_OUT_OF_MEMORY;
}

/** Bytes that gathering what was found last may take beside what is gathered. */
export function wantedBytes(): usize {
  return gatheredBytes() + <usize>wordCount * WORD_BYTES;
}

/** Releases what building an index takes when all pages are in. */
export function releaseBuilding(): void {
  releaseGroups();
  releasePieces();
  releaseTerms();
  releaseCollection();
}
