/**
 * The list of active formatting elements; section of the same name in the standard. An entry is an element with the start tag that it was
 * created for; a marker is an entry of zeros:
 *
 *   0      4     8                        16
 *   │ node │ tag │ end and length of the │ hash of the attributes, │
 *   │      │     │ start tag             │ 0 until it is computed  │
 *
 * The depth limit (open.ts) also limits the entries since the last marker. If there are more, the oldest is removed.
 */
import { Status } from '../layout';
import { Flag, Node, TOKEN_NODES, nodeAt, nodesFit } from './nodes';
import { newRegion } from '../region';
import { hashAttributes } from './attributes';
import { newCopy, openCopy } from './insert';
import { formattingLimit } from './open';
import { spend } from '../work';
import { Parser, fail, failNodes } from './state';

const LIST = newRegion();

namespace Active {
  export let base: usize = 0;
  /** Address after the last entry. */
  export let end: usize = 0;
}

const ACTIVE_NODE: usize = 0;
const ACTIVE_TAG: usize = ACTIVE_NODE + 4;
const ACTIVE_START_TAG: usize = ACTIVE_TAG + 4;
const ACTIVE_HASH: usize = ACTIVE_START_TAG + 8;
export const ACTIVE_BYTES: usize = ACTIVE_HASH + 8;
/** In bytes. */
const CAPACITY_MIN: usize = 64 * ACTIVE_BYTES;

/** Noah's Ark clause: maximum number of equal entries since the last marker. */
const NOAHS_ARK: i32 = 3;

/** Empties the list; false if memory is unavailable. */
export function beginActive(): bool {
  const isReady = LIST.grow(CAPACITY_MIN, 0);
  Active.end = Active.base = LIST.at;
  return isReady;
}

export function releaseActive(): void {
  LIST.release();
}

function isEntry(entry: usize): bool {
  return Active.base <= entry && entry < Active.end;
}

export function nodeOfActive(entry: usize): u32 {
  assert(isEntry(entry));
  return load<u32>(entry, ACTIVE_NODE);
}

export function tagOfActive(entry: usize): u32 {
  assert(isEntry(entry));
  return load<u32>(entry, ACTIVE_TAG);
}

export function isOpen(node: u32): bool {
  return (nodeAt(node).flags & Flag.OPEN) != 0;
}

/** Counts the entries from `entry` on as work. */
function spendActive(entry: usize): void {
  spend((Active.end - entry) / ACTIVE_BYTES);
}

/** The last entry since the last marker whose word at offset `word` is `value`, or 0. */
function lastWith(word: usize, value: u32): usize {
  let entry = Active.end - ACTIVE_BYTES;
  while (entry >= Active.base && tagOfActive(entry) && load<u32>(entry + word) != value) entry -= ACTIVE_BYTES;
  spendActive(entry);
  return entry >= Active.base && tagOfActive(entry) ? entry : 0;
}

export function lastActive(tag: u32): usize {
  return lastWith(ACTIVE_TAG, tag);
}

/** The entry of an element since the last marker, or 0. */
export function activeOf(node: u32): usize {
  return lastWith(ACTIVE_NODE, node);
}

/** True if an element is in the list, even before the last marker: `</table>` may close an object and leave its marker. */
export function isListed(node: u32): bool {
  let entry = Active.end - ACTIVE_BYTES;
  while (entry >= Active.base && nodeOfActive(entry) != node) entry -= ACTIVE_BYTES;
  spendActive(entry);
  return entry >= Active.base;
}

export function removeActive(entry: usize): void {
  assert(isEntry(entry));
  spendActive(entry);
  const next = entry + ACTIVE_BYTES;
  if (next < Active.end) memory.copy(entry, next, Active.end - next);
  Active.end -= ACTIVE_BYTES;
}

/** Reserves capacity for an entry; false if memory is unavailable. */
function fits(): bool {
  const used = Active.end - Active.base;
  if (!LIST.grow(used + ACTIVE_BYTES, used)) {
    fail(Status.OUT_OF_MEMORY);
    return false;
  }
  Active.base = LIST.at;
  Active.end = Active.base + used;
  return true;
}

export function insertMarker(): void {
  if (!fits()) return;
  store<u64>(Active.end, 0);
  Active.end += ACTIVE_BYTES;
}

/** "Clear the list of active formatting elements up to the last marker" */
export function clearToMarker(): void {
  let entry = Active.end;
  while (entry > Active.base) {
    entry -= ACTIVE_BYTES;
    if (!tagOfActive(entry)) break;
  }
  spendActive(entry);
  Active.end = entry;
  // Elements before the marker may have been closed in the meantime.
  Parser.mayReconstruct = true;
}

/** Hash of an entry's attributes; 1 without attributes. */
function hashOf(entry: usize): u64 {
  let hash = load<u64>(entry, ACTIVE_HASH);
  if (hash) return hash;
  if (nodeAt(nodeOfActive(entry)).flags & Flag.ATTRIBUTES) {
    const end = Parser.source + load<u32>(entry, ACTIVE_START_TAG);
    spend(load<u32>(entry, ACTIVE_START_TAG + 4));
    hash = hashAttributes(end - load<u32>(entry, ACTIVE_START_TAG + 4), end);
  } else {
    hash = 1;
  }
  store<u64>(entry, hash, ACTIVE_HASH);
  return hash;
}

/** "Push onto the list of active formatting elements", with the Noah's Ark clause. */
export function pushActive(node: u32, tag: u32): void {
  if (!fits()) return;
  const added = Active.end;
  store<u32>(added, node, ACTIVE_NODE);
  store<u32>(added, tag, ACTIVE_TAG);
  store<u64>(added, load<u64>(changetype<usize>(nodeAt(node)), offsetof<Node>('extra')), ACTIVE_START_TAG);
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
  spendActive(entry);
  if (same >= NOAHS_ARK) removeActive(earliest);
  else if (<u32>((added - entry) / ACTIVE_BYTES) > formattingLimit()) removeActive(entry + ACTIVE_BYTES);
}

/** "Reconstruct the active formatting elements" */
export function reconstruct(): void {
  if (Parser.mayReconstruct) reconstructActive();
}

function reconstructActive(): void {
  Parser.mayReconstruct = false;
  let entry = Active.end - ACTIVE_BYTES;
  while (entry >= Active.base && tagOfActive(entry) && !isOpen(nodeOfActive(entry))) entry -= ACTIVE_BYTES;
  entry += ACTIVE_BYTES;
  const count = <u32>((Active.end - entry) / ACTIVE_BYTES);
  spend((count + 1) << 3);
  // Checked again, because the copies are not included in the capacity for the token.
  if (count == 0) return;
  if (!nodesFit(count + TOKEN_NODES)) {
    failNodes(count + TOKEN_NODES);
    return;
  }
  for (; entry < Active.end; entry += ACTIVE_BYTES) {
    const copy = openCopy(nodeOfActive(entry), tagOfActive(entry), load<u64>(entry, ACTIVE_START_TAG));
    store<u32>(entry, copy, ACTIVE_NODE);
  }
}

/** Removes the last entry if it is that of the element; true if removed. */
export function removeIfLast(node: u32): bool {
  const last = Active.end - ACTIVE_BYTES;
  if (last < Active.base || nodeOfActive(last) != node) return false;
  Active.end = last;
  return true;
}

/** Creates a copy of an entry's element, for the same start tag, outside the tree. */
export function copyOf(entry: usize): u32 {
  return newCopy(nodeOfActive(entry), tagOfActive(entry), load<u64>(entry, ACTIVE_START_TAG));
}

export function replaceActive(entry: usize, copy: u32): void {
  assert(isEntry(entry));
  store<u32>(entry, copy, ACTIVE_NODE);
}

/** Moves an entry before `bookmark` and replaces its element by a copy. */
export function moveActive(entry: usize, bookmark: usize, copy: u32): void {
  assert(isEntry(entry) && Active.base <= bookmark && bookmark <= Active.end);
  spendActive(min(entry, bookmark));
  const start = v128.load(entry);
  const hash = load<u64>(entry, ACTIVE_HASH);
  if (bookmark > entry) {
    bookmark -= ACTIVE_BYTES;
    memory.copy(entry, entry + ACTIVE_BYTES, bookmark - entry);
  } else if (bookmark < entry) {
    memory.copy(bookmark + ACTIVE_BYTES, bookmark, entry - bookmark);
  }
  v128.store(bookmark, start);
  store<u64>(bookmark, hash, ACTIVE_HASH);
  replaceActive(bookmark, copy);
}
