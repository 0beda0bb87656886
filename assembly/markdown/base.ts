/** The base of relative addresses: the first `base` element of the page, or the address of the page. */
import { Node, NodeKind } from '../html/records';
import { cleanDecoded } from './destination';
import { Out, need } from './out';
import { Tag } from '../html/names';
import { Arena } from '../html/nodes';
import { Address, PAGE_URL, baseBytes, clearBase, resolve, resolvedRoom, setBase } from '../shown/address';
import { findByte } from '../html/scan';
import { Decoded, Known, decode, hasValue, readAttributes } from '../page/attribute-values';
import { spend } from '../work';

const BASE_ELEMENT: u32 = Tag.BASE | (NodeKind.ELEMENT << 16);

/** The first element with an address for the page; 0 without one. */
function findElement(): u32 {
  spend(Arena.end / (<u32>Node.BYTES * 2));
  for (let node: u32 = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    // The tag and the kind of a node are its first three bytes.
    if ((load<u32>(Arena.nodes + node, offsetof<Node>('tag')) & 0xffffff) != BASE_ELEMENT) continue;
    readAttributes(node);
    if (hasValue(Known.HREF)) return node;
  }
  return 0;
}

/** Bytes of the address of the page without its fragment; 0 where it is unknown. */
let ownBytes: u32 = 0;

/** Whether an address, without its fragment, is that of the page, as far as that is known. The scheme does not count. */
export function isOwnAddress(): bool {
  if (!ownBytes || load<u8>(Address.start) == 0x23) return true;
  if (!need(resolvedRoom(Address.end - Address.start))) return false;
  const end = findByte(0x23, Out.to, resolve(Out.to));
  const own = findByte(0x2f, PAGE_URL, PAGE_URL + ownBytes);
  const start = findByte(0x2f, Out.to, end);
  const length = end - start;
  return length == PAGE_URL + ownBytes - own && !memory.compare(start, own, length);
}

/** Sets the base from the address of the page, which may be empty, and from the page itself. */
export function findBase(start: usize, end: usize): void {
  clearBase();
  setBase(start, end);
  ownBytes = baseBytes();
  if (!findElement() || !decode(Known.HREF) || !cleanDecoded()) return;
  const most = resolvedRoom(Decoded.end - Decoded.start);
  if (need(most)) setBase(Out.to, resolve(Out.to));
}
