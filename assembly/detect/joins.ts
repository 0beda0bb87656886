/** Blocks that are main content together: the parts of cards, and the lines of code. */
import { blockAt } from '../page/arena';
import { Kinds } from '../layout';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { repeatedOn } from '../evidence/site/repetition';
import { Unit, change, groupOf, isMain, largestGroup, unitAt } from './unit-blocks';
import { isOffer, isSurely } from './kind';
import { pageTraits } from '../evidence/model/context';
import { IN_PRE } from '../elements';

// Cards: if half of the cards of a page have main content at one position, all of them have. Prices and names of items are short, and each
// is scored by its own words; the same position in other cards is better evidence.

/** Minimum cards at one position. */
const CARDS_LEAST: u32 = 4;
/** Maximum log odds of main content, in 1/1024, of a block that is surely not a part of a card. */
const NO_CARD_PART_MAIN: i32 = -3072;

/** Minimum mean words of posts at one position. */
const POST_WORDS: u32 = 16;

/** Completes cards, and posts of threads, after blocks are grouped. */
export function joinCards(): u32 {
  const isItems = isOffer();
  if (largestGroup < CARDS_LEAST || !(isItems || isSurely(Kinds.FORUM))) return 0;
  let more: u32 = 0;
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    const size = group.groupSize;
    const main = group.groupMain;
    // Items of a list directly follow each other.
    const isPost = unitAt(index).group != before;
    before = unitAt(index).group;
    if (size < CARDS_LEAST || main == size || main * 2 < size) continue;
    if (isMain(index) || repeatedOn(index) || blockAt(index).main <= NO_CARD_PART_MAIN) continue;
    if (!isItems && !(isPost && group.groupWords >= size * POST_WORDS)) continue;
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
