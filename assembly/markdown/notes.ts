/**
 * Footnotes: which elements are notes, and the labels by which their references know them. Notes are looked for when the first link
 * that looks like a reference comes. They stand in a hash table by their ids; a second one has the labels that are taken.
 *
 *   0    8      12       16      64
 *   │ id │ node │ length │ label │     id: hash; 0 where the slot is free. length: of the label, 0 without one
 */
import { Flag, Node, NodeKind } from '../layout';
import { Out } from './out';
import { Tag } from '../html/names';
import { Arena } from '../html/nodes';
import { isSpace } from '../html/scan';
import { notes, reserveNotes } from '../page/arena';
import { hashBytes } from '../page/hash';
import { STAYS, addMark, marksOf } from '../page/kept';
import { hasClass, valueIs } from '../page/match';
import { nextNode } from '../page/tree';
import { Decoded, Known, decode, hasValue, rawEnd, rawStart, readAttributes } from '../page/values';
import { spend } from '../work';

/** Mark of a note that a reference leads to. */
export const NOTE: u32 = 16;

const NOTE_NODE: usize = 8;
const NOTE_LENGTH: usize = 12;
export const NOTE_LABEL: usize = 16;
const LABEL_MAX: u32 = 48;
const NOTE_BYTES: usize = 64;

/** Whether notes were looked for; slots of both tables, and notes. */
let known: bool = false;
let slots: u32 = 0;
let count: u32 = 0;

export function beginNotes(): void {
  known = false;
  slots = 0;
  count = 0;
}

/** Whether an element stays and has attributes. */
function isCandidate(node: u32): bool {
  const at = Arena.nodes + node;
  return (
    load<u8>(at, Node.KIND) == NodeKind.ELEMENT &&
    (<u32>load<u8>(at, Node.FLAGS) & Flag.ATTRIBUTES) != 0 &&
    (marksOf(node) & STAYS) != 0
  );
}

/** Whether notes stand in an element. */
function isList(node: u32): bool {
  if (!isCandidate(node)) return false;
  const tag = <u32>load<u16>(Arena.nodes + node, Node.TAG);
  if (tag != Tag.DIV && tag != Tag.SECTION && tag != Tag.OL && tag != Tag.ASIDE && tag != Tag.UL && tag != Tag.FOOTER)
    return false;
  readAttributes(node);
  return hasClass('footnote* references') || valueIs(Known.ROLE, 'doc-endnotes') || hasValue(Known.FOOTNOTES);
}

function slotAt(index: u32): usize {
  return notes + <usize>index * NOTE_BYTES;
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
  const tag = <u32>load<u16>(Arena.nodes + node, Node.TAG);
  readAttributes(node);
  if (
    !hasValue(Known.ID) ||
    (tag != Tag.LI && tag != Tag.ASIDE && !hasClass('footnote*') && !valueIs(Known.ROLE, 'doc-footnote'))
  )
    return;
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
  const bytes = <usize>slots * (NOTE_BYTES + 8);
  if (!reserveNotes(bytes)) {
    Out.failed = true;
    slots = 0;
    return;
  }
  memory.fill(notes, 0, bytes);
  walkLists();
}

/** Whether a label is new; it is taken then. */
function takeLabel(label: usize, length: u32): bool {
  const hash = hashBytes(label, length) | 1;
  const base = notes + <usize>slots * NOTE_BYTES;
  let index = <u32>hash & (slots - 1);
  for (let at = base + ((<usize>index) << 3); load<u64>(at); at = base + ((<usize>index) << 3)) {
    if (load<u64>(at) == hash) return false;
    index = (index + 1) & (slots - 1);
  }
  store<u64>(base + ((<usize>index) << 3), hash);
  return true;
}

/** Makes the text of a reference the label of a note, without brackets; false if it cannot be one. */
function labelNote(slot: usize, link: u32): bool {
  let length: u32 = 0;
  let node = nextNode(link, link, true, 0);
  while (node) {
    const at = Arena.nodes + node;
    if (load<u8>(at, Node.KIND) == NodeKind.TEXT) {
      const start = load<usize>(at, Node.TEXT);
      const end = start + load<u32>(at, Node.TEXT_LENGTH);
      for (let from = start; from < end; from++) {
        const byte = <u32>load<u8>(from);
        if (byte == 0x5b || byte == 0x5d || isSpace(byte)) continue;
        const isPlain = byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 26 || byte == 0x2d || byte >= 0x80;
        if (!isPlain || length == LABEL_MAX) return false;
        store<u8>(slot + NOTE_LABEL + length, byte);
        length++;
      }
    }
    node = nextNode(node, link, true, 0);
  }
  if (!length || !takeLabel(slot + NOTE_LABEL, length)) return false;
  store<u32>(slot, length, NOTE_LENGTH);
  addMark(load<u32>(slot, NOTE_NODE), NOTE);
  return true;
}

/** Whether a link, its attributes read, looks like a reference to a note. */
function looksLikeReference(link: u32): bool {
  if (!hasValue(Known.HREF) || rawEnd(Known.HREF) < rawStart(Known.HREF) + 2 || load<u8>(rawStart(Known.HREF)) != 0x23)
    return false;
  const above = load<u32>(Arena.nodes + link, Node.PARENT);
  const below = load<u32>(Arena.nodes + link, Node.FIRST_CHILD);
  if (load<u16>(Arena.nodes + above, Node.TAG) == Tag.SUP || load<u16>(Arena.nodes + below, Node.TAG) == Tag.SUP)
    return true;
  return valueIs(Known.ROLE, 'doc-noteref') || hasClass('footnote-ref*') || hasValue(Known.FOOTNOTE_REF);
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
  return load<u32>(slot, NOTE_LENGTH) || labelNote(slot, link) ? slot : 0;
}

/** The slot of an element that is a note. */
export function slotOfNote(node: u32): usize {
  readAttributes(node);
  decode(Known.ID);
  return slotOf(hashOf(Decoded.start, Decoded.end));
}

export function labelLength(slot: usize): u32 {
  return load<u32>(slot, NOTE_LENGTH);
}

/** Whether an element of a note, its attributes read, only repeats its label or leads back. */
export function isNoteMark(): bool {
  return hasClass('mw-cite-backlink label fn-b*');
}
