/**
 * End tags of formatting elements: section "The adoption agency algorithm". The algorithm handles misnested tags, such as
 * `<b>1<p>2</b>3</p>`. It closes the formatting element before the furthest block; a copy of the element takes the current children of this
 * block:
 *
 *   b                        b
 *   ├ "1"                    └ "1"
 *   └ p        `</b>` →      p
 *     └ "2"                  └ b
 *                              └ "2"
 */
import { Depth, Flag, appendChild, moveChildren, nodeAt, remove } from './nodes';
import { Class, wordOf } from './classes';
import {
  ACTIVE_BYTES,
  activeOf,
  copyOf,
  isListed,
  isOpen,
  lastActive,
  moveActive,
  nodeOfActive,
  removeActive,
  removeIfLast,
  replaceActive,
  tagOfActive,
} from './formatting';
import { Position, findPosition, insertAtPosition, limitPosition } from './insert';
import {
  ENTRY_BYTES,
  Open,
  changeDepths,
  currentName,
  currentNode,
  depthAt,
  emptyEntry,
  endOrdinary,
  entryOf,
  nodeOf,
  pop,
  popNamed,
  popTo,
  removeEmpty,
  removeEntry,
  replaceEntry,
  setDepth,
  spendEntries,
  wordAt,
} from './open';
import { Token } from './tags';
import { spend } from '../work';

const OUTER_LOOP: i32 = 8;
/** After this round, the inner loop removes elements from the list of active formatting elements. */
const INNER_LOOP: i32 = 3;

/** Work of a round, except for elements between the formatting element and the furthest block. */
const ROUND_STEPS: usize = 64;

export function endFormatting(): void {
  if (currentName() == Token.tag && removeIfLast(currentNode())) {
    // A shortcut for an element that is the current node and the last of the list. The algorithm would have the same result.
    popNamed();
    return;
  }
  adoptionAgency();
}

/** "Run the adoption agency algorithm". */
export function adoptionAgency(): void {
  const tag = Token.tag;
  if (currentName() == tag && !isListed(currentNode())) {
    pop();
    return;
  }
  let copy: u32 = 0;
  let entry: usize = 0;
  for (let round = 0; round < OUTER_LOOP; round++) {
    const active = lastActive(tag);
    if (!active) {
      endOrdinary();
      return;
    }
    const formatting = nodeOfActive(active);
    if (!isOpen(formatting)) {
      removeActive(active);
      return;
    }
    // If it is the copy of the previous round, it is in scope, and its entry is known.
    if (formatting != copy) {
      entry = entryOf(formatting);
      if (!isEntryInScope(entry)) return;
    }
    let block = entry + ENTRY_BYTES;
    while (block <= Open.top && !(wordAt(block) & Class.SPECIAL)) block += ENTRY_BYTES;
    if (block > Open.top) {
      popTo(entry);
      removeActive(active);
      return;
    }
    spend(ROUND_STEPS + (((block - entry) / ENTRY_BYTES) << 3));
    if (isTooDeep(entry, block)) {
      removeEntry(entry);
      removeActive(active);
      return;
    }
    entry = adopt(active, entry, block);
    copy = nodeOf(entry);
  }
}

function isEntryInScope(entry: usize): bool {
  spendEntries(entry, Open.top);
  for (let above = Open.top; above > entry; above -= ENTRY_BYTES) if (wordAt(above) & Class.SCOPE) return false;
  return true;
}

/** Finds the position at which the furthest block, or its outermost new parent, is inserted; returns the depth there. */
function findPlace(entry: usize): u32 {
  findPosition(entry - ENTRY_BYTES);
  limitPosition(1);
  return Position.depth + 1;
}

/**
 * True if a round could make an element deeper than the limit. Elements at the limit are nested on the stack but siblings in the tree, so a
 * round may move them down. The formatting element is then closed instead.
 */
function isTooDeep(entry: usize, block: usize): bool {
  const after = <u64>findPlace(entry) + (block - entry) / ENTRY_BYTES;
  const before = <u64>depthAt(block);
  if (after <= before) return false;
  const deepest = <u64>Depth.deepest + after - before;
  if (deepest + 1 > <u64>Depth.max) return true;
  Depth.deepest = <u32>deepest;
  return false;
}

/**
 * A round of the outer loop. `active` is the list entry of the formatting element, `entry` its stack entry, `block` the stack entry of the
 * furthest block. Elements between them are replaced by copies or removed from the stack. Returns the stack entry of the copy of the
 * formatting element.
 */
function adopt(active: usize, entry: usize, block: usize): usize {
  const furthest = nodeOf(block);
  let bookmark = active;
  let last = furthest;
  let inner = 1;
  for (let above = block - ENTRY_BYTES; above != entry; above -= ENTRY_BYTES, inner++) {
    let listed: usize = wordAt(above) & Class.FORMATTING ? activeOf(nodeOf(above)) : 0;
    if (listed && inner > INNER_LOOP) {
      removeActive(listed);
      if (listed < active) active -= ACTIVE_BYTES;
      if (listed < bookmark) bookmark -= ACTIVE_BYTES;
      listed = 0;
    }
    if (!listed) {
      emptyEntry(above);
      continue;
    }
    const copy = copyOf(listed);
    nodeAt(nodeOf(above)).flags &= <u8>~Flag.OPEN;
    replaceActive(listed, copy);
    store<u32>(above, copy);
    if (last == furthest) bookmark = listed + ACTIVE_BYTES;
    remove(last);
    appendChild(copy, last);
    last = copy;
  }
  block -= removeEmpty(entry + ENTRY_BYTES, block - ENTRY_BYTES);
  remove(last);
  let depth = findPlace(entry);
  insertAtPosition(last);

  const copy = copyOf(active);
  moveChildren(furthest, copy);
  appendChild(furthest, copy);

  const before = depthAt(block);
  for (let above = entry + ENTRY_BYTES; above <= block; above += ENTRY_BYTES) setDepth(above, depth++);
  // At the depth limit, later elements on the stack may be siblings of the block.
  if (depth != before && before < Depth.max) changeDepths(block, depth - before);
  const word = wordOf(tagOfActive(active));
  moveActive(active, bookmark, copy);
  replaceEntry(entry, block, copy, word, depth);
  return block;
}
