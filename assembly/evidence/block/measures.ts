import { holdsMeasures, measures, ranked } from '../../page/arena';
import { Measure } from './measure-records';

export { Ends, Measure } from './measure-records';

/** Number of blocks with text. `ranked` lists them in the order of their texts. */
export let rankedCount: u32 = 0;

export function beginMeasures(): void {
  rankedCount = 0;
}

export function newOrder(): u32 {
  return rankedCount++;
}

export function measureAt(index: u32): Measure {
  assert(holdsMeasures((<usize>index + 1) * Measure.BYTES), 'records: the measure is outside of its region');
  return changetype<Measure>(measures + <usize>index * Measure.BYTES);
}

/** The measure of the parent; the root is its own parent. */
export function above(measure: Measure): Measure {
  return measureAt(measure.parent);
}

/** Index of the `order`-th block with text. */
export function indexOf(order: u32): u32 {
  return load<u32>(ranked + ((<usize>order) << 2));
}
