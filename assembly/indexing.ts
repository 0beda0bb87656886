/**
 * The module of `@refrain/search`: the finding of words, their postings, two-stage detection, fragments and minima. It has a
 * memory of its own and neither parses nor judges pages: the host copies them from the core (indexing/page.ts). Functions
 * that need memory return 0 where it is unavailable.
 */
import { setThresholds } from './detect/detect';
import { releaseCollection } from './indexing/collection';
import { releaseGroups } from './indexing/clusters';
import { releasePieces } from './indexing/merge';
import { releaseTerms } from './indexing/terms';
import { limitMemory } from './memory';

export * from './memory-abi';
export { useSeed } from './detect/seed';
export { characterKinds, lowerCharacters, wordsAddress } from './indexing/words';
export { adoptPage, reservePart } from './indexing/page';
export { beginWords, indexedAddress, readPageWords, readTextWords } from './indexing/page-words';
export {
  entryCount,
  forgetGathered,
  gatherWords,
  gatheredBytes,
  releaseGathered,
  wantedBytes,
} from './indexing/gather';
export { beginRun, runDirectory, writeRun } from './indexing/run';
export { firstBlocks, pageLengths, reserveCollection, templateBits } from './indexing/collection';
export { GROUP_BLOCK_BYTES, addPage, beginGroup, closeGroup, detectRange, endGroup } from './indexing/clusters';
export { reservePieces } from './indexing/merge';
export { beginTerms, termsAddress, termsCount, writeTerms } from './indexing/terms';
export { addMinima, beginMinima, beginPairs, commonMinima, findPairs } from './indexing/minima';
export { countFragments, judgeByFragments } from './indexing/fragments';

/** Numbers of blocks and words of the current page or text. */
export { indexedCount } from './indexing/page-words';
export { wordCount } from './indexing/words';

/** Options of this instance, once. The template ratio decides where fragments judge a page. */
export function configure(ratioMillionths: u32, memoryBytesMax: u32): void {
  setThresholds(1, ratioMillionths);
  limitMemory(memoryBytesMax);
}

/** Releases the memory of detection and merge. */
export function releaseBuilding(): void {
  releaseGroups();
  releasePieces();
  releaseTerms();
  releaseCollection();
}
