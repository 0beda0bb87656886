/** Parts of the page that are emphasised by what they are: terms and summaries. And headings, which are not. */
import { KIND_ELEMENT, KIND_TEXT, NODE_FIRST_CHILD, NODE_KIND, NODE_NEXT, NODE_PARENT, NODE_TAG } from '../layout';
import { ROLE_CODE, ROLE_IMAGE, ROLE_LINK, ROLE_STRONG, roleOf } from './roles';
import { Arena } from '../html/nodes';
import { INLINE, flagsOf } from '../page/elements';
import { STAYS, marksOf } from '../page/kept';
import { spend } from '../work';

/** Whether a term has text that is neither bold nor code, and no blocks. */
export function isPlainTerm(term: u32): bool {
  let plain = false;
  let node = load<u32>(Arena.nodes + term, NODE_FIRST_CHILD);
  while (node) {
    spend(1);
    let below: u32 = 0;
    if (marksOf(node) & STAYS) {
      const tag = <u32>load<u16>(Arena.nodes + node, NODE_TAG);
      if (load<u8>(Arena.nodes + node, NODE_KIND) == KIND_TEXT) plain = true;
      else if (!(flagsOf(tag) & INLINE)) return false;
      else if (roleOf(tag) != ROLE_CODE && roleOf(tag) != ROLE_STRONG) below = load<u32>(Arena.nodes + node, NODE_FIRST_CHILD);
    }
    if (!below) {
      below = load<u32>(Arena.nodes + node, NODE_NEXT);
      while (!below) {
        node = load<u32>(Arena.nodes + node, NODE_PARENT);
        if (node == term) return plain;
        below = load<u32>(Arena.nodes + node, NODE_NEXT);
      }
    }
    node = below;
  }
  return plain;
}

/** Whether an element for code has a link, an image or a block in it. */
export function holdsMore(code: u32): bool {
  let node = load<u32>(Arena.nodes + code, NODE_FIRST_CHILD);
  while (node) {
    spend(1);
    let next: u32 = 0;
    if (load<u8>(Arena.nodes + node, NODE_KIND) == KIND_ELEMENT) {
      const tag = <u32>load<u16>(Arena.nodes + node, NODE_TAG);
      if (roleOf(tag) == ROLE_LINK || roleOf(tag) == ROLE_IMAGE) return true;
      if (marksOf(node) & STAYS) {
        if (!(flagsOf(tag) & INLINE)) return true;
        next = load<u32>(Arena.nodes + node, NODE_FIRST_CHILD);
      }
    }
    if (!next) {
      next = load<u32>(Arena.nodes + node, NODE_NEXT);
      while (!next) {
        node = load<u32>(Arena.nodes + node, NODE_PARENT);
        if (node == code) return false;
        next = load<u32>(Arena.nodes + node, NODE_NEXT);
      }
    }
    node = next;
  }
  return false;
}

/** Whether all text of a heading is in one bold element. */
export function isAllStrong(heading: u32): bool {
  let node = heading;
  while (node) {
    let only: u32 = 0;
    for (let child = load<u32>(Arena.nodes + node, NODE_FIRST_CHILD); child; child = load<u32>(Arena.nodes + child, NODE_NEXT)) {
      spend(1);
      if (!(marksOf(child) & STAYS)) continue;
      if (only || load<u8>(Arena.nodes + child, NODE_KIND) != KIND_ELEMENT) return false;
      only = child;
    }
    if (!only) return false;
    if (roleOf(load<u16>(Arena.nodes + only, NODE_TAG)) == ROLE_STRONG) return true;
    node = only;
  }
  return false;
}
