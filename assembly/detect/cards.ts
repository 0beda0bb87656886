/**
 * Cards: if half of the cards of a page have main content at one position, all have it there. The prices of products and the names of
 * items are short, and each has a score of its own words; the same position in the other cards is better evidence.
 */
import { blockAt } from '../page/arena';
import { rankedCount } from '../evidence/block/measure';
import { repeatedOn } from '../evidence/site/repetition';
import { change, isMain } from './unit-blocks';
import { isOffer } from './kind';
import { groupOf, largestGroup } from './positions';
import { indexOf } from '../evidence/block/measures';
import { Unit } from './unit-records';

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
