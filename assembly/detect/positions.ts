/** Blocks with text in groups: those at one position. */
import { Measure } from '../evidence/measure-records';
import { rankedCount } from '../evidence/measure';
import { measureAt } from '../evidence/records';
import { blockCount } from '../page/arena';
import { spend } from '../work';
import { indexOf, isMain } from './ranked';

/** Sets Measure.GROUP of each block with text, and how many the group has, and how many of them are main content, of the first of each. */
export function groupPositions(): void {
  spend(blockCount + rankedCount * 4);
  for (let index: u32 = 0; index < blockCount; ++index) {
    store<u32>(measureAt(index), 0, Measure.LAST_ALIKE);
    store<u32>(measureAt(index), 0, Measure.GROUP_SIZE);
    store<u32>(measureAt(index), 0, Measure.GROUP_MAIN);
  }
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const own = measureAt(index);
    const position = load<u64>(own, Measure.POSITION);
    const last = measureAt(<u32>(position >>> 32) % blockCount) + Measure.LAST_ALIKE;
    let group = load<u32>(last);
    while (group && load<u64>(measureAt(group - 1), Measure.POSITION) != position)
      group = load<u32>(measureAt(group - 1), Measure.ALIKE_BEFORE);
    if (!group) {
      group = index + 1;
      store<u32>(own, load<u32>(last), Measure.ALIKE_BEFORE);
      store<u32>(last, group);
    }
    store<u32>(own, group, Measure.GROUP);
    const first = measureAt(group - 1);
    store<u32>(first, load<u32>(first, Measure.GROUP_SIZE) + 1, Measure.GROUP_SIZE);
    store<u32>(first, load<u32>(first, Measure.GROUP_MAIN) + u32(isMain(index)), Measure.GROUP_MAIN);
  }
}

/** The first block of the group of a block, as its measures. */
export function groupOf(index: u32): usize {
  return measureAt(load<u32>(measureAt(index), Measure.GROUP) - 1);
}
