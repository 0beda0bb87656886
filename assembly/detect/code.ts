/**
 * Code: all blocks within elements `pre` are main content if one is, or if they stand between main content. Lines of code that are blocks
 * have a score each, which says little.
 */
import { rankedCount } from '../evidence/block/measure';
import { measureAt } from '../evidence/block/measures';
import { IN_PRE } from '../elements';
import { change } from './change';
import { indexOf, isMain } from './ranked';
import { Unit } from './unit-records';

function isCode(order: u32): bool {
  return order < rankedCount && (measureAt(indexOf(order)).traits & IN_PRE) != 0;
}

/** By how much that changes the length of the main content. */
export function joinCode(): u32 {
  let more: u32 = 0;
  for (let first: u32 = 0; first < rankedCount; ++first) {
    if (!isCode(first)) continue;
    let isAny: bool = false;
    let end = first;
    for (; isCode(end); ++end) isAny = isAny || isMain(indexOf(end));
    const isBetween = first != 0 && end < rankedCount && isMain(indexOf(first - 1)) && isMain(indexOf(end));
    if (isAny || isBetween)
      for (let order = first; order < end; ++order) more += change(indexOf(order), true, Unit.ROWS);
    first = end;
  }
  return more;
}
