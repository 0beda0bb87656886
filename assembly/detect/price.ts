/** Whether a page may show a price: the question before all that takes long. */
import { mayBePrice } from '../evidence/block/amounts';
import { segmentAt, segmentCount } from '../page/arena';
import { Segment } from '../page/records';

export function showsPrice(): bool {
  const end = segmentCount * <u32>Segment.BYTES;
  for (let segment: u32 = 0; segment < end; segment += <u32>Segment.BYTES) {
    if (mayBePrice(segmentAt(segment).node)) return true;
  }
  return false;
}
