/** Blocks with text in groups: those at one position. */
import { rankedCount } from '../evidence/block/measure';
import { measureAt, indexOf } from '../evidence/block/measures';
import { spend } from '../work';
import { isMain, unitAt } from './unit-blocks';
import { UnitBlock } from './unit-records';

/** Number of blocks in the largest group. */
export let largestGroup: u32 = 0;

/** Sets the group of each block with text, and how many blocks each has, and how many of them are main content. */
export function groupPositions(): void {
  spend(rankedCount * 4);
  largestGroup = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const position = unitAt(measureAt(index).position);
    if (!position.firstThere) position.firstThere = index + 1;
    const first = position.firstThere;
    unitAt(index).group = first;
    const group = unitAt(first - 1);
    largestGroup = max(largestGroup, ++group.groupSize);
    group.groupMain += u32(isMain(index));
  }
}

/** The first block at the position of a block with text. */
export function groupOf(index: u32): UnitBlock {
  return unitAt(unitAt(index).group - 1);
}
