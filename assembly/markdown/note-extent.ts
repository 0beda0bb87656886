/**
 * Finds the extent of a footnote. The target of a reference is the element of the note, or an element at its start, its mark. A note is an
 * item, a paragraph, a row, or a line in a block of several notes: line breaks or terms separate these lines.
 */
import { NodeKind, following, nodeAt } from '../html/nodes';
import { Trait, has } from '../elements';
import { Tag } from '../html/names';
import { AttributeId, readAttributes } from '../page/attribute-values';
import { KEPT, keep, markUpwards, nextNode } from '../output/visible-nodes';
import { tagIs, valueIs } from '../page/match';
import { Text, readText } from './inside';
import { spend } from '../work';

/** Maximum levels from the mark of a note up to the note. */
const LEVELS: u32 = 8;
/** Maximum bytes of a text that is only the label of a note: `[12]`, `iv.`. */
const LABEL_BYTES: u32 = 8;
/** Maximum nodes examined in or next to an element. */
const NODES_MOST: u32 = 256;
/** Work for each of these nodes. */
const NODE_STEPS: u64 = 8;

/** True if a node has more text than a label. */
export function isLong(root: u32): bool {
  let bytes: u32 = 0;
  let left = NODES_MOST;
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    // Called for nodes near the target of each reference.
    spend(NODE_STEPS);
    if (readText(node)) bytes += <u32>(Text.end - Text.start);
    if (bytes > LABEL_BYTES || !--left) return true;
  }
  return false;
}

function isInline(node: u32): bool {
  return has(nodeAt(node).tag, Trait.INLINE);
}

/** The first element from a node upwards that is not inline. */
export function blockAround(node: u32): u32 {
  for (; isInline(node); node = nodeAt(node).parent) spend(1);
  return node;
}

// What precedes a node in its parent.
const NOTHING: u32 = 0;
const BREAK: u32 = 1;
export const TEXT: u32 = 2;

export function before(node: u32): u32 {
  let left = NODES_MOST;
  for (let at = nodeAt(node).previous; at; at = nodeAt(at).previous) {
    if (nodeAt(at).tag == Tag.BR) return BREAK;
    if (isLong(at) || !--left) return TEXT;
  }
  return NOTHING;
}

/** The mark of the next note in the same parent: an element of the same name after a line break, or the next term, or 0. */
function nextMark(mark: u32): u32 {
  let isBreak = nodeAt(mark).tag == Tag.DT;
  let left = NODES_MOST;
  for (let at = nodeAt(mark).next; at && left; at = nodeAt(at).next, left--) {
    const tag = <u32>nodeAt(at).tag;
    if (tag == Tag.BR) isBreak = true;
    else if (isBreak && tag == nodeAt(mark).tag && nodeAt(at).kind == NodeKind.ELEMENT) return at;
    else if (tag != Tag.DD && isLong(at)) isBreak = false;
  }
  return 0;
}

/** Elements that cannot be a note: headings, and those that contain several notes. */
const NO_NOTES = 'h1 h2 h3 h4 h5 h6 ol ul dl section article main body';

/** True if an element around paragraphs is a note: an item, a row, or an element that an office suite writes. */
function isNote(above: u32): bool {
  const tag = <u32>nodeAt(above).tag;
  if (tag == Tag.LI || tag == Tag.DD || tag == Tag.ASIDE || tag == Tag.TR) return true;
  if (tag != Tag.DIV) return false;
  readAttributes(above);
  return valueIs(AttributeId.ID, 'ftn* edn*');
}

/** If the last result of `findNote` is a line: the block around it; otherwise 0. */
export let lineBlock: u32 = 0;

/** The note at the target of a link: its element, or the mark at the start of its line; 0 without a note. */
export function findNote(target: u32): u32 {
  lineBlock = 0;
  let node = target;
  for (let level: u32 = 0; level < LEVELS; level++) {
    spend(1);
    const tag = <u32>nodeAt(node).tag;
    if (tagIs(tag, NO_NOTES)) return 0;
    if (tag == Tag.DT) {
      lineBlock = nodeAt(node).parent;
      return node;
    }
    const isLine = isInline(node);
    if (!isLine && isNote(node)) return node;
    const what = before(node);
    if (isLine) {
      if (what == TEXT) return isLong(node) ? node : 0;
      if (what == BREAK || nextMark(node)) {
        lineBlock = blockAround(node);
        return node;
      }
    } else if (what == TEXT || !isNote(nodeAt(node).parent)) {
      return node;
    }
    node = nodeAt(node).parent;
  }
  return 0;
}

/** The element with all nodes of a note. */
export function rootOf(note: u32, block: u32): u32 {
  return block ? nodeAt(note).parent : note;
}

/** Keeps the texts of a note, even if they are hidden. `block`: the block of its line, or 0. */
export function keepNote(note: u32, block: u32): void {
  const root = rootOf(note, block);
  const end = block ? nextMark(note) : 0;
  markUpwards(note, KEPT);
  for (let node = note; node && node != end; ) {
    spend(1);
    const enters = !has(nodeAt(node).tag, Trait.UNSEEN | Trait.IGNORED) && nodeAt(node).tag != Tag.BUTTON;
    if (enters) keep(node);
    node = following(node, root, enters);
  }
}
