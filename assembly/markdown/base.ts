/** The base of relative addresses: the first `base` element of the page, or the address of the page. */
import { Arena, Node, NodeKind } from '../html/nodes';
import { cleanDecoded } from './destination';
import { Out, need } from './out';
import { Tag } from '../html/names';
import { areEqual } from '../html/scan';
import { match } from '../page/match';
import { PAGE_URL, baseBytes, clearBase, resolve, resolvedRoom, setBase } from '../shown/address';
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
let ownBytes: usize = 0;

/** Whether the address of the page, as far as it is known, is or ends with what stands from `start` to `end`, but for its scheme. */
export function isOwnAddress(start: usize, end: usize): bool {
  start += match(start, end, 'http:* https:*');
  const bytes = end - start;
  return !ownBytes || (bytes <= ownBytes && areEqual(start, PAGE_URL + ownBytes - bytes, bytes));
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
