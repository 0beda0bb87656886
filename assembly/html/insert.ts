/**
 * Insertion: sections "Creating and inserting nodes" and "The appropriate place for inserting a node". Nearly always that
 * place is the end of the current node; a template gives its contents instead, and table structure, while foster parenting
 * is on, the place before the table.
 */
import {
  FLAG_ATTRIBUTES,
  FLAG_OPEN,
  KIND_COMMENT,
  KIND_ELEMENT,
  KIND_FRAGMENT,
  KIND_TEXT,
  NODE_EXTRA,
  NODE_FIRST_CHILD,
  NODE_LAST_CHILD,
  NODE_PREVIOUS,
  NODE_TEXT,
  NO_OFFSET,
} from '../layout';
import { CLASS_TABLE_STRUCTURE, CLASS_TEMPLATE, WORD_NAME, wordOf } from './classes';
import { Comment } from './markup';
import { Tag } from './names';
import { appendChild, insertBefore, kindOf, newNode, nodeAt, parentOf, setEnd } from './nodes';
import { currentNode, currentWord, ENTRY_BYTES, nodeOf, Open, push, wordAt } from './open';
import { Parser } from './state';
import { Token } from './tags';
import { addDecoded, addSource, newDecodedText, newText } from './text';

/** The appropriate place for inserting a node: the last place in the parent, or before one of its children. */
namespace Place {
  export let parent: u32 = 0;
  export let before: u32 = 0;
}

/** The contents of a template element. */
function contentOf(template: u32): u32 {
  return load<u32>(nodeAt(template), NODE_FIRST_CHILD);
}

/** Finds the place for a node that is to go to the element of an entry. */
export function findPlace(entry: usize): void {
  Place.before = 0;
  const word = wordAt(entry);
  if (Parser.foster && word & CLASS_TABLE_STRUCTURE) {
    findFosterPlace();
  } else if (word & CLASS_TEMPLATE) {
    Place.parent = contentOf(nodeOf(entry));
  } else {
    Place.parent = nodeOf(entry);
  }
}

function findFosterPlace(): void {
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if (word & CLASS_TEMPLATE) {
      Place.parent = contentOf(nodeOf(entry));
      return;
    }
    if ((word & WORD_NAME) != Tag.TABLE) continue;
    const table = nodeOf(entry);
    const parent = parentOf(table);
    if (parent) {
      Place.parent = parent;
      Place.before = table;
    } else {
      Place.parent = nodeOf(entry - ENTRY_BYTES);
    }
    return;
  }
  Place.parent = nodeOf(Open.base + ENTRY_BYTES);
}

/** Inserts a node at the place found. */
export function insertAtPlace(node: u32): void {
  if (Place.before) insertBefore(Place.parent, node, Place.before);
  else appendChild(Place.parent, node);
}

/** Inserts an element at the appropriate place. */
// @ts-ignore: decorator
@inline
function insertNode(node: u32): void {
  if (currentWord() & (CLASS_TEMPLATE | CLASS_TABLE_STRUCTURE)) {
    findPlace(Open.top);
    insertAtPlace(node);
  } else {
    let parent = currentNode();
    if (Open.top >= Open.flat) parent = parentOf(parent) || parent;
    appendChild(parent, node);
  }
}

/** An element for the start tag in hand, which ends where the tag ends. */
// @ts-ignore: decorator
@inline
function newElement(tag: u32, flags: u32): u32 {
  const start = <u32>(Token.start - Parser.source);
  const end = <u32>(Token.end - Parser.source);
  const node = newNode(tag | (KIND_ELEMENT << 16) | ((flags | (<u32>Token.attributes * FLAG_ATTRIBUTES)) << 24), start, end);
  const at = nodeAt(node);
  store<u64>(at, <u64>end | (<u64>(end - start) << 32), NODE_EXTRA);
  if (tag == Tag.OTHER) store<u64>(at, <u64>Token.name | (<u64>Token.nameLength << 32), NODE_TEXT);
  return node;
}

/** Inserts an HTML element for the start tag in hand and leaves it open. */
export function openElement(tag: u32): u32 {
  const node = newElement(tag, 0);
  insertNode(node);
  push(node, wordOf(tag));
  return node;
}

/** Inserts an HTML element for the start tag in hand and closes it at once. */
export function insertVoid(tag: u32): u32 {
  const node = newElement(tag, 0);
  insertNode(node);
  return node;
}

/** Inserts a formatting element for the start tag in hand and leaves it open. */
export function openFormatting(tag: u32): u32 {
  const node = newElement(tag, FLAG_OPEN);
  insertNode(node);
  push(node, wordOf(tag));
  return node;
}

/** Inserts a foreign element for the start tag in hand. */
export function insertForeign(tag: u32, inNamespace: u32): u32 {
  const node = newElement(tag, inNamespace);
  insertNode(node);
  return node;
}

/** An element that no tag in the source stands for at this place. */
export function newImplied(tag: u32, flags: u32): u32 {
  return newNode(tag | (KIND_ELEMENT << 16) | (flags << 24), NO_OFFSET, NO_OFFSET);
}

/** Inserts an implied HTML element and leaves it open. */
export function openImplied(tag: u32): u32 {
  const node = newImplied(tag, 0);
  insertNode(node);
  push(node, wordOf(tag));
  return node;
}

/** Inserts and opens a copy of a formatting element, with the attributes of its start tag. */
export function openCopy(tag: u32, flags: u32, aside: u64): u32 {
  const node = newImplied(tag, flags);
  store<u64>(nodeAt(node), aside, NODE_EXTRA);
  insertNode(node);
  push(node, wordOf(tag));
  return node;
}

/** Gives a template element its contents. */
export function addContents(template: u32): void {
  appendChild(template, newNode(KIND_FRAGMENT << 16, NO_OFFSET, NO_OFFSET));
}

/** Inserts the comment in hand at the end of `parent`. */
export function insertComment(parent: u32): void {
  const node = newNode(KIND_COMMENT << 16, <u32>(Token.start - Parser.source), <u32>(Token.end - Parser.source));
  store<u64>(nodeAt(node), <u64>Comment.data | (<u64>(Comment.dataEnd - Comment.data) << 32), NODE_TEXT);
  appendChild(parent, node);
}

/** Inserts the comment in hand at the end of the current node. */
export function insertCommentHere(): void {
  const current = currentNode();
  insertComment(currentWord() & CLASS_TEMPLATE ? contentOf(current) : current);
}

/** A run of characters: addresses in the source, or offsets in the text arena for text that has been decoded. */
export namespace Run {
  export let decoded: bool = false;
  /** Decoded text may have NULs in it that have to go. */
  export let nuls: bool = false;
  /** Place in the source of decoded text. */
  export let start: u32 = 0;
  export let end: u32 = 0;
}

/** Inserts characters at the appropriate place: into the text that stands before it, or as a new text. */
export function insertCharacters(from: usize, to: usize): void {
  if (from == to) return;
  let parent = currentNode();
  let before: u32 = 0;
  if (currentWord() & (CLASS_TEMPLATE | CLASS_TABLE_STRUCTURE)) {
    findPlace(Open.top);
    parent = Place.parent;
    before = Place.before;
  }
  const previous = before ? load<u32>(nodeAt(before), NODE_PREVIOUS) : load<u32>(nodeAt(parent), NODE_LAST_CHILD);
  if (previous && kindOf(previous) == KIND_TEXT) {
    if (Run.decoded) addDecoded(previous, <u32>from, <u32>(to - from), Run.end);
    else addSource(previous, from, to, Parser.source);
    return;
  }
  const node = Run.decoded
    ? newDecodedText(<u32>from, <u32>(to - from), Run.start, Run.end)
    : newText(from, to, Parser.source);
  if (before) insertBefore(parent, node, before);
  else appendChild(parent, node);
}

/** Ends an element at the end of the token in hand. */
export function endHere(node: u32): void {
  setEnd(node, <u32>(Token.end - Parser.source));
}
