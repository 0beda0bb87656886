/**
 * The list of active formatting elements: sections "The list of active formatting elements" and "The adoption agency
 * algorithm" of the standard. An entry is the element with the start tag it was made for; a marker has no element:
 *
 *   0      4     8                        16
 *   │ node │ tag │ end and length of the │ hash of the attributes, │
 *   │      │     │ start tag             │ 0 until somebody asks   │
 *
 * With a limit on depth the list keeps no more entries than that limit since the last marker; the oldest leave.
 */
import { FLAG_ATTRIBUTES, FLAG_OPEN, NODE_EXTRA, STATUS_OUT_OF_MEMORY } from '../layout';
import { allocate, release } from '../memory';
import { hashAttributes } from './attributes';
import { CLASS_SCOPE, CLASS_SPECIAL, wordOf } from './classes';
import { findPlace, insertAtPlace, newImplied, openCopy } from './insert';
import { appendChild, flagsOf, moveChildren, nodeAt, nodesFit, remove, setFlags } from './nodes';
import {
  currentName,
  currentNode,
  ENTRY_BYTES,
  entryOf,
  formattingLimit,
  insertEntry,
  nodeOf,
  Open,
  pop,
  popNamed,
  popTo,
  removeEntry,
  wordAt,
} from './open';
import { fail, failNodes, Parser } from './state';
import { endOrdinary } from './body';
import { Token } from './tags';

namespace Active {
  export let base: usize = 0;
  export let room: u32 = 0;
  /** Address after the last entry. */
  export let end: usize = 0;
}

const ACTIVE_NODE: usize = 0;
const ACTIVE_TAG: usize = ACTIVE_NODE + 4;
const ACTIVE_START_TAG: usize = ACTIVE_TAG + 4;
const ACTIVE_HASH: usize = ACTIVE_START_TAG + 8;
const ACTIVE_BYTES: usize = ACTIVE_HASH + 8;
const ROOM_LEAST: u32 = 64 * <u32>ACTIVE_BYTES;

/** Rounds of the adoption agency, and elements it takes along in each. */
const OUTER_LOOP: i32 = 8;
const INNER_LOOP: i32 = 3;

const NOAHS_ARK: i32 = 3;

export function beginActive(): bool {
  if (!Active.room) {
    Active.base = allocate(ROOM_LEAST);
    if (!Active.base) return false;
    Active.room = ROOM_LEAST;
  }
  Active.end = Active.base;
  return true;
}

export function releaseActive(): void {
  release(Active.base, Active.room);
  Active.base = 0;
  Active.room = 0;
}

// @ts-ignore: decorator
@inline
function nodeOfActive(entry: usize): u32 {
  return load<u32>(entry, ACTIVE_NODE);
}

// @ts-ignore: decorator
@inline
function tagOfActive(entry: usize): u32 {
  return load<u32>(entry, ACTIVE_TAG);
}

// @ts-ignore: decorator
@inline
function isOpen(node: u32): bool {
  return (flagsOf(node) & FLAG_OPEN) != 0;
}

/** The entry of the last element with the tag since the last marker, or 0. */
export function lastActive(tag: u32): usize {
  for (let entry = Active.end - ACTIVE_BYTES; entry >= Active.base && tagOfActive(entry); entry -= ACTIVE_BYTES) {
    if (tagOfActive(entry) == tag) return entry;
  }
  return 0;
}

/** The entry of an element, or 0. */
function activeOf(node: u32): usize {
  for (let entry = Active.end - ACTIVE_BYTES; entry >= Active.base; entry -= ACTIVE_BYTES) {
    if (nodeOfActive(entry) == node) return entry;
  }
  return 0;
}

export function removeActive(entry: usize): void {
  const next = entry + ACTIVE_BYTES;
  if (next < Active.end) memory.copy(entry, next, Active.end - next);
  Active.end -= ACTIVE_BYTES;
}

function fits(): bool {
  if (<u32>(Active.end - Active.base + ACTIVE_BYTES) <= Active.room) return true;
  const block = allocate(Active.room * 2);
  if (!block) {
    fail(STATUS_OUT_OF_MEMORY);
    return false;
  }
  memory.copy(block, Active.base, Active.room);
  release(Active.base, Active.room);
  Active.end = block + (Active.end - Active.base);
  Active.base = block;
  Active.room *= 2;
  return true;
}

export function insertMarker(): void {
  if (!fits()) return;
  store<u64>(Active.end, 0);
  Active.end += ACTIVE_BYTES;
}

/** "Clear the list of active formatting elements up to the last marker." */
export function clearToMarker(): void {
  let entry = Active.end;
  while (entry > Active.base) {
    entry -= ACTIVE_BYTES;
    if (!tagOfActive(entry)) break;
  }
  Active.end = entry;
  // What was active before the marker may have been closed since.
  Parser.mayReconstruct = true;
}

/** The hash of the attributes of an entry; 1 where there are none. */
function hashOf(entry: usize): u64 {
  let hash = load<u64>(entry, ACTIVE_HASH);
  if (hash) return hash;
  if (flagsOf(nodeOfActive(entry)) & FLAG_ATTRIBUTES) {
    const end = Parser.source + load<u32>(entry, ACTIVE_START_TAG);
    hash = hashAttributes(end - load<u32>(entry, ACTIVE_START_TAG + 4), end);
  } else {
    hash = 1;
  }
  store<u64>(entry, hash, ACTIVE_HASH);
  return hash;
}

/** "Push onto the list of active formatting elements", the Noah's Ark clause included. */
export function pushActive(node: u32, tag: u32): void {
  if (!fits()) return;
  const added = Active.end;
  store<u32>(added, node, ACTIVE_NODE);
  store<u32>(added, tag, ACTIVE_TAG);
  store<u64>(added, load<u64>(nodeAt(node), NODE_EXTRA), ACTIVE_START_TAG);
  store<u64>(added, 0, ACTIVE_HASH);
  Active.end = added + ACTIVE_BYTES;
  let same = 0;
  let earliest: usize = 0;
  let entry = added - ACTIVE_BYTES;
  for (; entry >= Active.base && tagOfActive(entry); entry -= ACTIVE_BYTES) {
    if (tagOfActive(entry) != tag || hashOf(entry) != hashOf(added)) continue;
    same++;
    earliest = entry;
  }
  if (same >= NOAHS_ARK) removeActive(earliest);
  else if (<u32>((added - entry) / ACTIVE_BYTES) > formattingLimit()) removeActive(entry + ACTIVE_BYTES);
}

/** "Reconstruct the active formatting elements", where it may be necessary. */
// @ts-ignore: decorator
@inline
export function reconstruct(): void {
  if (Parser.mayReconstruct) reconstructActive();
}

function reconstructActive(): void {
  Parser.mayReconstruct = false;
  let entry = Active.end - ACTIVE_BYTES;
  while (entry >= Active.base && tagOfActive(entry) && !isOpen(nodeOfActive(entry))) entry -= ACTIVE_BYTES;
  entry += ACTIVE_BYTES;
  const count = <u32>((Active.end - entry) / ACTIVE_BYTES);
  // The token makes nodes after this, for which there was room before.
  if (count == 0) return;
  if (!nodesFit(count + TOKEN_NODES)) {
    failNodes(count + TOKEN_NODES);
    return;
  }
  for (; entry < Active.end; entry += ACTIVE_BYTES) {
    const flags = (flagsOf(nodeOfActive(entry)) & FLAG_ATTRIBUTES) | FLAG_OPEN;
    store<u32>(entry, openCopy(tagOfActive(entry), flags, load<u64>(entry, ACTIVE_START_TAG)), ACTIVE_NODE);
  }
}

/** A token makes no more nodes than this, reconstruction left aside. */
export const TOKEN_NODES: u32 = 64;

/** Whether the current node was the last to be active; then it is that no longer. */
// @ts-ignore: decorator
@inline
export function removeIfLast(node: u32): bool {
  const last = Active.end - ACTIVE_BYTES;
  if (last < Active.base || nodeOfActive(last) != node) return false;
  Active.end = last;
  return true;
}

/** The end tag of a formatting element. */
export function endFormatting(): void {
  if (currentName() == Token.tag && removeIfLast(currentNode())) {
    // By far the most common case, with the same outcome: the element is the current node and was the last to be active.
    popNamed();
    return;
  }
  adoptionAgency();
}

/** "Run the adoption agency algorithm" for the tag in hand. */
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

function isEntryInScope(entry: usize): bool {
  for (let above = Open.top; above > entry; above -= ENTRY_BYTES) if (wordAt(above) & CLASS_SCOPE) return false;
  return true;
}

/** A copy of the element of an active entry, without a place. */
function copyOf(active: usize): u32 {
  const flags = (flagsOf(nodeOfActive(active)) & FLAG_ATTRIBUTES) | FLAG_OPEN;
  const node = newImplied(tagOfActive(active), flags);
  store<u64>(nodeAt(node), load<u64>(active, ACTIVE_START_TAG), NODE_EXTRA);
  return node;
}

/**
 * One round of the adoption agency: the formatting element of `active`, open at `entry`, gives up the furthest block, open
 * at `block`, and what was between them.
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
    store<u32>(listed, copy, ACTIVE_NODE);
    store<u32>(above, copy);
    if (last == furthest) bookmark = listed + ACTIVE_BYTES;
    remove(last);
    appendChild(copy, last);
    last = copy;
  }
  remove(last);
  findPlace(entry - ENTRY_BYTES);
  insertAtPlace(last);

  const copy = copyOf(active);
  moveChildren(furthest, copy);
  appendChild(furthest, copy);

  // The entry of the formatting element moves to the bookmark.
  const startTag = load<u64>(active, ACTIVE_START_TAG);
  const hash = load<u64>(active, ACTIVE_HASH);
  const tag = tagOfActive(active);
  if (bookmark > active) {
    bookmark -= ACTIVE_BYTES;
    memory.copy(active, active + ACTIVE_BYTES, bookmark - active);
  } else if (bookmark < active) {
    memory.copy(bookmark + ACTIVE_BYTES, bookmark, active - bookmark);
  }
  store<u32>(bookmark, copy, ACTIVE_NODE);
  store<u32>(bookmark, tag, ACTIVE_TAG);
  store<u64>(bookmark, startTag, ACTIVE_START_TAG);
  store<u64>(bookmark, hash, ACTIVE_HASH);

  removeEntry(entry);
  insertEntry(block - ENTRY_BYTES, copy, wordOf(tag));
}
