/**
 * The module of `@refrain/search`: the core of index.ts, and in addition the finding of words, their postings, two-stage
 * detection and minima. A module of its own keeps the core small.
 */
import { Status } from './layout';
import { Word } from './indexing/layout';
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
export { GROUP_BLOCK_BYTES, addPage, beginGroup, closeGroup, detectRange, endGroup } from './indexing/clusters';
export { reservePieces } from './indexing/merge';
export { beginTerms, termsAddress, termsCount, writeTerms } from './indexing/terms';
export { addMinima, beginMinima, beginPairs, commonMinima, findPairs } from './indexing/minima';
export { countFragments, judgeByFragments } from './indexing/fragments';

/** Numbers of blocks and words of the current page or text. */
export { indexedCount } from './indexing/pages';
export { wordCount } from './indexing/words';

/** Reserves the output for a text that `readTextWords` reads; 0 if memory is unavailable. */
export function reserveText(bytes: usize): usize {
  return reserveOutput(bytes) ? output : 0;
}

/**
 * Adds the words of the current page or text to the postings of page `page`; a `STATUS_…` code. After
 * `Status.OUT_OF_MEMORY` the postings of the page may be incomplete.
 */
export function gatherWords(page: u32): u32 {
  if (!roomForWords()) return Status.OUT_OF_MEMORY;
  return gather(page) ? Status.OK : Status.OUT_OF_MEMORY;
}

/** Estimate of `gatheredBytes` after the words of the current page or text are added. */
export function wantedBytes(): usize {
  return gatheredBytes() + <usize>wordCount * Word.BYTES;
}

/** Releases the memory of detection and merge. */
export function releaseBuilding(): void {
  releaseGroups();
  releasePieces();
  releaseTerms();
  releaseCollection();
}
