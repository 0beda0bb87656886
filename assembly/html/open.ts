/**
 * The stack of open elements. An entry is a node and its class word (classes.ts):
 *
 *   0      4
 *   │ node │ word │
 *
 * The entry at the bottom is the document, so that there always is a current node.
 *
 * Depth: an element that would be deeper in the tree than the limit becomes a sibling of the current node instead, as in
 * browsers; it is open all the same, so that its end tag finds it. What is open is bounded too, at twice the limit:
 * there an element takes the place of the current node, which ends. With a limit of 0 nothing is bounded.
 */
import { FLAG_OPEN, NODE_TEXT, NODE_TEXT_LENGTH, STATUS_OUT_OF_MEMORY } from '../layout';
import { allocate, release } from '../memory';
import {
  CLASS_FORMATTING,
  CLASS_SCOPE,
  CLASS_SPECIAL,
  CLASS_BUTTON_SCOPE,
  CLASS_TEMPLATE,
  WORD_HAS_P,
  WORD_NAME,
  WORD_NAMESPACE,
  WORD_TAG,
} from './classes';
import { Tag } from './names';
import { flagsOf, nodeAt, setEnd, setFlags } from './nodes';
import { sameName } from './scan';
import { cloneOption } from './selected';
import { fail, Parser } from './state';
import { Token } from './tags';

export namespace Open {
  export let base: usize = 0;
  export let room: u32 = 0;
  /** Address of the entry of the current node. */
  export let top: usize = 0;
  /** From this entry on, children go to the parent of the current node. */
  export let flat: usize = 0;
  /** No entry is pushed here. */
  export let end: usize = 0;
  export let templates: u32 = 0;
}

export const ENTRY_BYTES: usize = 8;
const ENTRY_WORD: usize = 4;
const DEPTH_DEFAULT: u32 = 512;
const ROOM_MIN: u32 = 4096;
const OPEN_PER_DEPTH: u32 = 2;

let depthLimit: u32 = DEPTH_DEFAULT;

/** No element is deeper in the tree than `depth`; 0 for no limit. */
export function limitDepth(depth: u32): void {
  depthLimit = depth && depth < 8 ? 8 : min(depth, 0x100000);
}

/** How many entries the list of active formatting elements may have. */
export function formattingLimit(): u32 {
  return depthLimit ? depthLimit : u32.MAX_VALUE;
}

function changeRoom(room: u32): bool {
  const block = allocate(room);
  if (!block) return false;
  if (Open.room) memory.copy(block, Open.base, Open.room);
  release(Open.base, Open.room);
  Open.top = block + (Open.top - Open.base);
  Open.base = block;
  Open.room = room;
  return true;
}

/** Empties the stack; false where there is no memory. */
export function beginOpen(): bool {
  const bounded = depthLimit * OPEN_PER_DEPTH * <u32>ENTRY_BYTES;
  Open.top = Open.base;
  if (Open.room < max(bounded, ROOM_MIN) && !changeRoom(max(bounded, ROOM_MIN))) return false;
  Open.flat = depthLimit ? Open.base + <usize>depthLimit * ENTRY_BYTES : usize.MAX_VALUE;
  Open.end = Open.base + (depthLimit ? bounded : Open.room);
  Open.templates = 0;
  store<u64>(Open.base, 0);
  return true;
}

export function releaseOpen(): void {
  release(Open.base, Open.room);
  Open.base = 0;
  Open.room = 0;
}

// @ts-ignore: decorator
@inline
export function nodeOf(entry: usize): u32 {
  return load<u32>(entry);
}

// @ts-ignore: decorator
@inline
export function wordAt(entry: usize): u32 {
  return load<u32>(entry, ENTRY_WORD);
}

// @ts-ignore: decorator
@inline
export function currentNode(): u32 {
  return load<u32>(Open.top);
}

// @ts-ignore: decorator
@inline
export function currentWord(): u32 {
  return load<u32>(Open.top, ENTRY_WORD);
}

/** The name of the current node: its tag number and namespace. */
// @ts-ignore: decorator
@inline
export function currentName(): u32 {
  return currentWord() & WORD_NAME;
}

/** Sets the word of an entry to `word` and what it inherits from the entry below. */
// @ts-ignore: decorator
@inline
function setWord(entry: usize, word: u32): void {
  store<u32>(entry, word | (load<u32>(entry - ENTRY_BYTES, ENTRY_WORD) & (word << 1) & WORD_HAS_P), ENTRY_WORD);
}

/** Opens an element. */
// @ts-ignore: decorator
@inline
export function push(node: u32, word: u32): void {
  if (Open.top + ENTRY_BYTES >= Open.end) makeRoom();
  const entry = Open.top + ENTRY_BYTES;
  Open.top = entry;
  store<u32>(entry, node);
  setWord(entry, word);
}

function makeRoom(): void {
  if (depthLimit) {
    popTo(Open.top);
  } else if (changeRoom(Open.room * 2)) {
    Open.end = Open.base + Open.room;
  } else {
    fail(STATUS_OUT_OF_MEMORY);
    popTo(Open.top);
  }
}

/** Closes the current node, which the token in hand does not name. */
// @ts-ignore: decorator
@inline
export function pop(): void {
  popTo(Open.top);
}

/** Closes the current node, which the end tag in hand names and which is no template, option or active element. */
// @ts-ignore: decorator
@inline
export function popNamed(): void {
  popAt(Token.end);
}

/** The same for an end tag that ends at the address. */
// @ts-ignore: decorator
@inline
export function popAt(end: usize): void {
  setEnd(currentNode(), <u32>(end - Parser.source));
  Open.top -= ENTRY_BYTES;
}

/** Whether an element has the name of the tag in hand. */
// @ts-ignore: decorator
@inline
export function isTokenName(entry: usize): bool {
  const tag = wordAt(entry) & WORD_TAG;
  return tag == Token.tag && (tag != Tag.OTHER || isSpelledAlike(entry));
}

function isSpelledAlike(entry: usize): bool {
  const at = nodeAt(nodeOf(entry));
  const length = load<u32>(at, NODE_TEXT_LENGTH);
  return sameName(load<u32>(at, NODE_TEXT), length, Token.name, Token.nameLength);
}

/** Closes the current node and what is below it down to the entry at `bottom`. */
export function popTo(bottom: usize): void {
  const start = <u32>(Token.start - Parser.source);
  const end = <u32>(Token.end - Parser.source);
  let classes: u32 = 0;
  let entry = Open.top;
  for (; entry >= bottom; entry -= ENTRY_BYTES) {
    const node = nodeOf(entry);
    const word = wordAt(entry);
    setEnd(node, Token.closing && isTokenName(entry) ? end : start);
    if (word & (CLASS_FORMATTING | CLASS_TEMPLATE)) closed(node, word);
    if (Parser.hasSelectedContent && (word & WORD_NAME) == Tag.OPTION) cloneOption(node);
    classes |= word;
  }
  Open.top = entry;
  if (classes & CLASS_FORMATTING) Parser.mayReconstruct = true;
}

function closed(node: u32, word: u32): void {
  if (word & CLASS_FORMATTING) setFlags(node, flagsOf(node) & ~FLAG_OPEN);
  if (word & CLASS_TEMPLATE) {
    Open.templates--;
    store<u64>(nodeAt(node), 0, NODE_TEXT);
  }
}

/** The entry of an element, or 0. */
export function entryOf(node: u32): usize {
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) if (nodeOf(entry) == node) return entry;
  return 0;
}

/** Takes an entry out of the stack; its element is not closed by this. */
export function removeEntry(entry: usize): void {
  const node = nodeOf(entry);
  const word = wordAt(entry);
  if (word & (CLASS_FORMATTING | CLASS_TEMPLATE)) closed(node, word);
  for (let next = entry; next < Open.top; next += ENTRY_BYTES) store<u64>(next, load<u64>(next, ENTRY_BYTES));
  Open.top -= ENTRY_BYTES;
  inherit(entry);
}

/** Puts an element above the entry at `below`; the caller has made sure that the stack has an entry too few. */
export function insertEntry(below: usize, node: u32, word: u32): void {
  const entry = below + ENTRY_BYTES;
  for (let last = Open.top; last >= entry; last -= ENTRY_BYTES) store<u64>(last, load<u64>(last), ENTRY_BYTES);
  Open.top += ENTRY_BYTES;
  store<u32>(entry, node);
  setWord(entry, word);
  inherit(entry + ENTRY_BYTES);
}

/** Renews what the entries from `entry` up inherit. */
export function inherit(entry: usize): void {
  for (; entry <= Open.top; entry += ENTRY_BYTES) {
    const word = wordAt(entry);
    setWord(entry, (word & WORD_NAME) == Tag.P ? word : word & ~WORD_HAS_P);
  }
}

/** The entry of the topmost element with the name, if no element of the classes is above it; else 0. */
export function inScope(name: u32, classes: u32): usize {
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if ((word & WORD_NAME) == name) return entry;
    if (word & classes) return 0;
  }
  return 0;
}

/** The entry of the topmost element of the class `wanted`, if no element of the classes `bounds` is above it; else 0. */
export function classInScope(wanted: u32, bounds: u32): usize {
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if (word & wanted) return entry;
    if (word & bounds) return 0;
  }
  return 0;
}

/** Closes elements down to the one with the name, that included, if it is in scope. */
// @ts-ignore: decorator
@inline
export function closeInScope(name: u32, classes: u32): bool {
  const entry = inScope(name, classes);
  if (!entry) return false;
  popTo(entry);
  return true;
}

/** "If the stack of open elements has a p element in button scope, then close a p element." */
// @ts-ignore: decorator
@inline
export function closeP(): void {
  if (currentWord() & WORD_HAS_P) popTo(inScope(Tag.P, CLASS_SCOPE | CLASS_BUTTON_SCOPE));
}

/** Closes elements of the classes, from the current node on, but for one name. */
export function closeImplied(classes: u32, except: u32): void {
  let entry = Open.top;
  while (wordAt(entry) & classes && (wordAt(entry) & WORD_NAME) != except) entry -= ENTRY_BYTES;
  if (entry < Open.top) popTo(entry + ENTRY_BYTES);
}

/** "Any other end tag" of "in body": closes elements down to the one that the tag names, if no special one is above. */
export function endOrdinary(): void {
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if (!(word & WORD_NAMESPACE) && isTokenName(entry)) {
      if (entry > Open.base + ENTRY_BYTES) popTo(entry);
      return;
    }
    if (word & CLASS_SPECIAL) return;
  }
}

/** "Clear the stack back to a table context" and its kin: to one of three elements, a template or the root. */
export function clearBackTo(one: u32, other: u32, third: u32): void {
  let entry = Open.top;
  for (; entry > Open.base + ENTRY_BYTES; entry -= ENTRY_BYTES) {
    const name = wordAt(entry) & WORD_NAME;
    if (name == one || name == other || name == third || name == Tag.TEMPLATE || name == Tag.HTML) break;
  }
  if (entry < Open.top) popTo(entry + ENTRY_BYTES);
}

/** Whether the current node is one of the HTML elements of the classes. */
// @ts-ignore: decorator
@inline
export function currentIs(classes: u32): bool {
  return (currentWord() & classes) != 0;
}
