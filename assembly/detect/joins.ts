/** Blocks that are main content together: the parts of cards, the lines of code, a question and its answer. */
import { blockAt } from '../page/arena';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { repeatedOn } from '../evidence/site/repetition';
import { Unit, blockAround, change, groupOf, isMain, largestGroup } from './unit-blocks';
import { isOffer } from './kind';
import { hasSummaries, pageTraits } from '../evidence/model/context';
import { IN_PRE } from '../elements';
import { Tag } from '../html/names';
import { spend } from '../work';

// Cards: if half of the cards of a page have main content at one position, all of them have. Prices and names of items are short, and each
// is scored by its own words; the same position in other cards is better evidence.

/** Minimum cards at one position. */
const CARDS_LEAST: u32 = 4;
/** Maximum log odds of main content, in 1/1024, of a block that is surely not a part of a card. */
const NO_CARD_PART_MAIN: i32 = -3072;

/** Completes cards, after blocks are grouped. */
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
    // Finding the kind is slow.
    if (!isOffer()) return 0;
    more += change(index, true, Unit.CARD);
  }
  return more;
}

// Code: blocks in elements `pre` between those of the main content are main content, too. If less than half of the text is main content, or
// none and the code is between main content, all of it is. Scores of single lines say little. Where most lines are main content, a block
// before the first is a bar with the language and a button.

function isCode(order: u32): bool {
  return order < rankedCount && (measureAt(indexOf(order)).traits & IN_PRE) != 0;
}

/** Completes code. */
export function joinCode(): u32 {
  if (!(pageTraits & IN_PRE)) return 0;
  let more: u32 = 0;
  for (let first: u32 = 0; first < rankedCount; ++first) {
    if (!isCode(first)) continue;
    let main: u64 = 0;
    let all: u64 = 0;
    let end = first;
    // From the first block of main content to after the last.
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

// Questions: the summary of an element `details` is main content if the text after it is.

/** Maximum levels, less one, from a text up to its summary, and from an answer up to `details`. */
const SUMMARY_LEVELS: u32 = 6;
/** Minimum log odds of main content, in 1/1024, of a summary. Its answer is better evidence. */
const SUMMARY_MAIN: i32 = -1536;

function isBelow(index: u32, above: u32): bool {
  for (let level: u32 = 0; index && level < SUMMARY_LEVELS; ++level, index = measureAt(index).parent)
    if (index == above) return true;
  return false;
}

/** Completes questions. */
export function joinQuestions(): u32 {
  if (!hasSummaries) return 0;
  spend(<u64>rankedCount * SUMMARY_LEVELS);
  let more: u32 = 0;
  let last: u32 = 0;
  // True if the text after the last summary is an answer in the main content.
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
