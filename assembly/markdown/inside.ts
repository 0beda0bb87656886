/** Finds what an element contains. */
import { headingAround } from '../detect/units';
import { NodeKind, nodeAt } from '../html/nodes';
import { Role, Trait, has, roleOf } from '../elements';
import { Tag } from '../html/names';
import { skipSpace, trimEnd } from '../html/scan';
import { match, valueIs } from '../page/match';
import { AttributeId, hasValue, readAttributes } from '../page/attribute-values';
import { KEPT, marksOf, namesPicture, nextNode } from '../output/visible-nodes';
import { here } from './out';
import { spend } from '../work';

/** The first descendant with a role, or 0. Skips nodes without a mark of `mask`, unless `mask` is 0. */
export function findBelow(root: u32, role: Role, mask: u32): u32 {
  let node = nextNode(root, root, true, mask);
  while (node && roleOf(nodeAt(node).tag) != role) node = nextNode(node, root, true, mask);
  return node;
}

export function hasImage(root: u32): bool {
  return roleOf(nodeAt(root).tag) == Role.IMAGE || findBelow(root, Role.IMAGE, 0) != 0;
}

/** Maximum levels from an element to the text with which it begins. */
const TEXT_LEVELS: u32 = 8;

/** The text with which a node begins: itself, or the first child of first children, or 0. */
export function beginningOf(node: u32): u32 {
  for (let level: u32 = 0; node && level <= TEXT_LEVELS; level++, node = nodeAt(node).firstChild)
    if (nodeAt(node).kind == NodeKind.TEXT) return node;
  return 0;
}

/** The text of the last `readText`, without white space at its ends. */
export namespace Text {
  export let start: usize = 0;
  export let end: usize = 0;
}

/** Sets `Text` to the text of a node; false for white space, and for other nodes. */
export function readText(node: u32): bool {
  if (!node || nodeAt(node).kind != NodeKind.TEXT) return false;
  Text.start = skipSpace(nodeAt(node).text, nodeAt(node).textEnd);
  Text.end = trimEnd(Text.start, nodeAt(node).textEnd);
  return Text.end > Text.start;
}

/** The first element or text that is not white space, from a node on among its siblings, or 0. */
export function partFrom(node: u32, isBack: bool): u32 {
  while (node && nodeAt(node).kind != NodeKind.ELEMENT && !readText(node)) {
    spend(1);
    node = isBack ? nodeAt(node).previous : nodeAt(node).next;
  }
  return node;
}

export function partAfter(node: u32): u32 {
  return partFrom(nodeAt(node).next, false);
}

export function partBefore(node: u32): u32 {
  return partFrom(nodeAt(node).previous, true);
}

/** True if an element has one of these names; `Tag` must not contain them. */
export function isNamed(node: u32, names: string): bool {
  const at = nodeAt(node);
  return at.tag == Tag.OTHER && match(at.text, at.textEnd, names) != 0;
}

/** True if an element is an image: a custom element by its name, as in AMP, or an object by its type or URL. */
export function isOtherImage(node: u32): bool {
  const at = nodeAt(node);
  if (at.tag == Tag.OBJECT || at.tag == Tag.EMBED) {
    readAttributes(node);
    if (hasValue(AttributeId.TYPE)) return valueIs(AttributeId.TYPE, 'image/*');
    return namesPicture(at.tag == Tag.OBJECT ? AttributeId.DATA : AttributeId.SRC);
  }
  if (at.tag != Tag.OTHER || at.textLength < 5) return false;
  return match(at.text, at.textEnd, 'amp-anim') != 0 || match(at.textEnd - 4, at.textEnd, '-img') != 0;
}

/** True if a term has text outside of bold elements and code, and no blocks. */
export function isPlainTerm(term: u32): bool {
  let plain = false;
  let node = nextNode(term, term, true, KEPT);
  while (node) {
    const tag = <u32>nodeAt(node).tag;
    let enters = false;
    if (nodeAt(node).kind == NodeKind.TEXT) plain = true;
    else if (!has(tag, Trait.INLINE)) return false;
    else enters = roleOf(tag) != Role.CODE && roleOf(tag) != Role.STRONG;
    node = nextNode(node, term, enters, KEPT);
  }
  return plain;
}

/** True if an element for code contains a link, an image or a block. */
export function holdsMore(code: u32): bool {
  let node = nextNode(code, code, true, 0);
  while (node) {
    const tag = <u32>nodeAt(node).tag;
    const stays = (marksOf(node) & KEPT) != 0;
    if (nodeAt(node).kind == NodeKind.ELEMENT) {
      if (roleOf(tag) == Role.LINK || roleOf(tag) == Role.IMAGE) return true;
      if (stays && !has(tag, Trait.INLINE)) return true;
    }
    node = nextNode(node, code, stays, 0);
  }
  return false;
}

/** True if all text of a heading or a cell is in bold elements. */
export function isAllStrong(root: u32): bool {
  let found = false;
  let node = nextNode(root, root, true, KEPT);
  while (node) {
    if (nodeAt(node).kind == NodeKind.TEXT) return false;
    const isStrong = roleOf(nodeAt(node).tag) == Role.STRONG;
    found = found || isStrong;
    node = nextNode(node, root, !isStrong, KEPT);
  }
  return found;
}

// The first kept text of the page.

export function firstText(): u32 {
  let node: u32 = 0;
  do {
    spend(1);
    node = nextNode(node, 0, true, KEPT);
  } while (node && nodeAt(node).kind != NodeKind.TEXT);
  return node;
}

/** True if this text is in an element. */
export function hasFirstText(element: u32): bool {
  let node = firstText();
  while (node && node != element) node = nodeAt(node).parent;
  return node != 0;
}

/** True if nothing is written yet, and this text is in an element and in a heading. */
export function beginsInHeading(element: u32): bool {
  return !here() && hasFirstText(element) && headingAround(firstText()) != 0;
}
