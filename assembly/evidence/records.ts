/** Access to the records of the evidence, which `measure-records.ts` draws. */
import { Measure } from './measure-records';
import { holdsMeasure, measures } from '../page/arena';

/** Address of the measure of the `index`-th block. */
export function measureAt(index: u32): Measure {
  assert(holdsMeasure(index), 'records: the measure is outside of its region');
  return changetype<Measure>(measures + <usize>index * Measure.BYTES);
}

/** Tag of the element of the `index`-th block. */
export function tagOfBlock(index: u32): u32 {
  return measureAt(index).tag;
}

/** Adds to the word at an address. */
export function add(at: usize, more: u32): void {
  store<u32>(at, load<u32>(at) + more);
}
