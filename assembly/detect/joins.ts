/** What is main content together: the parts of cards, the lines of code, a question and its answer. */
import { blockAt } from '../page/arena';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { repeatedOn } from '../evidence/site/repetition';
import { Unit, blockAround, change, groupOf, isMain, largestGroup } from './unit-blocks';
import { isOffer } from './kind';
import { hasSummaries, pageTraits } from '../evidence/model/context';
import { IN_PRE } from '../elements';
import { Tag } from '../html/names';
import { spend } from '../work';

// Cards: if half of the cards of a page have main content at one position, all have it there. The prices of products and the names of
// items are short, and each has a score of its own words; the same position in the other cards is better evidence.

/** Minimum number of cards at one position. */
const CARDS_LEAST: u32 = 4;
/** Maximum log odds of main content, in 1/1024, of a block that is surely something else. */
const NO_CARD_PART_MAIN: i32 = -3072;

/** Completes cards, of blocks that are grouped; by how much that changes the length of the main content. */
export function joinCards(): u32 {
  if (largestGroup < CARDS_LEAST) return 0;
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    const size = group.groupSize;
    const main = group.groupMain;
    if (size < CARDS_LEAST || main == size || main * 2 < size) continue;
    if (isMain(index) || repeatedOn(index) || blockAt(index).main <= NO_CARD_PART_MAIN) continue;
    // The kind takes long to find out.
    if (!isOffer()) return 0;
    more += change(index, true, Unit.CARD);
  }
  return more;
}

// Code: blocks within elements `pre` between those that are main content are main content, too. All are if less than half of their text
// is, or if none is and they stand between main content. Lines of code that are blocks have a score each, which says little: where
// most of them miss, the rest is code too. Where most are main content, what is before the first is a bar with the language and a button.

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

// Questions: the summary of an element `details` is main content if the text behind it is.

/** A summary is fewer levels above its text, and `details` above an answer. */
const SUMMARY_LEVELS: u32 = 6;
/** Minimum log odds of main content, in 1/1024, of a summary: less is surely something else. Its answer speaks for it. */
const SUMMARY_MAIN: i32 = -1536;

function isBelow(index: u32, above: u32): bool {
  for (let level: u32 = 0; index && level < SUMMARY_LEVELS; ++level, index = measureAt(index).parent)
    if (index == above) return true;
  return false;
}

/** By how much that changes the length of the main content. */
export function joinQuestions(): u32 {
  if (!hasSummaries) return 0;
  spend(<u64>rankedCount * SUMMARY_LEVELS);
  let more: u32 = 0;
  let last: u32 = 0;
  // Whether the text behind the last summary is an answer of the main content.
  let isAnswered: bool = false;
  // The block after this one.
  let next: u32 = 0;
  for (let order = rankedCount; order; ) {
    const index = indexOf(--order);
    const summary = blockAround(index, Tag.SUMMARY, SUMMARY_LEVELS);
    if (summary && summary != last) {
      const details = measureAt(summary).parent;
      isAnswered = measureAt(details).tag == Tag.DETAILS && isMain(next) && isBelow(next, details);
    }
    last = summary;
    next = index;
    if (summary && isAnswered && blockAt(index).main >= SUMMARY_MAIN) more += change(index, true, Unit.ROWS);
  }
  return more;
}
