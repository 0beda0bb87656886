/** A verdict on main content that a unit changes, and which unit did. */
import { Measure } from '../evidence/measure-records';
import { Part } from '../page/records';
import { measureAt } from '../evidence/records';
import { repeatedOn } from '../evidence/repetition';
import { blockAt, blockCount } from '../page/arena';
import { isMain } from './ranked';

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
  block.part = becomesMain ? Part.MAIN : Part.REST;
  // Changed twice, it has the verdict of the scores.
  const at = measureAt(index) + Measure.UNIT;
  store<u32>(at, load<u32>(at) ? 0 : unit);
  const length = block.length;
  return becomesMain ? length : -length;
}
