/**
 * Footnotes: which elements are notes, numbered in the order of their references, as renderers do. Notes are looked for
 * when the first link that looks like a reference comes. They stand in a hash table by their ids.
 */
import { Flag, NodeKind } from '../html/records';
import { Out } from './out';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { NOTES } from '../page/arena';
import { hashBytes } from '../page/hash';
import { STAYS, addMark, marksOf } from '../shown/visible-nodes';
import { hasClass, match, valueIs } from '../shown/match';
import { nextNode } from '../page/tree';
import { Decoded, Known, decode, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';
import { spend } from '../work';

/** Mark of a note that a reference leads to. */
export const NOTE: u32 = 16;

@unmanaged
class Note {
  /** Hash of its id; 0 where the slot is free. */
  id: u64;
  node: u32;
  /** 0 without a reference. */
  number: u32;
}

/** Notes were looked for. */
let known: bool = false;
/** Number of slots of the table. */
let slots: u32 = 0;
/** Number of notes. */
let count: u32 = 0;
/** Number of notes with a reference. */
let referred: u32 = 0;

export function beginNotes(): void {
  known = false;
  slots = 0;
  count = 0;
  referred = 0;
}

/** Whether an element stays and has attributes. */
function isCandidate(node: u32): bool {
  const at = nodeAt(node);
  return at.kind == NodeKind.ELEMENT && (<u32>at.flags & Flag.ATTRIBUTES) != 0 && (marksOf(node) & STAYS) != 0;
}

/** Whether notes stand in an element. */
function isList(node: u32): bool {
  if (!isCandidate(node)) return false;
  const tag = <u32>nodeAt(node).tag;
  if (tag != Tag.DIV && tag != Tag.SECTION && tag != Tag.OL && tag != Tag.ASIDE && tag != Tag.UL && tag != Tag.FOOTER)
    return false;
  readAttributes(node);
  return hasClass('footnote* references notes') || valueIs(Known.ROLE, 'doc-endnotes') || hasValue(Known.FOOTNOTES);
}

function slotAt(index: u32): Note {
  return changetype<Note>(NOTES.at + <usize>index * offsetof<Note>());
}

/** The slot of an id, or the free one where it would be. */
function slotOf(id: u64): Note {
  let index = <u32>id & (slots - 1);
  while (slotAt(index).id && slotAt(index).id != id) {
    spend(1);
    index = (index + 1) & (slots - 1);
  }
  return slotAt(index);
}

function hashOf(start: usize, end: usize): u64 {
  return hashBytes(start, end - start) | 1;
}

/** Adds an element of a list of notes if it is one: an item, or what says so. */
function addNote(node: u32): void {
  if (!isCandidate(node)) return;
  const tag = <u32>nodeAt(node).tag;
  readAttributes(node);
  if (!hasValue(Known.ID)) return;
  if (tag == Tag.A) {
    // Its number has the id.
    if (!hasClass('footnote-number*')) return;
    node = nodeAt(node).parent;
  } else if (
    tag != Tag.LI &&
    tag != Tag.ASIDE &&
    !hasClass('footnote*') &&
    !valueIs(Known.ROLE, 'doc-footnote') &&
    !match(rawStart(Known.ID), rawEnd(Known.ID), 'nb*')
  ) {
    return;
  }
  count++;
  if (!slots) return;
  if (!decode(Known.ID)) return;
  const id = hashOf(Decoded.start, Decoded.end);
  const slot = slotOf(id);
  if (slot.id) return;
  slot.id = id;
  slot.node = node;
}

/** Passes the lists of notes; counts notes, or adds them where there are slots. */
function walkLists(): void {
  count = 0;
  let list = nextNode(0, 0, true, STAYS);
  while (list) {
    const isFound = isList(list);
    for (let node = isFound ? list : 0; node; node = nextNode(node, list, true, STAYS)) addNote(node);
    list = nextNode(list, 0, !isFound, STAYS);
  }
}

function findNotes(): void {
  known = true;
  walkLists();
  if (!count) return;
  slots = 8;
  while (slots < count << 1) slots <<= 1;
  const bytes = <usize>slots * offsetof<Note>();
  if (!NOTES.replace(bytes)) {
    Out.failed = true;
    slots = 0;
    return;
  }
  memory.fill(NOTES.at, 0, bytes);
  walkLists();
}

/** Whether a link, its attributes read, looks like a reference to a note. */
function looksLikeReference(link: u32): bool {
  if (!hasValue(Known.HREF) || rawEnd(Known.HREF) < rawStart(Known.HREF) + 2 || load<u8>(rawStart(Known.HREF)) != 0x23)
    return false;
  const above = nodeAt(link).parent;
  const below = nodeAt(link).firstChild;
  if (nodeAt(above).tag == Tag.SUP || nodeAt(below).tag == Tag.SUP) return true;
  return (
    valueIs(Known.ROLE, 'doc-noteref') ||
    hasClass('footnote-ref* footnote-anchor* spip_note') ||
    hasValue(Known.FOOTNOTE_REF)
  );
}

/** The number of the note to which a link refers, whose attributes were read; 0 without one. */
export function referenceOf(link: u32): u32 {
  if (!looksLikeReference(link)) return 0;
  if (!decode(Known.HREF)) return 0;
  const id = hashOf(Decoded.start + 1, Decoded.end);
  if (!known) findNotes();
  if (!slots) return 0;
  const note = slotOf(id);
  if (note.id && !note.number) {
    note.number = ++referred;
    addMark(note.node, NOTE);
  }
  return note.id ? note.number : 0;
}

/** The number of an element that is a note; it has the id, or the link with its number has. */
export function numberOfNote(element: u32): u32 {
  for (let node = element; node; node = nextNode(node, element, true, STAYS)) {
    if (!isCandidate(node)) continue;
    readAttributes(node);
    if (!hasValue(Known.ID) || !decode(Known.ID)) continue;
    const note = slotOf(hashOf(Decoded.start, Decoded.end));
    if (note.node == element) return note.number;
  }
  return 0;
}

/** Whether an element of a note, its attributes read, only repeats its label or leads back. */
export function isNoteMark(): bool {
  return hasClass('mw-cite-backlink label fn-b* spip_note_ref');
}
