/** Recognises links around blocks, and links that only lead to their own place. */
import { headingAround } from '../detect/units';
import { NodeKind, nodeAt } from '../html/nodes';
import { hasAddress, isOwnAddress } from './base';
import { skipBlank } from './characters';
import { Text, beginningOf, hasImage, readText } from './inside';
import { Role, Trait, has, roleOf } from '../elements';
import { areEqual, findByte } from '../html/scan';
import { ADJACENT, KEPT, marksOf, nextNode } from '../output/visible-nodes';
import { hasClass, valueIs } from '../page/match';
import { AttributeId, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';
import { spend } from '../work';

function isBlock(node: u32): bool {
  return nodeAt(node).kind == NodeKind.ELEMENT && !has(nodeAt(node).tag, Trait.INLINE);
}

function isAround(node: u32, other: u32): bool {
  while (other && other != node) {
    spend(1);
    other = nodeAt(other).parent;
  }
  return other == node;
}

/** The largest part of a link that contains its text but not the image before it; 0 if no block separates both. */
function partWithText(text: u32, image: u32): u32 {
  let part = text;
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
 * The node that becomes the text of a link around blocks: the first heading, or the first part with text after a block with an image. 0 if
 * all of the link becomes its text.
 */
export function linkAnchorIn(link: u32): u32 {
  let text: u32 = 0;
  let image: u32 = 0;
  let node = nextNode(link, link, true, KEPT | ADJACENT);
  for (; node; node = nextNode(node, link, true, KEPT | ADJACENT)) {
    const isKept = (marksOf(node) & KEPT) != 0;
    if (isKept && roleOf(nodeAt(node).tag) == Role.HEADING) return node;
    if (text) continue;
    if (isKept && nodeAt(node).kind == NodeKind.TEXT) text = node;
    else if (!isKept && !image && hasImage(node)) image = node;
  }
  return text && image ? partWithText(text, image) : 0;
}

/** Sets `Text` to the text with which a link begins; false if more follows. */
function readOnlyText(link: u32): bool {
  const text = beginningOf(link);
  return readText(text) && !nodeAt(text).next;
}

/** True if the text of a link is only a sign such as `#`, `¶` or a chain; with `anything`: has no ASCII letters and digits. */
function isSign(link: u32, anything: bool): bool {
  if (!readOnlyText(link)) return false;
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
  // U+00B6 and U+00A7; U+200B; U+1F517.
  if (length == 2) return load<u16>(at) == 0xb6c2 || load<u16>(at) == 0xa7c2;
  if (length == 3) return load<u8>(at) == 0xe2 && load<u16>(at, 1) == 0x8b80;
  return length >= 4 && load<u32>(at) == 0x97949ff0;
}

/** Classes of links from a heading to itself. */
const ANCHORS = 'headerlink anchor anchorjs-link permalink hash-link header-anchor';
/** Classes of links from a note back to its reference. */
const BACK = 'footnote-back* footnote-number* reversefootnote data-footnote-back*';

function isArrow(link: u32): bool {
  if (!readOnlyText(link) || Text.end - Text.start >= 16) return false;
  return load<u8>(Text.start) == 0xe2 && load<u16>(Text.start, 1) == 0xa986;
}

/** True if the link read last is a mark that leads to its own place: from a heading to itself, or from a note back to its reference. */
export function isPlaceMark(link: u32, inNote: bool): bool {
  if (!hasValue(AttributeId.HREF) || load<u8>(rawStart(AttributeId.HREF)) != 0x23) return false;
  if (
    valueIs(AttributeId.ROLE, 'doc-backlink') ||
    hasValue(AttributeId.FOOTNOTE_BACK) ||
    isArrow(link) ||
    hasClass(BACK)
  )
    return inNote || !headingAround(link) || isSign(link, true);
  return isSign(link, false) || ((inNote || hasClass(ANCHORS)) && isSign(link, true));
}

/** Maximum elements that may have the name of a heading: the link or the heading, and those around it. */
const NAMED = 4;

/** True if the link read last only leads to its page, or to its own heading: the name of `node` or of an element around it. */
export function leadsToItself(node: u32): bool {
  const link = rawStart(AttributeId.HREF);
  const end = rawEnd(AttributeId.HREF);
  const start = findByte(0x23, link, end) + 1;
  // A slash leads to the first page of the site.
  if (start > end) return hasAddress() && end - link > 1 && isOwnAddress(link, end);
  if (start == end || !isOwnAddress(link, start - 1)) return false;
  for (let steps = 0; node && steps < NAMED; steps++) {
    readAttributes(node);
    const id = rawStart(AttributeId.ID);
    if (hasValue(AttributeId.ID) && rawEnd(AttributeId.ID) - id == end - start && areEqual(id, start, end - start))
      return true;
    node = nodeAt(node).parent;
  }
  return false;
}
