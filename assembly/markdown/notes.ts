/**
 * Footnotes: which elements are notes, numbered in the order of their references, as renderers do. When the first link comes that looks
 * like a reference, the elements with names are put into a hash table. A reference leads to a note if its target stands in a list of
 * notes, or says that it is one, or leads back. A note belongs to the document wherever it stands: in main content or not, hidden or not.
 */
import { Arena, Node, NodeKind, nodeAt } from '../html/nodes';
import { numberBetween, readText } from './inside';
import { Out } from './out';
import { Tag } from '../html/names';
import { areEqual, findAny, findByte, isDigit, isSpace } from '../html/scan';
import { NOTES } from '../page/arena';
import { GOLDEN, hashBytes } from '../page/hash';
import { PAGE_URL } from '../shown/address';
import { OWN_MARK, STAYS, addMark, marksOf, nextNode } from '../shown/visible-nodes';
import { hasClass, match, valueIs } from '../page/match';
import { Trait, has } from '../elements';
import {
  Decoded,
  Known,
  decode,
  hasAttributes,
  hasValue,
  rawEnd,
  rawStart,
  readAttributes,
} from '../page/attribute-values';
import { spend } from '../work';
import { TEXT, before, blockAround, findNote, isLong, keepNote, lineBlock, rootOf } from './note-extent';

/** Mark of a note that a reference leads to; of a line of notes, that of the element at its start. */
export const NOTE: u32 = OWN_MARK;
/** Mark of a reference, and of the elements in its line that may have its name. */
const REFERENCE: u32 = OWN_MARK << 1;

// ── Slot of the table: an element with a name, or a note by its node ──
@unmanaged
class Slot {
  /** Hash of its name; 0 where the slot is free. */
  id: u64;
  node: u32;
  /** 0 without a reference. */
  number: u32;
}

// ── Referred: a note with a number, in their order ──
@unmanaged
export class Referred {
  /** Its element, or the mark at the start of its line; 0 once it is written. */
  node: u32;
  /** The block in which it is a line; 0 for any other note. */
  block: u32;
  /** The first link to it. */
  link: u32;
}

/** Names were looked for. */
let known: bool = false;
/** Number of slots of the table. */
let slots: u32 = 0;
/** Number of names, and of notes in lines. */
let count: u32 = 0;
/** Number of notes with a reference. */
export let referred: u32 = 0;
/** Where the address of the page ends, without its query and its fragment. */
let urlEnd: usize = 0;

/** Levels above a note at which its list may be. */
const LIST_LEVELS: u32 = 6;
/** Maximum number of nodes of a note, and of a reference, that are looked at. */
const NODES_MOST: u32 = 256;
/** Maximum bytes of the label of a reference, without brackets. */
const LABEL_BYTES: u32 = 6;

/** A document begins; the address of its page ends at `end`. */
export function beginNotes(end: usize): void {
  known = false;
  slots = 0;
  count = 0;
  referred = 0;
  urlEnd = findAny(0x23, 0x3f, 0x3f, PAGE_URL, end);
}

function slotAt(index: u32): Slot {
  return changetype<Slot>(NOTES.at + <usize>index * offsetof<Slot>());
}

/** The slot of a name, or the free one where it would be. */
function slotOf(id: u64): Slot {
  // The low bits of keys of nodes are alike.
  let index = <u32>(id >> 32) & (slots - 1);
  while (slotAt(index).id && slotAt(index).id != id) {
    spend(1);
    index = (index + 1) & (slots - 1);
  }
  return slotAt(index);
}

/** The key of a note by its node. */
function keyOf(node: u32): u64 {
  return (<u64>node + 1) * GOLDEN;
}

/** The note with a number from 1 on. */
export function referredAt(number: u32): Referred {
  return changetype<Referred>(NOTES.at + <usize>slots * offsetof<Slot>() + <usize>(number - 1) * offsetof<Referred>());
}

function hashOf(start: usize, end: usize): u64 {
  return hashBytes(start, end - start) | 1;
}

/** Counts the name of an element, its attributes read, or adds it where there are slots. */
function addName(node: u32, attribute: u32): void {
  if (!hasValue(attribute)) return;
  count++;
  if (!slots || !decode(attribute)) return;
  const id = hashOf(Decoded.start, Decoded.end);
  const slot = slotOf(id);
  if (slot.id) return;
  slot.id = id;
  slot.node = node;
}

/** Passes all elements: counts their names, or adds them where there are slots. */
function walkNames(): void {
  count = 0;
  spend(Arena.end / <u32>Node.BYTES);
  for (let node: u32 = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    if (nodeAt(node).kind != NodeKind.ELEMENT || !hasAttributes(node)) continue;
    readAttributes(node);
    addName(node, Known.ID);
    const tag = <u32>nodeAt(node).tag;
    if (tag == Tag.A) addName(node, Known.NAME);
    else if (tag == Tag.SPAN) count += u32(hasInlineClass());
  }
}

function findNames(): void {
  known = true;
  walkNames();
  if (!count) return;
  // Each name may be that of a note, which is found by its node too.
  let wanted: u32 = 8;
  while (wanted < count << 2) wanted <<= 1;
  const bytes = <usize>wanted * offsetof<Slot>() + <usize>count * offsetof<Referred>();
  if (!NOTES.replace(bytes)) {
    Out.failed = true;
    return;
  }
  memory.fill(NOTES.at, 0, bytes);
  slots = wanted;
  walkNames();
}

/** The target of a link that leads to another page. */
const ELSEWHERE: u32 = u32.MAX_VALUE;

/** The element to which a link leads within the page, 0 if the page has none of that name, or ELSEWHERE. */
function targetOf(link: u32): u32 {
  readAttributes(link);
  if (!hasValue(Known.HREF) || !decode(Known.HREF)) return ELSEWHERE;
  const start = Decoded.start;
  const at = findByte(0x23, start, Decoded.end);
  if (at + 1 >= Decoded.end) return ELSEWHERE;
  // What stands before the fragment is the end of the address of the page.
  const length = at - start;
  if (length && (length > urlEnd - PAGE_URL || !areEqual(start, urlEnd - length, length))) return ELSEWHERE;
  const id = hashOf(at + 1, Decoded.end);
  if (!known) findNames();
  return slots ? slotOf(id).node : 0;
}

/** Whether the text of a link is the label of a note: a number, a letter or a sign, with or without brackets. */
export function isLabel(link: u32): bool {
  let bytes: u32 = 0;
  let letters: u32 = 0;
  let left = NODES_MOST;
  for (let node = link; node; node = nextNode(node, link, true, 0)) {
    if (!--left) return false;
    if (nodeAt(node).kind != NodeKind.TEXT) continue;
    const end = nodeAt(node).textEnd;
    for (let at = nodeAt(node).text; at < end; at++) {
      const byte = <u32>load<u8>(at);
      if (isSpace(byte) || isBracket(byte)) continue;
      const letter = byte | 0x20;
      // Roman numbers are of the letters i, v and x.
      if (letter - 0x61 < 26 && letter != 0x69 && letter != 0x76 && letter != 0x78) letters++;
      else if (!isDigit(byte) && letter - 0x61 >= 26 && byte != 0x2a && byte < 0x80) return false;
      if (++bytes > LABEL_BYTES || letters > 1) return false;
    }
  }
  return bytes != 0;
}

function isBracket(byte: u32): bool {
  return byte == 0x5b || byte == 0x5d || byte == 0x28 || byte == 0x29;
}

/** Whether a link, its attributes read, looks like a reference to a note. */
function looksLikeReference(link: u32): bool {
  if (!hasValue(Known.HREF)) return false;
  const above = nodeAt(link).parent;
  const below = nodeAt(link).firstChild;
  if (nodeAt(above).tag == Tag.SUP || nodeAt(below).tag == Tag.SUP) return true;
  return (
    valueIs(Known.ROLE, 'doc-noteref') ||
    hasClass('footnote-ref* footnote-anchor* spip_note') ||
    hasValue(Known.FOOTNOTE_REF) ||
    isLabel(link)
  );
}

/** Whether an element says that it is a note, or stands in a list of notes. */
function isListed(note: u32): bool {
  if (nodeAt(note).tag == Tag.ASIDE) return true;
  readAttributes(note);
  if (hasValue(Known.ID) && match(rawStart(Known.ID), rawEnd(Known.ID), 'fn* ftn* footnote* endnote* note*'))
    return true;
  for (let node = note, level: u32 = 0; node && level < LIST_LEVELS; level++, node = nodeAt(node).parent) {
    if (!hasAttributes(node)) continue;
    readAttributes(node);
    if (hasClass('footnote* references notes endnote*') || hasValue(Known.FOOTNOTES)) return true;
    if (valueIs(Known.ROLE, 'doc-endnotes doc-footnote tooltip note')) return true;
  }
  return false;
}

/** Whether a link leads to a reference. */
function leadsToReference(link: u32): bool {
  const target = targetOf(link);
  return target != ELSEWHERE && (marksOf(target) & REFERENCE) != 0;
}

/** Whether a link in a note leads to a reference, or to what the page does not have: a script adds the names of references. */
export function isBackLink(link: u32): bool {
  return !targetOf(link) || leadsToReference(link);
}

/** Whether a note has text, and stands in a list of notes, or leads back with one of its links. */
function isValid(note: u32, block: u32): bool {
  const root = rootOf(note, block);
  let isNote = isListed(note);
  let hasText = false;
  let left = NODES_MOST;
  for (let node = note; node && left && !(isNote && hasText); left--) {
    const isBack = nodeAt(node).tag == Tag.A && leadsToReference(node);
    if (isBack) isNote = true;
    else if (readText(node)) hasText = true;
    node = nextNode(node, root, !isBack, 0);
  }
  return isNote && hasText;
}

/** Marks what may have the name of a reference: the link, what it is in and what is before it, as far as they are in its line. */
function markReference(link: u32): void {
  for (let node = link; has(nodeAt(node).tag, Trait.INLINE); node = nodeAt(node).parent) {
    spend(1);
    addMark(node, REFERENCE);
    if (nodeAt(node).previous) addMark(nodeAt(node).previous, REFERENCE);
  }
  addMark(nodeAt(link).firstChild, REFERENCE);
}

/** The number of the note to which a link refers, whose attributes were read; 0 without one. */
export function referenceOf(link: u32): u32 {
  if (!looksLikeReference(link)) return 0;
  const target = targetOf(link);
  const note = target && target != ELSEWHERE ? findNote(target) : 0;
  if (!note) return 0;
  const block = lineBlock;
  const slot = slotOf(keyOf(note));
  if (slot.id) return slot.number;
  // What was written is no note.
  if (note < link && marksOf(note) & STAYS) return 0;
  // A note and its reference lead to each other: that in a list of notes is the note.
  if (isListed(blockAround(link)) && !isListed(note)) return 0;
  markReference(link);
  if (!isValid(note, block)) return 0;
  slot.id = keyOf(note);
  slot.number = addReferred(note, block, link);
  addMark(note, NOTE);
  return slot.number;
}

/** Gives the next number to a note. */
function addReferred(note: u32, block: u32, link: u32): u32 {
  assert(referred < count, 'notes: more notes than names');
  const added = referredAt(++referred);
  added.node = note;
  added.block = block;
  added.link = link;
  keepNote(note, block);
  return referred;
}

/** Whether an element, its attributes read, has the class of a note that stands where its reference is. */
function hasInlineClass(): bool {
  return hasClass('ltx_note footnote footnote_referrer modern-footnotes-footnote__note sidenote');
}

/** Whether an element is a note that stands in a line, where its reference is. */
export function isInlineNote(node: u32): bool {
  if (nodeAt(node).tag != Tag.SPAN || !hasAttributes(node)) return false;
  readAttributes(node);
  return hasInlineClass() && isLong(node) && before(node) == TEXT;
}

/** The number of a note in a line; 0 without memory for it. A note in another is visited more than once, and so is what is in it. */
export function numberOfInline(note: u32): u32 {
  if (!known) findNames();
  if (!slots) return 0;
  const slot = slotOf(keyOf(note));
  if (!slot.id) {
    slot.id = keyOf(note);
    slot.number = addReferred(note, 0, note);
  }
  return slot.number;
}

/** The number of an element with the mark of a note. */
export function numberOfNote(note: u32): u32 {
  return slotOf(keyOf(note)).number;
}

/** The number in the label of the first reference to a note; 0 without one. */
function labelOf(number: u32): u32 {
  const link = referredAt(number).link;
  let left = NODES_MOST;
  for (let node = link; node && left; node = nextNode(node, link, true, 0), left--) {
    if (nodeAt(node).kind != NodeKind.TEXT) continue;
    const digits = numberBetween(nodeAt(node).text, nodeAt(node).textEnd);
    if (digits) return digits;
  }
  return 0;
}

/** Where the first text of a note begins behind its label: a number or a sign, in brackets or before a point. */
export function skipLabel(number: u32, start: usize, end: usize): usize {
  let at = start;
  while (at < end && (isSpace(load<u8>(at)) || isBracket(load<u8>(at)))) at++;
  const from = at;
  while (at < end && (isDigit(load<u8>(at)) || load<u8>(at) == 0x2a || load<u8>(at) == 0x5e)) at++;
  const digits = numberBetween(from, at);
  const isNumbered = at > from;
  const last = at;
  while (at < end && (isBracket(load<u8>(at)) || load<u8>(at) == 0x2e || load<u8>(at) == 0x3a)) at++;
  // A text of nothing else is a label, and so is the number of the reference.
  if (at < end && isNumbered && !(digits && digits == labelOf(number)) && load<u8>(last) != 0x5d) return start;
  return at;
}
