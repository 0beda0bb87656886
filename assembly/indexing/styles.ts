/**
 * Blocks of one place and one look: the layout blocks of Chen, Ye and Li (SAC 2006, section 3.1). A place is the ordinals
 * of a block and of those around it among the blocks next to them, a look is the element and what attributes it has.
 *
 * Both make one key: two styles are one by mistake as rarely as two texts have one hash.
 */
import {
  BLOCK_BYTES,
  BLOCK_NODE,
  BLOCK_PARENT,
  FLAG_ATTRIBUTES,
  FLAG_MERGED,
  MERGED_BYTES,
  MERGED_END,
  MERGED_NODE,
  MERGED_START,
  NODE_EXTRA,
  NODE_EXTRA_LENGTH,
  NODE_FLAGS,
  NODE_TAG,
} from '../layout';
import { Attribute, Buffer, bufferFits, firstAttribute, isAttribute, nextAttribute, writeValue } from '../html/attributes';
import { Merged } from '../html/merged';
import { nodeAt } from '../html/nodes';
import { blockCount, blocks, input, scratch } from '../page/arena';
import { lowerName, nameLength } from '../page/element-text';
import { nameKey } from '../page/elements';
import { extendPath, hashBytes } from '../page/hash';
import { Tag } from '../html/names';
import { REGION_BYTES, reserve, startOf } from './regions';

/** Key of its place, and how many blocks were found in it. */
const PLACE_KEY: usize = 0;
const PLACE_CHILDREN: usize = PLACE_KEY + 8;
const PLACE_BYTES: usize = PLACE_CHILDREN + 8;
const PLACES = memory.data(<i32>REGION_BYTES, 8);

const CLASS: u32 = 7;
let seesClasses: bool = false;

/** Whether classes are part of a look: what the paper's attributes said then, they say now. */
export function setClasses(sees: bool): void {
  seesClasses = sees;
}

/** Number of the current attribute among those of a look; -1 for others. */
function attributeNumber(): i32 {
  switch (<u32>(Attribute.nameEnd - Attribute.name)) {
    case 5:
      if (isAttribute('width')) return 1;
      if (isAttribute('align')) return 4;
      if (seesClasses && isAttribute('class')) return CLASS;
      return -1;
    case 6:
      if (isAttribute('height')) return 2;
      return isAttribute('border') ? 3 : -1;
    case 7:
      return isAttribute('bgcolor') ? 0 : -1;
    case 11:
      if (isAttribute('cellpadding')) return 5;
      return isAttribute('cellspacing') ? 6 : -1;
    default:
      return -1;
  }
}

/** Attributes of an element that were read already, so that of two with one name the first counts; and their keys' sum. */
let seen: u32 = 0;
let look: u64 = 0;

function readAttributes(start: usize, end: usize): bool {
  firstAttribute(start);
  while (nextAttribute(end)) {
    const number = attributeNumber();
    if (number < 0 || (seen >> <u32>number) & 1) continue;
    seen |= 1 << <u32>number;
    if (!bufferFits(<u32>(Attribute.valueEnd - Attribute.value))) return false;
    const length = writeValue(Buffer.base) - Buffer.base;
    look += extendPath(<u64>number + 1, hashBytes(Buffer.base, length));
  }
  return true;
}

/** Sets `look` to the key of what an element looks like; false if memory is unavailable. */
function readLook(element: u32): bool {
  const node = nodeAt(element);
  const tag = <u32>load<u16>(node, NODE_TAG);
  if (tag == Tag.OTHER) {
    if (!lowerName(element)) return false;
    look = hashBytes(scratch, nameLength);
  } else {
    look = nameKey(tag);
  }
  seen = 0;
  const flags = <u32>load<u8>(node, NODE_FLAGS);
  if (flags & FLAG_ATTRIBUTES) {
    const end = load<u32>(node, NODE_EXTRA);
    if (!readAttributes(input + end - load<u32>(node, NODE_EXTRA_LENGTH), input + end)) return false;
  }
  if (flags & FLAG_MERGED) {
    const last = Merged.base + <usize>Merged.count * MERGED_BYTES;
    for (let tagAt = Merged.base; tagAt < last; tagAt += MERGED_BYTES) {
      if (load<u32>(tagAt, MERGED_NODE) != element) continue;
      if (!readAttributes(input + load<u32>(tagAt, MERGED_START), input + load<u32>(tagAt, MERGED_END))) return false;
    }
  }
  return true;
}

/** Finds the places of all blocks of the current page; false if memory is unavailable. */
export function findPlaces(): bool {
  const count = blockCount;
  if (!reserve(PLACES, <usize>count * PLACE_BYTES, 0)) return false;
  const places = startOf(PLACES);
  for (let index: u32 = 0; index < count; ++index) {
    const place = places + <usize>index * PLACE_BYTES;
    store<u32>(place, 0, PLACE_CHILDREN);
    let key: u64 = 0;
    if (index) {
      const above = load<u32>(blocks + <usize>index * BLOCK_BYTES, BLOCK_PARENT) / <u32>BLOCK_BYTES;
      const parent = places + <usize>above * PLACE_BYTES;
      const ordinal = load<u32>(parent, PLACE_CHILDREN) + 1;
      store<u32>(parent, ordinal, PLACE_CHILDREN);
      key = extendPath(load<u64>(parent, PLACE_KEY), <u64>ordinal);
    }
    store<u64>(place, key, PLACE_KEY);
  }
  return true;
}

/** Key of the `index`-th block's style, never 0 but if memory is unavailable; for pages that came as a source. */
export function styleOf(index: u32): u64 {
  if (!readLook(load<u32>(blocks + <usize>index * BLOCK_BYTES, BLOCK_NODE))) return 0;
  return extendPath(load<u64>(startOf(PLACES) + <usize>index * PLACE_BYTES, PLACE_KEY), look) | 1;
}
