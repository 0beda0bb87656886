/** Questions: the summary of an element `details` is main content if the text behind it is. */
import { blockAt } from '../page/arena';
import { hasSummaries } from '../evidence/model/context';
import { rankedCount } from '../evidence/block/measure';
import { measureAt, indexOf } from '../evidence/block/measures';
import { Tag } from '../html/names';
import { spend } from '../work';
import { change, isMain } from './unit-blocks';
import { Unit } from './unit-records';

/** Maximum number of levels from a block up to its summary, and from a block of an answer up to `details`. */
const LEVELS: u32 = 6;
/** Minimum log odds of main content, in 1/1024, of a summary: less is surely something else. Its answer speaks for it. */
const SUMMARY_MAIN: i32 = -1536;

/** The summary that a block is, or is at most LEVELS − 1 below; 0 without one. */
function summaryOf(index: u32): u32 {
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    if (measureAt(index).tag == Tag.SUMMARY) return index;
    index = measureAt(index).parent;
  }
  return 0;
}

function isBelow(index: u32, above: u32): bool {
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    if (index == above) return true;
    index = measureAt(index).parent;
  }
  return false;
}

/** By how much that changes the length of the main content. */
export function joinQuestions(): u32 {
  if (!hasSummaries) return 0;
  spend(<u64>rankedCount * LEVELS);
  let more: u32 = 0;
  let last: u32 = 0;
  // Whether the text behind the last summary is an answer of the main content.
  let isAnswered: bool = false;
  // The block after this one.
  let next: u32 = 0;
  for (let order = rankedCount; order; ) {
    const index = indexOf(--order);
    const summary = summaryOf(index);
    if (summary && summary != last) {
      const details = measureAt(summary).parent;
      isAnswered = next != 0 && measureAt(details).tag == Tag.DETAILS && isMain(next) && isBelow(next, details);
    }
    last = summary;
    next = index;
    if (summary && isAnswered && blockAt(index).main >= SUMMARY_MAIN) more += change(index, true, Unit.ROWS);
  }
  return more;
}
