/** The measures of blocks, by their index. */
import { Measure } from './measure-records';
import { holdsMeasures, measures } from '../../page/arena';

/** The measure of the `index`-th block. */
export function measureAt(index: u32): Measure {
  assert(holdsMeasures((<usize>index + 1) * Measure.BYTES), 'records: the measure is outside of its region');
  return changetype<Measure>(measures + <usize>index * Measure.BYTES);
}

/** Tag of the element of the `index`-th block. */
export function tagOfBlock(index: u32): u32 {
  return measureAt(index).tag;
}
