/**
 * Footnotes. Notes have numbers in the order of their first references, as in rendered Markdown. At the first link that looks like a
 * reference, all elements with names are put into a hash table. A link is a reference if its target is in a list of notes, has attributes
 * of a note, or links back. A note is written wherever it is in the page, hidden or not.
 */
import { Arena, Node, NodeKind, nodeAt } from '../html/nodes';
import { hasAddress, isOwnAddress } from './base';
import { readText } from './inside';
import { Out } from './out';
import { Tag } from '../html/names';
import { findByte, isDigit, isSpace, numberBetween } from '../html/scan';
import { NOTES } from '../page/arena';
import { GOLDEN, hashBytes } from '../page/hash';
import { OWN_MARK, KEPT, addMark, marksOf, nextNode } from '../output/visible-nodes';
import { hasClass, valueIs } from '../page/match';
import { Trait, has } from '../elements';
import { DecodedValue, AttributeId, decode, hasValue, mayHold, readAttributes } from '../page/attribute-values';
import { spend } from '../work';
import { TEXT, before, blockAround, findNote, isLong, keepNote, lineBlock, rootOf } from './note-extent';

/** Mark of the element of a note with a reference. If the note is a line, of the element that begins the line. */
export const NOTE: u32 = OWN_MARK;
/** Mark of a reference, and of elements next to it that may have its name: links back lead to one of them. */
const REFERENCE: u32 = OWN_MARK << 1;

// ── Slot of the hash table: an element by its name, or a note by its node ──
@unmanaged
class Slot {
  /** Hash of the name, or key of the node; 0 in a free slot. */
  id: u64;
  node: u32;
  /** Number of the note; 0 for a name. */
  number: u32;
}

// ── Footnote: a note with a number; records are in the order of numbers ──
@unmanaged
export class Footnote {
  /** The element of the note, or the element that begins its line; 0 after the note is written. */
  node: u32;
  /** Of a note that is a line: the block around the line. Otherwise 0. */
  block: u32;
  /** The first link to it. */
  link: u32;
}

/** True after `findNames`. */
let known: bool = false;
/** Number of slots of the table. */
let slots: u32 = 0;
/** Number of names, and of inline notes. */
let count: u32 = 0;
/** Number of notes that have a number. */
export let footnoteCount: u32 = 0;

/** Maximum levels from a note up to its list, plus one. */
const LIST_LEVELS: u32 = 6;
/** Maximum nodes examined in a note, and in a reference. */
const NODES_MOST: u32 = 256;
/** Maximum bytes of the label of a reference, without brackets. */
const LABEL_BYTES: u32 = 6;

export function beginNotes(): void {
  known = false;
  slots = 0;
  count = 0;
  footnoteCount = 0;
}

function slotAt(index: u32): Slot {
  return changetype<Slot>(NOTES.at + <usize>index * offsetof<Slot>());
}

/** The slot of a name, or the free one for it. */
function slotOf(id: u64): Slot {
  // Keys of nodes differ in their high bits.
  let index = <u32>(id >> 32) & (slots - 1);
  while (slotAt(index).id && slotAt(index).id != id) {
    spend(1);
    index = (index + 1) & (slots - 1);
  }
  return slotAt(index);
}

function keyOf(node: u32): u64 {
  return (<u64>node + 1) * GOLDEN;
}

/** The note with a number, from 1 on. */
export function footnoteAt(number: u32): Footnote {
  return changetype<Footnote>(NOTES.at + <usize>slots * offsetof<Slot>() + <usize>(number - 1) * offsetof<Footnote>());
}

function hashOf(start: usize, end: usize): u64 {
  return hashBytes(start, end - start) | 1;
}

/** Counts the name of the element read last; adds it if the table exists. */
function addName(node: u32, attribute: u32): void {
  if (!hasValue(attribute)) return;
  count++;
  if (!slots || !decode(attribute)) return;
  const id = hashOf(DecodedValue.start, DecodedValue.end);
  const slot = slotOf(id);
  if (slot.id) return;
  slot.id = id;
  slot.node = node;
}

/** Counts the names of all elements; adds them if the table exists. */
function walkNames(): void {
  count = 0;
  spend(Arena.end / <u32>Node.BYTES);
  for (let node: u32 = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    if (nodeAt(node).kind != NodeKind.ELEMENT || !readAttributes(node)) continue;
    addName(node, AttributeId.ID);
    if (nodeAt(node).tag == Tag.A) addName(node, AttributeId.NAME);
    else count += u32(hasInlineClass(node));
  }
}

function findNames(): void {
  known = true;
  walkNames();
  if (!count) return;
  // Each element with a name may be a note, which takes a second slot. The table is at most half full.
  let wanted: u32 = 8;
  while (wanted < count << 2) wanted <<= 1;
  const bytes = <usize>wanted * offsetof<Slot>() + <usize>count * offsetof<Footnote>();
  if (!NOTES.replace(bytes)) {
    Out.failed = true;
    return;
  }
  memory.fill(NOTES.at, 0, bytes);
  slots = wanted;
  walkNames();
}

/** The target of a link to another page. */
const ELSEWHERE: u32 = u32.MAX_VALUE;

/** The element to which a link leads, 0 if the page has none of that name, or ELSEWHERE. */
function targetOf(link: u32): u32 {
  readAttributes(link);
  if (!decode(AttributeId.HREF)) return ELSEWHERE;
  const start = DecodedValue.start;
  const at = findByte(0x23, start, DecodedValue.end);
  if (at + 1 >= DecodedValue.end) return ELSEWHERE;
  if (at > start && !isOwnAddress(start, at)) return ELSEWHERE;
  const id = hashOf(at + 1, DecodedValue.end);
  if (!known) findNames();
  const target = slots ? slotOf(id).node : 0;
  // If the page's URL is unknown, a link to another page has no target in this one.
  return !target && at > start && !hasAddress() ? ELSEWHERE : target;
}

/** True if the text of a link is the label of a note: a number, a letter or a sign, with or without brackets. */
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
      // Roman numerals have the letters i, v and x.
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

function looksLikeReference(link: u32): bool {
  if (!hasValue(AttributeId.HREF)) return false;
  const above = nodeAt(link).parent;
  const below = nodeAt(link).firstChild;
  if (nodeAt(above).tag == Tag.SUP || nodeAt(below).tag == Tag.SUP) return true;
  return (
    valueIs(AttributeId.ROLE, 'doc-noteref') ||
    hasClass('footnote-ref* footnote-anchor* spip_note') ||
    hasValue(AttributeId.FOOTNOTE_REF) ||
    isLabel(link)
  );
}

/** True if an element has attributes of a note, or is in a list of notes. */
function isListed(note: u32): bool {
  if (nodeAt(note).tag == Tag.ASIDE) return true;
  readAttributes(note);
  if (valueIs(AttributeId.ID, 'fn* ftn* footnote* endnote* note*')) return true;
  for (let node = note, level: u32 = 0; node && level < LIST_LEVELS; level++, node = nodeAt(node).parent) {
    if (!readAttributes(node)) continue;
    if (hasClass('footnote* references notes endnote*') || hasValue(AttributeId.FOOTNOTES)) return true;
    if (valueIs(AttributeId.ROLE, 'doc-endnotes doc-footnote tooltip note')) return true;
  }
  return false;
}

function leadsToReference(link: u32): bool {
  const target = targetOf(link);
  return target != ELSEWHERE && (marksOf(target) & REFERENCE) != 0;
}

/** True if a link in a note leads to a reference, or to a missing name: scripts add those of references. */
export function isBackLink(link: u32): bool {
  return !targetOf(link) || leadsToReference(link);
}

/** True if a note has text, and is in a list of notes or links back. */
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

/** Marks elements that may have the name of a reference: the link, its inline ancestors, and the nodes before these. */
function markReference(link: u32): void {
  for (let node = link; has(nodeAt(node).tag, Trait.INLINE); node = nodeAt(node).parent) {
    spend(1);
    addMark(node, REFERENCE);
    if (nodeAt(node).previous) addMark(nodeAt(node).previous, REFERENCE);
  }
  addMark(nodeAt(link).firstChild, REFERENCE);
}

/** The number of the note to which the link read last refers, or 0. */
export function referenceOf(link: u32): u32 {
  if (!looksLikeReference(link)) return 0;
  const target = targetOf(link);
  const note = target && target != ELSEWHERE ? findNote(target) : 0;
  if (!note) return 0;
  const block = lineBlock;
  const slot = slotOf(keyOf(note));
  if (slot.id) return slot.number;
  // An element before the link is written already.
  if (note < link && marksOf(note) & KEPT) return 0;
  // Both lead to each other. If only the link is in a list of notes, it leads back.
  if (isListed(blockAround(link)) && !isListed(note)) return 0;
  markReference(link);
  if (!isValid(note, block)) return 0;
  slot.id = keyOf(note);
  slot.number = addFootnote(note, block, link);
  addMark(note, NOTE);
  return slot.number;
}

/** Assigns the next number to a note. */
function addFootnote(note: u32, block: u32, link: u32): u32 {
  assert(footnoteCount < count, 'notes: more notes than names');
  const added = footnoteAt(++footnoteCount);
  added.node = note;
  added.block = block;
  added.link = link;
  keepNote(note, block);
  return footnoteCount;
}

/** `note` in memory order, which all classes below contain. */
const LETTERS: u32 = 0x65746f6e;

/** True if an element has the class of a note at the place of its reference. */
function hasInlineClass(node: u32): bool {
  if (nodeAt(node).tag != Tag.SPAN || !mayHold(node, LETTERS)) return false;
  readAttributes(node);
  return hasClass('ltx_note footnote footnote_referrer modern-footnotes-footnote__note sidenote');
}

/** True if an element is a note within a line, at the place of its reference. */
export function isInlineNote(node: u32): bool {
  return hasInlineClass(node) && isLong(node) && before(node) == TEXT;
}

/** The number of an inline note, assigned at the first call; 0 if memory is unavailable. */
export function numberOfInline(note: u32): u32 {
  if (!known) findNames();
  if (!slots) return 0;
  const slot = slotOf(keyOf(note));
  if (!slot.id) {
    slot.id = keyOf(note);
    slot.number = addFootnote(note, 0, note);
  }
  return slot.number;
}

/** The number of an element with the mark of a note. */
export function numberOfNote(note: u32): u32 {
  return slotOf(keyOf(note)).number;
}

/** The number in the label of the first reference to a note, or 0. */
function labelOf(number: u32): u32 {
  const link = footnoteAt(number).link;
  let left = NODES_MOST;
  for (let node = link; node && left; node = nextNode(node, link, true, 0), left--) {
    if (nodeAt(node).kind != NodeKind.TEXT) continue;
    const digits = numberBetween(nodeAt(node).text, nodeAt(node).textEnd);
    if (digits) return digits;
  }
  return 0;
}

/** The start of a note's text after its label: a number or a sign, in brackets or before a point. */
export function skipLabel(number: u32, start: usize, end: usize): usize {
  let at = start;
  while (at < end && (isSpace(load<u8>(at)) || isBracket(load<u8>(at)))) at++;
  const from = at;
  while (at < end && (isDigit(load<u8>(at)) || load<u8>(at) == 0x2a || load<u8>(at) == 0x5e)) at++;
  const digits = numberBetween(from, at);
  const isNumbered = at > from;
  const last = at;
  while (at < end && (isBracket(load<u8>(at)) || load<u8>(at) == 0x2e || load<u8>(at) == 0x3a)) at++;
  // A number without brackets is a label only if the text ends after it, or if it is the number in the reference.
  if (at < end && isNumbered && !(digits && digits == labelOf(number)) && load<u8>(last) != 0x5d) return start;
  return at;
}
