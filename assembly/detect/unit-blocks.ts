/** The records of units, and changes of main content by units. */
import { Status } from '../layout';
import { Part } from '../page/records';
import { repeatedOn } from '../evidence/site/repetition';
import { PAGE, blockAt, blockCount, blockOf, reserveUnits, segmentAt } from '../page/arena';
import { UnitBlock } from './unit-records';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { spend } from '../work';

export { Unit, UnitBlock } from './unit-records';

export function unitAt(index: u32): UnitBlock {
  assert(index < blockCount, 'units: the block is outside of the page');
  return changetype<UnitBlock>(PAGE.units + <usize>index * UnitBlock.BYTES);
}

/** Clears the records of all blocks. A `Status`. */
export function beginUnits(): u32 {
  const bytes = <usize>blockCount * UnitBlock.BYTES;
  if (!reserveUnits(bytes)) return Status.OUT_OF_MEMORY;
  memory.fill(PAGE.units, 0, bytes);
  return Status.OK;
}

export function isMain(index: u32): bool {
  return blockAt(index).part == Part.MAIN;
}

export function isMainSegment(segment: u32): bool {
  return blockOf(segmentAt(segment).block).part == Part.MAIN;
}

/**
 * Makes a block main content (`becomesMain`) or not, and notes the unit. Returns the change of the length of the main content. A text that
 * most pages of the site have never becomes main content.
 */
export function change(index: u32, becomesMain: bool, unit: u32): u32 {
  // Defined only in the builds of `npm run research -- ablations`.
  // @ts-ignore: TypeScript does not know the constant
  if (isDefined(IGNORED_UNIT)) {
    // @ts-ignore: see above
    if (unit == IGNORED_UNIT) return 0;
  }
  const block = blockAt(index);
  if (isMain(index) == becomesMain || (becomesMain && repeatedOn(index))) return 0;
  block.part = becomesMain ? Part.MAIN : Part.REST;
  // A second change restores the verdict of the scores.
  const record = unitAt(index);
  record.unit = record.unit ? 0 : unit;
  const length = block.length;
  return becomesMain ? length : -length;
}

/** The nearest block with a tag among the first `levels` of a block and its ancestors, or 0. */
export function blockAround(index: u32, tag: u32, levels: u32): u32 {
  for (let level: u32 = 0; index && level < levels; ++level, index = measureAt(index).parent)
    if (measureAt(index).tag == tag) return index;
  return 0;
}

/** Minimum words of a paragraph. */
const PARAGRAPH_WORDS: u32 = 12;

/** True if a block is running text of the main content: not a heading, and not mostly links. */
export function isParagraph(index: u32): bool {
  const measure = measureAt(index);
  return (
    isMain(index) && measure.words >= PARAGRAPH_WORDS && <u64>measure.linked * 2 < <u64>measure.text && !measure.level
  );
}

// Groups: the blocks with text at one position.

/** Number of blocks in the largest group. */
export let largestGroup: u32 = 0;

/** Sets the group of each block with text, and the size of each group. */
export function groupPositions(): void {
  spend(rankedCount * 4);
  largestGroup = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const position = unitAt(measureAt(index).position);
    if (!position.firstThere) position.firstThere = index + 1;
    const first = position.firstThere;
    unitAt(index).group = first;
    const group = unitAt(first - 1);
    largestGroup = max(largestGroup, ++group.groupSize);
    group.groupWords += measureAt(index).words;
  }
}

/** Counts the blocks of main content in each group. */
export function countGroups(): void {
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (isMain(index)) ++groupOf(index).groupMain;
  }
}

/** The first block at the position of a block with text. */
export function groupOf(index: u32): UnitBlock {
  return unitAt(unitAt(index).group - 1);
}
