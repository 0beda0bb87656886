/**
 * Code: blocks within elements `pre` between those that are main content are main content, too. All are if less than half of their text
 * is, or if none is and they stand between main content. Lines of code that are blocks have a score each, which says little: where
 * most of them miss, the rest is code too. Where most are main content, what is before the first is a bar with the language and a button.
 */
import { pageTraits } from '../evidence/model/context';
import { rankedCount } from '../evidence/block/measure';
import { measureAt, indexOf } from '../evidence/block/measures';
import { IN_PRE } from '../elements';
import { blockAt } from '../page/arena';
import { change, isMain } from './unit-blocks';
import { Unit } from './unit-records';

function isCode(order: u32): bool {
  return order < rankedCount && (measureAt(indexOf(order)).traits & IN_PRE) != 0;
}

/** By how much that changes the length of the main content. */
export function joinCode(): u32 {
  if (!(pageTraits & IN_PRE)) return 0;
  let more: u32 = 0;
  for (let first: u32 = 0; first < rankedCount; ++first) {
    if (!isCode(first)) continue;
    let main: u64 = 0;
    let all: u64 = 0;
    let end = first;
    // From the first block that is main content to behind the last.
    let from = rankedCount;
    let to: u32 = 0;
    for (; isCode(end); ++end) {
      const index = indexOf(end);
      const length = blockAt(index).length;
      all += length;
      if (!isMain(index)) continue;
      main += length;
      from = min(from, end);
      to = end + 1;
    }
    const isBetween = first != 0 && end < rankedCount && isMain(indexOf(first - 1)) && isMain(indexOf(end));
    if (to ? main * 2 < all : isBetween) {
      from = first;
      to = end;
    }
    for (; from < to; ++from) more += change(indexOf(from), true, Unit.ROWS);
    first = end;
  }
  return more;
}
