/**
 * Footnotes: which elements are notes, numbered in the order of their references, as those who render them do. Notes are looked for
 * when the first link that looks like a reference comes. They stand in a hash table by their ids.
 *
 *   0    8      12       16
 *   │ id │ node │ number │     id: hash; 0 where the slot is free. number: 0 without one
 */
import { Flag, NodeKind } from '../html/records';
import { Out } from './out';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { NOTES } from '../page/arena';
import { hashBytes } from '../page/hash';
import { STAYS, addMark, marksOf } from '../page/kept';
import { hasClass, match, valueIs } from '../page/match';
import { nextNode } from '../page/tree';
import { Decoded, Known, decode, hasValue, rawEnd, rawStart, readAttributes } from '../page/values';
import { spend } from '../work';

/** Mark of a note that a reference leads to. */
export const NOTE: u32 = 16;

const NOTE_NODE: usize = 8;
const NOTE_NUMBER: usize = 12;
const NOTE_BYTES: usize = 16;

/** Whether notes were looked for; slots of the table, notes, and notes with a reference. */
let known: bool = false;
let slots: u32 = 0;
let count: u32 = 0;
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

function slotAt(index: u32): usize {
  return NOTES.at + <usize>index * NOTE_BYTES;
}

/** The slot of an id, or the free one where it would be. */
function slotOf(id: u64): usize {
  let index = <u32>id & (slots - 1);
  while (load<u64>(slotAt(index)) != 0 && load<u64>(slotAt(index)) != id) {
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
  if (load<u64>(slot)) return;
  store<u64>(slot, id);
  store<u32>(slot, node, NOTE_NODE);
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
  const bytes = <usize>slots * NOTE_BYTES;
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

/** The slot of the note that a link, its attributes read, refers to; 0 if it refers to none. */
export function noteOf(link: u32): usize {
  if (!looksLikeReference(link)) return 0;
  if (!decode(Known.HREF)) return 0;
  const id = hashOf(Decoded.start + 1, Decoded.end);
  if (!known) findNotes();
  if (!slots) return 0;
  const slot = slotOf(id);
  if (!load<u64>(slot)) return 0;
  if (!load<u32>(slot, NOTE_NUMBER)) {
    store<u32>(slot, ++referred, NOTE_NUMBER);
    addMark(load<u32>(slot, NOTE_NODE), NOTE);
  }
  return slot;
}

/** The slot of an element that is a note; it has the id, or the link with its number has. */
export function slotOfNote(note: u32): usize {
  let slot: usize = 0;
  for (
    let node = note;
    node && (!slot || load<u32>(slot, NOTE_NODE) != note);
    node = nextNode(node, note, true, STAYS)
  ) {
    if (!isCandidate(node)) continue;
    readAttributes(node);
    if (hasValue(Known.ID) && decode(Known.ID)) slot = slotOf(hashOf(Decoded.start, Decoded.end));
  }
  return slot;
}

/** The number of the note in a slot. */
export function noteNumber(slot: usize): u32 {
  return load<u32>(slot, NOTE_NUMBER);
}

/** Whether an element of a note, its attributes read, only repeats its label or leads back. */
export function isNoteMark(): bool {
  return hasClass('mw-cite-backlink label fn-b* spip_note_ref');
}
