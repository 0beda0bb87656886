/** What a link is: one around text, one around blocks, or a mark that only leads back to its own place. */
import { headingAround } from '../detect/units';
import { NodeKind, nodeAt } from '../html/nodes';
import { isOwnAddress } from './base';
import { skipBlank } from './characters';
import { Text, beginningOf, findBelow, hasImage, readText } from './inside';
import { Role, Trait, has } from '../elements';
import { areEqual, findByte } from '../html/scan';
import { BESIDE, STAYS, marksOf, nextNode } from '../shown/visible-nodes';
import { hasClass, valueIs } from '../page/match';
import { Known, hasAttributes, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';
import { spend } from '../work';

function isBlock(node: u32): bool {
  return nodeAt(node).kind == NodeKind.ELEMENT && !has(nodeAt(node).tag, Trait.INLINE);
}

/** Whether a node is around another. */
function isAround(node: u32, other: u32): bool {
  while (other && other != node) {
    spend(1);
    other = nodeAt(other).parent;
  }
  return other == node;
}

/** The part of a link with its first text, where a block with nothing but an image comes before it; else 0. */
function partWithText(link: u32): u32 {
  let image: u32 = 0;
  let node = nextNode(link, link, true, STAYS | BESIDE);
  while (node && !(marksOf(node) & STAYS && nodeAt(node).kind == NodeKind.TEXT)) {
    if (!image && marksOf(node) & BESIDE && hasImage(node)) image = node;
    node = nextNode(node, link, true, STAYS | BESIDE);
  }
  if (!node || !image) return 0;
  // The largest part that the image is not in. It is one where a block ends between both.
  let part = node;
  let divides = isBlock(part);
  for (let above = nodeAt(part).parent; !isAround(above, image); above = nodeAt(part).parent) {
    part = above;
    divides = divides || isBlock(part);
  }
  const both = nodeAt(part).parent;
  for (; image != both; image = nodeAt(image).parent) divides = divides || isBlock(image);
  return divides ? part : 0;
}

/**
 * What carries a link over several blocks: the first heading inside, or the first part with text if a block with an image is
 * before it. 0 where the link begins at once.
 */
export function carrierIn(link: u32): u32 {
  const heading = findBelow(link, Role.HEADING, STAYS);
  return heading ? heading : partWithText(link);
}

/**
 * Whether the only text below a node, of at most a few characters, is a sign of a place: `#`, `¶`, `§`, a chain. If `anything`, any text
 * without a letter is one.
 */
function isSign(link: u32, anything: bool): bool {
  const node = beginningOf(link);
  if (!readText(node) || nodeAt(node).next) return false;
  const end = Text.end;
  let at = skipBlank(Text.start, end);
  if (end - at > 12) return false;
  if (anything) {
    for (; at < end; at++) {
      const byte = <u32>load<u8>(at);
      if ((byte | 0x20) - 0x61 < 26 || byte - 0x30 < 10) return false;
    }
    return true;
  }
  const length = end - at;
  if (length == 1) return load<u8>(at) == 0x23;
  // The pilcrow and the section sign, a link symbol, a zero-width space.
  if (length == 2) return load<u16>(at) == 0xb6c2 || load<u16>(at) == 0xa7c2;
  if (length == 3) return load<u8>(at) == 0xe2 && load<u16>(at, 1) == 0x8b80;
  return length >= 4 && load<u32>(at) == 0x97949ff0;
}

/** Classes of links from a heading to itself. */
const ANCHORS = 'headerlink anchor anchorjs-link permalink hash-link header-anchor';
/** Classes of links from a note back to its reference. */
const BACK = 'footnote-back* footnote-number* reversefootnote data-footnote-back*';

/** Whether an arrow back is the text of a link. */
function isArrow(link: u32): bool {
  const node = beginningOf(link);
  if (!readText(node) || nodeAt(node).next || Text.end - Text.start >= 16) return false;
  return load<u8>(Text.start) == 0xe2 && load<u16>(Text.start, 1) == 0xa986;
}

/** Whether a link, its attributes read, leads to a place of the page where it is: from a heading to itself, or back from a note. */
export function isPlaceMark(link: u32, inNote: bool): bool {
  if (!hasValue(Known.HREF) || rawStart(Known.HREF) == rawEnd(Known.HREF) || load<u8>(rawStart(Known.HREF)) != 0x23)
    return false;
  if (valueIs(Known.ROLE, 'doc-backlink') || hasValue(Known.FOOTNOTE_BACK) || isArrow(link) || hasClass(BACK))
    return inNote || !headingAround(link) || isSign(link, true);
  return isSign(link, false) || ((inNote || hasClass(ANCHORS)) && isSign(link, true));
}

/** Elements from a link or a heading upwards that may have the name to which a heading leads. */
const NAMED = 4;

/** Whether a link, its attributes read, only leads to its own heading: to the name of `node` or of an element around it. */
export function leadsToItself(node: u32): bool {
  const end = rawEnd(Known.HREF);
  const start = findByte(0x23, rawStart(Known.HREF), end) + 1;
  if (start >= end || !isOwnAddress(rawStart(Known.HREF), start - 1)) return false;
  for (let steps = 0; node && steps < NAMED; steps++) {
    if (hasAttributes(node)) {
      readAttributes(node);
      const id = rawStart(Known.ID);
      if (hasValue(Known.ID) && rawEnd(Known.ID) - id == end - start && areEqual(id, start, end - start)) return true;
    }
    node = nodeAt(node).parent;
  }
  return false;
}
