/**
 * End tags of formatting elements: section "The adoption agency algorithm". It handles tags that are not nested, such
 * as `<b>1<p>2</b>3</p>`. The formatting element is closed before the furthest block, and a copy of it is inserted
 * into that block around the children that the block has so far:
 *
 *   b                        b
 *   ├ "1"                    └ "1"
 *   └ p        `</b>` →      p
 *     └ "2"                  └ b
 *                              └ "2"
 */
import { FLAG_OPEN } from '../layout';
import { CLASS_SCOPE, CLASS_SPECIAL, wordOf } from './classes';
import {
  ACTIVE_BYTES,
  activeOf,
  copyOf,
  isOpen,
  lastActive,
  moveActive,
  nodeOfActive,
  removeActive,
  removeIfLast,
  replaceActive,
  tagOfActive,
} from './formatting';
import { findPosition, insertAtPosition } from './insert';
import { appendChild, flagsOf, moveChildren, remove, setFlags } from './nodes';
import {
  currentName,
  currentNode,
  endOrdinary,
  ENTRY_BYTES,
  entryOf,
  insertEntry,
  nodeOf,
  Open,
  pop,
  popNamed,
  popTo,
  removeEntry,
  wordAt,
} from './open';
import { Token } from './tags';

/** Maximum rounds of the outer loop, and of the inner loop before it removes elements from the list. */
const OUTER_LOOP: i32 = 8;
const INNER_LOOP: i32 = 3;

/** The end tag of a formatting element. */
export function endFormatting(): void {
  if (currentName() == Token.tag && removeIfLast(currentNode())) {
    // The algorithm does the same, more slowly, if the element is the current node and the last of the list.
    popNamed();
    return;
  }
  adoptionAgency();
}

/** "Run the adoption agency algorithm" for the current tag. */
export function adoptionAgency(): void {
  const tag = Token.tag;
  if (currentName() == tag && !activeOf(currentNode())) {
    pop();
    return;
  }
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
    const entry = entryOf(formatting);
    if (!isEntryInScope(entry)) return;

    let block = entry + ENTRY_BYTES;
    while (block <= Open.top && !(wordAt(block) & CLASS_SPECIAL)) block += ENTRY_BYTES;
    if (block > Open.top) {
      popTo(entry);
      removeActive(active);
      return;
    }
    adopt(active, entry, block);
  }
}

/** Whether no element above the entry bounds the scope. */
function isEntryInScope(entry: usize): bool {
  for (let above = Open.top; above > entry; above -= ENTRY_BYTES) if (wordAt(above) & CLASS_SCOPE) return false;
  return true;
}

/**
 * One round of the outer loop. `active` is the list entry of the formatting element and `entry` its stack entry;
 * `block` is the stack entry of the furthest block. The elements between them are replaced by copies, or removed from
 * the stack.
 */
function adopt(active: usize, entry: usize, block: usize): void {
  const formatting = nodeOfActive(active);
  const furthest = nodeOf(block);
  let bookmark = active;
  let last = furthest;
  let above = block;
  for (let inner = 1; ; inner++) {
    above -= ENTRY_BYTES;
    if (above == entry) break;
    let listed = activeOf(nodeOf(above));
    if (listed && inner > INNER_LOOP) {
      removeActive(listed);
      if (listed < active) active -= ACTIVE_BYTES;
      if (listed < bookmark) bookmark -= ACTIVE_BYTES;
      listed = 0;
    }
    if (!listed) {
      removeEntry(above);
      block -= ENTRY_BYTES;
      continue;
    }
    const copy = copyOf(listed);
    setFlags(nodeOf(above), flagsOf(nodeOf(above)) & ~FLAG_OPEN);
    replaceActive(listed, copy);
    store<u32>(above, copy);
    if (last == furthest) bookmark = listed + ACTIVE_BYTES;
    remove(last);
    appendChild(copy, last);
    last = copy;
  }
  remove(last);
  findPosition(entry - ENTRY_BYTES);
  insertAtPosition(last);

  const copy = copyOf(active);
  moveChildren(furthest, copy);
  appendChild(furthest, copy);

  const word = wordOf(tagOfActive(active));
  moveActive(active, bookmark, copy);
  removeEntry(entry);
  insertEntry(block - ENTRY_BYTES, copy, word);
}
