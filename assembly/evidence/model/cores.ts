/**
 * The cores of a page: the smallest blocks with more than half and more than three quarters of its prose. On pages with little prose, the
 * text outside links is used instead.
 */
import { Measure, measureAt } from '../block/measures';
import { blockCount } from '../../page/arena';
import { contextAt } from './contexts';

/** Minimum code points of prose on a page. With less prose, all text outside links is used. */
const PROSE_LEAST: u32 = 200;

let hasProse: bool = false;
export let weightOfPage: u32 = 0;

@unmanaged
class Core {
  index: u32;
  /** `order` of the first and the last block with text in the core, or 0. */
  first: u32;
  last: u32;
}

/** The smallest block with more than half of the weight. */
export const core = changetype<Core>(memory.data(12, 4));
/** The smallest block with more than three quarters of the weight. */
export const wide = changetype<Core>(memory.data(12, 4));

/** Length of the prose in a block, or of all text outside links if the page has little prose. */
export function weightOf(index: u32): u32 {
  const measure = measureAt(index);
  return hasProse ? contextAt(index).allProse : measure.allText - measure.allLinked;
}

/**
 * Finds the innermost block with more than `part` quarters of the weight. At most one child of a block has more; the search continues in
 * it.
 */
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
