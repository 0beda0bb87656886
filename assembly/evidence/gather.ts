/** Collects the evidence of a page while it is segmented: measures of blocks, and what the table counts besides segments. */
import { Layouts } from '../site/layout-records';
import { blockCount, reserveRanks } from '../page/arena';
import { nameKey } from '../page/element-names';
import { divideTitle } from '../page/title-parts';
import { clearPaths, pathCount, pathOf } from '../site/layout-paths';
import { spend } from '../work';
import { beginComments, noteNames, spreadComments } from './block/comments';
import { beginMeasures, measureAt, rankedCount } from './block/measures';
import { endMeasures, measureText, openMeasure } from './block/measure';
import { names } from './block/names';
import { beginOccurrences, notePositions, noteSegment } from './site/occurrences';

/**
 * Starts the evidence of a page. `rootBlock`: element of the first block, or 0. This function and those below return false if memory is
 * unavailable.
 */
export function beginEvidence(root: u32, rootBlock: u32): bool {
  beginComments();
  beginMeasures();
  clearPaths();
  return divideTitle() && beginOccurrences(root) && openMeasure(0, 0, rootBlock);
}

export function addBlock(index: u32, parent: u32, node: u32): bool {
  if (!openMeasure(index, parent, node)) return false;
  const measure = measureAt(index);
  const name = <u32>(nameKey(measure.tag) >> 32) + names.classes;
  measure.layoutPath = pathOf(measureAt(parent).layoutPath, name);
  noteNames(index);
  return true;
}

/** Adds the text that was normalised last, a segment of a block. */
export function addText(index: u32, segment: u32, isLinked: bool): bool {
  measureText(index, isLinked);
  return noteSegment(measureAt(index), segment);
}

export function endEvidence(): bool {
  let bucketCount: u32 = 16;
  while (bucketCount < blockCount << 1) bucketCount <<= 1;
  if (!reserveRanks(rankedCount, bucketCount)) return false;
  endMeasures();
  // Charged as if there were the maximum number of layouts, so that the work does not depend on the site.
  spend(<u64>pathCount * Layouts.MAX);
  spreadComments();
  return notePositions(bucketCount);
}
