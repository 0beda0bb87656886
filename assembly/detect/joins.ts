/** Blocks that are main content together: the parts of cards, and the lines of code. */
import { blockAt } from '../page/arena';
import { Kinds } from '../layout';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { repeatedOn } from '../evidence/site/repetition';
import { Unit, change, groupOf, isMain, largestGroup, unitAt } from './unit-blocks';
import { isOffer, isSurely } from './kind';
import { pageTraits } from '../evidence/model/context';
import { IN_PRE } from '../elements';

// Cards: if at least half of the blocks at one position are main content, all of them are. Names and prices of items are short, so their
// own words are weak evidence; the same position in other cards is better evidence.

/** Minimum cards at one position. */
const CARDS_LEAST: u32 = 4;
/** Maximum log odds of main content, in 1/1024, of a block that is surely not a part of a card. */
const NO_CARD_PART_MAIN: i32 = -3072;

/** Minimum mean words of blocks at one position that are posts. */
const POST_WORDS: u32 = 16;

/** Completes cards on pages of items, and posts of threads. Blocks are grouped before. */
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

// Code: scores of its lines are weak evidence. Successive blocks in elements `pre` are decided together. If at least half of their text is
// main content, what is between the first and the last such block is, too; a block before them is a bar with the language and a button. If
// less than half is, all blocks become main content. If none is, they do so if the blocks before and after the code are main content.

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
    // First block of main content, and the block after the last.
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
