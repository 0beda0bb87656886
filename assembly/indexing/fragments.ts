/**
 * Template by fragments that many pages of a site have: the labels with which Chakrabarti, Kumar and Punera (WWW 2007) train.
 * A fragment is the subtree of an element, identified by a hash. The first pass counts each fragment once a page; the second pass
 * labels pages by the counts.
 */
import { SLOT_PROBES_MAX } from './records';
import { Flag, Node, NodeKind } from '../html/records';
import { Segment } from '../page/records';
import { addTemplateLength, judgeBlocks } from '../detect/detect';
import { Attribute, Buffer, bufferFits, findAttribute, writeValue } from '../html/attributes';
import { Arena, nodeAt } from '../html/nodes';
import { blockAt, blockCount, input, segmentAt, segmentCount } from '../page/arena';
import { Trait, has } from '../elements';
import { nameKey } from '../page/element-names';
import { extendPath, hashBytes } from '../page/hash';
import { cleanHash, codePoints, normalise } from '../page/text';
import { Region, newRegion } from '../region';

/** For each node of the current page the 64-bit hash of its subtree. */
const HASHES = newRegion();

// ── Fragment in the table ──
//
//   0     8    12
//   │ key │ df │ page │     page: number of the last page that has it, from 1
@unmanaged
class CountedFragment {
  key: u64;
  df: u32;
  page: u32;
}

/** The table of fragments. */
const FRAGMENTS = newRegion();
/** The next table, while it grows. */
const LARGER = newRegion();
/** Minimum number of slots. */
const SLOTS_MIN: u32 = 1 << 12;
/** Slots of the table, a power of two. */
let slots: u32 = 0;
/** Number of fragments in the table. */
let fragmentCount: u32 = 0;
/** Number of the current page, from 1. */
let pageNumber: u32 = 0;

function hashAt(node: u32): usize {
  return HASHES.at + ((node / <u32>Node.BYTES) << 3);
}

/** Begins the hash of an element with its name and its `href`; false if memory is unavailable. */
function beginHash(node: u32): bool {
  const at = nodeAt(node);
  let hash = nameKey(<u32>at.tag);
  if (at.flags & Flag.ATTRIBUTES) {
    const end = at.extra;
    if (findAttribute(input + end - at.extraLength, input + end, 'href')) {
      if (!bufferFits(<u32>(Attribute.valueEnd - Attribute.value))) return false;
      hash = extendPath(hash, hashBytes(Buffer.base, writeValue(Buffer.base) - Buffer.base));
    }
  }
  store<u64>(hashAt(node), hash);
  return true;
}

/** Hashes the subtrees of all elements except ignored ones; false if memory is unavailable. */
function hashFragments(): bool {
  if (!HASHES.reserveZeroed<u64>(Arena.end / <u32>Node.BYTES)) return false;
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

/** Slot of a fragment, or the free slot for it; null if its probe is too long: such a fragment is not counted. */
function slotOf(table: Region, key: u64): CountedFragment | null {
  let number = <u32>(key >> 32) & (slots - 1);
  let slot = table.record<CountedFragment>(number);
  for (let probes = SLOT_PROBES_MAX; slot.key && slot.key != key; slot = table.record<CountedFragment>(number)) {
    if (!--probes) return null;
    number = (number + 1) & (slots - 1);
  }
  return slot;
}

/** Reserves slots for `count` more fragments; false if memory is unavailable. */
function roomForFragments(count: u32): bool {
  const wanted = (<u64>(fragmentCount + count)) << 1;
  if (wanted <= <u64>slots) return true;
  const old = slots;
  let larger = max(slots, SLOTS_MIN);
  while (<u64>larger < wanted) larger <<= 1;
  if (!LARGER.reserveZeroed<CountedFragment>(larger)) return false;
  slots = larger;
  for (let number: u32 = 0; number < old; ++number) {
    const fragment = FRAGMENTS.record<CountedFragment>(number);
    const slot = fragment.key ? slotOf(LARGER, fragment.key) : null;
    if (slot) memory.copy(changetype<usize>(slot), changetype<usize>(fragment), offsetof<CountedFragment>());
  }
  // The old table serves for the next growth.
  FRAGMENTS.swap(LARGER);
  return true;
}

/** First pass: counts the fragments of the current page for its site; false if memory is unavailable. */
export function countFragments(site: u32): bool {
  if (!hashFragments() || !roomForFragments(Arena.end / <u32>Node.BYTES)) return false;
  ++pageNumber;
  for (let node: u32 = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    if (nodeAt(node).kind != NodeKind.ELEMENT || !load<u64>(hashAt(node))) continue;
    const key = keyOf(node, site);
    const fragment = slotOf(FRAGMENTS, key);
    if (!fragment || fragment.page == pageNumber) continue;
    fragmentCount += u32(!fragment.key);
    fragment.key = key;
    fragment.page = pageNumber;
    ++fragment.df;
  }
  return true;
}

/** Whether an element is in a fragment of at least `minPages` pages. The answers replace the hashes: 1 for no, 2 for yes. */
function isInFragment(element: u32, site: u32, minPages: u32): bool {
  let node = element;
  let answer: u64 = 1;
  for (; node; node = nodeAt(node).parent) {
    const hash = load<u64>(hashAt(node));
    if (hash == 1 || hash == 2) {
      answer = hash;
      break;
    }
    const fragment = hash ? slotOf(FRAGMENTS, keyOf(node, site)) : null;
    if (fragment && fragment.key && fragment.df >= minPages) {
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
 * site have; false if memory is unavailable.
 */
export function judgeByFragments(site: u32, minPages: u32): bool {
  if (!hashFragments() || !roomForFragments(1)) return false;
  for (let index: u32 = 0; index < blockCount; ++index) blockAt(index).templateLength = 0;
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) {
    const parent = nodeAt(segment.node).parent;
    if (isInFragment(parent, site, minPages)) addTemplateLength(segment);
  }
  judgeBlocks();
  return true;
}
