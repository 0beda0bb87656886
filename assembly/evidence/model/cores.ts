/**
 * The cores of a page: the smallest block with more than half of its prose inside, and that with more than three quarters. A page
 * with next to no prose has the cores of its text outside links.
 */
import { Measure } from '../block/measure-records';
import { blockCount } from '../../page/arena';
import { contextAt } from './contexts';
import { measureAt } from '../block/measures';

/** A page with less prose has next to none. */
const PROSE_LEAST: u32 = 200;

/** Whether the page has more than next to no prose. */
let hasProse: bool = false;
/** Weight of the page. */
export let weightOfPage: u32 = 0;

/** A core, and where its texts are. */
@unmanaged
class Core {
  /** Index of its block. */
  index: u32;
  /** Orders of the first and the last block with text in it; 0 and 0 without any. */
  first: u32;
  last: u32;
}

/** The smallest block with more than half of the weight. */
export const core = changetype<Core>(memory.data(12, 4));
/** The smallest block with more than three quarters of the weight. */
export const wide = changetype<Core>(memory.data(12, 4));

/** All prose in a block, or all text outside links where the page has next to no prose. */
export function weightOf(index: u32): u32 {
  const measure = measureAt(index);
  return hasProse ? contextAt(index).allProse : measure.allText - measure.allLinked;
}

/** Finds the innermost block with more than `part` quarters of the weight. At most one child of a block has, and it follows it. */
function findCore(core: Core, part: u64): void {
  core.index = 0;
  for (let index: u32 = 1; index < blockCount; ++index) {
    if (measureAt(index).parent != core.index) continue;
    if (<u64>weightOf(index) * 4 > weightOfPage * part) core.index = index;
  }
  core.first = Measure.NO_ORDER;
  core.last = 0;
  for (let index = core.index; index < contextAt(core.index).end; ++index) {
    const order = measureAt(index).order;
    if (order == Measure.NO_ORDER) continue;
    core.first = min(core.first, order);
    core.last = max(core.last, order);
  }
  if (core.first == Measure.NO_ORDER) core.first = 0;
}

export function findCores(): void {
  hasProse = contextAt(0).allProse > PROSE_LEAST;
  weightOfPage = weightOf(0);
  findCore(core, 2);
  findCore(wide, 3);
}
