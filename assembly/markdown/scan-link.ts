/** What a link is: one around text, one around blocks, or a mark that only leads back to its own place. */
import { KIND_TEXT, NODE_FIRST_CHILD, NODE_KIND, NODE_NEXT, NODE_TAG, NODE_TEXT, NODE_TEXT_LENGTH } from '../layout';
import { ROLE_HEADING, roleOf } from './roles';
import { Arena } from '../html/nodes';
import { isSpace } from '../html/scan';
import { STAYS } from '../page/kept';
import { hasClass, valueIs } from '../page/match';
import { spaceAt } from '../page/text';
import { nextNode } from '../page/tree';
import { Known, hasValue, rawEnd, rawStart } from '../page/values';

/** The first heading that stays inside a link; 0 where there is none. */
export function headingIn(link: u32): u32 {
  let node = nextNode(link, link, true, STAYS);
  while (node && roleOf(load<u16>(Arena.nodes + node, NODE_TAG)) != ROLE_HEADING) node = nextNode(node, link, true, STAYS);
  return node;
}

/** Whether the only text below a node, at most a few characters, is a sign of a place: `#`, `¶`, `§`, a chain; or, if `anything`, has no letter. */
function isSign(link: u32, anything: bool): bool {
  let node = load<u32>(Arena.nodes + link, NODE_FIRST_CHILD);
  for (let steps = 0; node && load<u8>(Arena.nodes + node, NODE_KIND) != KIND_TEXT && steps < 4; steps++) {
    node = load<u32>(Arena.nodes + node, NODE_FIRST_CHILD);
  }
  if (!node || load<u32>(Arena.nodes + node, NODE_NEXT)) return false;
  let at = load<usize>(Arena.nodes + node, NODE_TEXT);
  let end = at + load<u32>(Arena.nodes + node, NODE_TEXT_LENGTH);
  while (at < end) {
    const gap = spaceAt(at);
    if (!gap) break;
    at += gap;
  }
  while (end > at && load<u8>(end - 1) <= 0x20) end--;
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

/** Classes of links from a heading to itself, and of those from a note back to its reference. */
const ANCHORS = 'headerlink anchor anchorjs-link permalink hash-link header-anchor';
const BACK = 'footnote-back* reversefootnote data-footnote-back*';

/** Whether an arrow back is the text of a link. */
function isArrow(link: u32): bool {
  const node = load<u32>(Arena.nodes + link, NODE_FIRST_CHILD);
  if (!node || load<u8>(Arena.nodes + node, NODE_KIND) != KIND_TEXT || load<u32>(Arena.nodes + node, NODE_NEXT)) return false;
  let at = load<usize>(Arena.nodes + node, NODE_TEXT);
  const end = at + load<u32>(Arena.nodes + node, NODE_TEXT_LENGTH);
  while (at < end && isSpace(load<u8>(at))) at++;
  if (end - at < 3 || load<u8>(at) != 0xe2 || load<u16>(at, 1) != 0xa986) return false;
  return end - at < 16;
}

/** Whether a link, its attributes read, leads to a place of the page where it is: from a heading to itself, or back from a note. */
export function isPlaceMark(link: u32, inNote: bool): bool {
  if (!hasValue(Known.HREF) || rawStart(Known.HREF) == rawEnd(Known.HREF) || load<u8>(rawStart(Known.HREF)) != 0x23) return false;
  if (valueIs(Known.ROLE, 'doc-backlink') || hasValue(Known.FOOTNOTE_BACK) || isArrow(link) || hasClass(BACK)) return true;
  return isSign(link, false) || ((inNote || hasClass(ANCHORS)) && isSign(link, true));
}
