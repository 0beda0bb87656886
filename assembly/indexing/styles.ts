/**
 * Styles of blocks: the layout blocks of Chen, Ye and Li (SAC 2006, section 3.1). A style is the position of a block, which is
 * the ordinals of the block and of its ancestors among their siblings, and its look: the element with some attributes.
 *
 * A style is a 64-bit key. Two styles have the same key as rarely as two texts have the same hash.
 */
import { Flag, MergedTag } from '../html/records';
import { Block } from '../page/records';
import {
  Attribute,
  Buffer,
  bufferFits,
  firstAttribute,
  isAttribute,
  nextAttribute,
  writeValue,
} from '../html/attributes';
import { Merged } from '../html/merged';
import { nodeAt } from '../html/nodes';
import { blockAt, blockCount, input, scratch } from '../page/arena';
import { lowerName, nameLength } from '../page/element-text';
import { nameKey } from '../page/element-names';
import { extendPath, hashBytes } from '../page/hash';
import { Tag } from '../html/names';
import { newRegion } from '../region';

// ── Position of a block ──
//
//   0     8
//   │ key │ child blocks so far │
@unmanaged
class BlockPosition {
  key: u64;
  children: u32;
}

const POSITIONS = newRegion();

/** Whether the class attribute is part of a look. Today it holds what the attributes of the paper held. */
let seesClasses: bool = false;

/** Number of the current attribute among the attributes of a look; -1 for others. */
function attributeNumber(): i32 {
  if (isAttribute('bgcolor')) return 0;
  if (isAttribute('width')) return 1;
  if (isAttribute('height')) return 2;
  if (isAttribute('border')) return 3;
  if (isAttribute('align')) return 4;
  if (isAttribute('cellpadding')) return 5;
  if (isAttribute('cellspacing')) return 6;
  return seesClasses && isAttribute('class') ? 7 : -1;
}

/** Bit set of the attributes of the element that were read: of two with the same name the first counts. */
let seen: u32 = 0;
/** Key of the element's name plus those of its attributes, so that their order does not matter. */
let look: u64 = 0;

function readAttributes(start: usize, end: usize): bool {
  firstAttribute(start);
  while (nextAttribute(end)) {
    const number = attributeNumber();
    if (number < 0 || (seen >> <u32>number) & 1) continue;
    seen |= 1 << (<u32>number);
    if (!bufferFits(<u32>(Attribute.valueEnd - Attribute.value))) return false;
    const length = writeValue(Buffer.base) - Buffer.base;
    look += extendPath(<u64>number + 1, hashBytes(Buffer.base, length));
  }
  return true;
}

/** Sets `look` to the key of an element's look; false if memory is unavailable. */
function readLook(element: u32): bool {
  const node = nodeAt(element);
  const tag = <u32>node.tag;
  if (tag == Tag.OTHER) {
    if (!lowerName(element)) return false;
    look = hashBytes(scratch, nameLength);
  } else {
    look = nameKey(tag);
  }
  seen = 0;
  const flags = <u32>node.flags;
  if (flags & Flag.ATTRIBUTES) {
    const end = node.extra;
    if (!readAttributes(input + end - node.extraLength, input + end)) return false;
  }
  if (flags & Flag.MERGED) {
    const last = changetype<MergedTag>(Merged.base + <usize>Merged.count * MergedTag.BYTES);
    for (let tagAt = changetype<MergedTag>(Merged.base); tagAt < last; tagAt = tagAt.nextRecord) {
      if (tagAt.node != element) continue;
      if (!readAttributes(input + tagAt.start, input + tagAt.end)) return false;
    }
  }
  return true;
}

/** An ordinal as bytes: positions are keys of a page's choice too. */
const ORDINAL = memory.data(16, 8);

function ordinalKey(ordinal: u32): u64 {
  store<u32>(ORDINAL, ordinal);
  return hashBytes(ORDINAL, 4);
}

/** Finds the positions of all blocks of the current page, for styles with or without classes; false if memory is unavailable. */
export function findPositions(withClasses: bool): bool {
  seesClasses = withClasses;
  const count = blockCount;
  if (!POSITIONS.reserveFor<BlockPosition>(count)) return false;
  for (let index: u32 = 0; index < count; ++index) {
    const position = POSITIONS.record<BlockPosition>(index);
    position.key = 0;
    position.children = 0;
    if (!index) continue;
    const parent = POSITIONS.record<BlockPosition>(blockAt(index).parent / <u32>Block.BYTES);
    position.key = extendPath(parent.key, ordinalKey(++parent.children));
  }
  return true;
}

/** Key of the `index`-th block's style; 0 if memory is unavailable. The page must have a source. */
export function styleOf(index: u32): u64 {
  if (!readLook(blockAt(index).node)) return 0;
  return extendPath(POSITIONS.record<BlockPosition>(index).key, look) | 1;
}
