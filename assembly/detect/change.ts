/** A verdict on main content that a unit changes, and which unit did. */
import { Block, Measure, Part } from '../layout';
import { measureAt } from '../evidence/records';
import { repeatedOn } from '../evidence/repetition';
import { blockCount } from '../page/arena';
import { blockAt, isMain } from './ranked';

/** No unit has changed anything yet. */
export function beginChanges(): void {
  for (let index: u32 = 0; index < blockCount; ++index) store<u32>(measureAt(index), 0, Measure.UNIT);
}

/**
 * Makes a block main content, or not, for a unit; by how much that changes the length of the main content. No unit takes in what most
 * pages of the site have.
 */
export function change(index: u32, becomesMain: bool, unit: u32): u32 {
  const block = blockAt(index);
  if (isMain(index) == becomesMain || (becomesMain && repeatedOn(index))) return 0;
  store<u32>(block, becomesMain ? Part.MAIN : Part.REST, Block.PART);
  // Changed twice, it has the verdict of the scores.
  const at = measureAt(index) + Measure.UNIT;
  store<u32>(at, load<u32>(at) ? 0 : unit);
  const length = load<u32>(block, Block.LENGTH);
  return becomesMain ? length : -length;
}
