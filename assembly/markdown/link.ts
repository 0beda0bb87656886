/** The end of a link. */
import { isPlain, readAddress, writeDestination } from './destination';
import { Out, addressOf, byteAt, here, need, put } from './out';
import { writeTitle } from './title';
import { Address, SCHEME_NONE } from '../shown/address';
import { Known, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';
import { spend } from '../work';

/** Whether the text between two offsets, without its backslashes, is what stands from `from` on. */
function isSame(start: u32, end: u32, from: u32, last: u32): bool {
  while (start < end && from < last) {
    if (byteAt(start) == 0x5c) start++;
    if (byteAt(start++) != byteAt(from++)) return false;
  }
  return start == end && from == last;
}

/** Ends the link of an element, whose bracket is at the offset `start`. */
export function closeLink(node: u32, start: u32, inCell: bool): void {
  readAttributes(node);
  if (!readAddress(Known.HREF) || !need(0)) return;
  const end = here();
  put(0x5d);
  put(0x28);
  const isAbsolute = Address.scheme != SCHEME_NONE;
  writeDestination();
  if (Out.failed) return;
  const last = here();
  const length = last - end - 2;
  if (isAbsolute && isPlain && length && isSame(start + 1, end, end + 2, last)) {
    spend(length);
    store<u8>(addressOf(start), 0x3c);
    memory.copy(addressOf(start + 1), addressOf(end + 2), length);
    Out.to = addressOf(start + 1 + length);
    put(0x3e);
    return;
  }
  if (hasValue(Known.TITLE) && rawEnd(Known.TITLE) > rawStart(Known.TITLE)) writeTitle(start + 1, end, inCell);
  put(0x29);
}
