/**
 * Insertion: sections "Creating and inserting nodes" and "The appropriate place for inserting a node". A node is usually appended to the
 * current node; in a template, to its contents. With foster parenting, it is inserted before a table if the current node is a table, tbody,
 * tfoot, thead or tr.
 */
import { Depth, Flag, Node, NodeKind, append, appendChild, insertBefore, newNode, nodeAt, originOf } from './nodes';
import { Class, Word, wordOf } from './classes';
import { Comment } from './markup';
import { Tag } from './names';
import { ENTRY_BYTES, Open, currentNode, currentWord, depthAt, nodeOf, push, spendEntries, wordAt } from './open';
import { Parser, Run, isInSource } from './state';
import { Token } from './tags';
import { addDecoded, addSource, newDecodedText, newText } from './text';

/**
 * The appropriate place for inserting a node: before the child `before` of `parent`, or at its end if `before` is 0. `depth`: that of the
 * parent. `findPosition` writes them.
 */
export namespace Position {
  export let parent: u32 = 0;
  export let before: u32 = 0;
  export let depth: u32 = 0;
}

function contentOf(template: u32): u32 {
  return nodeAt(template).firstChild;
}

/** Finds the position for a node; the target is the element of a stack entry. */
export function findPosition(entry: usize): void {
  Position.before = 0;
  Position.depth = depthAt(entry);
  const word = wordAt(entry);
  if (Parser.fosterParenting && word & Class.TABLE_STRUCTURE) {
    findFosterPosition();
  } else if (word & Class.TEMPLATE) {
    Position.parent = contentOf(nodeOf(entry));
  } else {
    Position.parent = nodeOf(entry);
  }
}

function findFosterPosition(): void {
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if (word & Class.TEMPLATE) {
      Position.parent = contentOf(nodeOf(entry));
      Position.depth = depthAt(entry);
      return;
    }
    if ((word & Word.NAME) != Tag.TABLE) continue;
    spendEntries(entry, Open.top);
    const table = nodeOf(entry);
    const parent = nodeAt(table).parent;
    if (parent) {
      Position.parent = parent;
      Position.before = table;
      Position.depth = depthAt(entry) - 1;
    } else {
      Position.parent = nodeOf(entry - ENTRY_BYTES);
      Position.depth = depthAt(entry - ENTRY_BYTES);
    }
    return;
  }
  Position.parent = nodeOf(Open.base + ENTRY_BYTES);
  Position.depth = depthAt(Open.base + ENTRY_BYTES);
}

/** Moves the position up, after the parent, while an element of `levels` levels would exceed the maximum depth. */
export function limitPosition(levels: u32): void {
  while (Position.depth > 1 && Position.depth + levels > Depth.max) {
    // The only child of a template is its contents.
    if (nodeAt(Position.parent).kind == NodeKind.FRAGMENT) {
      Position.parent = nodeAt(Position.parent).parent;
      Position.depth--;
    }
    Position.parent = nodeAt(Position.parent).parent;
    Position.depth--;
    Position.before = 0;
  }
}

export function insertAtPosition(node: u32): void {
  if (Position.before) insertBefore(Position.parent, node, Position.before);
  else appendChild(Position.parent, node);
}

/** Inserts an element of `levels` levels at the appropriate place; returns its depth. */
// @ts-ignore: decorator
@inline
function insertNode(node: u32, levels: u32): u32 {
  const depth = depthAt(Open.top);
  if (currentWord() & (Class.TEMPLATE | Class.TABLE_STRUCTURE) || depth + levels > Depth.max) {
    findPosition(Open.top);
    limitPosition(levels);
    insertAtPosition(node);
    return Position.depth + 1;
  }
  append(currentNode(), node);
  return depth + 1;
}

/** `insertElement` for rare elements, not inlined. */
function insertOther(node: u32, levels: u32): u32 {
  return insertNode(node, levels);
}

/** Creates an element for the current start tag. It ends with that tag until it is closed. */
// @ts-ignore: decorator
@inline
function newElement(tag: u32, flags: u32): u32 {
  assert(tag <= Word.TAG);
  assert(Token.start < Token.end && isInSource(Token.start, Token.end));
  const start = <u32>(Token.start - Parser.source);
  const end = <u32>(Token.end - Parser.source);
  const node = newNode(
    tag | (NodeKind.ELEMENT << 16) | ((flags | (<u32>Token.attributes * Flag.ATTRIBUTES)) << 24),
    start,
    end,
  );
  const at = changetype<usize>(nodeAt(node));
  store<u64>(at, <u64>end | ((<u64>(end - start)) << 32), offsetof<Node>('extra'));
  if (tag == Tag.OTHER) store<u64>(at, <u64>Token.name | ((<u64>Token.nameLength) << 32), offsetof<Node>('text'));
  return node;
}

export function openElement(tag: u32): u32 {
  const node = newElement(tag, 0);
  push(node, wordOf(tag), insertNode(node, 1));
  return node;
}

/** Inserts an HTML element for the current start tag without pushing it. */
export function insertVoid(tag: u32): u32 {
  const node = newElement(tag, 0);
  insertNode(node, 1);
  return node;
}

export function openFormatting(tag: u32): u32 {
  const node = newElement(tag, Flag.OPEN);
  push(node, wordOf(tag), insertNode(node, 1));
  return node;
}

/** Inserts a foreign element for the current start tag, and pushes it unless the tag is self-closing. */
export function openForeignElement(tag: u32, inNamespace: u32, word: u32): void {
  const node = newElement(tag, inNamespace);
  const depth = insertOther(node, 1);
  if (!Token.selfClosing) push(node, word, depth);
}

export function newImplied(tag: u32, flags: u32): u32 {
  return newNode(tag | (NodeKind.ELEMENT << 16) | (flags << 24), Node.NO_OFFSET, Node.NO_OFFSET);
}

export function openImplied(tag: u32): u32 {
  const node = newImplied(tag, 0);
  push(node, wordOf(tag), insertOther(node, 1));
  return node;
}

/** Creates a copy of a formatting element. `startTag`: end and length of its start tag in the source. */
export function newCopy(original: u32, tag: u32, startTag: u64): u32 {
  const node = newImplied(tag, (nodeAt(original).flags & Flag.ATTRIBUTES) | Flag.OPEN);
  store<u64>(changetype<usize>(nodeAt(node)), startTag, offsetof<Node>('extra'));
  nodeAt(node).text = <usize>originOf(original);
  return node;
}

export function openCopy(original: u32, tag: u32, startTag: u64): u32 {
  const node = newCopy(original, tag, startTag);
  push(node, wordOf(tag), insertOther(node, 1));
  return node;
}

/** Inserts a template element with its contents, a fragment, and pushes it. */
export function openTemplateElement(): void {
  const template = newElement(Tag.TEMPLATE, 0);
  if (Token.attributes) Parser.hasTemplate = true;
  const depth = insertOther(template, 2);
  appendChild(template, newNode(NodeKind.FRAGMENT << 16, Node.NO_OFFSET, Node.NO_OFFSET));
  push(template, wordOf(Tag.TEMPLATE), depth + 1);
}

export function insertComment(parent: u32): void {
  assert(isInSource(Token.start, Token.end) && isInSource(Comment.data, Comment.dataEnd));
  const node = newNode(NodeKind.COMMENT << 16, <u32>(Token.start - Parser.source), <u32>(Token.end - Parser.source));
  store<u64>(
    changetype<usize>(nodeAt(node)),
    <u64>Comment.data | ((<u64>(Comment.dataEnd - Comment.data)) << 32),
    offsetof<Node>('text'),
  );
  appendChild(parent, node);
}

export function insertCurrentComment(): void {
  const current = currentNode();
  insertComment(currentWord() & Class.TEMPLATE ? contentOf(current) : current);
}

/** Inserts the current run: extends the text node before the position, or makes a new one. */
export function insertCharacters(from: usize, to: usize): void {
  if (from == to) return;
  let parent = currentNode();
  let before: u32 = 0;
  if (currentWord() & (Class.TEMPLATE | Class.TABLE_STRUCTURE)) {
    findPosition(Open.top);
    parent = Position.parent;
    before = Position.before;
  }
  const previous = before ? nodeAt(before).previous : nodeAt(parent).lastChild;
  if (previous && nodeAt(previous).kind == NodeKind.TEXT) {
    if (Run.decoded) addDecoded(previous, <u32>from, <u32>(to - from), Run.end);
    else addSource(previous, from, to, Parser.source);
    return;
  }
  const node = Run.decoded
    ? newDecodedText(<u32>from, <u32>(to - from), Run.start, Run.end)
    : newText(from, to, Parser.source);
  if (before) insertBefore(parent, node, before);
  else append(parent, node);
}

export function endAtTag(node: u32): void {
  nodeAt(node).end = <u32>(Token.end - Parser.source);
}
