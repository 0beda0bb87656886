/**
 * Template by fragments that many pages of a site have: the labels with which Chakrabarti, Kumar and Punera (WWW 2007) train.
 * A fragment is the subtree of an element, identified by a hash. The first pass counts each fragment once a page; the second pass
 * labels pages by the counts.
 */
import { Status } from '../layout';
import { Flag, Node, NodeKind } from '../html/records';
import { Segment } from '../page/records';
import { addTemplateLength, clearTemplateLengths, judgeBlocks } from '../detect/detect';
import {
  Attribute,
  Buffer,
  bufferFits,
  firstAttribute,
  isAttribute,
  nextAttribute,
  writeValue,
} from '../html/attributes';
import { Arena, nodeAt } from '../html/nodes';
import { input, segmentAt, segmentCount } from '../page/arena';
import { Trait, has } from '../elements';
import { nameKey } from '../page/element-names';
import { extendPath, hashBytes } from '../page/hash';
import { cleanHash, codePoints, normalise } from '../page/text';
import { REGION_BYTES, SLOT_PROBES_MAX, reserve, roomOf, startOf } from './regions';

/** For each node of the current page the 64-bit hash of its subtree. */
const HASHES = memory.data(<i32>REGION_BYTES, 8);

// ── Fragment in the table ──
//
//   0     8    12
//   │ key │ df │ page │     page: number of the last page that has it, from 1
const FRAGMENT_KEY: usize = 0;
const FRAGMENT_DF: usize = FRAGMENT_KEY + 8;
const FRAGMENT_PAGE: usize = FRAGMENT_DF + 4;
const FRAGMENT_BYTES: usize = FRAGMENT_PAGE + 4;
const FRAGMENTS = memory.data(<i32>REGION_BYTES, 8);
const LARGER = memory.data(<i32>REGION_BYTES, 8);
/** Slots of the table: a power of two. */
const SLOTS_MIN: u32 = 1 << 12;
let slots: u32 = 0;
let fragmentCount: u32 = 0;
let pageNumber: u32 = 0;

function hashAt(node: u32): usize {
  return startOf(HASHES) + ((node / <u32>Node.BYTES) << 3);
}

/** Begins the hash of an element with its name and its `href`; false if memory is unavailable. */
function beginHash(node: u32): bool {
  const at = nodeAt(node);
  let hash = nameKey(<u32>at.tag);
  if (at.flags & Flag.ATTRIBUTES) {
    const end = at.extra;
    firstAttribute(input + end - at.extraLength);
    while (nextAttribute(input + end)) {
      if (!isAttribute('href')) continue;
      if (!bufferFits(<u32>(Attribute.valueEnd - Attribute.value))) return false;
      hash = extendPath(hash, hashBytes(Buffer.base, writeValue(Buffer.base) - Buffer.base));
      break;
    }
  }
  store<u64>(hashAt(node), hash);
  return true;
}

/** Hashes the subtrees of all elements except ignored ones; false if memory is unavailable. */
function hashFragments(): bool {
  const bytes = (<usize>(Arena.end / <u32>Node.BYTES)) << 3;
  if (!reserve(HASHES, bytes, 0)) return false;
  memory.fill(startOf(HASHES), 0, bytes);
  let node = nodeAt(0).firstChild;
  while (node) {
    const at = nodeAt(node);
    const kind = <u32>at.kind;
    const parent = at.parent;
    if (kind == NodeKind.TEXT) {
      if (!normalise(at.text, at.textLength)) return false;
      if (codePoints) store<u64>(hashAt(parent), extendPath(load<u64>(hashAt(parent)), cleanHash()));
    } else if (kind == NodeKind.ELEMENT && !has(<u32>at.tag, Trait.IGNORED)) {
      if (!beginHash(node)) return false;
      const child = at.firstChild;
      if (child) {
        node = child;
        continue;
      }
      store<u64>(hashAt(parent), extendPath(load<u64>(hashAt(parent)), load<u64>(hashAt(node))));
    }
    // The hash of a complete subtree becomes part of its parent's.
    let next = nodeAt(node).next;
    while (!next) {
      node = nodeAt(node).parent;
      if (!node) break;
      const above = hashAt(nodeAt(node).parent);
      store<u64>(above, extendPath(load<u64>(above), load<u64>(hashAt(node))));
      next = nodeAt(node).next;
    }
    node = next;
  }
  return true;
}

function keyOf(node: u32, site: u32): u64 {
  let key = (load<u64>(hashAt(node)) ^ (<u64>site * 0x9e3779b97f4a7c15)) * 0xff51afd7ed558ccd;
  key = (key ^ (key >> 32)) * 0xc4ceb9fe1a85ec53;
  return key | 1;
}

/** Slot of a fragment, or the free slot for it; 0 if its probe is too long: such a fragment is not counted. */
function slotOf(table: usize, key: u64): usize {
  let slot = <u32>(key >> 32) & (slots - 1);
  let at = table + <usize>slot * FRAGMENT_BYTES;
  let probes = SLOT_PROBES_MAX;
  for (let found = load<u64>(at, FRAGMENT_KEY); found && found != key; found = load<u64>(at, FRAGMENT_KEY)) {
    if (!--probes) return 0;
    slot = (slot + 1) & (slots - 1);
    at = table + <usize>slot * FRAGMENT_BYTES;
  }
  return at;
}

/** Reserves slots for `count` more fragments; false if memory is unavailable. */
function roomForFragments(count: u32): bool {
  const wanted = (<u64>(fragmentCount + count)) << 1;
  if (wanted <= <u64>slots) return true;
  const old = startOf(FRAGMENTS);
  const oldEnd = old + <usize>slots * FRAGMENT_BYTES;
  let larger = max(slots, SLOTS_MIN);
  while (<u64>larger < wanted) larger <<= 1;
  if (!reserve(LARGER, <usize>larger * FRAGMENT_BYTES, 0)) return false;
  memory.fill(startOf(LARGER), 0, roomOf(LARGER));
  slots = larger;
  for (let at = old; at < oldEnd; at += FRAGMENT_BYTES) {
    const key = load<u64>(at, FRAGMENT_KEY);
    const to = key ? slotOf(startOf(LARGER), key) : 0;
    if (to) memory.copy(to, at, FRAGMENT_BYTES);
  }
  // The regions are swapped; the old one serves for the next growth.
  const held = load<u64>(FRAGMENTS);
  store<u64>(FRAGMENTS, load<u64>(LARGER));
  store<u64>(LARGER, held);
  return true;
}

/** First pass: counts the fragments of the current page for its site; a `STATUS_…` code. */
export function countFragments(site: u32): u32 {
  if (!hashFragments() || !roomForFragments(Arena.end / <u32>Node.BYTES)) return Status.OUT_OF_MEMORY;
  ++pageNumber;
  for (let node: u32 = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    if (nodeAt(node).kind != NodeKind.ELEMENT || !load<u64>(hashAt(node))) continue;
    const key = keyOf(node, site);
    const at = slotOf(startOf(FRAGMENTS), key);
    if (!at) continue;
    if (!load<u64>(at, FRAGMENT_KEY)) {
      store<u64>(at, key, FRAGMENT_KEY);
      ++fragmentCount;
    }
    if (load<u32>(at, FRAGMENT_PAGE) == pageNumber) continue;
    store<u32>(at, pageNumber, FRAGMENT_PAGE);
    store<u32>(at, load<u32>(at, FRAGMENT_DF) + 1, FRAGMENT_DF);
  }
  return Status.OK;
}

/** Whether an element is in a fragment of at minPages `minPages` pages. The answers replace the hashes: 1 for no, 2 for yes. */
function isInFragment(element: u32, site: u32, minPages: u32): bool {
  let node = element;
  let answer: u64 = 1;
  for (; node; node = nodeAt(node).parent) {
    const hash = load<u64>(hashAt(node));
    if (hash == 1 || hash == 2) {
      answer = hash;
      break;
    }
    const at = hash ? slotOf(startOf(FRAGMENTS), keyOf(node, site)) : 0;
    if (at && load<u64>(at, FRAGMENT_KEY) && load<u32>(at, FRAGMENT_DF) >= minPages) {
      answer = 2;
      break;
    }
  }
  const top = node;
  for (node = element; node != top; node = nodeAt(node).parent) store<u64>(hashAt(node), answer);
  if (top) store<u64>(hashAt(top), answer);
  return answer == 2;
}

/**
 * Second pass: labels the blocks of the current page by the share of their text in fragments that at least `minPages` pages of the
 * site have; a `STATUS_…` code.
 */
export function judgeByFragments(site: u32, minPages: u32): u32 {
  if (!hashFragments() || !roomForFragments(1)) return Status.OUT_OF_MEMORY;
  clearTemplateLengths();
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) {
    const parent = nodeAt(segment.node).parent;
    if (isInFragment(parent, site, minPages)) addTemplateLength(segment);
  }
  judgeBlocks();
  return Status.OK;
}
