/** Measures text that is invisible, although no attribute or class declares it hidden. */
import { Status } from '../layout';
import { NodeKind, following, nodeAt } from '../html/nodes';
import { findByte, findFour } from '../html/scan';
import { PAGE, input } from '../page/arena';
import { mayHold } from '../page/attribute-values';
import { isUnseen, tagCharactersIn } from '../page/unseen';
import { beginWork, isSpent, spend } from '../work';
import { HIDDEN, KEEPS_BUTTONS, KEPT, markShown, marksOf } from './visible-nodes';

/** `styl` in memory order. */
const STYLE: u32 = 0x6c797473;

/** True if the source may have a style attribute or a tag character, which most pages do not. */
function mayBeUnseen(): bool {
  // The first byte of a page is not part of an attribute.
  let at = input + 1;
  const end = input + PAGE.bytes;
  spend(PAGE.bytes >> 4);
  if (findByte(<i8>0xf3, at, end) < end) return true;
  for (; (at = findFour(STYLE, at, end)) < end; at++) {
    const before = <u32>load<u8>(at - 1);
    if (before <= 0x20 || before == 0x22 || before == 0x27 || before == 0x2f) return true;
  }
  return false;
}

/** Characters of a text except white space. */
function charactersOf(text: u32): u32 {
  let count: u32 = 0;
  const start = nodeAt(text).text;
  const end = nodeAt(text).textEnd;
  spend(end - start);
  for (let at = start; at < end; at++) {
    const byte = <u32>load<u8>(at);
    count += u32(byte > 0x20 && (byte & 0xc0) != 0x80);
  }
  return count;
}

/** Sets `PAGE.unseen` to the number of invisible characters of a selection; returns a `Status`. */
export function measureUnseen(selection: u32): u32 {
  PAGE.unseen = 0;
  beginWork();
  if (!mayBeUnseen()) return Status.OK;
  const status = markShown(selection, KEEPS_BUTTONS);
  if (status != Status.OK) return status;
  let count: u32 = 0;
  // The invisible element around the node, and the first node after that element.
  let unseen: u32 = 0;
  let unseenEnd: u32 = 0;
  let node = nodeAt(0).firstChild;
  while (node) {
    spend(1);
    if (node == unseenEnd) unseen = 0;
    const isKept = (marksOf(node) & (KEPT | HIDDEN)) == KEPT;
    const isText = nodeAt(node).kind == NodeKind.TEXT;
    if (isKept && isText) {
      const start = nodeAt(node).text;
      count += unseen ? charactersOf(node) : tagCharactersIn(start, start + nodeAt(node).textLength);
    } else if (isKept && !unseen && mayHold(node, STYLE) && isUnseen(node)) {
      unseen = node;
      unseenEnd = following(node, 0, false);
    }
    node = following(node, 0, isKept && !isText);
  }
  PAGE.unseen = count;
  return isSpent() ? Status.TOO_COMPLEX : Status.OK;
}
