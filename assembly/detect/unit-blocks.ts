/** Access to the records of units. */
import { Status } from '../layout';
import { PAGE, blockCount, reserveUnits } from '../page/arena';
import { UnitBlock } from './unit-records';

/** The record of the `index`-th block. */
export function unitAt(index: u32): UnitBlock {
  assert(index < blockCount, 'units: the block is outside of the page');
  return changetype<UnitBlock>(PAGE.units + <usize>index * UnitBlock.BYTES);
}

/** Empty records of all blocks; a `STATUS_…` code. */
export function beginUnits(): u32 {
  const bytes = <usize>blockCount * UnitBlock.BYTES;
  if (!reserveUnits(bytes)) return Status.OUT_OF_MEMORY;
  memory.fill(PAGE.units, 0, bytes);
  return Status.OK;
}
