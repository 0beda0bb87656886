/** Access to the records of blocks. */
import { Context } from './context-records';
import { Measure } from './measure-records';
import { blockCount, contexts, holdsMeasure, measures } from '../page/arena';

/** The measure of the `index`-th block. */
export function measureAt(index: u32): Measure {
  assert(holdsMeasure(index), 'records: the measure is outside of its region');
  return changetype<Measure>(measures + <usize>index * Measure.BYTES);
}

/** The context of the `index`-th block, once main content was asked for. */
export function contextAt(index: u32): Context {
  assert(index < blockCount, 'records: the block is outside of the page');
  return changetype<Context>(contexts + <usize>index * Context.BYTES);
}

/** Tag of the element of the `index`-th block. */
export function tagOfBlock(index: u32): u32 {
  return measureAt(index).tag;
}

/** Adds to the word at an address. */
export function add(at: usize, more: u32): void {
  store<u32>(at, load<u32>(at) + more);
}
