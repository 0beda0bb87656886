/** Verdicts on main content, and which unit changed one. */
import { Part } from '../page/records';
import { repeatedOn } from '../evidence/site/repetition';
import { blockAt } from '../page/arena';
import { unitAt } from './unit-blocks';

/** Whether the block of an index is main content. */
export function isMain(index: u32): bool {
  return blockAt(index).part == Part.MAIN;
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
  const record = unitAt(index);
  record.unit = record.unit ? 0 : unit;
  const length = block.length;
  return becomesMain ? length : -length;
}
