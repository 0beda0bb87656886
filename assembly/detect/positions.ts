/** Blocks with text in groups: those at one position. */
import { rankedCount } from '../evidence/block/measure';
import { measureAt } from '../evidence/block/measures';
import { blockCount } from '../page/arena';
import { spend } from '../work';
import { clearAlike, firstAlike } from './alike';
import { indexOf, isMain } from './ranked';
import { unitAt } from './unit-blocks';
import { UnitBlock } from './unit-records';

/** Sets the group of each block with text, and how many blocks each has, and how many of them are main content. */
export function groupPositions(): void {
  spend(blockCount + rankedCount * 4);
  clearAlike();
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const first = firstAlike(index, measureAt(index).positionKey);
    unitAt(index).group = first ? first : index + 1;
    const group = groupOf(index);
    ++group.groupSize;
    group.groupMain += u32(isMain(index));
  }
}

/** The first block at the position of a block with text. */
export function groupOf(index: u32): UnitBlock {
  return unitAt(unitAt(index).group - 1);
}
