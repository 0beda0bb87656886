/** The base of relative URLs: the first `base` element of the page, or the URL of the page. */
import { Arena, Node, NodeKind } from '../html/nodes';
import { cleanDecoded } from './destination';
import { Out, need } from './out';
import { Tag } from '../html/names';
import { areEqual, findByte } from '../html/scan';
import { match } from '../page/match';
import { PAGE_URL, baseBytes, clearBase, resolve, resolvedCapacity, setBase } from '../output/address';
import { DecodedValue, AttributeId, decode, hasValue, readAttributes } from '../page/attribute-values';
import { spend } from '../work';

const BASE_ELEMENT: u32 = Tag.BASE | (NodeKind.ELEMENT << 16);

/** The first `base` element with a URL, or 0. */
function findElement(): u32 {
  spend(Arena.end / (<u32>Node.BYTES * 2));
  for (let node: u32 = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    // The tag and the kind of a node are its first three bytes.
    if ((load<u32>(Arena.nodes + node, offsetof<Node>('tag')) & 0xffffff) != BASE_ELEMENT) continue;
    readAttributes(node);
    if (hasValue(AttributeId.HREF)) return node;
  }
  return 0;
}

/** End of the page's URL without its fragment; `PAGE_URL` if it is unknown. */
let ownEnd: usize = 0;

/** True if the URL of the page is known. */
export function hasAddress(): bool {
  return ownEnd > PAGE_URL;
}

/** True if the page's URL up to `own` ends with a URL, ignoring its scheme and a last slash. */
function isEndOf(start: usize, end: usize, own: usize): bool {
  start += match(start, end, 'http:* https:*');
  if (end > start + 1) {
    end -= usize(load<u8>(end - 1) == 0x2f);
    own -= usize(load<u8>(own - 1) == 0x2f);
  }
  const bytes = end - start;
  return bytes <= own - PAGE_URL && areEqual(start, own - bytes, bytes);
}

/** True if a URL is that of the page, with or without the query. Also true if the URL of the page is unknown. */
export function isOwnAddress(start: usize, end: usize): bool {
  return !hasAddress() || isEndOf(start, end, ownEnd) || isEndOf(start, end, findByte(0x3f, PAGE_URL, ownEnd));
}

/** Sets the base from the page's URL, which may be empty, and from its `base` element. */
export function findBase(start: usize, end: usize): void {
  clearBase();
  setBase(start, end);
  ownEnd = PAGE_URL + baseBytes();
  if (!findElement() || !decode(AttributeId.HREF) || !cleanDecoded()) return;
  const most = resolvedCapacity(DecodedValue.end - DecodedValue.start);
  if (need(most)) setBase(Out.to, resolve(Out.to));
}
