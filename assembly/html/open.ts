/**
 * The stack of open elements (section of this name). An entry has a node, its class word (classes.ts), the depth of the node to which
 * children are appended, and, for unknown names, a hash of the name:
 *
 *   0      4      8       12
 *   │ node │ word │ depth │ name │
 *
 * The bottom entry is the document; the next one is the html element or the root of a fragment. "Up" and "above" mean towards the top,
 * which is the current node.
 *
 * An element that would be deeper in the tree than the limit becomes a sibling of the current node, as in browsers. It is still pushed, so
 * that its end tag finds it. The stack holds at most twice the limit; when it is full, a new element closes the current node. The limit 0
 * means none.
 *
 * The root element has depth 1; the contents of a template are a separate level. Each entry stores its depth, because stack and tree differ
 * after an element was moved before its table, or left the stack before its end.
 */
import { Depth, Flag, Node, nodeAt } from './nodes';
import { Status } from '../layout';
import { newRegion } from '../region';
import { Class, Word } from './classes';
import { Tag } from './names';
import { sameName, toLower } from './scan';
import { cloneOption } from './selectedcontent';
import { spend } from '../work';
import { Parser, fail, isInSource } from './state';
import { Token } from './tags';

const STACK = newRegion();

/** The stack. Only this file writes these variables; head.ts also increments `templates`. */
export namespace Open {
  export let base: usize = 0;
  export let top: usize = 0;
  /** Address after the last entry that may be pushed. */
  export let end: usize = 0;
  /** Number of open template elements. */
  export let templates: u32 = 0;
}

export const ENTRY_BYTES: usize = 16;

/** Counts entries as work. */
export function spendEntries(from: usize, to: usize): void {
  spend((to - from) / ENTRY_BYTES);
}

const ENTRY_WORD: usize = 4;
const ENTRY_DEPTH: usize = 8;
const ENTRY_NAME: usize = 12;
/** Default maximum depth of a tree. */
const DEPTH_DEFAULT: u32 = 512;
const CAPACITY_MIN: u32 = 4096;
/** Maximum open elements per level of the maximum depth. */
const OPEN_PER_DEPTH: u32 = 2;

let depthLimit: u32 = DEPTH_DEFAULT;

/** Sets the maximum depth of the tree: at least 8, or 0 for no limit. */
export function limitDepth(depth: u32): void {
  depthLimit = depth && depth < 8 ? 8 : min(depth, 0x100000);
}

/** Maximum entries of the list of active formatting elements since its last marker. */
export function formattingLimit(): u32 {
  return depthLimit ? depthLimit : u32.MAX_VALUE;
}

/** Reserves stack; false if memory is unavailable. */
function stackFits(bytes: usize): bool {
  const top = Open.top - Open.base;
  if (!STACK.grow(bytes, STACK.bytes)) return false;
  Open.base = STACK.at;
  Open.top = Open.base + top;
  Open.end = Open.base + (STACK.bytes & ~(ENTRY_BYTES - 1));
  return true;
}

/** Empties the stack except for the document; false if memory is unavailable. */
export function beginOpen(): bool {
  const bounded = depthLimit * OPEN_PER_DEPTH * <u32>ENTRY_BYTES;
  Open.top = Open.base;
  if (!stackFits(max(bounded, CAPACITY_MIN))) return false;
  Depth.max = depthLimit ? depthLimit : u32.MAX_VALUE;
  if (depthLimit) Open.end = Open.base + bounded;
  Open.templates = 0;
  Depth.deepest = 0;
  hashedName = 0;
  store<u64>(Open.base, 0);
  store<u64>(Open.base, 0, ENTRY_DEPTH);
  return true;
}

export function releaseOpen(): void {
  STACK.release();
}

/** For assertions. */
function isEntry(entry: usize): bool {
  return Open.base <= entry && entry <= Open.top;
}

export function nodeOf(entry: usize): u32 {
  assert(isEntry(entry));
  return load<u32>(entry);
}

export function wordAt(entry: usize): u32 {
  assert(isEntry(entry));
  return load<u32>(entry, ENTRY_WORD);
}

export function currentNode(): u32 {
  assert(isEntry(Open.top));
  return load<u32>(Open.top);
}

export function currentWord(): u32 {
  assert(isEntry(Open.top));
  return load<u32>(Open.top, ENTRY_WORD);
}

/** Depth of the node to which children of an entry are appended. */
export function depthAt(entry: usize): u32 {
  assert(isEntry(entry));
  return load<u32>(entry, ENTRY_DEPTH);
}

export function setDepth(entry: usize, depth: u32): void {
  assert(isEntry(entry));
  store<u32>(entry, depth, ENTRY_DEPTH);
}

/** Tag number and namespace of the current node. */
export function currentName(): u32 {
  return currentWord() & Word.NAME;
}

/** Sets the class word of an entry, which inherits `HAS_P` from the entry below if `word` has `KEEPS_P`. */
function setWord(entry: usize, word: u32): void {
  store<u32>(entry, word | (load<u32>(entry - ENTRY_BYTES, ENTRY_WORD) & (word << 1) & Word.HAS_P), ENTRY_WORD);
}

/** Pushes an element at a depth of the tree. If the stack is full, it grows or the current node is closed. */
// @ts-ignore: decorator
@inline
export function push(node: u32, word: u32, depth: u32): void {
  if (Open.top + ENTRY_BYTES >= Open.end) makeCapacity();
  const entry = Open.top + ENTRY_BYTES;
  assert(entry + ENTRY_BYTES <= STACK.at + STACK.bytes);
  Open.top = entry;
  store<u32>(entry, node);
  store<u32>(entry, depth, ENTRY_DEPTH);
  if (depth > Depth.deepest) Depth.deepest = depth;
  if (!(word & Word.TAG)) store<u32>(entry, tokenNameHash(), ENTRY_NAME);
  setWord(entry, word);
}

/** Address of the last hashed name: each tag is hashed once. */
let hashedName: usize = 0;
let hashOfName: u32 = 0;

/** Hash of the current tag's name, consistent with `sameName`. It avoids comparing long names of thousands of open elements. */
function tokenNameHash(): u32 {
  if (hashedName == Token.name) return hashOfName;
  hashedName = Token.name;
  hashOfName = 0x811c9dc5;
  const end = Token.name + Token.nameLength;
  for (let at = Token.name; at < end; ++at) {
    let byte = toLower(load<u8>(at));
    if (byte == 0xef && load<u16>(at, 1) == 0xbdbf) {
      byte = 0;
      at += 2;
    }
    hashOfName = (hashOfName ^ byte) * 0x01000193;
  }
  return hashOfName;
}

function makeCapacity(): void {
  if (depthLimit) {
    popTo(Open.top);
  } else if (!stackFits(STACK.bytes + ENTRY_BYTES)) {
    fail(Status.OUT_OF_MEMORY);
    popTo(Open.top);
  }
}

/** Closes the current node. Its end is the start of the current tag, unless this is its end tag. */
export function pop(): void {
  popTo(Open.top);
}

/** Closes the current node; the current tag is its end tag. Templates, options and active formatting elements need `popTo` instead. */
export function popNamed(): void {
  popAt(Token.end);
}

/** `popNamed` for an end tag that ends at `end`. */
export function popAt(end: usize): void {
  assert(Open.top > Open.base);
  assert(isInSource(end, end));
  nodeAt(currentNode()).end = <u32>(end - Parser.source);
  Open.top -= ENTRY_BYTES;
}

/** True if an element has the name of the current tag, in any namespace. */
// @ts-ignore: decorator
@inline
export function isTokenName(entry: usize): bool {
  const tag = wordAt(entry) & Word.TAG;
  return tag == Token.tag && (tag != Tag.OTHER || hasSameSpelling(entry));
}

function hasSameSpelling(entry: usize): bool {
  if (load<u32>(entry, ENTRY_NAME) != tokenNameHash()) return false;
  const at = nodeAt(nodeOf(entry));
  const length = at.textLength;
  return sameName(<u32>at.text, length, Token.name, Token.nameLength);
}

/** Closes elements down to the entry `bottom`, inclusive. */
export function popTo(bottom: usize): void {
  // The document is never closed.
  assert(bottom > Open.base);
  spendEntries(bottom, Open.top);
  const start = <u32>(Token.start - Parser.source);
  const end = <u32>(Token.end - Parser.source);
  let classes: u32 = 0;
  let entry = Open.top;
  for (; entry >= bottom; entry -= ENTRY_BYTES) {
    const node = nodeOf(entry);
    const word = wordAt(entry);
    nodeAt(node).end = Token.closing && isTokenName(entry) ? end : start;
    if (word & (Class.FORMATTING | Class.TEMPLATE)) noteClosed(node, word);
    if (Parser.hasSelectedContent && (word & Word.NAME) == Tag.OPTION) cloneOption(node);
    classes |= word;
  }
  Open.top = entry;
  if (classes & Class.FORMATTING) Parser.mayReconstruct = true;
}

/** Notes that a formatting element or a template is closed. */
function noteClosed(node: u32, word: u32): void {
  if (word & Class.FORMATTING) nodeAt(node).flags &= <u8>~Flag.OPEN;
  if (word & Class.TEMPLATE) {
    Open.templates--;
    // While the template was open, this field contained its template insertion mode.
    store<u64>(changetype<usize>(nodeAt(node)), 0, offsetof<Node>('text'));
  }
}

/** The entry of an element, or 0. */
export function entryOf(node: u32): usize {
  let entry = Open.top;
  while (entry > Open.base && nodeOf(entry) != node) entry -= ENTRY_BYTES;
  spendEntries(entry, Open.top);
  return entry > Open.base ? entry : 0;
}

/** Removes an entry without changing the source end of its element. */
export function removeEntry(entry: usize): void {
  assert(entry > Open.base && isEntry(entry));
  const node = nodeOf(entry);
  const word = wordAt(entry);
  if (word & (Class.FORMATTING | Class.TEMPLATE)) noteClosed(node, word);
  spendEntries(entry, Open.top);
  memory.copy(entry, entry + ENTRY_BYTES, Open.top - entry);
  Open.top -= ENTRY_BYTES;
  inherit(entry, entry);
}

/** Removes `entry`: moves the entries above it, up to `last`, one down, and puts an element in place of `last`. */
export function replaceEntry(entry: usize, last: usize, node: u32, word: u32, depth: u32): void {
  assert(entry > Open.base && isEntry(entry) && entry <= last && isEntry(last));
  if (wordAt(entry) & (Class.FORMATTING | Class.TEMPLATE)) noteClosed(nodeOf(entry), wordAt(entry));
  memory.copy(entry, entry + ENTRY_BYTES, last - entry);
  store<u32>(last, node);
  store<u32>(last, word, ENTRY_WORD);
  store<u32>(last, depth, ENTRY_DEPTH);
  inherit(entry, last);
}

/** Removes the element of an entry; `removeEmpty` removes the entry. */
export function emptyEntry(entry: usize): void {
  if (wordAt(entry) & Class.FORMATTING) noteClosed(nodeOf(entry), wordAt(entry));
  store<u32>(entry, 0);
}

export function changeDepths(entry: usize, change: u32): void {
  spendEntries(entry, Open.top);
  for (entry += ENTRY_BYTES; entry <= Open.top; entry += ENTRY_BYTES) {
    store<u32>(entry, load<u32>(entry, ENTRY_DEPTH) + change, ENTRY_DEPTH);
  }
}

/** Removes the entries without an element from `entry` to `last`; returns the removed bytes. */
export function removeEmpty(entry: usize, last: usize): usize {
  assert(entry > Open.base && last <= Open.top);
  let to = entry;
  for (let from = entry; from <= last; from += ENTRY_BYTES) {
    if (!nodeOf(from)) continue;
    if (to != from) memory.copy(to, from, ENTRY_BYTES);
    to += ENTRY_BYTES;
  }
  const removed = last + ENTRY_BYTES - to;
  if (!removed) return 0;
  spendEntries(last, Open.top);
  memory.copy(to, last + ENTRY_BYTES, Open.top - last);
  Open.top -= removed;
  inherit(entry, to);
  return removed;
}

/** Recomputes the inherited bits of entries from `entry` up, at least to `last`. */
function inherit(entry: usize, last: usize): void {
  const first = entry;
  for (; entry <= Open.top; entry += ENTRY_BYTES) {
    const word = wordAt(entry);
    setWord(entry, (word & Word.NAME) == Tag.P ? word : word & ~Word.HAS_P);
    if (entry > last && wordAt(entry) == word) break;
  }
  spendEntries(first, entry);
}

/** The topmost entry with a name, in the scope bounded by `classes`; or 0. */
export function inScope(name: u32, classes: u32): usize {
  return matchInScope(Word.NAME, name, classes);
}

/** The topmost entry whose class word, masked by `mask`, is `value`, in the scope bounded by `classes`; or 0. */
export function matchInScope(mask: u32, value: u32, classes: u32): usize {
  let found: usize = 0;
  let entry = Open.top;
  for (; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if ((word & mask) == value) found = entry;
    if (found || word & classes) break;
  }
  spendEntries(entry, Open.top);
  return found;
}

/** Closes elements down to the one with the name, inclusive, if it is in the scope bounded by `classes`. */
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
  if (currentWord() & Word.HAS_P) popTo(inScope(Tag.P, Class.SCOPE | Class.BUTTON_SCOPE));
}

/** "Generate implied end tags": closes the current node while it has one of the classes and not the name `except`. */
export function closeImplied(classes: u32, except: u32): void {
  let entry = Open.top;
  while (wordAt(entry) & classes && (wordAt(entry) & Word.NAME) != except) entry -= ENTRY_BYTES;
  if (entry < Open.top) popTo(entry + ENTRY_BYTES);
}

/** "Any other end tag" of "in body": closes elements down to the one with the tag's name, unless a special element is above. */
export function endOrdinary(): void {
  let isFound = false;
  let entry = Open.top;
  for (; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if (!(word & Word.NAMESPACE) && isTokenName(entry)) isFound = true;
    if (isFound || word & Class.SPECIAL) break;
  }
  spendEntries(entry, Open.top);
  if (isFound && entry > Open.base + ENTRY_BYTES) popTo(entry);
}

/** "Clear the stack back to a table context" and similar steps: down to an element with one of three names, a template or html. */
export function clearBackTo(one: u32, other: u32, third: u32): void {
  let entry = Open.top;
  for (; entry > Open.base + ENTRY_BYTES; entry -= ENTRY_BYTES) {
    const name = wordAt(entry) & Word.NAME;
    if (name == one || name == other || name == third || name == Tag.TEMPLATE || name == Tag.HTML) break;
  }
  if (entry < Open.top) popTo(entry + ENTRY_BYTES);
}

export function currentIs(classes: u32): bool {
  return (currentWord() & classes) != 0;
}

// The stack of template insertion modes: each open template stores its mode in its node (Node.TEXT_LENGTH); the root of a
// fragment stores that of a context template.

export function setTemplateMode(mode: i32): void {
  nodeAt(innermostTemplate()).textLength = <u32>mode;
}

export function templateMode(): i32 {
  return <i32>nodeAt(innermostTemplate()).textLength;
}

/** The innermost open template, else the root. */
function innermostTemplate(): u32 {
  let entry = Open.top;
  while (entry > Open.base + ENTRY_BYTES && !(wordAt(entry) & Class.TEMPLATE)) entry -= ENTRY_BYTES;
  spendEntries(entry, Open.top);
  return nodeOf(entry);
}
