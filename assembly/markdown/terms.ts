/** Parts of the page that are emphasised by what they are: terms and summaries. And headings, which are not. */
import { NodeKind } from '../html/records';
import { Role, Trait, has, roleOf } from '../elements';
import { nodeAt } from '../html/nodes';
import { STAYS, marksOf } from '../shown/visible-nodes';
import { nextNode } from '../page/tree';

/** Whether a term has text that is neither bold nor code, and no blocks. */
export function isPlainTerm(term: u32): bool {
  let plain = false;
  let node = nextNode(term, term, true, STAYS);
  while (node) {
    const tag = <u32>nodeAt(node).tag;
    let enters = false;
    if (nodeAt(node).kind == NodeKind.TEXT) plain = true;
    else if (!has(tag, Trait.INLINE)) return false;
    else enters = roleOf(tag) != Role.CODE && roleOf(tag) != Role.STRONG;
    node = nextNode(node, term, enters, STAYS);
  }
  return plain;
}

/** Whether an element for code has a link, an image or a block in it. */
export function holdsMore(code: u32): bool {
  let node = nextNode(code, code, true, 0);
  while (node) {
    const tag = <u32>nodeAt(node).tag;
    const stays = (marksOf(node) & STAYS) != 0;
    if (nodeAt(node).kind == NodeKind.ELEMENT) {
      if (roleOf(tag) == Role.LINK || roleOf(tag) == Role.IMAGE) return true;
      if (stays && !has(tag, Trait.INLINE)) return true;
    }
    node = nextNode(node, code, stays, 0);
  }
  return false;
}

/** Whether all text of a heading or a cell is in bold elements. */
export function isAllStrong(root: u32): bool {
  let found = false;
  let node = nextNode(root, root, true, STAYS);
  while (node) {
    if (nodeAt(node).kind == NodeKind.TEXT) return false;
    const isStrong = roleOf(nodeAt(node).tag) == Role.STRONG;
    found = found || isStrong;
    node = nextNode(node, root, !isStrong, STAYS);
  }
  return found;
}
