/**
 * The cores of a page: the smallest block with more than half of its prose inside, and that with more than three quarters. A page
 * with next to no prose has the cores of its text outside links.
 */
import { Measure } from '../block/measure-records';
import { blockCount } from '../../page/arena';
import { contextAt, measureAt } from '../blocks';

/** A page with less prose has next to none. */
const PROSE_LEAST: u32 = 200;

/** Whether the page has more than next to no prose. */
let hasProse: bool = false;
/** Weight of the page. */
export let weightOfPage: u32 = 0;

/** Index of the smallest block with more than half of the weight. */
export let core: u32 = 0;
/** Order of the first block with text in the core. */
export let coreFirst: u32 = 0;
/** Order of the last block with text in the core. */
export let coreLast: u32 = 0;
/** Index of the smallest block with more than three quarters of the weight. */
export let wide: u32 = 0;
/** Order of the first block with text in the wide core. */
export let wideFirst: u32 = 0;
/** Order of the last block with text in the wide core. */
export let wideLast: u32 = 0;

/** All prose in a block, or all text outside links where the page has next to no prose. */
export function weightOf(index: u32): u32 {
  const measure = measureAt(index);
  return hasProse ? contextAt(index).allProse : measure.allText - measure.allLinked;
}

/** The innermost block with more than `part` quarters of the weight. At most one child of a block has, and it follows it. */
function findCore(part: u64): u32 {
  let found: u32 = 0;
  for (let index: u32 = 1; index < blockCount; ++index) {
    if (measureAt(index).parent != found) continue;
    if (<u64>weightOf(index) * 4 > weightOfPage * part) found = index;
  }
  return found;
}

export function findCores(): void {
  hasProse = contextAt(0).allProse > PROSE_LEAST;
  weightOfPage = weightOf(0);
  core = findCore(2);
  wide = findCore(3);
  findOrders(core);
  coreFirst = first;
  coreLast = last;
  findOrders(wide);
  wideFirst = first;
  wideLast = last;
}

let first: u32 = 0;
let last: u32 = 0;

/** Finds the first and the last order among a block and the blocks inside of it, which follow it; 0 and 0 without any. */
function findOrders(from: u32): void {
  first = Measure.NO_ORDER;
  last = 0;
  for (let index = from; index < contextAt(from).end; ++index) {
    const order = measureAt(index).order;
    if (order == Measure.NO_ORDER) continue;
    first = min(first, order);
    last = max(last, order);
  }
  if (first == Measure.NO_ORDER) first = 0;
}
